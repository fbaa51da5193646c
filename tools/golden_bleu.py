"""Makes `cases/bleu.jsonl` with sacrebleu."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

import sacrebleu
from sacrebleu.metrics import BLEU

from common import EMPTY_REFERENCE, Expectation, Segment, select, write_expectations

TOKENISERS = ["13a", "intl", "char", "zh", "none"]
SMOOTHINGS = ["exp", "floor", "add-k", "none"]

# Measure text and what it is called in sacrebleu.
SETTINGS: dict[str, dict[str, Any]] = {
    f"bleu(tok={tokeniser},smooth={smoothing})": {"tokenize": tokeniser, "smooth_method": smoothing}
    for tokeniser in TOKENISERS
    for smoothing in SMOOTHINGS
} | {
    "bleu(smooth=floor,smooth-value=0.01)": {"smooth_method": "floor", "smooth_value": 0.01},
    "bleu(smooth=add-k,smooth-value=2)": {"smooth_method": "add-k", "smooth_value": 2},
    "bleu(order=2)": {"max_ngram_order": 2},
    "bleu(order=6)": {"max_ngram_order": 6},
    "bleu(case=lower)": {"lowercase": True},
    "bleu(eff=yes)": {"effective_order": True},
}


def reference_streams(segments: list[Segment]) -> list[list[Any]]:
    """References by position; a segment that has fewer than others gets `None`, which sacrebleu leaves out."""
    return [list(stream) for stream in zip_longest(*(segment.references for segment in segments))]


def tally_of(segments: list[Segment], settings: dict[str, Any]) -> dict[str, int]:
    """The summed statistics, read without smoothing because `add-k` changes the counts it reports."""
    score = BLEU(**{**settings, "smooth_method": "none", "smooth_value": None}).corpus_score(
        [segment.hypothesis for segment in segments], reference_streams(segments)
    )
    correct = {f"correct{order}": count for order, count in enumerate(score.counts, start=1)}
    total = {f"total{order}": count for order, count in enumerate(score.totals, start=1)}
    return {"hyp_len": score.sys_len, "ref_len": score.ref_len} | correct | total


def expect(measure: str, settings: dict[str, Any], segments: list[Segment]) -> Expectation:
    """One line: the corpus as the settings say, each segment with effective order."""
    corpus = BLEU(**settings).corpus_score([segment.hypothesis for segment in segments], reference_streams(segments))
    sentence = BLEU(**{**settings, "effective_order": True})
    precisions = {f"precision{order}": value for order, value in enumerate(corpus.precisions, start=1)}
    return Expectation(
        measure=measure,
        tool=f"sacrebleu {sacrebleu.__version__}",
        script="tools/golden_bleu.py",
        readings={"bleu": corpus.score} | precisions | {"bp": corpus.bp},
        tally=tally_of(segments, settings),
        segments={
            segment.id: {"bleu": sentence.sentence_score(segment.hypothesis, segment.references).score}
            for segment in segments
        },
    )


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """All settings on the segments that have no empty reference."""
    chosen = select(segments, exclude=(EMPTY_REFERENCE,))
    for measure, settings in SETTINGS.items():
        yield expect(measure, settings, chosen)


if __name__ == "__main__":
    write_expectations("bleu", expectations)
