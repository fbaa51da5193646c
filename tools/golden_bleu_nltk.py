"""Makes `cases/bleu-nltk.jsonl` with NLTK's sentence and corpus BLEU."""

import warnings
from collections.abc import Iterator

import nltk
from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu, sentence_bleu

from common import EMPTY_REFERENCE, Expectation, Readings, Segment, mean_readings, select, write_expectations

# Order, NLTK's method of smoothing, whether short texts are weighed anew.
VARIANTS = [
    *[(order, 0, False) for order in (1, 2, 3, 4)],
    *[(4, method, False) for method in (1, 2, 3, 4, 5, 6, 7)],
    *[(4, method, True) for method in (0, 4, 7)],
    *[(2, 5, False), (2, 7, False), (3, 6, False), (6, 5, False), (6, 6, False), (9, 7, False)],
]
# Methods 5 to 7 smooth a corpus by its last segment alone.
WITH_CORPUS = range(5)
NOTES = (
    "tokens are those of Python's str.split(); weights are 1/order each; method 0 puts the smallest normal "
    "double (2.2250738585072014e-308) for an order without a match, so such a segment reads a tiny number above 0; "
    "a segment without a matching word reads exactly 0; method 6 fails without a matching 3-gram, and such a "
    "segment has no readings; the total is the mean over segments, and corpus_bleu where it is one of sums"
)


def score(segment: Segment, order: int, method: int, reweigh: bool) -> Readings:
    """One segment; nothing where NLTK fails."""
    references = [reference.split() for reference in segment.references]
    smoothing = getattr(SmoothingFunction(), f"method{method}")
    try:
        value = sentence_bleu(references, segment.hypothesis.split(), (1 / order,) * order, smoothing, reweigh)
    except AssertionError:
        return {}
    return {"mean": float(value)}


def corpus(segments: list[Segment], order: int, method: int, reweigh: bool) -> float:
    """All segments together."""
    references = [[reference.split() for reference in segment.references] for segment in segments]
    hypotheses = [segment.hypothesis.split() for segment in segments]
    smoothing = getattr(SmoothingFunction(), f"method{method}")
    return float(corpus_bleu(references, hypotheses, (1 / order,) * order, smoothing, reweigh))


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """One line for each variant."""
    chosen = select(segments, exclude=(EMPTY_REFERENCE,))
    for variant in VARIANTS:
        order, method, reweigh = variant
        readings = {segment.id: score(segment, *variant) for segment in chosen}
        total = mean_readings(filter(None, readings.values()))
        if method in WITH_CORPUS:
            total["corpus"] = corpus(chosen, *variant)
        yield Expectation(
            measure=f"bleu-nltk(order={order},smooth={method},reweigh={'yes' if reweigh else 'no'})",
            tool=f"nltk {nltk.__version__}",
            script="tools/golden_bleu_nltk.py",
            readings=total,
            segments=readings,
            mean_tolerance=1e-12,
            notes=NOTES,
        )


# NLTK warns about every order without a match; the notes say what it does then.
warnings.filterwarnings("ignore", module="nltk")

if __name__ == "__main__":
    write_expectations("bleu-nltk", expectations)
