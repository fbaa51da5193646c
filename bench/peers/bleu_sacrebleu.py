"""BLEU by sacrebleu: 13a, exponential smoothing, the corpus score."""

import sacrebleu
from driver import drive


def score(hypotheses: list[str], references: list[str]) -> dict[str, float]:
    """Corpus BLEU, 0 to 100."""
    return {"bleu": sacrebleu.corpus_bleu(hypotheses, [references], smooth_method="exp", tokenize="13a").score}


drive("sacrebleu", score)
