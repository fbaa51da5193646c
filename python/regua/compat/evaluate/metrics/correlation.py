"""Pearson's and Spearman's correlation as `evaluate` has them."""

from __future__ import annotations

import math
import warnings
from typing import Any, Dict, List

import regua

from ..features import Features, Value
from ..info import MetricInfo
from ..module import Metric
from .shared import described, numpy_float

NUMBERS = Features(predictions=Value("float32"), references=Value("float32"))
INPUTS = "`return_pvalue` is not covered. Result: the coefficient."


class Pearsonr(Metric):
    """How linear the relation of predictions and references is, from −1 to 1.

    >>> result = Pearsonr().compute(predictions=[1, 2, 3, 4], references=[2, 4, 6, 8])
    >>> round(result["pearsonr"], 12)
    1.0
    """

    def _info(self) -> MetricInfo:
        return described("Pearson's correlation of predictions and references.", NUMBERS, INPUTS)

    def _compute(
        self, predictions: List[float], references: List[float], return_pvalue: bool = False
    ) -> Dict[str, Any]:
        _refuse_p(return_pvalue)
        return {"pearsonr": correlation(predictions, references, "pearson")}


class Spearmanr(Metric):
    """How far predictions and references are in the same order, from −1 to 1.

    >>> result = Spearmanr().compute(predictions=[1, 2, 3, 4], references=[1, 3, 8, 9])
    >>> round(float(result["spearmanr"]), 12)
    1.0
    """

    def _info(self) -> MetricInfo:
        return described("Spearman's rank correlation of predictions and references.", NUMBERS, INPUTS)

    def _compute(
        self, predictions: List[float], references: List[float], return_pvalue: bool = False
    ) -> Dict[str, Any]:
        _refuse_p(return_pvalue)
        return {"spearmanr": numpy_float(correlation(predictions, references, "spearman"))}


def correlation(predictions: List[float], references: List[float], coefficient: str) -> float:
    """The coefficient; where a column is constant, `nan` with a warning, as SciPy gives it."""
    if len(predictions) > 1 and 1 in (len(set(predictions)), len(set(references))):
        warnings.warn("one of the columns is constant: there is no correlation", stacklevel=4)
        return math.nan
    return regua.correlation(references, predictions, coefficient)


def _refuse_p(return_pvalue: bool) -> None:
    if return_pvalue:
        raise NotImplementedError(
            "the p-value of a correlation (return_pvalue) is not covered; `regua correlate` gives "
            "intervals and tests"
        )
