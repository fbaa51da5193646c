"""SacreBLEU's BLEU, chrF and TER as `evaluate` has them, by way of `regua.compat.sacrebleu`."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from ... import sacrebleu
from ..features import TEXT_PAIRS_OR_LISTS
from ..info import MetricInfo
from ..module import Metric
from .shared import References, check_any, described, lists_of_references


class Sacrebleu(Metric):
    """BLEU from 0 to 100 as sacrebleu has it.

    >>> texts = {"predictions": ["the lamp went out at nine"], "references": ["the lamp went off at nine"]}
    >>> result = Sacrebleu().compute(**texts)
    >>> round(result["score"], 2), result["counts"]
    (37.99, [5, 3, 1, 0])
    """

    def _info(self) -> MetricInfo:
        return described(
            "BLEU with sacrebleu's tokenisers and smoothing.",
            TEXT_PAIRS_OR_LISTS,
            "`smooth_method`, `smooth_value`, `lowercase`, `tokenize` and `use_effective_order` are "
            "those of sacrebleu. "
            "Result: score (0 to 100), counts, totals, precisions, bp, sys_len, ref_len.",
            "Post (2018), A Call for Clarity in Reporting BLEU Scores",
        )

    def _compute(
        self,
        predictions: List[str],
        references: References,
        smooth_method: str = "exp",
        smooth_value: Optional[float] = None,
        force: bool = False,
        lowercase: bool = False,
        tokenize: Optional[str] = None,
        use_effective_order: bool = False,
    ) -> Dict[str, Any]:
        score = sacrebleu.corpus_bleu(
            predictions,
            _transposed(predictions, references),
            smooth_method=smooth_method,
            smooth_value=smooth_value,
            force=force,
            lowercase=lowercase,
            use_effective_order=use_effective_order,
            **({"tokenize": tokenize} if tokenize else {}),
        )
        return {
            "score": score.score,
            "counts": score.counts,
            "totals": score.totals,
            "precisions": score.precisions,
            "bp": score.bp,
            "sys_len": score.sys_len,
            "ref_len": score.ref_len,
        }


class ChrF(Metric):
    """chrF from 0 to 100 as sacrebleu has it; `word_order=2` makes it chrF++.

    >>> ChrF().compute(predictions=["two owls"], references=["two owls"])
    {'score': 100.0, 'char_order': 6, 'word_order': 0, 'beta': 2}
    """

    def _info(self) -> MetricInfo:
        return described(
            "chrF: characters in a row that hypothesis and reference share.",
            TEXT_PAIRS_OR_LISTS,
            "`char_order`, `word_order`, `beta`, `lowercase`, `whitespace` and `eps_smoothing` are those "
            "of sacrebleu. "
            "Result: score (0 to 100), char_order, word_order, beta.",
            "Popović (2015), chrF: character n-gram F-score for automatic MT evaluation",
        )

    def _compute(
        self,
        predictions: List[str],
        references: References,
        char_order: int = 6,
        word_order: int = 0,
        beta: int = 2,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
    ) -> Dict[str, Any]:
        metric = sacrebleu.CHRF(char_order, word_order, beta, lowercase, whitespace, eps_smoothing)
        score = metric.corpus_score(predictions, _transposed(predictions, references))
        return {
            "score": score.score,
            "char_order": score.char_order,
            "word_order": score.word_order,
            "beta": score.beta,
        }


class Ter(Metric):
    """TER from 0 up as sacrebleu has it: 100 is as many edits as words.

    >>> Ter().compute(predictions=["snow fell all night"], references=["snow fell all day"])
    {'score': 25.0, 'num_edits': 1, 'ref_length': 4.0}
    """

    def _info(self) -> MetricInfo:
        return described(
            "TER: words to edit or phrases to move, for each hundred words of the reference.",
            TEXT_PAIRS_OR_LISTS,
            "`normalized`, `ignore_punct`, `support_zh_ja_chars` and `case_sensitive` are those of "
            "sacrebleu. "
            "Result: score, num_edits, ref_length.",
            "Snover, Dorr, Schwartz, Micciulla, Makhoul (2006), A Study of Translation Edit Rate",
        )

    def _compute(
        self,
        predictions: List[str],
        references: References,
        normalized: bool = False,
        ignore_punct: bool = False,
        support_zh_ja_chars: bool = False,
        case_sensitive: bool = False,
    ) -> Dict[str, Any]:
        metric = sacrebleu.TER(
            normalized=normalized,
            no_punct=ignore_punct,
            asian_support=support_zh_ja_chars,
            case_sensitive=case_sensitive,
        )
        score = metric.corpus_score(predictions, _transposed(predictions, references))
        return {"score": score.score, "num_edits": score.num_edits, "ref_length": score.ref_length}


def _transposed(predictions: List[str], references: References) -> List[List[str]]:
    """References as sacrebleu takes them: the first ones of all predictions, then the second ones."""
    check_any(predictions)
    lists = lists_of_references(references)
    if len({len(texts) for texts in lists}) > 1:
        raise ValueError("sacrebleu takes the same number of references for each prediction")
    return [list(column) for column in zip(*lists)]
