"""WER by jiwer, over the whole corpus, with its default transformation."""

import jiwer
from driver import drive


def score(hypotheses: list[str], references: list[str]) -> dict[str, float]:
    """Edits by reference words."""
    return {"wer": jiwer.wer(references, hypotheses)}


drive("jiwer", score)
