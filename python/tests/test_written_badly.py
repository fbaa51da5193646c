"""Measures written in Python that go wrong say so: their own exceptions, or what was expected of them."""

from __future__ import annotations

import traceback
import warnings
from typing import Any, Callable, List, Type

import pytest
from test_written import written
from texts import HYPOTHESES, OTHERS

import regua


class Trouble(Exception):
    """An exception that only this file knows."""


def failing_deep_down(_: Any) -> Any:
    raise Trouble("deep down")


USES: List[Callable[[Any], object]] = [
    lambda measure: regua.score(HYPOTHESES, measures=measure),
    lambda measure: regua.score(HYPOTHESES * 200, measures=measure, threads=2),
    lambda measure: regua.compare({"a": HYPOTHESES, "b": OTHERS}, measures=measure),
    lambda measure: regua.Measure(measure).score(HYPOTHESES),
    lambda measure: regua.Measure(measure)(HYPOTHESES[0]),
]


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("method", ["tally", "read"])
def test_what_a_method_raises_comes_through_with_its_traceback(
    use: Callable[[Any], object], method: str
) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", regua.Warning)
        with pytest.raises(Trouble, match="^deep down$") as raised:
            use(written(**{method: failing_deep_down}))
    frames = [frame.name for frame in traceback.extract_tb(raised.value.__traceback__)]
    assert frames[-1] == "failing_deep_down"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ((1,), "must give one number for each of `words` and `units`, not (1,)"),
        ((1, 2, 3), "must give one number for each of `words` and `units`, not (1, 2, 3)"),
        (3, "must give one number for each of `words` and `units`, not 3"),
        (None, "must give one number for each of `words` and `units`, not None"),
        ({"words": 1}, "must give one number for each of `words` and `units`, not {'words': 1}"),
        (
            {"words": 1, "x": 2},
            "must give one number for each of `words` and `units`, not {'words': 1, 'x': 2}",
        ),
        ((1.5, 1), "must give a whole number for `words`, not 1.5"),
        ({"words": 1, "units": "x"}, "must give a whole number for `units`, not 'x'"),
    ],
)
def test_tallies_of_the_wrong_shape_are_refused(given: Any, expected: str) -> None:
    with pytest.raises(TypeError) as raised:
        regua.score(["a"], measures=written(lambda segment: given))
    assert str(raised.value) == f"`tally` of `words` {expected}"


def test_counts_that_do_not_fit_are_refused_and_never_wrap() -> None:
    huge = written(lambda segment: (2**62, 1))
    with pytest.raises(
        regua.Error, match="the counts in slot `words` add up to more than a 64-bit integer holds"
    ):
        regua.score(["a", "b", "c"], measures=huge)


@pytest.mark.parametrize(
    ("marks", "kind", "expected"),
    [
        ({"slots": "words"}, TypeError, "`slots` must name at least one number, as in {'words': int}"),
        ({"slots": {}}, TypeError, "`slots` must name at least one number, as in {'words': int}"),
        ({"slots": {"words": str}}, TypeError, "the slot `words` must be int or float, not <class 'str'>"),
        (
            {"readings": {"x": "up"}},
            regua.Error,
            "the reading `x` is better `higher`, `lower` or None, not 'up'",
        ),
        ({"needs": "refs"}, regua.Error, "a measure needs `references` or `source`, not `refs`"),
        ({"name": "A b"}, regua.Error, "a measure is called by small letters, digits and hyphens, not `A b`"),
    ],
)
def test_marks_that_make_no_sense_are_refused(marks: Any, kind: Type[Exception], expected: str) -> None:
    with pytest.raises(kind) as raised:
        written(**marks)
    assert str(raised.value) == expected


def test_names_must_be_free_and_methods_there() -> None:
    with pytest.raises(regua.Error, match="the measure name `bleu` is already taken"):
        regua.score(["a"], measures=written(name="bleu"))
    with pytest.raises(TypeError, match="a measure needs a method `tally`, and Nothing has none"):
        regua.measure(slots=["words"])(type("Nothing", (), {}))
