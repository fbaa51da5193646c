"""Makes `cases/wer.jsonl` with jiwer, and PER by its formula."""

from collections import Counter
from collections.abc import Iterator
from importlib.metadata import version

import jiwer

from common import EMPTY_REFERENCE, Expectation, Readings, Segment, select, write_expectations

SCRIPT = "tools/golden_wer.py"
COUNTS = ["hits", "substitutions", "deletions", "insertions"]
WORD_MEASURES = ["wer", "mer", "wil", "wip"]
FIRST_REFERENCE = "against the first reference only"
WORD_NOTES = (
    f"{FIRST_REFERENCE}; jiwer's wer_default: two or more white-space characters in a row become one blank "
    "(re \\s\\s+; a single tab, line end or no-break blank stays in its word), then str.strip(), then split at U+0020 "
    "with empty words left out; the split of the distance into counts is that of rapidfuzz's opcodes"
)
CHARACTER_NOTES = (
    f"{FIRST_REFERENCE}; jiwer's cer_default: str.strip(), then code points, white space included; "
    "the split of the distance into counts is that of rapidfuzz's opcodes"
)
PER_NOTES = (
    f"{FIRST_REFERENCE}; words as for wer; 1 - (correct - max(0, hypothesis words - reference words)) / reference "
    "words, correct = size of the multiset intersection; in the total, correct words, surplus words and reference "
    "words are added over segments first"
)


def texts_of(segments: list[Segment]) -> tuple[list[str], list[str]]:
    """First references and hypotheses, side by side."""
    return [segment.references[0] for segment in segments], [segment.hypothesis for segment in segments]


def counts_of(output: jiwer.WordOutput | jiwer.CharacterOutput) -> dict[str, int]:
    """The edit counts of a jiwer result."""
    return {name: getattr(output, name) for name in COUNTS}


def word_expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """WER, MER, WIL and WIP; only WER's segments carry the counts, which are the same for all four."""
    total = jiwer.process_words(*texts_of(segments))
    each = {segment.id: jiwer.process_words(segment.references[0], segment.hypothesis) for segment in segments}
    for measure in WORD_MEASURES:
        readings: dict[str, Readings] = {}
        for name, output in each.items():
            counts = counts_of(output) if measure == "wer" else {}
            readings[name] = {measure: float(getattr(output, measure))} | counts
        yield Expectation(
            measure=measure,
            tool=f"jiwer {version('jiwer')}, rapidfuzz {version('rapidfuzz')}",
            script=SCRIPT,
            readings={measure: float(getattr(total, measure))} | counts_of(total),
            segments=readings,
            notes=WORD_NOTES,
        )


def forgiving_expectation(segments: list[Segment]) -> Expectation:
    """WER without regard to case and punctuation; on English, where no reference consists of punctuation alone."""
    bare = jiwer.Compose([jiwer.ToLowerCase(), jiwer.RemovePunctuation(), *jiwer.wer_default.transforms])
    total = jiwer.process_words(*texts_of(segments), bare, bare)
    each = {
        segment.id: jiwer.process_words(segment.references[0], segment.hypothesis, bare, bare) for segment in segments
    }
    return Expectation(
        measure="wer(case=lower,punct=no)",
        tool=f"jiwer {version('jiwer')}, rapidfuzz {version('rapidfuzz')}",
        script=SCRIPT,
        readings={"wer": float(total.wer)} | counts_of(total),
        segments={name: {"wer": float(output.wer)} | counts_of(output) for name, output in each.items()},
        only=("en",),
        notes=f"ToLowerCase and RemovePunctuation before wer_default; {WORD_NOTES}",
    )


def character_expectation(segments: list[Segment]) -> Expectation:
    """CER with its counts."""
    total = jiwer.process_characters(*texts_of(segments))
    each = {segment.id: jiwer.process_characters(segment.references[0], segment.hypothesis) for segment in segments}
    return Expectation(
        measure="cer",
        tool=f"jiwer {version('jiwer')}, rapidfuzz {version('rapidfuzz')}",
        script=SCRIPT,
        readings={"cer": float(total.cer)} | counts_of(total),
        segments={name: {"cer": float(output.cer)} | counts_of(output) for name, output in each.items()},
        notes=CHARACTER_NOTES,
    )


def position_independent(segment: Segment) -> Counter[str]:
    """The parts of PER for one segment, which add up."""
    [reference] = jiwer.wer_default(segment.references[0])
    [hypothesis] = jiwer.wer_default(segment.hypothesis)
    correct = (Counter(reference) & Counter(hypothesis)).total()
    excess = max(0, len(hypothesis) - len(reference))
    return Counter(correct=correct, excess=excess, ref_len=len(reference))


def error_rate(parts: Counter[str]) -> float:
    """PER from its parts."""
    return 1 - (parts["correct"] - parts["excess"]) / parts["ref_len"]


def position_independent_expectation(segments: list[Segment]) -> Expectation:
    """PER, which none of the reference tools computes."""
    each = {segment.id: position_independent(segment) for segment in segments}
    total = sum(each.values(), Counter())
    return Expectation(
        measure="per",
        tool="formula",
        script=SCRIPT,
        readings={"per": error_rate(total)},
        segments={name: {"per": error_rate(parts)} for name, parts in each.items()},
        tolerance=1e-15,
        notes=PER_NOTES,
    )


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """The word error rate and its relatives."""
    chosen = select(segments, exclude=(EMPTY_REFERENCE,))
    yield from word_expectations(chosen)
    if english := select(chosen, exclude=(), only=("en",)):
        yield forgiving_expectation(english)
    yield character_expectation(chosen)
    yield position_independent_expectation(chosen)


if __name__ == "__main__":
    write_expectations("wer", expectations)
