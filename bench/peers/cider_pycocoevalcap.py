"""CIDEr-D by pycocoevalcap: words between blanks, without the Java tokeniser that it runs before."""

from driver import drive
from pycocoevalcap.cider.cider_scorer import CiderScorer


def score(hypotheses: list[str], references: list[str]) -> dict[str, float]:
    """The mean over segments, 0 to 10."""
    scorer = CiderScorer(n=4, sigma=6.0)
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        scorer += (hypothesis, [reference])
    return {"cider-d": float(scorer.compute_score()[0])}


drive("pycocoevalcap", score)
