"""Scores, and intervals of their means by resampling, under the names of `rouge_score.scoring`."""

from __future__ import annotations

import abc
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, NamedTuple, Optional

if TYPE_CHECKING:
    import numpy


class Score(NamedTuple):
    """How much of the prediction is in the target, how much of the target in it, and both in one."""

    precision: float
    recall: float
    fmeasure: float


class AggregateScore(NamedTuple):
    """The lower end, the middle and the upper end of an interval, each a `Score`."""

    low: Any
    mid: Any
    high: Any


class BaseScorer(abc.ABC):
    """What a scorer has to have."""

    @abc.abstractmethod
    def score(self, target: str, prediction: str) -> Dict[str, Score]:
        """The scores of a prediction, by their names."""


class BootstrapAggregator:
    """Intervals of mean scores, from resampled texts.

    Draws are those of `rouge_score`: without a seed they come from numpy's global generator, whose state they
    change. With a seed they are the draws that follow `numpy.random.seed(seed)`, but from a generator of
    their own: the same for each call of `aggregate`, whatever else draws random numbers.

    >>> aggregator = BootstrapAggregator(seed=7)
    >>> aggregator.add_scores({"rouge1": Score(precision=1.0, recall=0.5, fmeasure=2 / 3)})
    >>> aggregator.add_scores({"rouge1": Score(precision=0.0, recall=0.0, fmeasure=0.0)})
    >>> float(aggregator.aggregate()["rouge1"].mid.recall)
    0.25
    """

    def __init__(
        self, confidence_interval: float = 0.95, n_samples: int = 1000, seed: Optional[int] = None
    ) -> None:
        if confidence_interval < 0 or confidence_interval > 1:
            raise ValueError(f"confidence_interval must be between 0 and 1, not {confidence_interval}")
        if n_samples <= 0:
            raise ValueError(f"n_samples must be positive, not {n_samples}")
        self._confidence_interval = confidence_interval
        self._n_samples = n_samples
        self._seed = seed
        self._scores: Dict[str, List[Any]] = {}

    def add_scores(self, scores: Mapping[str, Any]) -> None:
        """Adds the scores of one text: a named tuple of numbers for each kind of score."""
        for score_type, score in scores.items():
            self._scores.setdefault(score_type, []).append(score)

    def aggregate(self) -> Dict[str, AggregateScore]:
        """The interval of the mean of each kind of score, over the texts that were added."""
        import numpy

        generator: Any = numpy.random if self._seed is None else numpy.random.RandomState(self._seed)
        result = {}
        for score_type, scores in self._scores.items():
            bounds = self._bounds(numpy.vstack([tuple(score) for score in scores]), generator)
            kind = type(scores[0])
            result[score_type] = AggregateScore(*(kind(*bound) for bound in bounds))
        return result

    def _bounds(self, matrix: numpy.ndarray[Any, Any], generator: Any) -> numpy.ndarray[Any, Any]:
        """Lower end, median and upper end (rows) of resampled means, for each number of a score."""
        import numpy

        texts = len(matrix)
        means = numpy.zeros((self._n_samples, matrix.shape[1]))
        for draw in range(self._n_samples):
            means[draw] = numpy.mean(matrix[generator.choice(texts, size=texts)], axis=0)
        outside = (1 - self._confidence_interval) / 2
        bounds: numpy.ndarray[Any, Any] = numpy.percentile(
            means, 100 * numpy.array([outside, 0.5, 1 - outside]), axis=0
        )
        return bounds


def fmeasure(precision: float, recall: float) -> float:
    """The harmonic mean of precision and recall, 0 where both are 0.

    >>> fmeasure(1.0, 0.5)
    0.6666666666666666
    """
    if precision + recall > 0:
        return 2 * precision * recall / (precision + recall)
    return 0.0
