"""Makes `cases/stats/distribution.jsonl`: probabilities and quantiles of SciPy over wide ranges.

At a few places SciPy 1.17 itself keeps fewer digits than are asked for; the numbers there are from Python's own arithmetic.
"""

import math
from collections.abc import Iterator
from decimal import Decimal, localcontext
from itertools import product
from typing import Any

from scipy import special, stats

from stats_cases import case, write_cases

Z = [-40.0, -37.5, -20.0, -8.3, -3.0, -2.0, -1.0, -0.1, 0.0, 1e-9, 0.3, 1.5, 1.96, 2.0, 2.7, 4.0, 6.1, 12.0, 25.0, 37.0]
SHARES = [1e-300, 1e-100, 1e-30, 1e-9, 1e-4, 0.01, 0.025, 0.1, 0.3, 0.49, 0.5, 0.6, 0.9, 0.975, 0.999999]
DEGREES = [1.0, 2.0, 2.5, 5.0, 9.0, 30.0, 101.0, 1000.0, 12345.6]
T = [-50.0, -3.2, -0.5, 0.0, 1e-6, 0.2, 1.0, 2.1, 3.7, 8.0, 20.0, 1000.0]
RATIOS = [1e-4, 0.1, 0.5, 0.9, 1.0, 1.1, 2.0, 50.0]
SIZES = [0.5, 1.0, 1.5, 3.0, 10.0, 16.0, 77.7, 500.0, 10000.0]
SHARES_OF_ONE = [1e-12, 0.001, 0.03, 0.3, 0.5, 0.99]
TRIALS = [(0, 1), (1, 1), (3, 10), (5, 10), (9, 10), (20, 100), (60, 100), (450, 1000), (560, 1000), (4800, 10000)]
# t, degrees of freedom, how far the numerator's mean is off.
SHIFTED = [(2.3, 9, 0.5), (2.3, 9, 3), (-2.3, 9, 3), (12.7, 1, 2), (1.96, 5000, 2.8), (2.05, 28, 12), (3.1, 60, -0.7)]


def lower_gamma(a: int, x: int) -> float:
    """P(a, x) of whole numbers: the probability of a or more events where x are expected."""
    with localcontext(prec=60):
        term = Decimal(x) ** a / math.factorial(a)
        total = Decimal(0)
        for events in range(a, a + 10 * a):
            total += term
            term *= Decimal(x) / (events + 1)
        return float(total * Decimal(-x).exp())


# Where SciPy is 1e-13 to 1e-10 off.
PRECISE = {
    ("gamma::lower", 500.0, 250.0): lower_gamma(500, 250),
    ("chi_square::cdf", 500.0, 1000.0): lower_gamma(500, 250),
    ("student::cdf", 1e-6, 1.0): 0.5 + math.atan(1e-6) / math.pi,
    ("student::survival", 1e-6, 1.0): 0.5 - math.atan(1e-6) / math.pi,
}


def made(function: str, expected: float, *arguments: float) -> dict[str, Any]:
    """One probability or quantile."""
    line = case(function, "scipy", {"arguments": list(arguments)}, {"value": float(expected)})
    if (function, *arguments) in PRECISE:
        line |= {"tool": "python", "expected": {"value": PRECISE[function, *arguments]}}
    return line


def cases() -> Iterator[dict[str, Any]]:
    """All functions at all their places."""
    for z in Z:
        yield made("normal::cdf", stats.norm.cdf(z), z)
        yield made("normal::survival", stats.norm.sf(z), z)
    for share in SHARES:
        yield made("normal::quantile", stats.norm.ppf(share), share)
        yield made("normal::inverse_survival", stats.norm.isf(share), share)
    for x in [1e-5, 0.1, 0.5, 0.99, 1.0, 1.5, 2.0, 2.01, 5.0, 15.9, 16.0, 100.5, 1e4, 1e9]:
        yield made("gamma::ln_gamma", special.gammaln(x), x)
    for a, ratio in product(SIZES, RATIOS):
        yield made("gamma::lower", special.gammainc(a, a * ratio), a, a * ratio)
        yield made("gamma::upper", special.gammaincc(a, a * ratio), a, a * ratio)
    for a, b, x in product(SIZES[::2], SIZES[::2], SHARES_OF_ONE):
        yield made("incomplete_beta", special.betainc(a, b, x), a, b, x)
    for t, degrees in product(T, DEGREES):
        yield made("student::cdf", stats.t.cdf(t, degrees), t, degrees)
        yield made("student::survival", stats.t.sf(t, degrees), t, degrees)
    for share, degrees in product([1e-8, 0.001, 0.025, 0.3, 0.5, 0.8, 0.995], DEGREES):
        yield made("student::quantile", stats.t.ppf(share, degrees), share, degrees)
        yield made("student::inverse_survival", stats.t.isf(share, degrees), share, degrees)
    for t, degrees, shift in SHIFTED:
        yield made("student::shifted_survival", stats.nct.sf(t, degrees, shift), t, degrees, shift)
    for x, degrees in product(RATIOS, DEGREES):
        yield made("chi_square::cdf", stats.chi2.cdf(x * degrees, degrees), x * degrees, degrees)
        yield made("chi_square::survival", stats.chi2.sf(x * degrees, degrees), x * degrees, degrees)
    for x, above, below in product(RATIOS, [1.0, 3.0, 20.0, 1000.0], [1.0, 7.0, 300.0]):
        yield made("fisher::cdf", stats.f.cdf(x, above, below), x, above, below)
        yield made("fisher::survival", stats.f.sf(x, above, below), x, above, below)
    for (successes, trials), share in product(TRIALS, [0.02, 0.3, 0.5, 0.75]):
        yield made("binomial::mass", stats.binom.pmf(successes, trials, share), successes, trials, share)
        yield made("binomial::cdf", stats.binom.cdf(successes, trials, share), successes, trials, share)
        yield made("binomial::survival", stats.binom.sf(successes, trials, share), successes, trials, share)


if __name__ == "__main__":
    write_cases("distribution", "golden_stats_distribution.py", ["numpy", "scipy"], cases())
