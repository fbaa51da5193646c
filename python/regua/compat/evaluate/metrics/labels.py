"""Accuracy, precision, recall, F1, Matthews' correlation and the confusion matrix as `evaluate` has them."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from ..features import Features, Sequence, Value
from ..info import MetricInfo
from ..module import Metric
from .shared import check_any, classified, described, not_covered, numpy_float
from .tables import Columns, Labels, Table, ZeroDivision

LABEL = Value("int32")
LABELS = Features(predictions=LABEL, references=LABEL)
MULTILABEL = Features(predictions=Sequence(LABEL), references=Sequence(LABEL))
AVERAGES = ("binary", "micro", "macro", "weighted", None)


class _LabelMetric(Metric):
    """A metric of whole numbers that stand for labels."""

    summary = ""
    inputs = ""

    def _info(self) -> MetricInfo:
        features = MULTILABEL if self.config_name == "multilabel" else LABELS
        return described(self.summary, features, self.inputs)


class Accuracy(_LabelMetric):
    """The share of right labels; with several labels an item, all of them must be right.

    >>> Accuracy().compute(predictions=[0, 1, 2, 1], references=[0, 1, 2, 2])
    {'accuracy': 0.75}
    """

    summary = "Accuracy: the share of items with the right label."
    inputs = "`normalize=False` counts items instead. Result: accuracy."

    def _compute(
        self,
        predictions: List[Any],
        references: List[Any],
        normalize: bool = True,
        sample_weight: Optional[List[float]] = None,
    ) -> Dict[str, float]:
        check_any(predictions)
        not_covered("accuracy", sample_weight=sample_weight)
        readings = accuracy(references, predictions)
        return {"accuracy": readings["accuracy"] if normalize else readings["correct"]}


class _RateOfLabels(_LabelMetric):
    """Precision, recall or F1, of one label or averaged."""

    inputs = (
        "`pos_label` is the label that `average='binary'` is about; `average` may be binary, micro, "
        "macro, weighted or "
        "None (a value for each label); `labels` are those to average over."
    )

    def _rate(
        self,
        predictions: List[Any],
        references: List[Any],
        labels: Optional[List[int]],
        pos_label: int,
        average: Optional[str],
        sample_weight: Optional[List[float]],
        zero_division: ZeroDivision,
    ) -> Dict[str, Any]:
        check_any(predictions)
        not_covered(self.name, sample_weight=sample_weight, average=average if average == "samples" else None)
        if average not in AVERAGES:
            raise ValueError(f"average must be binary, micro, macro, weighted or None, not {average!r}")
        several = self.config_name == "multilabel"
        table: Labels = Columns(references, predictions) if several else Table(references, predictions)
        if average == "binary":
            if several:
                raise ValueError(
                    "average='binary' is about one of two labels; choose micro, macro, weighted or None"
                )
            _check_binary(table, pos_label)
            return {self.name: table.rates(self.name, [pos_label], zero_division)[0]}
        chosen = table.labels if labels is None else list(labels)
        if average is not None:
            return {self.name: table.averaged(self.name, average, chosen, zero_division)}
        values = table.rates(self.name, chosen, zero_division)
        return {self.name: values[0] if len(values) == 1 else _array(values)}


class Precision(_RateOfLabels):
    """Of the items that were given a label, the share that have it.

    >>> Precision().compute(predictions=[1, 1, 0], references=[1, 0, 0])
    {'precision': 0.5}
    """

    summary = "Precision: of the items that were given a label, the share that have it."

    def _compute(
        self,
        predictions: List[Any],
        references: List[Any],
        labels: Optional[List[int]] = None,
        pos_label: int = 1,
        average: Optional[str] = "binary",
        sample_weight: Optional[List[float]] = None,
        zero_division: ZeroDivision = "warn",
    ) -> Dict[str, Any]:
        return self._rate(predictions, references, labels, pos_label, average, sample_weight, zero_division)


class Recall(_RateOfLabels):
    """Of the items that have a label, the share that were given it.

    >>> Recall().compute(predictions=[1, 1, 0, 0], references=[1, 1, 1, 1])
    {'recall': 0.5}
    """

    summary = "Recall: of the items that have a label, the share that were given it."

    def _compute(
        self,
        predictions: List[Any],
        references: List[Any],
        labels: Optional[List[int]] = None,
        pos_label: int = 1,
        average: Optional[str] = "binary",
        sample_weight: Optional[List[float]] = None,
        zero_division: ZeroDivision = "warn",
    ) -> Dict[str, Any]:
        return self._rate(predictions, references, labels, pos_label, average, sample_weight, zero_division)


class F1(_RateOfLabels):
    """The harmonic mean of precision and recall.

    >>> F1().compute(predictions=[1, 1, 0], references=[1, 0, 0])
    {'f1': 0.6666666666666666}
    """

    summary = "F1: the harmonic mean of precision and recall."

    def _compute(
        self,
        predictions: List[Any],
        references: List[Any],
        labels: Optional[List[int]] = None,
        pos_label: int = 1,
        average: Optional[str] = "binary",
        sample_weight: Optional[List[float]] = None,
    ) -> Dict[str, Any]:
        return self._rate(predictions, references, labels, pos_label, average, sample_weight, "warn")


class MatthewsCorrelation(_LabelMetric):
    """The correlation of gold and predicted labels, from −1 to 1; 0 where there is but one label.

    >>> MatthewsCorrelation().compute(predictions=[1, 0, 1, 0], references=[1, 0, 1, 0])
    {'matthews_correlation': 1.0}
    """

    summary = "Matthews' correlation of gold and predicted labels."
    inputs = "With several labels an item (`multilabel`) `average='macro'` is the mean over them."

    def _compute(
        self,
        predictions: List[Any],
        references: List[Any],
        sample_weight: Optional[List[float]] = None,
        average: Optional[str] = None,
    ) -> Dict[str, Any]:
        check_any(predictions)
        not_covered("matthews_correlation", sample_weight=sample_weight)
        if self.config_name != "multilabel":
            return {"matthews_correlation": matthews(references, predictions)}
        if average not in ("macro", None):
            raise ValueError(f"average must be macro or None, not {average!r}")
        each = [matthews(gold, predicted) for gold, predicted in zip(zip(*references), zip(*predictions))]
        if average is None:
            return {"matthews_correlation": each}
        return {"matthews_correlation": numpy_float(sum(each) / len(each))}


class ConfusionMatrix(_LabelMetric):
    """How often each gold label (rows) met each predicted label (columns).

    >>> ConfusionMatrix().compute(predictions=[0, 1, 1], references=[0, 0, 1])["confusion_matrix"].tolist()
    [[1, 1], [0, 1]]
    """

    summary = "The confusion matrix: gold labels are rows, predicted labels columns."
    inputs = "`labels` are those to show, in this order; `normalize` divides by true, pred or all."

    def _compute(
        self,
        predictions: List[int],
        references: List[int],
        labels: Optional[List[int]] = None,
        sample_weight: Optional[List[float]] = None,
        normalize: Optional[str] = None,
    ) -> Dict[str, Any]:
        check_any(predictions)
        if self.config_name == "multilabel":
            raise ValueError("there is no confusion matrix of items with several labels")
        not_covered("confusion_matrix", sample_weight=sample_weight)
        table = Table(references, predictions)
        chosen = table.labels if labels is None else list(labels)
        if not any(table.gold(label) for label in chosen):
            raise ValueError("none of the labels is the reference of any item")
        matrix = _array([[table.cell(gold, predicted) for predicted in chosen] for gold in chosen])
        return {"confusion_matrix": matrix if normalize is None else _normalized(matrix, normalize)}


def accuracy(gold: List[Any], predicted: List[Any]) -> Dict[str, float]:
    """The readings of `accuracy`: the share of right labels and their number."""
    readings: Dict[str, float] = classified(gold, predicted, "accuracy")["readings"]
    return readings


def matthews(gold: Any, predicted: Any) -> float:
    """Matthews' correlation, 0 where it is undefined, as scikit-learn has it."""
    return Table(gold, predicted).readings["mcc"] or 0.0


def _check_binary(table: Labels, pos_label: int) -> None:
    if len(table.labels) > 2:
        raise ValueError(
            "there are more than two labels, and average='binary' is about one of two; "
            "choose micro, macro, weighted or None"
        )
    if pos_label not in table.labels and len(table.labels) == 2:
        raise ValueError(f"pos_label={pos_label} is none of the labels {table.labels}")


def _array(values: List[Any]) -> Any:
    import numpy

    return numpy.array(values)


def _normalized(matrix: Any, normalize: str) -> Any:
    """The matrix as shares of rows, columns or all; 0 where there is nothing to share."""
    import numpy

    sums = {"true": {"axis": 1, "keepdims": True}, "pred": {"axis": 0, "keepdims": True}, "all": {}}
    if normalize not in sums:
        raise ValueError(f"normalize must be true, pred, all or None, not {normalize!r}")
    with numpy.errstate(all="ignore"):
        return numpy.nan_to_num(matrix / matrix.sum(**sums[normalize]))
