"""A drop-in for jiwer 4.0.0: word and character error rates, alignments and transformations.

Change the import line and keep the rest:

>>> import regua.compat.jiwer as jiwer
>>> jiwer.wer("the ferry leaves at noon", "a ferry leaves noon")
0.4
>>> output = jiwer.process_words("the ferry leaves at noon", "a ferry leaves noon")
>>> [chunk.type for chunk in output.alignments[0]]
['substitute', 'equal', 'delete', 'equal']

The numbers, alignments and texts are those of jiwer, where several alignments are equally short the one it
takes. Errors are of the same kinds, in other words. Not covered: the command `jiwer`, for which there is
`regua score`. For intervals, groups, several references or a comparison of systems use `regua.score` with
`measures=["wer"]`.
"""

from __future__ import annotations

from typing import NoReturn

from . import transformations, transforms
from .alignment import collect_error_counts, visualize_alignment, visualize_error_counts
from .measures import cer, mer, wer, wil, wip
from .process import AlignmentChunk, CharacterOutput, WordOutput, process_characters, process_words
from .transformations import (
    cer_contiguous,
    cer_default,
    wer_contiguous,
    wer_default,
    wer_standardize,
    wer_standardize_contiguous,
)
from .transforms import (
    AbstractTransform,
    Compose,
    ExpandCommonEnglishContractions,
    ReduceToListOfListOfChars,
    ReduceToListOfListOfWords,
    ReduceToSingleSentence,
    RemoveEmptyStrings,
    RemoveKaldiNonWords,
    RemoveMultipleSpaces,
    RemovePunctuation,
    RemoveSpecificWords,
    RemoveWhiteSpace,
    Strip,
    SubstituteRegexes,
    SubstituteWords,
    ToLowerCase,
    ToUpperCase,
)

__version__ = "4.0.0"
__all__ = [
    "AbstractTransform",
    "AlignmentChunk",
    "CharacterOutput",
    "Compose",
    "ExpandCommonEnglishContractions",
    "ReduceToListOfListOfChars",
    "ReduceToListOfListOfWords",
    "ReduceToSingleSentence",
    "RemoveEmptyStrings",
    "RemoveKaldiNonWords",
    "RemoveMultipleSpaces",
    "RemovePunctuation",
    "RemoveSpecificWords",
    "RemoveWhiteSpace",
    "Strip",
    "SubstituteRegexes",
    "SubstituteWords",
    "ToLowerCase",
    "ToUpperCase",
    "WordOutput",
    "cer",
    "cer_contiguous",
    "cer_default",
    "collect_error_counts",
    "mer",
    "process_characters",
    "process_words",
    "transformations",
    "transforms",
    "visualize_alignment",
    "visualize_error_counts",
    "wer",
    "wer_contiguous",
    "wer_default",
    "wer_standardize",
    "wer_standardize_contiguous",
    "wil",
    "wip",
]

name = "jiwer"


def __getattr__(name: str) -> NoReturn:
    if name == "cli":
        raise ImportError("the command line of jiwer is not covered; use `regua score -m wer`")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
