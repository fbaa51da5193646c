"""Paired tests with sacrebleu's names, draws and p-values.

They repeat numbers of papers. For new claims `regua.compare` is better: the p-values of sacrebleu's bootstrap
test are not uniform when two systems are equal.
"""

from __future__ import annotations

from typing import Any, ClassVar, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import regua

from .metrics.base import Metric, ReferenceSets, seed_of_environment
from .metrics.score import Signature

NamedSystem = Tuple[str, Sequence[str]]
Scores = Dict[str, List[Union[str, "Result"]]]


class Result:
    """The score of a system, and what a test says of it."""

    def __init__(
        self,
        score: float,
        p_value: Optional[float] = None,
        mean: Optional[float] = None,
        ci: Optional[float] = None,
    ) -> None:
        self.score = score
        self.p_value = p_value
        self.mean = mean
        self.ci = ci

    def __repr__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in vars(self).items())


class PairedTest:
    """Compares systems with the first, by paired bootstrap (`bs`) or approximate randomisation (`ar`).

    `references=None` takes those that were given to each metric when it was made. `n_jobs` has no effect.
    Not covered: intervals beside a randomisation test (`n_ar_confidence`).

    >>> from regua.compat.sacrebleu.metrics import CHRF
    >>> systems = [("old", ["the ferry left", "at noon"]), ("new", ["the ferry leaves", "at noon"])]
    >>> references = [["the ferry leaves", "at noon"]]
    >>> test = PairedTest(systems, {"chrF": CHRF()}, references, test_type="bs", n_samples=50)
    >>> signatures, scores = test()
    >>> scores["System"], [round(result.score, 2) for result in scores["chrF2"]]
    (['old', 'new'], [73.87, 100.0])
    """

    _DEFAULT_SAMPLES: ClassVar[Dict[str, int]] = {"ar": 10000, "bs": 1000}
    _TESTS: ClassVar[Dict[str, str]] = {"ar": "ar", "bs": "bootstrap"}

    def __init__(
        self,
        named_systems: List[NamedSystem],
        metrics: Mapping[str, Metric[Any]],
        references: Optional[ReferenceSets],
        test_type: str = "ar",
        n_samples: int = 0,
        n_ar_confidence: int = -1,
        n_jobs: int = 1,
    ) -> None:
        if test_type not in self._TESTS:
            raise AssertionError(f"unknown test type {test_type!r}: there are ar and bs")
        if test_type == "ar" and n_ar_confidence >= 0:
            raise NotImplementedError(
                "Régua does not repeat the intervals that sacrebleu prints beside a randomisation test; "
                "leave `n_ar_confidence` out, and ask for intervals with `corpus_score(…, n_bootstrap=1000)`"
            )
        self.test_type = test_type
        self.n_samples = n_samples if n_samples > 0 else self._DEFAULT_SAMPLES[test_type]
        self.n_ar_confidence = n_ar_confidence
        self.n_jobs = n_jobs
        self.references = references
        self.named_systems = named_systems
        self.n_systems = len(named_systems) - 1
        self.metrics = dict(metrics)
        self._seed, self._number = seed_of_environment()

    def __call__(self) -> Tuple[Dict[str, Signature], Scores]:
        """The signature of each metric, and the results of all systems; the first has no p-value."""
        signatures: Dict[str, Signature] = {}
        scores: Scores = {"System": [name for name, _ in self.named_systems]}
        for metric in self.metrics.values():
            name, results = self._results(metric)
            scores[name] = list(results)
            signatures[name] = self._signature(metric)
        return signatures, scores

    def _signature(self, metric: Metric[Any]) -> Signature:
        signature = metric.get_signature()
        signature.update("seed", self._seed)
        signature.update(self.test_type, self.n_samples)
        return signature

    def _results(self, metric: Metric[Any]) -> Tuple[str, List[Result]]:
        """The name of a metric's score, and the results of all systems."""
        scores = [metric.corpus_score(hypotheses, self.references) for _, hypotheses in self.named_systems]
        results = [Result(score.score) for score in scores]
        if self.test_type == "bs":
            for result, (_, hypotheses) in zip(results, self.named_systems):
                result.mean, result.ci = metric.interval(
                    hypotheses, self.references, self.n_samples, self._number
                )
        if len(results) > 1:
            for result, p_value in zip(results[1:], self._p_values(metric)):
                result.p_value = p_value
        return scores[0].name, results

    def _p_values(self, metric: Metric[Any]) -> List[float]:
        """The p-value of each system but the first."""
        # Names may come twice; positions do not.
        systems = {str(position): list(texts) for position, (_, texts) in enumerate(self.named_systems)}
        report = regua.compare(
            systems,
            metric.references_by_segment(self.references),
            measures=[metric.measure_text],
            allow_empty_reference=True,
            baseline="0",
            test=self._TESTS[self.test_type],
            rng="sacrebleu",
            seed=self._number,
            resamples=self.n_samples if self.test_type == "bs" else None,
            trials=self.n_samples if self.test_type == "ar" else None,
        ).to_dict()
        found = {pair["first"]: pair["p"] for pair in report["comparisons"][0]["pairs"]}
        return [found[system] for system in list(systems)[1:]]
