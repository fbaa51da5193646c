"""Kendall's τ-b against SciPy, tie calibration against mt-metrics-eval: a function against a function.

Both sides are programs that read the same numbers and compute the same thing several times over. Peers take the time
themselves, of computing alone; Régua's seconds are those of the process, less those of one that reads and stops, by the
number of times.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from child import Cost, run
from paired import largest_difference
from program import BENCH
from timed import Timed

SYSTEMS, ITEMS = 20, 1000
FEW_ITEMS = 50
VALUES = 100_000


@dataclass(frozen=True)
class Side:
    """A program that computes something of a file of numbers."""

    command: tuple[str, ...]
    what: str
    file: Path
    systems: int
    times: int

    def cost(self, times: int) -> tuple[Cost, dict[str, object]]:
        """One run that computes so many times."""
        cost = run([*self.command, self.what, str(self.file), str(self.systems), str(times)])
        return cost, json.loads(cost.output)


def ratings(seed: int, systems: int, items: int) -> tuple[np.ndarray, np.ndarray]:
    """Ratings in steps of 25 with many ties, and scores of three digits that follow them from afar."""
    random = np.random.default_rng([seed, systems, items])
    quality = random.normal(size=(systems, 1)) / 2 + random.normal(size=items) + random.normal(size=(systems, items))
    people = np.clip(np.round(quality), -2, 2) * 25
    measure = np.round(quality + random.normal(size=(systems, items)), 3)
    return people, measure


def write_numbers(file: Path, people: np.ndarray, measure: np.ndarray) -> Path:
    """A file for both sides."""
    file.parent.mkdir(parents=True, exist_ok=True)
    np.concatenate([people.ravel(), measure.ravel()]).astype("<f8").tofile(file)
    return file


def pairs_of(values: int) -> int:
    """How many pairs so many values make."""
    return values * (values - 1) // 2


def against(ours: Side, theirs: Side, rounds: int, **rest: object) -> Timed:
    """Both sides in turns."""
    sides = {"ours": ours, "theirs": theirs}
    least = {name: {0: float("inf"), side.times: float("inf")} for name, side in sides.items()}
    inside = float("inf")
    peaks: dict[str, int | None] = dict.fromkeys(sides)
    answers: dict[str, dict] = {}
    for _ in range(rounds):
        for name, side in sides.items():
            for times in [0, side.times] if name == "ours" else [side.times]:
                cost, answer = side.cost(times)
                inside = min(inside, answer.get("seconds", inside))
                least[name][times] = min(least[name][times], cost.cpu)
                if times:
                    answers[name] = answer
                    peaks[name] = max(filter(None, (cost.peak, peaks[name])), default=None)
    seconds = (least["ours"][ours.times] - least["ours"][0]) / ours.times
    expected = answers["theirs"]["readings"]
    if ours.file != theirs.file:
        found = Side(ours.command, theirs.what, theirs.file, theirs.systems, 1).cost(1)[1]["readings"]
    else:
        found = answers["ours"]["readings"]
    return Timed(
        regua_seconds=seconds,
        regua_peak=peaks["ours"],
        tool=answers["theirs"]["tool"],
        peer_seconds=inside,
        peer_peak=peaks["theirs"],
        difference=largest_difference(found, expected),
        **rest,
    )


def peer(driver: str) -> tuple[str, ...]:
    """The command of a driver."""
    return sys.executable, str(BENCH / "peers" / driver)


def measure_kendall(program: Path, work: Path, seed: int, rounds: int) -> Iterator[Timed]:
    """100,000 pairs of a rating and a score, many of them tied; SciPy's value must come out to the last bit."""
    file = write_numbers(work / "numbers" / f"kendall-seed-{seed}.bin", *ratings(seed, 1, VALUES))
    yield against(
        Side((str(program),), "kendall", file, 1, times=20),
        Side(peer("kendall_scipy.py"), "kendall", file, 1, times=10),
        rounds,
        what=f"τ-b of {VALUES:,} pairs",
        work=VALUES,
        peer_work=VALUES,
        floor=1,
    )


def measure_calibration(program: Path, work: Path, seed: int, rounds: int) -> Iterator[Timed]:
    """Item by item, and all values against all, where mt-metrics-eval gets a few items: it makes three objects a pair."""
    driver = peer("calibration_mt_metrics_eval.py")
    folder = work / "numbers"
    people, measure = ratings(seed, SYSTEMS, ITEMS)
    file = write_numbers(folder / f"ratings-seed-{seed}.bin", people, measure)
    few = write_numbers(folder / f"few-ratings-seed-{seed}.bin", people[:, :FEW_ITEMS], measure[:, :FEW_ITEMS])
    size = f"{SYSTEMS} systems × {ITEMS:,} items"
    pairs = ITEMS * pairs_of(SYSTEMS)
    yield against(
        Side((str(program),), "items", file, SYSTEMS, times=10),
        Side(driver, "items", file, SYSTEMS, times=1),
        rounds,
        what=f"ties calibrated item by item, {size}",
        work=pairs,
        peer_work=pairs,
        tolerance=1e-12,
        floor=1,
    )
    yield against(
        Side((str(program),), "ungrouped", file, SYSTEMS, times=1),
        Side(driver, "ungrouped", few, SYSTEMS, times=1),
        rounds,
        what=f"ties calibrated over all pairs, {size}",
        work=pairs_of(SYSTEMS * ITEMS),
        peer_work=pairs_of(SYSTEMS * FEW_ITEMS),
        tolerance=1e-12,
        floor=1,
    )
