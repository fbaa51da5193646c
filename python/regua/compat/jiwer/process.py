"""Alignments of references and hypotheses, as jiwer's `process`.

The counts come with every word's place in the alignment. Where only a rate is wanted, `wer` and its
neighbours are many times faster: they make no alignment objects.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Tuple, Union

import regua

from ._counts import ErrorCounts
from ._defaults import Transform, check_numbers, measure_of, sentences_of
from .transformations import cer_default, wer_default

__all__ = ["AlignmentChunk", "CharacterOutput", "WordOutput", "process_characters", "process_words"]

Words = List[List[str]]

CHUNK_TYPES = ("equal", "substitute", "insert", "delete")


@dataclass
class AlignmentChunk:
    """A stretch of the reference and the stretch of the hypothesis that it is aligned with.

    `type` is `equal`, `substitute`, `insert` or `delete` (`replace` becomes `substitute`); the stretches end
    before their `end_idx`.
    """

    type: str

    ref_start_idx: int
    ref_end_idx: int

    hyp_start_idx: int
    hyp_end_idx: int

    def __post_init__(self) -> None:
        if self.type == "replace":
            self.type = "substitute"
        if self.type not in CHUNK_TYPES:
            raise ValueError(f"unknown type of chunk `{self.type}`; the types are {', '.join(CHUNK_TYPES)}")
        if self.ref_start_idx > self.ref_end_idx:
            raise ValueError(f"ref_start_idx={self.ref_start_idx} is after ref_end_idx={self.ref_end_idx}")
        if self.hyp_start_idx > self.hyp_end_idx:
            raise ValueError(f"hyp_start_idx={self.hyp_start_idx} is after hyp_end_idx={self.hyp_end_idx}")


@dataclass
class WordOutput:
    """Sentences as lists of words, their alignments, and the rates and counts of all of them together."""

    references: Words
    hypotheses: Words

    alignments: List[List[AlignmentChunk]]

    wer: float
    mer: float
    wil: float
    wip: float

    hits: int
    substitutions: int
    insertions: int
    deletions: int


@dataclass
class CharacterOutput:
    """Sentences as lists of characters, their alignments, and the rate and counts of all of them together."""

    references: Words
    hypotheses: Words

    alignments: List[List[AlignmentChunk]]

    cer: float

    hits: int
    substitutions: int
    insertions: int
    deletions: int


def process_words(
    reference: Union[str, List[str]],
    hypothesis: Union[str, List[str]],
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> WordOutput:
    """Aligns the words of one or more references and hypotheses.

    >>> output = process_words(["the tide is out"], ["the tide was far out"])
    >>> output.substitutions, output.insertions, output.wer
    (1, 1, 0.5)
    >>> output.alignments[0][1]
    AlignmentChunk(type='insert', ref_start_idx=2, ref_end_idx=2, hyp_start_idx=2, hyp_end_idx=3)

    Raises `ValueError` if a transform does not give lists of words, or the numbers of sentences differ.
    """
    references, hypotheses = transformed(reference, hypothesis, reference_transform, hypothesis_transform)
    alignments = [align(*pair) for pair in zip(references, hypotheses)]
    counts = count(alignments)
    return WordOutput(
        references=references,
        hypotheses=hypotheses,
        alignments=alignments,
        wer=counts.wer,
        mer=counts.mer,
        wil=counts.wil,
        wip=counts.wip,
        hits=counts.hits,
        substitutions=counts.substitutions,
        insertions=counts.insertions,
        deletions=counts.deletions,
    )


def process_characters(
    reference: Union[str, List[str]],
    hypothesis: Union[str, List[str]],
    reference_transform: Transform = cer_default,
    hypothesis_transform: Transform = cer_default,
) -> CharacterOutput:
    """Aligns the characters, blanks included, of one or more references and hypotheses.

    >>> process_characters("low tide", "slow tides").cer
    0.25
    """
    output = process_words(reference, hypothesis, reference_transform, hypothesis_transform)
    return CharacterOutput(
        references=output.references,
        hypotheses=output.hypotheses,
        alignments=output.alignments,
        cer=output.wer,
        hits=output.hits,
        substitutions=output.substitutions,
        insertions=output.insertions,
        deletions=output.deletions,
    )


def transformed(
    reference: Union[str, List[str]],
    hypothesis: Union[str, List[str]],
    reference_transform: Transform,
    hypothesis_transform: Transform,
) -> Tuple[Words, Words]:
    """Both sides as lists of words, of the same length."""
    references = _words("reference", reference, reference_transform)
    hypotheses = _words("hypothesis", hypothesis, hypothesis_transform)
    check_numbers(references, hypotheses)
    return references, hypotheses


def align(reference: List[str], hypothesis: List[str]) -> List[AlignmentChunk]:
    """The alignment of two lists of words."""
    return [AlignmentChunk(*code) for code in regua.opcodes(reference, hypothesis)]


def count(alignments: List[List[AlignmentChunk]]) -> ErrorCounts:
    """The counts of all alignments together."""
    counts = dict.fromkeys(CHUNK_TYPES, 0)
    for alignment in alignments:
        for chunk in alignment:
            length = max(chunk.ref_end_idx - chunk.ref_start_idx, chunk.hyp_end_idx - chunk.hyp_start_idx)
            counts[chunk.type] += length
    return ErrorCounts(counts["equal"], counts["substitute"], counts["delete"], counts["insert"])


def _words(side: str, sentences: Union[str, List[str]], transform: Transform) -> Words:
    if measure_of(transform) is not None:
        sentences = sentences_of(side, sentences)
    words = transform([sentences] if isinstance(sentences, str) else sentences)
    if not _is_list_of_lists_of_strings(words):
        raise ValueError(
            f"the transformation of the {side} must end in a list of words or characters for each sentence; "
            "its last step should be ReduceToListOfListOfWords or ReduceToListOfListOfChars"
        )
    checked: Words = words
    return checked


def _is_list_of_lists_of_strings(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(sentence, list) and all(isinstance(word, str) for word in sentence) for sentence in value
    )
