"""WER by rapidfuzz: all pairs in one call of `process.cpdist`, one worker."""

from driver import drive
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cpdist


def score(hypotheses: list[str], references: list[str]) -> dict[str, float]:
    """Edits by reference words."""
    expected = [reference.split() for reference in references]
    edits = cpdist(expected, [hypothesis.split() for hypothesis in hypotheses], scorer=Levenshtein.distance, workers=1)
    return {"wer": int(edits.sum()) / sum(map(len, expected))}


drive("rapidfuzz", score)
