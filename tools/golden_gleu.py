"""Makes `cases/gleu.jsonl` with NLTK's GLEU."""

from collections.abc import Iterator

import nltk
from nltk.translate.gleu_score import corpus_gleu, sentence_gleu

from common import EMPTY_REFERENCE, Expectation, Segment, select, write_expectations

LENGTHS = [(1, 4), (1, 1), (2, 3), (4, 9)]
NOTES = "tokens are those of Python's str.split(); the total is corpus_gleu"


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """One line for each range of lengths."""
    chosen = select(segments, exclude=(EMPTY_REFERENCE,))
    references = [[reference.split() for reference in segment.references] for segment in chosen]
    hypotheses = [segment.hypothesis.split() for segment in chosen]
    for shortest, longest in LENGTHS:
        pairs = zip(chosen, references, hypotheses, strict=True)
        readings = {one.id: {"gleu": float(sentence_gleu(*texts, shortest, longest))} for one, *texts in pairs}
        yield Expectation(
            measure=f"gleu(min_len={shortest},max_len={longest})",
            tool=f"nltk {nltk.__version__}",
            script="tools/golden_gleu.py",
            readings={"gleu": float(corpus_gleu(references, hypotheses, shortest, longest))},
            segments=readings,
            notes=NOTES,
        )


if __name__ == "__main__":
    write_expectations("gleu", expectations)
