"""What several metrics need: references as lists, numbers of numpy, refusals."""

from __future__ import annotations

import warnings
from typing import Any, Dict, List, Optional, Sequence, Union

import regua
from regua import Measure, Tallies

from ..info import MetricInfo

References = Union[List[str], List[List[str]]]


def described(
    description: str, features: Any, inputs: str = "", paper: str = "", **others: Any
) -> MetricInfo:
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


def tallied(measure: Measure, predictions: List[str], references: Any = None, source: Any = None) -> Tallies:
    """The tallies of all texts; an error if there is one without."""
    tallies = measure.tally(predictions, references, source=source)
    for place, reason in tallies.unscored.items():
        raise ValueError(f"predictions[{place}] cannot be scored: {reason}")
    return tallies


def scored(measure: str, name: str, predictions: List[str], references: Any, source: Any = None) -> float:
    """A reading of a measure over all texts."""
    built = Measure(measure)
    return reading(built.read(tallied(built, predictions, references, source).total), name, built.name)


def classified(gold: Sequence[Any], predicted: Sequence[Any], measure: str, **others: Any) -> Dict[str, Any]:
    """What a measure of labels gives; metrics warn in their own words."""
    spelt = [str(label) for label in gold], [str(label) for label in predicted]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", regua.Warning)
        result: Dict[str, Any] = regua.classify(
            *spelt, measures=[measure], segments=False, **others
        ).to_dict()
    first: Dict[str, Any] = result["results"][0]
    return first


def numpy_float(value: float) -> Any:
    """The number as numpy's, where the result of `evaluate` has such a one."""
    import numpy

    return numpy.float64(value)
