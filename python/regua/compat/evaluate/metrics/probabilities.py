"""The Brier score and the area under the ROC curve as `evaluate` has them."""

from __future__ import annotations

import math
import warnings
from typing import Any, Dict, List, Optional, Sequence as Several

from ..features import TEXT, Features, Sequence, Value
from ..info import MetricInfo
from ..module import Metric
from .shared import check_any, classified, described, not_covered

NUMBER = Value("float32")
LABEL = Value("int32")


class BrierScore(Metric):
    """The mean squared distance of probabilities from what happened, from 0 (best) to 1.

    >>> BrierScore().compute(references=[0, 1], predictions=[0.5, 1.0])["brier_score"]
    0.125
    """

    def _info(self) -> MetricInfo:
        return described(
            "Brier score: the mean squared distance of probabilities from the truth.",
            [Features(references=NUMBER, predictions=NUMBER), Features(references=TEXT, predictions=NUMBER)],
            "`predictions` are probabilities of `pos_label`. Result: brier_score.",
            "Brier (1950), Verification of Forecasts Expressed in Terms of Probability",
        )

    def _compute(
        self,
        references: List[Any],
        predictions: List[float],
        sample_weight: Optional[List[float]] = None,
        pos_label: Any = 1,
    ) -> Dict[str, Any]:
        check_any(predictions)
        not_covered("brier_score", sample_weight=sample_weight)
        if self.config_name == "multilist":
            raise NotImplementedError("lists of probabilities are not covered for brier_score")
        labels = set(references)
        if len(labels) > 2:
            raise ValueError(f"brier_score takes two labels, not {len(labels)}")
        if pos_label not in labels and (len(labels) == 2 or isinstance(references[0], str)):
            raise ValueError(f"pos_label={pos_label!r} is none of the labels {sorted(labels)}")
        outside = [value for value in predictions if not 0 <= value <= 1]
        if outside:
            raise ValueError(f"probabilities must be between 0 and 1; one is {outside[0]}")
        positive = [reference == pos_label for reference in references]
        return {"brier_score": _of_positive(positive, predictions, "brier")}


class ROCAUC(Metric):
    """The chance that an item with a label has a higher score for it than an item without.

    >>> ROCAUC().compute(references=[0, 1, 0, 1], prediction_scores=[0.1, 0.4, 0.5, 0.9])["roc_auc"]
    0.75
    """

    def _info(self) -> MetricInfo:
        features = {
            "multiclass": Features(prediction_scores=Sequence(NUMBER), references=LABEL),
            "multilabel": Features(references=Sequence(LABEL), prediction_scores=Sequence(NUMBER)),
        }.get(self.config_name, Features(references=LABEL, prediction_scores=NUMBER))
        return described(
            "ROC AUC: the chance that an item with a label gets a higher score than one without.",
            features,
            "`average` is macro, weighted, micro (several labels an item only) or None; `multi_class` "
            "must be `ovr` for "
            "three labels and more. `max_fpr` and `ovo` are not covered. Result: roc_auc (0 to 1).",
            "Fawcett (2006), An introduction to ROC analysis",
        )

    def _compute(
        self,
        references: List[Any],
        prediction_scores: List[Any],
        average: Optional[str] = "macro",
        sample_weight: Optional[List[float]] = None,
        max_fpr: Optional[float] = None,
        multi_class: str = "raise",
        labels: Optional[List[int]] = None,
    ) -> Dict[str, Any]:
        check_any(prediction_scores)
        not_covered("roc_auc", sample_weight=sample_weight, max_fpr=None if max_fpr == 1 else max_fpr)
        if self.config_name == "multilabel":
            return {"roc_auc": _averaged_auc(list(zip(*references)), list(zip(*prediction_scores)), average)}
        if self.config_name == "multiclass":
            known = sorted(set(references)) if labels is None else list(labels)
            _check_classes(multi_class, known, prediction_scores)
            positives = [[reference == label for reference in references] for label in known]
            return {"roc_auc": _averaged_auc(positives, list(zip(*prediction_scores)), average)}
        known = sorted(set(references))
        if len(known) > 2:
            raise ValueError("there are more than two labels; load it with the configuration `multiclass`")
        if len(known) == 1:
            warnings.warn("all items have the same label: there is no ROC curve", stacklevel=3)
            return {"roc_auc": math.nan}
        positive = [reference == known[-1] for reference in references]
        return {"roc_auc": _auc(positive, prediction_scores)}


def _check_classes(multi_class: str, labels: List[int], scores: List[Several[float]]) -> None:
    if multi_class == "ovo":
        raise NotImplementedError("multi_class='ovo' of roc_auc is not covered; `ovr` is")
    if multi_class != "ovr":
        raise ValueError(f"multi_class must be `ovr` where there are several labels, not {multi_class!r}")
    widths = {len(row) for row in scores}
    if widths != {len(labels)}:
        raise ValueError(f"there are {len(labels)} labels, and lists of {sorted(widths)} scores")
    if any(abs(sum(row) - 1) > 1e-5 for row in scores):
        raise ValueError("the scores of an item must be probabilities that add up to 1")


def _averaged_auc(
    positives: Several[Several[Any]], scores: Several[Several[float]], average: Optional[str]
) -> Any:
    """The areas of several labels, averaged or each."""
    import numpy

    if average == "micro":
        flat = [bool(one) for column in positives for one in column]
        return _auc(flat, [score for column in scores for score in column])
    if average not in ("macro", "weighted", None):
        raise ValueError(f"average must be micro, macro, weighted or None, not {average!r}")
    areas = [_auc([bool(one) for one in column], row) for column, row in zip(positives, scores)]
    if average is None:
        return numpy.array(areas)
    weights = [sum(map(bool, column)) for column in positives] if average == "weighted" else [1] * len(areas)
    return sum(area * weight for area, weight in zip(areas, weights)) / sum(weights)


def _auc(positive: Several[bool], scores: Several[float]) -> float:
    """The area for one label. Only the order of scores counts, so their ranks can stand for probabilities."""
    order = {score: rank for rank, score in enumerate(sorted(set(scores)))}
    return _of_positive(positive, [order[score] / len(order) for score in scores], "auc")


def _of_positive(positive: Several[bool], probabilities: Several[float], measure: str) -> float:
    """A reading of the probabilities of one of two labels."""
    gold = ["yes" if one else "no" for one in positive]
    predicted = ["yes" if probability >= 0.5 else "no" for probability in probabilities]
    both = [{"no": 1 - probability, "yes": probability} for probability in probabilities]
    result = classified(gold, predicted, measure, probabilities=both)
    value = result["readings"][measure]
    if value is None:
        raise ValueError(
            f"{measure} is undefined: {result.get('undefined', {}).get(measure, 'no reason given')}"
        )
    return float(value)
