"""How two runs are compared: counts exactly, readings and ends of intervals to twelve digits."""

from __future__ import annotations

import json
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Dict, Iterator, Optional, Tuple

LARGEST_DIFFERENCE = 1e-12
EXACTLY = ["signature", "units", "unscored", "references", "headline", "drawn_from", "undefined"]

Value = Optional[float]


@dataclass(frozen=True)
class Agreement:
    """How much two runs say of the same things, and how far apart they are at most, relatively."""

    readings: int
    ends: int
    worst: float

    def __str__(self) -> str:
        return f"{self.readings} readings, {self.ends} ends of intervals, {self.worst:.1e} apart at most"


def run_example(module: ModuleType, **names: Any) -> Dict[str, float]:
    """Runs the example of a module's documentation; gives the WER of each system in `scores`."""
    lines = (module.__doc__ or "").splitlines()
    exec("\n".join(line[4:] for line in lines if line.startswith("    ")), names)
    found = names["scores"].to_dict()["results"]
    return {one["system"]: one["readings"]["wer"] for one in found if one["measure"] == "wer"}


def results(said: Dict[str, Any]) -> Dict[Tuple[str, ...], Dict[str, Any]]:
    """Results by measure, system and group."""
    keys = (
        (one["measure"], one["system"], json.dumps(one.get("group"), sort_keys=True))
        for one in said["results"]
    )
    return dict(zip(keys, said["results"]))


def pairs(one: Dict[str, Any], two: Dict[str, Any]) -> Iterator[Tuple[str, Value, Value]]:
    """The numbers of two results side by side, readings first."""
    assert one["readings"].keys() == two["readings"].keys()
    for name, value in one["readings"].items():
        yield name, value, two["readings"][name]
    assert one.get("intervals", {}).keys() == two.get("intervals", {}).keys()
    for name, interval in one.get("intervals", {}).items():
        for end in ["low", "high", "mean"]:
            yield f"{name} {end}", interval[end], two["intervals"][name][end]


def difference(one: Value, two: Value) -> float:
    """How far apart two numbers are, relatively; infinitely if only one of them is there."""
    if one is None or two is None:
        return 0.0 if one is two else float("inf")
    return abs(one - two) / max(abs(one), abs(two), 1e-300)


def assert_same(here: Dict[str, Any], there: Dict[str, Any]) -> Agreement:
    """Compares all that two runs say; systems may come in another order."""
    ours, theirs = results(here), results(there)
    assert ours.keys() == theirs.keys() and ours
    readings = ends = 0
    worst = 0.0
    for key, one in ours.items():
        two = theirs[key]
        for name in EXACTLY:
            assert one.get(name) == two.get(name), f"{name} of {key}: {one.get(name)} and {two.get(name)}"
        for name, value, other in pairs(one, two):
            assert difference(value, other) < LARGEST_DIFFERENCE, f"{name} of {key}: {value!r} and {other!r}"
            worst = max(worst, difference(value, other))
        readings += len(one["readings"])
        ends += 2 * len(one.get("intervals", {}))
    return Agreement(readings, ends, worst)
