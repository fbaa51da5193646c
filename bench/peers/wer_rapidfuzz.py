"""WER by rapidfuzz: `Levenshtein.distance` on two lists of words, pair by pair, as people write it."""

from driver import drive
from rapidfuzz.distance import Levenshtein


def score(hypotheses: list[str], references: list[str]) -> dict[str, float]:
    """Edits by reference words."""
    edits = words = 0
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        expected = reference.split()
        words += len(expected)
        edits += Levenshtein.distance(expected, hypothesis.split())
    return {"wer": edits / words}


drive("rapidfuzz", score)
