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
INPUTS = "With `return_pvalue=True` its p-value, too. Result: the coefficient."


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
        found: Dict[str, Any] = {"pearsonr": correlation(predictions, references, "pearson")}
        if return_pvalue:
            found["p-value"] = p_value(predictions, references, "pearson")
        return found


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
        found: Dict[str, Any] = {"spearmanr": numpy_float(correlation(predictions, references, "spearman"))}
        if return_pvalue:
            found["spearmanr_pvalue"] = numpy_float(p_value(predictions, references, "spearman"))
        return found


def correlation(predictions: List[float], references: List[float], coefficient: str) -> float:
    """The coefficient; where a column is constant, `nan` with a warning, as SciPy gives it."""
    if len(predictions) > 1 and 1 in (len(set(predictions)), len(set(references))):
        warnings.warn("one of the columns is constant: there is no correlation", stacklevel=4)
        return math.nan
    return regua.correlation(references, predictions, coefficient)


def p_value(predictions: List[float], references: List[float], coefficient: str) -> float:
    """The p-value; `nan` where there is no correlation, and 1 for two pairs, as SciPy gives it."""
    if 1 in (len(set(predictions)), len(set(references))):
        return math.nan
    if len(predictions) == 2 and coefficient == "pearson":
        return 1.0
    found = regua.correlation_p(references, predictions, coefficient)
    return math.nan if found is None else found
