"""Word and character error rates as `evaluate` has them."""

from __future__ import annotations

from typing import List

from ..features import TEXT_PAIRS
from ..info import MetricInfo
from ..module import Metric
from .shared import check_any, described, scored

INPUTS = "`concatenate_texts` changes nothing: errors are added up either way. Result: the rate itself."


class WER(Metric):
    """The words to edit, for each word of the references.

    >>> WER().compute(predictions=["the kettle boils"], references=["a kettle boils"])
    0.3333333333333333
    """

    def _info(self) -> MetricInfo:
        return described("WER: words to replace, insert and delete, for each word.", TEXT_PAIRS, INPUTS)

    def _compute(
        self, predictions: List[str], references: List[str], concatenate_texts: bool = False
    ) -> float:
        check_any(predictions)
        return scored("wer", "wer", predictions, references)


class CER(Metric):
    """The characters to edit, for each character of the references.

    >>> CER().compute(predictions=["bread"], references=["bead!"])
    0.4
    """

    def _info(self) -> MetricInfo:
        return described("CER: characters to replace, insert and delete, for each one.", TEXT_PAIRS, INPUTS)

    def _compute(
        self, predictions: List[str], references: List[str], concatenate_texts: bool = False
    ) -> float:
        check_any(predictions)
        return scored("cer", "cer", predictions, references)
