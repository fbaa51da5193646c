"""Confusion matrices, and the averages over labels that scikit-learn reads off them."""

from __future__ import annotations

import abc
import math
import warnings
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

from .shared import classified

ZeroDivision = Union[str, float]


class Labels(abc.ABC):
    """Labels with the items that have them, that were given them, and both."""

    labels: List[Any]

    @abc.abstractmethod
    def gold(self, label: Any) -> int:
        """How many items have the label."""

    @abc.abstractmethod
    def predicted(self, label: Any) -> int:
        """How many items were given the label."""

    @abc.abstractmethod
    def right(self, label: Any) -> int:
        """How many items have the label and were given it."""

    @abc.abstractmethod
    def rate(self, name: str, label: Any) -> Optional[float]:
        """`precision`, `recall` or `f1` of a label, if it is defined."""

    def rates(self, name: str, labels: Sequence[Any], zero_division: ZeroDivision) -> List[float]:
        """The rate of each label; what is undefined counts as it is told."""
        values = [self.rate(name, label) for label in labels]
        undefined = [str(label) for label, value in zip(labels, values) if value is None]
        if undefined and zero_division == "warn":
            warnings.warn(f"{name} of {', '.join(undefined)} is undefined and counts as 0", stacklevel=5)
        return [stand_in(zero_division) if value is None else value for value in values]

    def micro(self, name: str, labels: Sequence[Any], zero_division: ZeroDivision) -> float:
        """The rate of some labels together."""
        right = sum(self.right(label) for label in labels)
        gold = sum(self.gold(label) for label in labels)
        predicted = sum(self.predicted(label) for label in labels)
        above, below = {
            "precision": (right, predicted),
            "recall": (right, gold),
            "f1": (2 * right, gold + predicted),
        }[name]
        if below:
            return above / below
        if zero_division == "warn":
            warnings.warn(f"{name} is undefined and counts as 0", stacklevel=5)
        return stand_in(zero_division)

    def averaged(
        self, name: str, average: str, labels: Sequence[Any], zero_division: ZeroDivision = "warn"
    ) -> float:
        """The rate over labels: `micro`, `macro` or `weighted`."""
        if average == "micro":
            return self.micro(name, labels, zero_division)
        weights = [self.gold(label) for label in labels] if average == "weighted" else [1] * len(labels)
        return _mean(self.rates(name, labels, zero_division), weights)


class Table(Labels):
    """How often each gold label met each predicted label."""

    def __init__(self, gold: Sequence[Any], predicted: Sequence[Any]) -> None:
        spelt = {str(label): label for label in [*gold, *predicted]}
        result = classified(gold, predicted, "confusion")
        self.readings: Dict[str, Optional[float]] = result["readings"]
        self.labels = sorted(spelt.values())
        self._cells: Dict[Tuple[Any, Any], int] = {
            (spelt[cell["gold"]], spelt[cell["predicted"]]): cell["items"]
            for cell in result["matrix"]["cells"]
        }

    def cell(self, gold: Any, predicted: Any) -> int:
        """How many items with that gold label were given that label."""
        return self._cells.get((gold, predicted), 0)

    def gold(self, label: Any) -> int:
        return int(self.readings.get(f"gold[{label}]") or 0)

    def predicted(self, label: Any) -> int:
        return int(self.readings.get(f"predicted[{label}]") or 0)

    def right(self, label: Any) -> int:
        return self.cell(label, label)

    def rate(self, name: str, label: Any) -> Optional[float]:
        return self.readings.get(f"{name}[{label}]")


class Columns(Labels):
    """Items that may have several labels: a column of 0 and 1 for each label, which is its number."""

    def __init__(self, gold: Sequence[Sequence[int]], predicted: Sequence[Sequence[int]]) -> None:
        if len({len(row) for row in [*gold, *predicted]}) != 1:
            raise ValueError("all items must have the same number of columns")
        if not {value for row in [*gold, *predicted] for value in row} <= {0, 1}:
            raise ValueError("columns of labels hold 0 and 1 only")
        self._tables = [Table(*columns) for columns in zip(zip(*gold), zip(*predicted))]
        self.labels = list(range(len(self._tables)))

    def gold(self, label: Any) -> int:
        return self._table(label).gold(1)

    def predicted(self, label: Any) -> int:
        return self._table(label).predicted(1)

    def right(self, label: Any) -> int:
        return self._table(label).right(1)

    def rate(self, name: str, label: Any) -> Optional[float]:
        return self._table(label).rate(name, 1)

    def _table(self, label: int) -> Table:
        if label not in self.labels:
            raise ValueError(f"there is no label {label}; labels are columns, 0 to {len(self._tables) - 1}")
        return self._tables[label]


def stand_in(zero_division: ZeroDivision) -> float:
    """What an undefined rate counts as."""
    if zero_division == "warn":
        return 0.0
    value = float(zero_division)
    if value not in (0.0, 1.0) and not math.isnan(value):
        raise ValueError(f"zero_division must be 'warn', 0, 1 or nan, not {zero_division!r}")
    return value


def _mean(values: List[float], weights: List[int]) -> float:
    """The weighted mean of what is there; the plain one where nothing weighs anything."""
    there = [(value, weight) for value, weight in zip(values, weights) if not math.isnan(value)]
    if not there:
        return math.nan
    total = sum(weight for _, weight in there)
    if total == 0:
        return sum(value for value, _ in there) / len(there)
    return sum(value * weight for value, weight in there) / total
