"""NIST by NLTK: words between blanks, order 5, the corpus score."""

from driver import drive
from nltk.translate.nist_score import corpus_nist


def score(hypotheses: list[str], references: list[str]) -> dict[str, float]:
    """Corpus NIST; information from the references."""
    return {"nist": corpus_nist([[text.split()] for text in references], [text.split() for text in hypotheses])}


drive("nltk", score)
