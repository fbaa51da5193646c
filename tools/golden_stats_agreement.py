"""Makes `cases/stats/agreement.jsonl`: agreement between raters, each coefficient as its best known package gives it.

The tables are drawn from seeded generators: items by raters, with or without gaps. Each is a line by itself (`ratings`),
to which the lines after it refer by name. What a package cannot do (Fleiss' kappa
with gaps in statsmodels) or does not define (one category) is not asked of it.
"""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import krippendorff
import numpy as np
import pandas as pd
import pingouin
from irrCAC.raw import CAC
from scipy import stats
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats import inter_rater

from stats_cases import case, write_cases

TOOLS = ["irrCAC", "krippendorff", "numpy", "pandas", "pingouin", "scikit-learn", "scipy", "statsmodels"]
WEIGHTS = {"identity": None, "linear": "linear", "quadratic": "quadratic"}
SCALES = ["nominal", "ordinal", "interval", "ratio"]


@dataclass(frozen=True)
class Ratings:
    """Items by raters; what is missing is not a number."""

    name: str
    values: np.ndarray

    @property
    def rows(self) -> list[list[float | None]]:
        """As it is written."""
        return [[None if np.isnan(value) else float(value) for value in row] for row in self.values]

    @property
    def whole(self) -> bool:
        """Whether everybody rated everything."""
        return not np.isnan(self.values).any()


def drawn(name: str, seed: int, items: int, raters: int, categories: list[float], noise: float, gaps: float) -> Ratings:
    """Ratings of items that have a quality, by raters with an offset and a shaky hand."""
    generator = np.random.default_rng(seed)
    quality = generator.uniform(0, len(categories), size=(items, 1))
    offsets = generator.normal(0, noise / 2, size=(1, raters))
    places = np.floor(quality + offsets + generator.normal(0, noise, size=(items, raters)))
    values = np.asarray(categories)[np.clip(places, 0, len(categories) - 1).astype(int)]
    values[generator.random(values.shape) < gaps] = np.nan
    return Ratings(name, values)


def tables() -> list[Ratings]:
    """All tables of ratings."""
    points = generator_of_points(17, 30, 4)
    return [
        drawn("two raters, labels", 1, 60, 2, [0.0, 1.0, 2.0], 0.8, 0.0),
        drawn("two raters, seven steps", 2, 80, 2, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], 1.0, 0.0),
        drawn("two raters, uneven steps", 3, 50, 2, [0.0, 1.0, 5.0, 20.0], 0.6, 0.0),
        drawn("two raters, one frequent category", 4, 100, 2, [0.0] + [1.0] * 11, 2.0, 0.0),
        drawn("two raters at odds", 5, 40, 2, [1.0, 2.0, 3.0], 9.0, 0.0),
        drawn("three raters", 6, 40, 3, [1.0, 2.0, 3.0, 4.0, 5.0], 0.7, 0.0),
        drawn("five raters, gaps", 7, 40, 5, [1.0, 2.0, 3.0, 4.0, 5.0], 0.8, 0.25),
        drawn("six raters, mostly gaps", 8, 60, 6, [0.5, 1.0, 2.5, 8.0], 0.9, 0.7),
        drawn("four raters, a few gaps", 9, 30, 4, [float(step) for step in range(0, 101, 5)], 2.0, 0.03),
        drawn("a thousand and more", 10, 30, 3, [1000.0, 1001.0, 1002.0, 1003.0], 0.7, 0.0),
        Ratings("points", points),
        Ratings("points far from zero", points + 1e6),
        Ratings("points with offsets", points + np.array([[0.0, 5.0, -3.0, 11.0]])),
    ]


def generator_of_points(seed: int, items: int, raters: int) -> np.ndarray:
    """Ratings on a slider, with one decimal."""
    generator = np.random.default_rng(seed)
    quality = generator.uniform(20, 80, size=(items, 1))
    return np.round(quality + generator.normal(0, 8, size=(items, raters)), 1)


def of_table(ratings: Ratings) -> Iterator[dict[str, Any]]:
    """Every coefficient that makes sense for a table."""
    yield case("ratings", "numpy", {"name": ratings.name, "rows": ratings.rows}, {})
    given = {"ratings": ratings.name}
    values = ratings.values
    for scale in SCALES:
        expected = krippendorff.alpha(values.T, level_of_measurement=scale)
        yield case(f"alpha {scale}", "krippendorff", given, {"value": float(expected)})
    # With pandas 3 the tool would by itself take a gap for one more category.
    categories = np.unique(values[~np.isnan(values)]).tolist()
    for weights in WEIGHTS:
        tool = CAC(pd.DataFrame(values), weights=weights, categories=categories, digits=17)
        expected = tool.gwet()["est"]["coefficient_value"]
        yield case(f"gwet {weights}", "irrCAC", given, {"value": float(expected)})
    fleiss = CAC(pd.DataFrame(values), categories=categories, digits=17).fleiss()["est"]
    yield case("fleiss", "irrCAC", given, {"value": float(fleiss["coefficient_value"])})
    yield case("percent", "irrCAC", given, {"value": float(fleiss["pa"])})
    if values.shape[1] == 2:
        yield case("scott", "irrCAC", given, {"value": float(fleiss["coefficient_value"])})
    if ratings.whole:
        table, _ = inter_rater.aggregate_raters(np.unique(values, return_inverse=True)[1].reshape(values.shape))
        yield case("fleiss", "statsmodels", given, {"value": float(inter_rater.fleiss_kappa(table))})
        yield from kappas(ratings, given)
    yield from correlations(ratings, given)


def kappas(ratings: Ratings, given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Cohen's kappa of the first two raters, and its mean over all pairs."""
    categories, codes = np.unique(ratings.values, return_inverse=True)
    codes = codes.reshape(ratings.values.shape)
    labels = list(range(len(categories)))
    for word, weights in WEIGHTS.items():
        pairs = [
            cohen_kappa_score(codes[:, one], codes[:, other], weights=weights, labels=labels)
            for one, other in combinations(range(codes.shape[1]), 2)
        ]
        yield case(f"cohen {word}", "scikit-learn", given, {"value": float(pairs[0])})
        yield case(f"light {word}", "scikit-learn", given, {"value": float(np.mean(pairs))})


def correlations(ratings: Ratings, given: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The six forms of intraclass correlation, where enough items have all ratings."""
    whole = ratings.values[~np.isnan(ratings.values).any(axis=1)]
    if len(whole) < 5:
        return
    items, raters = np.indices(ratings.values.shape)
    long = pd.DataFrame({"item": items.ravel(), "rater": raters.ravel(), "value": ratings.values.ravel()})
    table = pingouin.intraclass_corr(long, targets="item", raters="rater", ratings="value", nan_policy="omit")
    for _, row in table.iterrows():
        low, high = row["CI95"]
        expected = {"value": row["ICC"], "f": row["F"], "above": row["df1"], "below": row["df2"], "p": row["pval"]}
        expected = {name: float(value) for name, value in (expected | {"low": low, "high": high}).items()}
        yield case(row["Type"], "pingouin", given, expected)


def of_raters() -> Iterator[dict[str, Any]]:
    """Trends over an order, and z-scores."""
    generator = np.random.default_rng(31)
    for size, slope in [(3, 0.0), (10, 0.1), (40, -0.05), (200, 0.001)]:
        places = np.sort(generator.choice(3 * size, size=size, replace=False)).astype(float)
        values = slope * places + generator.normal(0, 1, size=size)
        line = stats.linregress(places, values)
        given = {"points": [[float(place), float(value)] for place, value in zip(places, values, strict=True)]}
        yield case("drift", "scipy", given, {"slope": float(line.slope), "p": float(line.pvalue)})
    raters = generator.integers(0, 4, size=60)
    values = np.round(generator.normal(50, 20, size=60) + 10.0 * raters)
    frame = pd.DataFrame({"rater": raters, "value": values})
    scores = frame.groupby("rater")["value"].transform(lambda own: (own - own.mean()) / own.std())
    given = {"raters": raters.tolist(), "values": values.tolist()}
    yield case("standardise", "pandas", given, {"scores": [float(score) for score in scores]})


def cases() -> Iterator[dict[str, Any]]:
    """Everything."""
    for ratings in tables():
        yield from of_table(ratings)
    yield from of_raters()


if __name__ == "__main__":
    # The intervals are wanted with all digits.
    pingouin.options["round.column.CI95"] = None
    warnings.simplefilter("ignore")
    write_cases("agreement", "golden_stats_agreement.py", TOOLS, cases())
