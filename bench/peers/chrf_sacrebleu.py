"""chrF by sacrebleu: order 6, beta 2, no words, the corpus score."""

import sacrebleu
from driver import drive


def score(hypotheses: list[str], references: list[str]) -> dict[str, float]:
    """Corpus chrF, 0 to 100."""
    return {"chrf": sacrebleu.corpus_chrf(hypotheses, [references]).score}


drive("sacrebleu", score)
