"""ROUGE as `evaluate` has it."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

from ...rouge_score import rouge_scorer, scoring
from ..features import TEXT, Features, Sequence
from ..info import MetricInfo
from ..module import Metric
from .shared import References, check_any, described

KINDS = ("rouge1", "rouge2", "rougeL", "rougeLsum")


class Rouge(Metric):
    """F of ROUGE: of each text, or the median of resampled means (`use_aggregator`), as `evaluate` gives it.

    Resamples are drawn by the module's seed: `load("rouge", seed=1)` gives the same numbers each time.

    >>> metric = Rouge(seed=1)
    >>> pairs = {"predictions": ["grey clouds above"], "references": ["grey clouds below"]}
    >>> round(float(metric.compute(**pairs)["rouge1"]), 4)
    0.6667
    >>> metric.compute(**pairs, use_aggregator=False, rouge_types=["rouge2"])
    {'rouge2': [0.5]}
    """

    def _info(self) -> MetricInfo:
        return described(
            "ROUGE: words, runs of words and subsequences in common with a reference.",
            [
                Features(predictions=TEXT, references=Sequence(TEXT)),
                Features(predictions=TEXT, references=TEXT),
            ],
            "`rouge_types` (rouge1, rouge2, rougeL and rougeLsum if not given), `use_aggregator`, "
            "`use_stemmer`, and "
            "`tokenizer`, which makes tokens from a text. Result: F (0 to 1) of each kind.",
            "Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries",
        )

    def _compute(
        self,
        predictions: List[str],
        references: References,
        rouge_types: Optional[List[str]] = None,
        use_aggregator: bool = True,
        use_stemmer: bool = False,
        tokenizer: Optional[Callable[[str], List[Any]]] = None,
    ) -> Dict[str, Any]:
        check_any(predictions)
        scorer = rouge_scorer.RougeScorer(
            rouge_types=list(KINDS) if rouge_types is None else rouge_types,
            use_stemmer=use_stemmer,
            tokenizer=None if tokenizer is None else _Tokenizer(tokenizer),
        )
        scores = [
            scorer.score(reference, prediction)
            if isinstance(reference, str)
            else scorer.score_multi(reference, prediction)
            for prediction, reference in zip(predictions, references)
        ]
        if not use_aggregator:
            return {kind: [score[kind].fmeasure for score in scores] for kind in scores[0]}
        aggregator = scoring.BootstrapAggregator(seed=self.seed)
        for score in scores:
            aggregator.add_scores(score)
        return {kind: interval.mid.fmeasure for kind, interval in aggregator.aggregate().items()}


class _Tokenizer:
    """A function as the object that the scorer takes."""

    def __init__(self, function: Callable[[str], List[Any]]) -> None:
        self.tokenize = function
