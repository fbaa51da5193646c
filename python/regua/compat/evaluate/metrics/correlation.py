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
INPUTS = "`return_pvalue` adds the p-value of no correlation."


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
        value, p = _correlation(predictions, references, "pearson")
        if return_pvalue:
            return {"pearsonr": numpy_float(value), "p-value": numpy_float(p)}
        return {"pearsonr": value}


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
        value, p = _correlation(predictions, references, "spearman")
        if return_pvalue:
            return {"spearmanr": numpy_float(value), "spearmanr_pvalue": numpy_float(p)}
        return {"spearmanr": numpy_float(value)}


def _correlation(predictions: List[float], references: List[float], coefficient: str) -> List[float]:
    """The coefficient and its p-value; where there is none, `nan` with a warning, as SciPy gives it."""
    result = regua.correlation(references, predictions, coefficient=coefficient)
    if result["value"] is None:
        warnings.warn("one of the columns is constant: there is no correlation", stacklevel=4)
    return [math.nan if result[name] is None else float(result[name]) for name in ("value", "p")]
