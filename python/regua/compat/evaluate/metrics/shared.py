"""What several metrics need: references as lists, numbers of numpy, refusals."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Union

from ..info import MetricInfo

References = Union[List[str], List[List[str]]]


def described(description: str, features: Any, inputs: str = "", paper: str = "", **others: Any) -> MetricInfo:
    """What a metric says about itself."""
    return MetricInfo(
        description=description, citation=paper, features=features, inputs_description=inputs, **others
    )


def lists_of_references(references: References) -> List[List[str]]:
    """A list of references for each prediction, also where there is one reference each."""
    return [[reference] if isinstance(reference, str) else list(reference) for reference in references]


def check_any(predictions: Sequence[Any]) -> None:
    """Refuses to compute from nothing."""
    if not predictions:
        raise ValueError("there are no predictions to compute from")


def not_covered(metric: str, **arguments: Any) -> None:
    """Refuses arguments that were given and are not covered."""
    for name, value in arguments.items():
        if value is not None:
            raise NotImplementedError(f"`{name}` of {metric} is not covered by regua.compat.evaluate")


def reading(readings: Dict[str, Optional[float]], name: str, metric: str) -> float:
    """A reading that must be there."""
    value = readings[name]
    if value is None:
        raise ZeroDivisionError(f"{metric} is undefined for these texts: there is nothing to divide by")
    return value


def numpy_float(value: float) -> Any:
    """The number as numpy's, where the result of `evaluate` has such a one."""
    import numpy

    return numpy.float64(value)
