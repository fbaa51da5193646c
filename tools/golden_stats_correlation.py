"""Makes `cases/stats/correlation.jsonl`: correlations and intervals of SciPy."""

import math
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy import stats

from stats_cases import case, write_cases

LEVELS = [0.8, 0.95, 0.99]

BY_HAND = {
    "two values": ([1.0, 2.0], [0.3, 0.1]),
    "a line": ([1.0, 2.0, 3.0, 4.0], [0.5, 0.7, 0.9, 1.1]),
    "ties on both sides": ([1.0, 2.0, 2.0, 3.0, 3.0, 3.0], [0.2, 0.2, 0.4, 0.4, 0.1, 0.4]),
    "both zeros": ([0.0, -0.0, 1.0, -1.0], [-0.0, 0.5, 0.0, 0.2]),
    "constant ratings": ([3.0, 3.0, 3.0], [0.1, 0.2, 0.3]),
    "a constant measure": ([1.0, 2.0, 3.0], [0.5, 0.5, 0.5]),
    "a large offset": ([1.0, 2.0, 4.0, 3.0], [1e9 + 2, 1e9 + 1, 1e9 + 5, 1e9 + 4]),
    "far apart": ([1e-8, 1.0, 1e8, 1e12], [3e-7, -1.0, 1e9, 5e11]),
}


def drawn() -> Iterator[tuple[str, list[float], list[float]]]:
    """Rows of several lengths: without ties, with ratings on a scale, with ties on both sides."""
    generator = np.random.default_rng(20)
    for size in (3, 5, 10, 33, 120, 400):
        quality = generator.normal(size=size)
        noisy = quality + generator.normal(size=size)
        scale = np.clip(np.round(quality * 1.5 + 3), 1, 5)
        yield f"{size} without ties", quality.tolist(), noisy.tolist()
        yield f"{size} on a scale", scale.tolist(), noisy.round(6).tolist()
        yield f"{size} with ties", scale.tolist(), noisy.round(0).tolist()
        yield f"{size} against each other", scale.tolist(), (-noisy**3).round(3).tolist()


def number(value: float) -> float | None:
    """Nothing where SciPy says that there is none."""
    return None if math.isnan(value) else float(value)


def expected(people: list[float], measure: list[float]) -> dict[str, Any]:
    """The coefficients, and the intervals of Pearson's."""
    pearson = stats.pearsonr(people, measure)
    intervals = [list(map(float, pearson.confidence_interval(level))) for level in LEVELS]
    usable = len(people) > 4 and not math.isnan(pearson.statistic) and abs(pearson.statistic) < 1
    return {
        "pearson": number(pearson.statistic),
        "spearman": number(stats.spearmanr(people, measure).statistic),
        "kendall-b": number(stats.kendalltau(people, measure).statistic),
        "kendall-c": number(stats.kendalltau(people, measure, variant="c").statistic),
        "intervals": dict(zip(map(str, LEVELS), intervals, strict=True)) if usable else {},
    }


def left_over(row: np.ndarray, controls: np.ndarray) -> np.ndarray:
    """What a regression on the controls does not explain."""
    design = np.column_stack([np.ones(len(row)), controls])
    return row - design @ np.linalg.lstsq(design, row, rcond=None)[0]


def partial() -> Iterator[dict[str, Any]]:
    """Partial correlations, given one to three controls."""
    generator = np.random.default_rng(21)
    for size, number_of_controls in ((8, 1), (30, 2), (60, 3)):
        controls = generator.normal(size=(size, number_of_controls)).round(2)
        people = (controls.sum(axis=1) + generator.normal(size=size)).round()
        measure = (people + controls[:, 0] + 2 * generator.normal(size=size)).round(2)
        rows = [people, measure, *controls.T]
        values = {}
        for name, of in {"pearson": np.asarray, "spearman": stats.rankdata}.items():
            first, second, *others = map(of, rows)
            residuals = (left_over(row, np.column_stack(others)) for row in (first, second))
            values[name] = float(stats.pearsonr(*residuals).statistic)
        given = {"people": people.tolist(), "measure": measure.tolist(), "controls": controls.T.tolist()}
        yield case("partial", "scipy", given, values)


def cases() -> Iterator[dict[str, Any]]:
    """By hand, drawn, and partial."""
    for name, people, measure in [*((name, *rows) for name, rows in BY_HAND.items()), *drawn()]:
        yield case(name, "scipy", {"people": people, "measure": measure}, expected(people, measure))
    yield from partial()


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    write_cases("correlation", "golden_stats_correlation.py", ["numpy", "scipy"], cases())
