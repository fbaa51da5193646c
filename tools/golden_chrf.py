"""Makes `cases/chrf.jsonl` with sacrebleu."""

from collections.abc import Iterator
from typing import Any

import sacrebleu
from sacrebleu.metrics import CHRF

from common import EMPTY_REFERENCE, Expectation, Segment, select, write_expectations
from golden_bleu import reference_streams

# Measure text and what it is called in sacrebleu.
SETTINGS: dict[str, dict[str, Any]] = {
    "chrf": {},
    "chrf(beta=1)": {"beta": 1},
    "chrf(beta=3)": {"beta": 3},
    "chrf(order=4)": {"char_order": 4},
    "chrf(word-order=1)": {"word_order": 1},
    "chrf(eps=yes)": {"eps_smoothing": True},
    "chrf(case=lower)": {"lowercase": True},
    "chrf++": {"word_order": 2},
    "chrf++(eps=yes)": {"word_order": 2, "eps_smoothing": True},
    "chrf++(case=lower)": {"word_order": 2, "lowercase": True},
}


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """One line for each setting; the reading is named after the measure."""
    chosen = select(segments, exclude=(EMPTY_REFERENCE,))
    hypotheses = [segment.hypothesis for segment in chosen]
    for measure, settings in SETTINGS.items():
        chrf = CHRF(**settings)
        reading = measure.partition("(")[0]
        yield Expectation(
            measure=measure,
            tool=f"sacrebleu {sacrebleu.__version__}",
            script="tools/golden_chrf.py",
            readings={reading: chrf.corpus_score(hypotheses, reference_streams(chosen)).score},
            segments={
                segment.id: {reading: chrf.sentence_score(segment.hypothesis, segment.references).score}
                for segment in chosen
            },
        )


if __name__ == "__main__":
    write_expectations("chrf", expectations)
