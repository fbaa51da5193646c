"""`RougeScorer`, as `rouge_score.rouge_scorer` has it, with Régua's measures behind it."""

from __future__ import annotations

import re
from typing import Any, Dict, List, Optional, Sequence

from regua import Measure

from ..respelling import Respelling
from . import scoring, tokenizers

COUNTED = re.compile(r"rouge[0-9]\Z")
"""The kinds of ROUGE that count runs of n words."""


class RougeScorer(scoring.BaseScorer):
    """Scores one text against another, or the best of several others.

    `rouge_types` are `rouge1` … `rouge9`, `rougeL` and `rougeLsum`. `split_summaries` lets Punkt's English
    model find sentences for `rougeLsum`, which otherwise end at line feeds. A `tokenizer` of one's own has a
    method `tokenize` that makes a list of tokens from a text; `use_stemmer` is not for it.

    >>> scorer = RougeScorer(["rouge2"])
    >>> scorer.score("rain fell on the hills", "rain fell on all hills")
    {'rouge2': Score(precision=0.5, recall=0.5, fmeasure=0.5)}
    """

    def __init__(
        self,
        rouge_types: Sequence[str],
        use_stemmer: bool = False,
        split_summaries: bool = False,
        tokenizer: Optional[Any] = None,
    ) -> None:
        self.rouge_types = rouge_types
        self._tokenizer = tokenizer or tokenizers.DefaultTokenizer(use_stemmer)
        self._split_summaries = split_summaries
        self._measures: Dict[str, Measure] = {}
        if self._has_own_tokens() and split_summaries and "rougeLsum" in rouge_types:
            raise NotImplementedError(
                "rougeLsum with split_summaries and a tokenizer of its own is not covered; "
                "put a line feed after each sentence and leave split_summaries out"
            )

    def score_multi(self, targets: Sequence[str], prediction: str) -> Dict[str, scoring.Score]:
        """For each kind of ROUGE the scores against the target with the best F, the first of equals."""
        if isinstance(targets, str):
            raise TypeError("targets must be a list of texts, not one text; `score` takes one")
        if not targets:
            raise ValueError("there are no targets to score against")
        return self._scores(list(targets), prediction)

    def score(self, target: str, prediction: str) -> Dict[str, scoring.Score]:
        """The scores of a prediction against a target, for each kind of ROUGE."""
        return self._scores([target], prediction)

    def _scores(self, targets: List[str], prediction: str) -> Dict[str, scoring.Score]:
        measures = {rouge_type: self._measure(rouge_type) for rouge_type in self.rouge_types}
        _check_texts(targets, prediction)
        if not self._has_own_tokens():
            return {kind: _score(measure, targets, prediction) for kind, measure in measures.items()}
        words = Respelling()
        result = {}
        for kind, measure in measures.items():
            by_line = kind == "rougeLsum"
            respelt = [self._respelt(text, words, by_line) for text in [*targets, prediction]]
            result[kind] = _score(measure, respelt[:-1], respelt[-1])
        return result

    def _respelt(self, text: str, words: Respelling, by_line: bool) -> str:
        """The text in words that stand for the tokens of the tokeniser."""
        parts = [part for part in text.split("\n") if part] if by_line else [text]
        return "\n".join(words.text(self._tokenizer.tokenize(part)) for part in parts)

    def _has_own_tokens(self) -> bool:
        return type(self._tokenizer) is not tokenizers.DefaultTokenizer

    def _measure(self, rouge_type: str) -> Measure:
        if rouge_type not in self._measures:
            self._measures[rouge_type] = Measure(self._setting(rouge_type))
        return self._measures[rouge_type]

    def _setting(self, rouge_type: str) -> str:
        """The measure as Régua writes it."""
        stemmed = not self._has_own_tokens() and self._tokenizer.use_stemmer
        settings = f"tok=rouge,stem={'yes' if stemmed else 'no'}"
        if rouge_type == "rougeLsum":
            return f"rougeLsum({settings},split={'sentences' if self._split_summaries else 'newline'})"
        if rouge_type == "rougeL":
            return f"rougeL({settings})"
        if not COUNTED.match(rouge_type):
            raise ValueError(
                f"invalid rouge type `{rouge_type}`; there are rouge1 to rouge9, rougeL and rougeLsum"
            )
        if rouge_type == "rouge0":
            raise ValueError("rouge0 counts runs of no words; the shortest runs are those of rouge1")
        return f"{rouge_type}({settings})"


def _check_texts(targets: List[str], prediction: str) -> None:
    for role, text in [*(("target", target) for target in targets), ("prediction", prediction)]:
        if not isinstance(text, str):
            raise TypeError(f"a {role} must be a text (str), not {type(text).__name__}")


def _score(measure: Measure, targets: List[str], prediction: str) -> scoring.Score:
    readings = measure(prediction, targets)
    precision, recall, f = readings["precision"], readings["recall"], readings["f"]
    if precision is None or recall is None or f is None:
        raise ValueError(f"`{measure.name}` cannot be read for these texts")
    return scoring.Score(precision=precision, recall=recall, fmeasure=f)
