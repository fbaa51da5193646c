"""Makes `cases/contrast.jsonl` with compare-mt's reports on two systems.

The texts are those of `segments.jsonl` that have at least two references: the first reference is the only one, the
hypothesis is what the first system wrote, and the second reference is what the second system wrote.
"""

import contextlib
import io
from collections import defaultdict
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

from common import CASES, EMPTY_REFERENCE, Segment, read_segments, select, write_lines
from compare_mt.bucketers import (
    Bucketer,
    FreqWordBucketer,
    LengthDiffSentenceBucketer,
    LengthSentenceBucketer,
    ScoreSentenceBucketer,
)
from compare_mt.ngram_utils import compare_ngrams
from compare_mt.stat_utils import extract_salient_features

Text = list[str]
Counts = dict[tuple[str, ...], int]

SHOWN = 25
ALPHAS = (1.0, 0.3)
TRAINED_ON = {"the": 5000, "a": 100, "harbour": 9, "fog": 1, "o": 250, "não": 12, "und": 99, "der": 1000}


def ranked(own: Counts, other: Counts, alpha: float) -> dict[str, Any]:
    """The n-grams that one system has more often, by compare-mt's score and then by their words."""
    scores = extract_salient_features(own, other, alpha=alpha)
    better = sorted((ngram for ngram in scores if own[ngram] > other[ngram]), key=lambda ngram: (-scores[ngram], ngram))
    return {
        "ngrams": len(better),
        "own": sum(own[ngram] for ngram in better),
        "other": sum(other[ngram] for ngram in better),
        "top": [[" ".join(ngram), scores[ngram], own[ngram], other[ngram]] for ngram in better[:SHOWN]],
    }


def in_units(references: list[Text], outputs: list[list[Text]], order: int) -> tuple[list[Counts], list[Counts]]:
    """In how many segments each system has an n-gram more often than the other: matched ones, over-generated ones."""
    found = [[defaultdict(int), defaultdict(int)] for _ in range(2)]
    for reference, *written in zip(references, *outputs, strict=True):
        sides = [compare_ngrams([reference], [text], max_length=order)[1:3] for text in written]
        for kind, counts in enumerate(zip(*sides, strict=True)):
            for ngram in set(counts[0]) | set(counts[1]):
                difference = counts[0][ngram] - counts[1][ngram]
                if difference:
                    found[kind][0 if difference > 0 else 1][ngram] += 1
    return found[0], found[1]


def in_all(references: list[Text], outputs: list[list[Text]], order: int) -> tuple[list[Counts], list[Counts]]:
    """How often each system has an n-gram, as compare-mt's own report counts: matched ones, over-generated ones."""
    sides = [compare_ngrams(references, output, max_length=order) for output in outputs]
    return [side[1] for side in sides], [side[2] for side in sides]


def sizes(bucketer: Bucketer, output: list[Text], references: list[Text]) -> list[int]:
    """How many segments are in each bucket."""
    return [len(bucket[0]) for bucket in bucketer.create_bucketed_corpus(output, ref=references)]


def ngram_cases(references: list[Text], outputs: list[list[Text]]) -> Iterator[dict[str, Any]]:
    """N-grams, counted in both ways."""
    for count, ways, orders in (("units", in_units, (4, 2)), ("occurrences", in_all, (4,))):
        for order in orders:
            matched, over = ways(references, outputs, order)
            for alpha in ALPHAS:
                yield {
                    "case": "ngrams",
                    "settings": f"contrast(tok=none,order={order},alpha={alpha},count={count})",
                    "expected": {
                        "ngrams_first": ranked(matched[0], matched[1], alpha),
                        "ngrams_second": ranked(matched[1], matched[0], alpha),
                        "surplus_first": ranked(over[0], over[1], alpha),
                        "surplus_second": ranked(over[1], over[0], alpha),
                    },
                }


def word_cases(references: list[Text], outputs: list[list[Text]]) -> Iterator[dict[str, Any]]:
    """Word accuracies: matched, in the reference, in the output, recall, precision, F."""
    sources: list[dict[str, Any]] = [{"freq_data": references}, {"freq_counts": TRAINED_ON}]
    for source in sources:
        for folds in (False, True):
            with contextlib.redirect_stdout(io.StringIO()):
                bucketer = FreqWordBucketer(**source, case_insensitive=folds)
            statistics = bucketer.calc_statistics(references, outputs)[0]
            rows = [
                [[int(row[0]), int(row[1]), int(row[2]), *map(float, row[3:])] for row in system]
                for system in statistics
            ]
            yield {
                "case": "words",
                "settings": f"contrast(tok=none,case={'lower' if folds else 'mixed'})",
                "frequencies": source.get("freq_counts"),
                "expected": {"first": rows[0], "second": rows[1]},
            }


def length_cases(references: list[Text], outputs: list[list[Text]]) -> Iterator[dict[str, Any]]:
    """Counts of segments by length, difference of lengths and score, with the names of the buckets."""
    length, difference = LengthSentenceBucketer(), LengthDiffSentenceBucketer()
    yield {
        "case": "lengths",
        "settings": "contrast(tok=none)",
        "expected": {
            "names": length.bucket_strs,
            "references": sizes(length, references, references),
            # compare-mt's report of counts puts outputs into buckets by their own length.
            "first": sizes(length, outputs[0], outputs[0]),
            "second": sizes(length, outputs[1], outputs[1]),
        },
    }
    yield {
        "case": "differences",
        "settings": "contrast(tok=none)",
        "expected": {
            "names": difference.bucket_strs,
            "first": sizes(difference, outputs[0], references),
            "second": sizes(difference, outputs[1], references),
        },
    }
    score = ScoreSentenceBucketer("sentbleu")
    pairs = list(zip(references, outputs[0], strict=True))
    yield {
        "case": "scores",
        "settings": "contrast(tok=none)",
        "scores": [score.scorer.score_sentence(*pair)[0] for pair in pairs],
        "expected": {"counts": sizes(score, outputs[0], references)},
    }


def expectations(segments: list[Segment]) -> Iterator[dict[str, Any]]:
    """All reports, with the segments' words as Python's str.split() finds them."""
    chosen = [segment for segment in select(segments, exclude=(EMPTY_REFERENCE,)) if len(segment.references) > 1]
    references = [segment.references[0].split() for segment in chosen]
    outputs = [
        [segment.hypothesis.split() for segment in chosen],
        [segment.references[1].split() for segment in chosen],
    ]
    tool = f"compare-mt {version('compare-mt')}"
    for case in ngram_cases(references, outputs):
        yield {"tool": tool, "units": len(chosen), **case}
    for case in word_cases(references, outputs):
        yield {"tool": tool, "units": len(chosen), **{name: value for name, value in case.items() if value is not None}}
    for case in length_cases(references, outputs):
        yield {"tool": tool, "units": len(chosen), **case}


if __name__ == "__main__":
    made_by = {"made_by": "tools/golden_contrast.py", "versions": {"compare-mt": version("compare-mt")}}
    write_lines(CASES / "contrast.jsonl", [made_by, *expectations(read_segments())])
