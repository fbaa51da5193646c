"""Makes `cases/stats/significance.jsonl`: tests, corrections, effects and power of SciPy, statsmodels and pingouin."""

import warnings
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pingouin
from scipy import optimize, stats
from statsmodels.stats import contingency_tables, multitest, power

from stats_cases import case, write_cases

SIDES = ["two-sided", "greater", "less"]
# statsmodels' words for the sides.
DIRECTIONS = {"two-sided": "two-sided", "greater": "larger", "less": "smaller"}
COUNTS = [(0, 1), (1, 0), (3, 3), (9, 1), (2, 14), (30, 55), (480, 530), (7, 0), (1200, 1000)]
TABLES = [(0, 4), (9, 1), (15, 5), (6, 7), (40, 62), (500, 430), (1, 60)]
EFFECTS = [(0.05, 2000), (0.2, 30), (0.5, 12), (0.8, 5), (-0.3, 60), (0.02, 20000)]
# Standardised effect, alpha, power.
PLANS = [(0.5, 0.05, 0.8), (0.1, 0.05, 0.9), (0.25, 0.01, 0.8), (1.2, 0.05, 0.95), (0.02, 0.05, 0.8)]
# Values and distances: SciPy is exact up to 140 values.
DISTANCES = [(1, 0.6), (2, 0.4), (5, 0.15), (5, 0.5), (10, 0.3), (40, 0.1), (40, 0.21), (100, 0.05), (100, 0.2), (140, 0.19)]


def numbers(values: np.ndarray) -> list[float]:
    """As JSON has them."""
    return [float(value) for value in values]


def paired_samples(generator: np.random.Generator) -> Iterator[np.ndarray]:
    """Differences: smooth, with ties, with zeros, few and many."""
    for units in (2, 5, 13, 14, 40, 50, 51, 90):
        yield generator.normal(0.3, 1, units)
    for units in (5, 13, 14, 50, 51, 90):
        yield generator.integers(-6, 9, units) / 4
    yield np.array([1, 1, 2, -2, 3, 3, 3, -4, 5, 6, -6, 7, 8]) / 8
    yield np.array([1.0] * 14 + [-1.0] * 6)


def signs(differences: np.ndarray) -> Iterator[dict[str, Any]]:
    """Student's and Wilcoxon's tests of paired differences."""
    given = {"differences": numbers(differences)}
    for side in SIDES:
        found = stats.ttest_rel(differences, np.zeros_like(differences), alternative=side)
        expected = {"statistic": float(found.statistic), "p_value": float(found.pvalue), "degrees": float(found.df)}
        yield case("t::paired", "scipy", {**given, "side": side}, expected)
    whole = len(set(abs(differences))) == len(differences) and 0 not in differences
    methods = ["auto", "approximate", "corrected", "exact"] if whole else ["auto", "approximate", "corrected"]
    treatments = ["wilcox", "pratt", "zsplit"] if 0 in differences else ["wilcox"]
    runs = [ranked(differences, *settings) for settings in product(SIDES, treatments, methods)]
    yield case("wilcoxon", "scipy", given, {"runs": runs})


def ranked(differences: np.ndarray, side: str, zeros: str, method: str) -> dict[str, Any]:
    """Wilcoxon's test with these settings."""
    scipy_method = method if method in ("auto", "exact") else "asymptotic"
    found = stats.wilcoxon(
        differences, zero_method=zeros, correction=method == "corrected", alternative=side, method=scipy_method
    )
    numbers = {"statistic": float(found.statistic), "p_value": float(found.pvalue)}
    return {"side": side, "zeros": zeros, "method": method, **numbers}


def groups(first: np.ndarray, second: np.ndarray) -> Iterator[dict[str, Any]]:
    """Tests and effects of two groups."""
    given = {"first": numbers(first), "second": numbers(second)}
    for side in SIDES:
        found = stats.ttest_ind(first, second, equal_var=False, alternative=side)
        expected = {"statistic": float(found.statistic), "p_value": float(found.pvalue), "degrees": float(found.df)}
        yield case("t::welch", "scipy", {**given, "side": side}, expected)
        if len(first) + len(second) <= 15:
            found = stats.permutation_test(
                (first, second), lambda x, y, axis: x.mean(axis=axis) - y.mean(axis=axis), alternative=side
            )
            expected = {"statistic": float(found.statistic), "p_value": float(found.pvalue)}
            yield case("permutation", "scipy", {**given, "side": side}, expected)
    kinds = {"cohen_d": "cohen", "hedges_g": "hedges", "superiority": "CLES"}
    effects = {name: float(pingouin.compute_effsize(first, second, eftype=kind)) for name, kind in kinds.items()}
    yield case("effect", "pingouin", given, effects)


def counts() -> Iterator[dict[str, Any]]:
    """The sign test and McNemar's."""
    for (wins, losses), side in product(COUNTS, SIDES):
        found = stats.binomtest(wins, wins + losses, alternative=side)
        yield case("sign", "scipy", {"wins": wins, "losses": losses, "side": side}, {"p_value": float(found.pvalue)})
    for first, second in TABLES:
        table = [[10, first], [second, 10]]
        for name, settings in [
            ("exact", {"exact": True}),
            ("plain", {"exact": False, "correction": False}),
            ("corrected", {"exact": False, "correction": True}),
        ]:
            found = contingency_tables.mcnemar(table, **settings)
            expected = {"statistic": float(found.statistic), "p_value": float(found.pvalue)}
            yield case(f"mcnemar::{name}", "statsmodels", {"first": first, "second": second}, expected)


def adjustments(generator: np.random.Generator) -> Iterator[dict[str, Any]]:
    """Many p-values at once."""
    for tests in (1, 2, 7, 28):
        p_values = np.round(generator.uniform(size=tests) ** 3, 3)
        for name, method in [("holm", "holm"), ("benjamini_hochberg", "fdr_bh"), ("bonferroni", "bonferroni")]:
            adjusted = multitest.multipletests(p_values, method=method)[1]
            given = {"p_values": numbers(p_values)}
            yield case(f"adjust::{name}", "statsmodels", given, {"p_values": numbers(adjusted)})


def powers() -> Iterator[dict[str, Any]]:
    """The power reached, the units needed, the smallest effect."""
    for (effect, units), side, alpha in product(EFFECTS, SIDES, [0.05, 0.001]):
        given = {"effect": effect, "units": units, "alpha": alpha, "side": side}
        student = power.ttest_power(effect, units, alpha, alternative=DIRECTIONS[side])
        normal = power.normal_power(effect, units, alpha, alternative=DIRECTIONS[side])
        yield case("power", "statsmodels", given, {"student": float(student), "normal": float(normal)})
    for effect, alpha, wanted in PLANS:
        for side in ["two-sided", "greater"]:
            plan = {"alpha": alpha, "power": wanted, "alternative": DIRECTIONS[side]}
            units = float(power.TTestPower().solve_power(effect_size=effect, **plan))
            again = smallest_effect(effect, np.ceil(units), alpha, wanted, DIRECTIONS[side])
            given = {"effect": effect, "alpha": alpha, "power": wanted, "side": side}
            yield case("plan", "statsmodels", given, {"units": units, "smallest_effect": again})


def smallest_effect(near: float, units: float, alpha: float, wanted: float, direction: str) -> float:
    """The root of statsmodels' power; its own search for an effect stops at a power that is off by 1e-6."""

    def missing(effect: float) -> float:
        return power.ttest_power(effect, units, alpha, alternative=direction) - wanted

    return float(optimize.brentq(missing, 0.8 * near, 1.1 * near, xtol=1e-15))


def distances() -> Iterator[dict[str, Any]]:
    """Kolmogorov's distribution, exact and in the limit."""
    for values, distance in DISTANCES:
        given = {"values": values, "distance": distance}
        yield case("kolmogorov::exact", "scipy", given, {"p_value": float(stats.kstwo.sf(distance, values))})
    for x in [0.2, 0.5, 0.8, 1.0, 1.3, 2.0, 4.0]:
        yield case("kolmogorov::limit", "scipy", {"x": x}, {"p_value": float(stats.kstwobign.sf(x))})


def cases() -> Iterator[dict[str, Any]]:
    """Everything, from one seeded generator."""
    generator = np.random.default_rng(20240229)
    for differences in paired_samples(generator):
        yield from signs(np.round(differences, 3))
    for first, second in [(3, 4), (7, 8), (2, 12), (30, 45)]:
        smooth = generator.normal(0.5, 1.3, first), generator.normal(0, 0.8, second)
        coarse = generator.integers(0, 5, first) / 2, generator.integers(0, 4, second) / 2
        for one, other in [smooth, coarse]:
            yield from groups(np.round(one, 3), np.round(other, 3))
    for units in (5, 30):
        first, second = np.round(generator.normal(0.4, 1, (2, units)), 3)
        given = {"differences": numbers(first - second)}
        dz = pingouin.compute_effsize(first, second, paired=True, eftype="cohen_dz")
        yield case("effect::paired_d", "pingouin", given, {"value": float(dz)})
    for units in (1, 8, 60, 140):
        values = np.round(generator.uniform(size=units) ** 1.2, 4)
        found = stats.kstest(values, "uniform")
        expected = {"statistic": float(found.statistic), "p_value": float(found.pvalue)}
        yield case("kolmogorov::uniform", "scipy", {"values": numbers(values)}, expected)
    yield from counts()
    yield from adjustments(generator)
    yield from powers()
    yield from distances()


if __name__ == "__main__":
    # SciPy says when a normal approximation is made of few values.
    warnings.filterwarnings("ignore")
    write_cases("significance", "golden_stats_significance.py", ["numpy", "pingouin", "scipy", "statsmodels"], cases())
