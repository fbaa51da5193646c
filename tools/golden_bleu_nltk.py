"""Makes `cases/bleu-nltk.jsonl` with NLTK's sentence BLEU."""

import warnings
from collections.abc import Iterator

import nltk
from nltk.translate.bleu_score import sentence_bleu

from common import EMPTY_REFERENCE, Expectation, Segment, mean_readings, select, write_expectations

ORDERS = [1, 2, 3, 4]
NOTES = (
    "tokens are those of Python's str.split(); weights are 1/order each; method 0 puts the smallest normal "
    "double (2.2250738585072014e-308) for an order without a match, so such a segment reads a tiny number above 0; "
    "a segment without a matching word reads exactly 0; the total is the mean over segments"
)


def score(segment: Segment, order: int) -> float:
    """One segment, without smoothing."""
    references = [reference.split() for reference in segment.references]
    return float(sentence_bleu(references, segment.hypothesis.split(), weights=(1 / order,) * order))


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """One line for each order."""
    chosen = select(segments, exclude=(EMPTY_REFERENCE,))
    for order in ORDERS:
        readings = {segment.id: {"mean": score(segment, order)} for segment in chosen}
        yield Expectation(
            measure=f"bleu-nltk(order={order},smooth=0)",
            tool=f"nltk {nltk.__version__}",
            script="tools/golden_bleu_nltk.py",
            readings=mean_readings(readings.values()),
            segments=readings,
            mean_tolerance=1e-12,
            notes=NOTES,
        )


# NLTK warns about every order without a match; the notes say what it does then.
warnings.filterwarnings("ignore", module="nltk")

if __name__ == "__main__":
    write_expectations("bleu-nltk", expectations)
