"""Makes `cases/stats/tau.jsonl`: correlations between grids, tie calibration and tests of mt-metrics-eval.

Its files are looked for under `$REGUA_REFERENCES` as `reference_files.py` says.
"""

import math
import warnings
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import scipy.stats

from reference_files import ReferenceFile
from stats_cases import write_cases

REPOSITORY = "google-research/mt-metrics-eval"
COMMIT = "68a481aea1a787392d55af8f76ac8ef40c5f4664"
HASHES = {
    "pce": "4ec259bb89e0ee5b07f959c65d5650c4b30a37d68bf19ba2ffc4190618905cd3",
    "stats": "5c70ed278272ee82241140678dd2478bd0abce03c2e2726f58983af1c88e704f",
    "tau_optimization": "40af0d46f43f6b67745ebaf716998602514ca9ccfb48aa46c29906d73498eda9",
}
TOOL = f"mt-metrics-eval {COMMIT[:8]}"
LEVELS = {"segment": "none", "item": "item", "by-system": "sys"}

Rows = list[float | None]
Case = dict[str, Any]


def load(name: str, modules: dict[str, Any] | None = None) -> ModuleType:
    """One file of the repository."""
    return ReferenceFile(REPOSITORY, COMMIT, f"mt_metrics_eval/{name}.py", HASHES[name]).load(modules)


PCE = load("pce")
PACKAGE = SimpleNamespace(pce=PCE, tau_optimization=load("tau_optimization"))
REFERENCE = load("stats", {"mt_metrics_eval": PACKAGE})


def case(name: str, given: Case, expected: Case) -> Case:
    """One line."""
    return {"case": name, "tool": TOOL, "input": given, "expected": expected}


def number(value: float) -> float | None:
    """Nothing where there is none."""
    return None if math.isnan(value) else float(value)


def grid(generator: np.random.Generator, systems: int, items: int, noise: float) -> tuple[list[float], list[float]]:
    """Ratings on a scale of 25 points a step, and a measure that follows them from afar."""
    quality = generator.normal(size=(systems, 1)) + generator.normal(size=items)
    quality = quality + generator.normal(size=(systems, items))
    people = np.clip(np.round(quality), -2, 2) * 25
    measure = quality + noise * generator.normal(size=(systems, items))
    return people.ravel().tolist(), measure.ravel().round(3).tolist()


def with_gaps(generator: np.random.Generator, people: list[float]) -> Rows:
    """A sixth of the ratings is missing."""
    missing = generator.random(len(people)) < 1 / 6
    return [None if gap else rating for rating, gap in zip(people, missing, strict=True)]


def variants() -> Iterator[Case]:
    """Variants of Kendall's tau on two rows, with ties of several widths."""
    generator = np.random.default_rng(1)
    for size in (2, 4, 9, 40):
        people, measure = grid(generator, 1, size, 1.0)
        for epsilon in (0.0, 0.05, 0.5):
            values = {
                name: number(REFERENCE.KendallVariants(people, measure, variant, epsilon=epsilon)[0])
                for name, variant in {"tau23": "23", "acc23": "acc23"}.items()
            }
            yield case("variants", {"people": people, "measure": measure, "epsilon": epsilon}, values)
        for threshold in (0.0, 25.0, 26.0):
            corr, _, pairs, concordant, discordant = REFERENCE.KendallLike(people, measure, threshold)
            values = {"value": corr if pairs else None, "concordant": concordant, "not": discordant}
            yield case("rankings", {"people": people, "measure": measure, "threshold": threshold}, values)


def averages() -> Iterator[Case]:
    """Every coefficient at every level, with and without gaps."""
    generator = np.random.default_rng(2)
    for systems, items in ((2, 3), (3, 5), (6, 12), (9, 20)):
        people, measure = grid(generator, systems, items, 0.7)
        for ratings in (people, with_gaps(generator, people)):
            given = {"systems": systems, "items": items, "people": ratings, "measure": measure}
            correlation = REFERENCE.Correlation(systems, ratings, measure)
            for level, average_by in LEVELS.items():
                found = {
                    "pearson": correlation.Pearson(average_by),
                    "spearman": correlation.Spearman(average_by),
                    "kendall-b": correlation.Kendall(average_by),
                    "kendall-c": correlation.Kendall(average_by, "c"),
                    "wmt-kendall:25": correlation.KendallLike(average_by, 25),
                    "tau23:0.2": correlation.KendallVariants(average_by, "23", 0.2),
                    "acc23:0": correlation.KendallVariants(average_by, "acc23", 0.0),
                }
                values = {name: value if weight else None for name, (value, _, weight) in found.items()}
                yield case("averages", given | {"level": level}, values)


def calibrations() -> Iterator[Case]:
    """Tie calibration over all pairs at every level."""
    generator = np.random.default_rng(3)
    for systems, items, noise in ((2, 4, 0.5), (4, 6, 1.0), (7, 15, 0.3), (5, 30, 3.0), (12, 12, 0.1)):
        people, measure = grid(generator, systems, items, noise)
        for ratings in (people, with_gaps(generator, people)):
            for level, average_by in LEVELS.items():
                given = {"systems": systems, "items": items, "people": ratings, "measure": measure, "level": level}
                values = {}
                for name, variant in {"tau23": "23", "acc23": "acc23"}.items():
                    value, epsilon, _ = REFERENCE.KendallWithTiesOpt(
                        ratings, measure, variant, systems, average_by, sample_rate=1.0
                    )
                    values[name] = {"value": float(value), "epsilon": float(epsilon)}
                yield case("calibration", given, values)


def confidences() -> Iterator[Case]:
    """p-values of pairs of systems, and soft pairwise accuracy."""
    generator = np.random.default_rng(4)
    for systems, items in ((2, 5), (4, 20), (8, 60)):
        people, measure = grid(generator, systems, items, 1.5)
        # Eighths are exact in single precision.
        measure = (np.round(np.array(measure) * 8) / 8).tolist()
        upper = np.triu_indices(systems, 1)
        values = {
            name: PCE.compute_pairwise_p_values(np.array(scores).reshape(systems, items))[upper].tolist()
            for name, scores in {"people": people, "measure": measure}.items()
        }
        value = REFERENCE.PairwiseConfidenceError(people, measure, systems)[0]
        given = {"systems": systems, "items": items, "people": people, "measure": measure}
        yield case("soft accuracy", given, {"p_values": values, "value": float(value)})


def williams() -> Iterator[Case]:
    """Williams' test on given correlations."""
    for first, second, between, pairs in (
        (0.8, 0.6, 0.5, 20),
        (0.3, 0.31, 0.9, 1000),
        (-0.2, 0.4, 0.1, 12),
        (0.95, 0.9, 0.97, 4),
        (0.5, 0.5, 0.2, 30),
        (0.9, 0.1, 0.2, 100),
    ):
        given = {"first": first, "second": second, "between": between, "pairs": pairs}
        one, two = (float(REFERENCE.WilliamsTest(first, second, between, pairs, side)) for side in (True, False))
        yield case("williams", given, {"one_sided": one, "two_sided": two})


def outcome(p: float, difference: float, draws: int, pairs: list[tuple[float, float]]) -> Case:
    """The p-value as it is, and as it is if differences that are the same but for rounding count as the same."""
    as_large = sum(first - second >= difference - 1e-12 for first, second in pairs)
    return {"difference": float(difference), "p": float(p), "p_but_for_rounding": as_large / draws}


def permutations() -> Iterator[Case]:
    """Differences of two measures; the p-values are those of 400 draws of its own generator."""
    generator = np.random.default_rng(5)
    systems, items, draws = 5, 10, 400
    params = REFERENCE.PermutationSigDiffParams(block_size=draws)
    people, second = grid(generator, systems, items, 1.0)
    first = [round(rating / 25 + 0.8 * float(generator.normal()), 3) for rating in people]
    for ratings in (people, with_gaps(generator, people)):
        one = REFERENCE.Correlation(systems, ratings, first)
        two = REFERENCE.Correlation(systems, ratings, second)
        for level, average_by in LEVELS.items():
            np.random.seed(6)
            found = {
                "pearson": REFERENCE.PermutationSigDiff(two, one, scipy.stats.pearsonr, average_by, draws, params),
                "kendall-b": REFERENCE.PermutationSigDiff(
                    two, one, REFERENCE.KendallVariants, average_by, draws, params, variant="b"
                ),
                "acc23": REFERENCE.PairwisePermutationSigDiff(two, one, "acc23", average_by, draws, params),
            }
            given = {"systems": systems, "items": items, "people": ratings, "first": first, "second": second}
            values = {name: outcome(*result) for name, result in found.items()}
            yield case("permutation", given | {"level": level, "draws": draws}, values)


def cases() -> Iterator[Case]:
    """All of them."""
    for kind in (variants, averages, calibrations, confidences, williams, permutations):
        yield from kind()


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    write_cases("tau", "golden_stats_tau.py", ["numpy", "scipy"], cases())
