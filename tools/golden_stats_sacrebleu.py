"""Makes `cases/stats/sacrebleu.jsonl` with sacrebleu's intervals and paired tests."""

import math
import os
from collections.abc import Iterator
from typing import Any

import numpy as np
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.metrics.base import Metric, Score
from sacrebleu.significance import PairedTest, _bootstrap_resample

from common import EMPTY_REFERENCE, read_segments, select
from stats_cases import case, write_cases

Rows = list[list[float]]


class Plain(Metric):
    """A measure whose texts are its statistics already; the score is left to those below."""

    name = ""

    def __init__(self) -> None:
        super().__init__()
        self.num_refs = 1

    def _extract_corpus_statistics(self, hypotheses: Rows, references: None) -> Rows:
        return hypotheses

    def _aggregate_and_compute(self, stats: Rows) -> Score:
        total = [sum(column) for column in zip(*stats)] if len(stats) > 1 else stats[0]
        return self._compute_score_from_stats(total)

    def _compute_score_from_stats(self, stats: list[float]) -> Score:
        return Score(self.name, self.read(stats))

    def read(self, sums: list[float]) -> float:
        raise NotImplementedError

    def _preprocess_segment(self, sent: str) -> str:
        raise NotImplementedError

    _extract_reference_info = _compute_segment_statistics = _preprocess_segment


class Ratio(Plain):
    """Stays in single precision if its sums are."""

    name = "ratio"

    def read(self, sums: list[float]) -> float:
        return 100 * (sums[0] / sums[1])


class Root(Plain):
    """Becomes double by a function of Python's library."""

    name = "root"

    def read(self, sums: list[float]) -> float:
        return 100 * math.sqrt(sums[0] / sums[1])


class Least(Plain):
    """Sometimes a number of Python, sometimes one of numpy."""

    name = "least"

    def read(self, sums: list[float]) -> float:
        return 100 * (sums[0] / sums[1]) if sums[0] > sums[2] else 50.0


class Total(Plain):
    """One column only, which numpy sums in another order."""

    name = "total"

    def read(self, sums: list[float]) -> float:
        return sums[0] / 7


def plain(value: Any) -> float | None:
    """A plain number in place of numpy's."""
    return None if value is None else float(value)


def paired(
    metric: Metric, systems: list, references: Any, kind: str, samples: int, confidence: int
) -> list[dict[str, float | None]]:
    """What the paired test says about each system; the baseline is the first."""
    named = [(f"system {number}", system) for number, system in enumerate(systems)]
    test = PairedTest(named, {"it": metric}, references, kind, samples, confidence)
    _, columns = test()
    results = next(column for name, column in columns.items() if name != "System")
    return [
        {"score": plain(each.score), "p": plain(each.p_value), "mean": plain(each.mean), "ci": plain(each.ci)}
        for each in results
    ]


def one(
    name: str, read: str, metric: Metric, systems: list, references: Any, seed: int, sizes: tuple[int, int, int]
) -> dict[str, Any]:
    """One line: statistics of all systems, what sacrebleu makes of them."""
    os.environ["SACREBLEU_SEED"] = str(seed)
    resamples, trials, confidence = sizes
    tables = [metric._extract_corpus_statistics(system, references) for system in systems]
    alone = []
    for table in tables:
        _, scores = _bootstrap_resample(table, metric, resamples)
        total = metric._aggregate_and_compute(table)
        first = [float(score.score) for score in scores[:3]]
        # A mean over numbers of Python and of numpy together is more than it can do.
        if len({type(score.score) for score in scores}) > 1:
            alone.append({"first": first})
            continue
        total.estimate_ci(scores)
        alone.append({"first": first, "mean": float(total._mean), "ci": float(total._ci)})
    given = {"read": read, "seed": seed, "resamples": resamples, "trials": trials, "confidence": confidence}
    expected = {
        "alone": alone,
        "bootstrap": paired(metric, systems, references, "bs", resamples, -1),
        "randomisation": paired(metric, systems, references, "ar", trials, confidence),
    }
    return case(name, "sacrebleu", given | {"systems": tables}, expected)


def synthetic(generator: np.random.Generator, units: int, width: int, whole: bool) -> list[Rows]:
    """A baseline, a system like it, a better one and the baseline again."""
    base = generator.integers(3, 60, size=(units, width))
    like = np.clip(base + generator.integers(-3, 4, size=base.shape), 1, None)
    better = base + (np.arange(width) == 0) * generator.integers(0, 5, size=base.shape)
    tables = [base, like, better, base]
    return [(table if whole else np.round(table * 0.37, 3)).tolist() for table in tables]


# Measures, columns, whether numbers are whole.
SHAPES = [
    *[(Ratio(), 2, True), (Ratio(), 5, False), (Root(), 2, True), (Root(), 3, False)],
    *[(Least(), 3, True), (Total(), 1, False)],
]
# Units, seed, and resamples of an interval or test, trials, resamples beside trials.
SIZES = [(1, 12345, (50, 40, 20)), (37, 12345, (1000, 1000, 300)), (200, 7, (333, 500, 41))]


def cases() -> Iterator[dict[str, Any]]:
    """Statistics of our own, then those of texts."""
    generator = np.random.default_rng(5)
    for metric, width, whole in SHAPES:
        for units, seed, sizes in SIZES:
            # In which order fractions are added there is up to the processor: few of them only.
            if units > 100 and not whole:
                continue
            systems = synthetic(generator, units, width, whole)
            name = f"{metric.name} of {units} units, {width} columns, {'whole' if whole else 'fractions'}"
            yield one(name, metric.name, metric, systems, None, seed, sizes)
    chosen = [segment for segment in select(read_segments(), (EMPTY_REFERENCE,)) if segment.hypothesis.strip()][:70]
    hypotheses = [segment.hypothesis for segment in chosen]
    shorter = [" ".join(text.split()[:-1]) if number % 3 == 0 else text for number, text in enumerate(hypotheses)]
    turned = [" ".join(reversed(text.split())) if number % 9 == 0 else text for number, text in enumerate(hypotheses)]
    references = [[segment.references[0] for segment in chosen]]
    for name, metric in [("bleu", BLEU()), ("chrf", CHRF()), ("ter", TER())]:
        systems = [hypotheses, shorter, turned]
        yield one(f"{name} of texts", name, metric, systems, references, 12345, (1000, 10000, 100))


if __name__ == "__main__":
    write_cases("sacrebleu", "golden_stats_sacrebleu.py", ["numpy", "sacrebleu"], cases())
