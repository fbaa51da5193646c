"""Which transformations Régua's own measures do, and what may be given to those."""

from __future__ import annotations

from typing import Any, Callable, List, Optional, Sized

from .transforms import (
    Compose,
    ReduceToListOfListOfChars,
    ReduceToListOfListOfWords,
    RemoveMultipleSpaces,
    Strip,
)

__all__ = ["Transform", "check_numbers", "measure_of", "sentences_of"]

Transform = Callable[[Any], Any]

WORD_STEPS = [RemoveMultipleSpaces, Strip, ReduceToListOfListOfWords]
CHARACTER_STEPS = [Strip, ReduceToListOfListOfChars]


def measure_of(transform: Transform) -> Optional[str]:
    """The measure that cuts texts as a transformation does, if there is one.

    The steps are looked at, not the name: chains can be built, and changed, by anyone.
    """
    if type(transform) is not Compose:
        return None
    steps = [type(step) for step in transform.transforms]
    if steps == CHARACTER_STEPS:
        return "cer"
    if steps == WORD_STEPS and getattr(transform.transforms[-1], "word_delimiter", None) == " ":
        return "wer"
    return None


def sentences_of(side: str, value: Any) -> List[str]:
    """What was given for a side as a list; an empty one is one sentence without words, as it is for jiwer."""
    sentences = [value] if isinstance(value, str) else value
    if not isinstance(sentences, list):
        kind = type(value).__name__
        raise ValueError(f"the {side} must be a sentence or a list of sentences, and is of type {kind}")
    for place, sentence in enumerate(sentences, start=1):
        if not isinstance(sentence, str):
            kind = type(sentence).__name__
            raise TypeError(f"sentence {place:,} of the {side} must be a string, not {sentence!r} ({kind})")
    return sentences or [""]


def check_numbers(references: Sized, hypotheses: Sized) -> None:
    """Raises `ValueError` if the sides differ in length."""
    if len(references) != len(hypotheses):
        raise ValueError(
            f"there are {len(references):,} references but {len(hypotheses):,} hypotheses; they are paired "
            "one by one (wer_contiguous and cer_contiguous join the sentences of each side)"
        )
