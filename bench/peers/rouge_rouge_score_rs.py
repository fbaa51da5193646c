"""ROUGE-1, 2 and L with stemming by rouge-score-rs (written in Rust), all pairs in one call; the plain mean of F."""

import math

from driver import drive
from rouge_score_rs.rouge_scorer import RougeScorer

TYPES = ["rouge1", "rouge2", "rougeL"]


def score(hypotheses: list[str], references: list[str]) -> dict[str, float]:
    """Mean F of each type, 0 to 1."""
    scores = RougeScorer(TYPES, use_stemmer=True).score_batch(references, hypotheses)
    return {name: math.fsum(one[name].fmeasure for one in scores) / len(scores) for name in TYPES}


drive("rouge-score-rs", score)
