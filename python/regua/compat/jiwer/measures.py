"""Error rates in one call, as jiwer's `measures`.

With the default transformations the texts go straight to Régua's measures `wer` and `cer`. Other
transformations are done in Python, and what they make is aligned by `regua.opcodes`.
"""

from __future__ import annotations

import functools
from typing import Any, List, Optional, Union

import regua

from ._counts import ErrorCounts
from ._defaults import Transform, check_numbers, measure_of, sentences_of
from .process import align, count, transformed
from .transformations import cer_default, wer_default

__all__ = ["cer", "mer", "wer", "wil", "wip"]

Sentences = Optional[Union[str, List[str]]]


def wer(
    reference: Sentences = None,
    hypothesis: Sentences = None,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Word error rate: words to edit for each word of the references.

    >>> wer(["the tide is out", "we wait"], ["the tide was out", "we wait"])
    0.16666666666666666
    """
    return _counts(reference, hypothesis, reference_transform, hypothesis_transform).wer


def mer(
    reference: Sentences = None,
    hypothesis: Sentences = None,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Match error rate: share of errors among hits and errors.

    >>> mer("the tide is out", "the tide is far far out")
    0.3333333333333333
    """
    return _counts(reference, hypothesis, reference_transform, hypothesis_transform).mer


def wip(
    reference: Sentences = None,
    hypothesis: Sentences = None,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Word information preserved: the share of hits among the references times that among the hypotheses.

    >>> wip("the tide is out", "the tide was out")
    0.5625
    """
    return _counts(reference, hypothesis, reference_transform, hypothesis_transform).wip


def wil(
    reference: Sentences = None,
    hypothesis: Sentences = None,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> float:
    """Word information lost: 1 without what is preserved.

    >>> wil("the tide is out", "the tide was out")
    0.4375
    """
    return _counts(reference, hypothesis, reference_transform, hypothesis_transform).wil


def cer(
    reference: Sentences = None,
    hypothesis: Sentences = None,
    reference_transform: Transform = cer_default,
    hypothesis_transform: Transform = cer_default,
) -> float:
    """Character error rate: characters to edit for each character of the references, blanks included.

    >>> cer("low tide", "slow tides")
    0.25
    """
    return _counts(reference, hypothesis, reference_transform, hypothesis_transform).wer


def _counts(
    reference: Any, hypothesis: Any, reference_transform: Transform, hypothesis_transform: Transform
) -> ErrorCounts:
    measure = measure_of(reference_transform)
    if measure is not None and measure == measure_of(hypothesis_transform):
        return _tallied(measure, reference, hypothesis)
    references, hypotheses = transformed(reference, hypothesis, reference_transform, hypothesis_transform)
    return count([align(*pair) for pair in zip(references, hypotheses)])


@functools.lru_cache(maxsize=None)
def _measure(name: str) -> regua.Measure:
    return regua.Measure(name)


def _tallied(name: str, reference: Any, hypothesis: Any) -> ErrorCounts:
    references, hypotheses = sentences_of("reference", reference), sentences_of("hypothesis", hypothesis)
    check_numbers(references, hypotheses)
    measure = _measure(name)
    total = dict(zip(measure.slots, measure.tally(hypotheses, references).total))
    return ErrorCounts(
        hits=int(total["hits"]),
        substitutions=int(total["substitutions"]),
        deletions=int(total["deletions"]),
        insertions=int(total["insertions"]),
    )
