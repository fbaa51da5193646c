"""BLEU by bleuscore (written in Rust): 13a; it has no exponential smoothing, which changes nothing where 4-grams match."""

import bleuscore
from driver import drive


def score(hypotheses: list[str], references: list[str]) -> dict[str, float]:
    """Corpus BLEU, brought from 0–1 to 0–100."""
    pairs = [[reference] for reference in references]
    return {"bleu": 100 * bleuscore.compute(pairs, hypotheses, ref_len_method="closest")["bleu"]}


drive("bleuscore", score)
