"""TER by sacrebleu: lower case, nothing normalised, the corpus score."""

import sacrebleu
from driver import drive


def score(hypotheses: list[str], references: list[str]) -> dict[str, float]:
    """Corpus TER, for each hundred reference words."""
    return {"ter": sacrebleu.corpus_ter(hypotheses, [references]).score}


drive("sacrebleu", score)
