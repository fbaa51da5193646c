"""Makes `cases/ter.jsonl` with sacrebleu."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import sacrebleu
from sacrebleu.metrics import TER

from common import EMPTY_REFERENCE, Expectation, Segment, select, write_expectations
from golden_bleu import reference_streams

# Each setting: how it is written, and what it is called in sacrebleu.
SETTINGS: list[tuple[str, str]] = [
    ("norm=yes", "normalized"),
    ("punct=no", "no_punct"),
    ("asian=yes", "asian_support"),
    ("case=mixed", "case_sensitive"),
]
# Two texts of three thousand words take sacrebleu ten minutes for each line.
EXCLUDED = (EMPTY_REFERENCE, "long")
# Mean lengths of three references are added up with rounding there, exactly here.
ROUNDING = 1e-12


def measures() -> Iterator[tuple[str, dict[str, Any]]]:
    """All combinations of settings, as a measure and as sacrebleu's arguments."""
    for chosen in product([False, True], repeat=len(SETTINGS)):
        pairs = [pair for pair, wanted in zip(SETTINGS, chosen, strict=True) if wanted]
        written = ",".join(setting for setting, _ in pairs)
        yield f"ter({written})" if written else "ter", dict.fromkeys((name for _, name in pairs), True)


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """One line for each combination of settings."""
    chosen = select(segments, exclude=EXCLUDED)
    hypotheses = [segment.hypothesis for segment in chosen]
    for measure, settings in measures():
        ter = TER(**settings)
        corpus = ter.corpus_score(hypotheses, reference_streams(chosen))
        sentences = [ter.sentence_score(segment.hypothesis, segment.references) for segment in chosen]
        yield Expectation(
            measure=measure,
            tool=f"sacrebleu {sacrebleu.__version__}",
            script="tools/golden_ter.py",
            readings={"ter": corpus.score, "edits": corpus.num_edits},
            segments={
                segment.id: {"ter": score.score, "edits": score.num_edits}
                for segment, score in zip(chosen, sentences, strict=True)
            },
            exclude=EXCLUDED,
            mean_tolerance=ROUNDING,
        )


if __name__ == "__main__":
    write_expectations("ter", expectations)
