"""ROUGE-1, 2 and L with stemming by rouge-score-rs (written in Rust), pair by pair; the plain mean of F.

Its `score_batch` takes all pairs in one call and was slower here."""

import math

from driver import drive
from rouge_score_rs.rouge_scorer import RougeScorer

TYPES = ["rouge1", "rouge2", "rougeL"]


def score(hypotheses: list[str], references: list[str]) -> dict[str, float]:
    """Mean F of each type, 0 to 1."""
    scorer = RougeScorer(TYPES, use_stemmer=True)
    scores = [scorer.score(reference, hypothesis) for reference, hypothesis in zip(references, hypotheses, strict=True)]
    return {name: math.fsum(one[name].fmeasure for one in scores) / len(scores) for name in TYPES}


drive("rouge-score-rs", score)
