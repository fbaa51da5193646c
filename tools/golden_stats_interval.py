"""Makes `cases/stats/interval.jsonl` with SciPy's bootstrap; quantiles are numpy's."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from scipy import stats

from stats_cases import case, write_cases

LEVELS = [0.5, 0.9, 0.95, 0.99]
SHARES = [0.0, 0.01, 0.025, 1 / 3, 0.5, 0.77, 0.975, 1.0]
DRAWS = 149


def ratio(parts: np.ndarray, wholes: np.ndarray, axis: int = -1) -> np.ndarray:
    """What most measures are: one sum over another."""
    return parts.sum(axis=axis) / wholes.sum(axis=axis)


def deviation(values: np.ndarray, axis: int = -1) -> np.ndarray:
    """A biased statistic."""
    return np.std(values, axis=axis)


def samples(generator: np.random.Generator) -> Iterator[tuple[str, list[np.ndarray], Callable]]:
    """Names, columns of numbers, statistics."""
    for units in (12, 40, 150):
        yield f"mean of {units}", [generator.normal(size=units)], np.mean
        yield f"mean of {units} skewed", [generator.exponential(size=units) ** 2], np.mean
        yield f"median of {units}", [generator.exponential(size=units)], np.median
        yield f"deviation of {units}", [generator.lognormal(size=units)], deviation
        words = generator.integers(5, 60, size=units).astype(float)
        errors = np.floor(words * generator.beta(1, 6, size=units))
        yield f"ratio of {units}", [errors, words], ratio


def cases() -> Iterator[dict[str, Any]]:
    """One line for each sample."""
    generator = np.random.default_rng(20240607)
    for name, data, statistic in samples(generator):
        data = [np.asarray(column) for column in data]
        settings = {"paired": True, "vectorized": True, "rng": np.random.default_rng(len(name))}
        first = stats.bootstrap(data, statistic, n_resamples=DRAWS, method="BCa", **settings)
        draws = first.bootstrap_distribution
        without = [np.delete(np.arange(len(data[0])), unit) for unit in range(len(data[0]))]
        intervals = {}
        for method in ("percentile", "basic", "BCa"):
            for level in LEVELS:
                again = stats.bootstrap(
                    data,
                    statistic,
                    n_resamples=0,
                    bootstrap_result=first,
                    method=method,
                    confidence_level=level,
                    **settings,
                )
                intervals[f"{method.lower()} {level}"] = [float(end) for end in again.confidence_interval]
        given = {
            "draws": draws.tolist(),
            "estimate": float(statistic(*data)),
            "jackknife": [float(statistic(*[column[rest] for column in data])) for rest in without],
        }
        expected = {
            "intervals": intervals,
            "mean": float(draws.mean()),
            "standard_error": float(first.standard_error),
            "quantiles": {str(share): float(np.quantile(draws, share)) for share in SHARES},
        }
        yield case(name, "scipy", given, expected)


if __name__ == "__main__":
    write_cases("interval", "golden_stats_interval.py", ["numpy", "scipy"], cases())
