"""Makes `cases/similarity.jsonl`: edit similarity with rapidfuzz, the Jaccard index with NLTK."""

from collections.abc import Iterator
from importlib.metadata import version

from nltk.metrics.distance import jaccard_distance
from nltk.util import ngrams
from rapidfuzz.distance import Levenshtein

from common import EMPTY_REFERENCE, Expectation, Readings, Segment, mean_readings, select, write_expectations

ORDERS = [1, 2, 4]
SCRIPT = "tools/golden_similarity.py"


def jaccard(segment: Segment, order: int) -> Readings:
    """The best of the references; nothing where NLTK would divide by zero."""
    ours = set(ngrams(segment.hypothesis.split(), order))
    readings = []
    for reference in segment.references:
        theirs = set(ngrams(reference.split(), order))
        if ours | theirs:
            share = len(ours & theirs) / len(ours | theirs)
            readings.append({"jaccard": share, "distance": float(jaccard_distance(ours, theirs))})
    return max(readings, key=lambda reading: reading["jaccard"], default={})


def edit_similarity(segment: Segment, unit: str) -> Readings:
    """The best of the references."""
    parts = str.split if unit == "word" else str
    ours = parts(segment.hypothesis)
    values = [Levenshtein.normalized_similarity(ours, parts(reference)) for reference in segment.references]
    return {"similarity": max(values)}


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """One line for each unit and each order."""
    chosen = select(segments, exclude=(EMPTY_REFERENCE,))
    for unit in ("char", "word"):
        readings = {segment.id: edit_similarity(segment, unit) for segment in chosen}
        yield Expectation(
            measure=f"edit-similarity(unit={unit})",
            tool=f"rapidfuzz {version('rapidfuzz')}",
            script=SCRIPT,
            readings=mean_readings(readings.values()),
            segments=readings,
            mean_tolerance=1e-12,
            notes="Levenshtein.normalized_similarity of strings, or of the words of str.split(); the best reference; "
            "the total is the mean over segments",
        )
    for order in ORDERS:
        readings = {segment.id: jaccard(segment, order) for segment in chosen}
        yield Expectation(
            measure=f"jaccard(order={order})",
            tool=f"nltk {version('nltk')}",
            script=SCRIPT,
            readings=mean_readings(filter(None, readings.values())),
            segments=readings,
            mean_tolerance=1e-12,
            notes="distance is jaccard_distance of sets of ngrams, jaccard the quotient of the sizes of the same sets; "
            "words of str.split(); the best reference; segments without any n-gram have no readings; the total is the "
            "mean over segments",
        )


if __name__ == "__main__":
    write_expectations("similarity", expectations)
