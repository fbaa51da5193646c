"""Makes `cases/empty-reference.jsonl`: what the reference tools do where a reference is empty.

An empty reference is an error unless it is allowed, so these numbers stand apart from the others.
"""

from collections.abc import Iterator
from dataclasses import replace

import golden_bleu
import golden_chrf
import golden_rouge
import golden_ter
import golden_wer
from common import EMPTY_REFERENCE, Expectation, Segment, select, write_expectations

MEASURES = {
    "bleu(tok=13a,smooth=exp)",
    "chrf",
    "chrf++",
    "rouge1(stem=no)",
    "rougeL(stem=no)",
    "rougeLsum(stem=no)",
    "ter",
    "wer",
    "mer",
    "wil",
    "wip",
    "cer",
}


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """The default settings on the segments that the other files leave out."""
    chosen = select(segments, exclude=(), only=(EMPTY_REFERENCE,))
    untagged = [replace(segment, tags=[]) for segment in chosen]
    for family in (golden_bleu, golden_chrf, golden_rouge, golden_ter):
        yield from retagged(family.expectations(untagged))
    # PER is undefined without reference words.
    yield from retagged(golden_wer.word_expectations(untagged))
    yield from retagged([golden_wer.character_expectation(untagged)])


def retagged(made: Iterator[Expectation] | list[Expectation]) -> Iterator[Expectation]:
    """Keeps the chosen measures and selects the segments with an empty reference."""
    for expectation in made:
        if expectation.measure in MEASURES:
            yield replace(expectation, exclude=(), only=(EMPTY_REFERENCE,), script="tools/golden_empty_reference.py")


if __name__ == "__main__":
    write_expectations("empty-reference", expectations)
