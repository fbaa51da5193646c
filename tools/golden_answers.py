"""Makes `cases/answers.jsonl` with the official scripts of SQuAD 1.1 and 2.0."""

from collections.abc import Iterator

from common import Expectation, Readings, Segment, mean_readings, write_expectations
from reference_files import ReferenceFile

EVALUATE = ("huggingface/evaluate", "d5b868ba64c7613406bb76cb8230e3821913ac4f")
SQUAD1 = ReferenceFile(
    *EVALUATE,
    "metrics/squad/compute_score.py",
    "6c27d9393600a8e6c665adb2dc2c966ae7c7a70960064eb032711dc58914956a",
)
SQUAD2 = ReferenceFile(
    *EVALUATE,
    "metrics/squad_v2/compute_score.py",
    "a15fd71be3bc594a0a7efba3e070a25e984d75ed3a135663a75bc5c6e4cf57c8",
)
NOTES = "the total is the mean over segments; the scripts print it in percent"


def squad1(segments: list[Segment]) -> Iterator[tuple[float, float]]:
    """Exact match and F1 of each segment."""
    script = SQUAD1.load()
    for segment in segments:
        best = [
            script.metric_max_over_ground_truths(score, segment.hypothesis, segment.references)
            for score in (script.exact_match_score, script.f1_score)
        ]
        yield float(best[0]), float(best[1])


def squad2(segments: list[Segment]) -> Iterator[tuple[float, float]]:
    """Exact match and F1 of each segment."""
    script = SQUAD2.load()
    questions = [{"id": segment.id, "answers": {"text": segment.references}} for segment in segments]
    predictions = {segment.id: segment.hypothesis for segment in segments}
    exact, f1 = script.get_raw_scores([{"paragraphs": [{"qas": questions}]}], predictions)
    return ((float(exact[segment.id]), float(f1[segment.id])) for segment in segments)


def expectation(measure: str, version: str, readings: dict[str, Readings]) -> Expectation:
    """One line."""
    return Expectation(
        measure=measure,
        tool=f"evaluate 0.4.6, the script of SQuAD {version}",
        script="tools/golden_answers.py",
        readings=mean_readings(readings.values()),
        segments=readings,
        mean_tolerance=1e-12,
        exclude=(),
        notes=NOTES,
    )


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """Both measures by both versions; empty references are what they differ in."""
    for rules, version, scores in (("squad1", "1.1", squad1), ("squad2", "2.0", squad2)):
        values = dict(zip((segment.id for segment in segments), scores(segments), strict=True))
        exact = {name: {"exact-match": exact} for name, (exact, _) in values.items()}
        f1 = {name: {"f1": f1} for name, (_, f1) in values.items()}
        yield expectation(f"exact-match(rules={rules})", version, exact)
        yield expectation(f"token-f1(rules={rules})", version, f1)


if __name__ == "__main__":
    write_expectations("answers", expectations)
