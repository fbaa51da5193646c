"""Makes `cases/word-recall.jsonl` with compare-mt's word accuracies by frequency."""

import contextlib
import io
from collections.abc import Iterator
from importlib.metadata import version
from itertools import pairwise

import numpy as np
from common import EMPTY_REFERENCE, Expectation, Readings, Segment, select, write_expectations
from compare_mt.bucketers import FreqWordBucketer

NOTES = (
    "tokens are those of Python's str.split(); frequencies are those of the reference; a band without a match reads 0 "
    "in compare-mt, so that only bands with words on the side in question are here"
)


def band_names(cutoffs: list[int]) -> list[str]:
    """The bands between compare-mt's cutoffs; its first one holds the words that the reference lacks."""
    between = [f"{low}" if low == high - 1 else f"{low}-{high - 1}" for low, high in pairwise(cutoffs)]
    return ["0", *between, f"{cutoffs[-1]}+"]


def readings(names: list[str], reference: np.ndarray, hypothesis: np.ndarray, matched: np.ndarray) -> Readings:
    """Recall and precision, overall and of each band that has words."""
    everything = [("", reference.sum(), hypothesis.sum(), matched.sum())]
    bands = [(f"[{name}]", *counts) for name, *counts in zip(names, reference, hypothesis, matched, strict=True)]
    found = {}
    for band, in_reference, in_hypothesis, in_both in everything + bands:
        if in_reference:
            found[f"recall{band}"] = float(in_both / float(in_reference))
        if in_hypothesis:
            found[f"precision{band}"] = float(in_both / float(in_hypothesis))
    return found


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """With the first reference of each segment."""
    chosen = select(segments, exclude=(EMPTY_REFERENCE,), references=1)
    references = [segment.references[0].split() for segment in chosen]
    hypotheses = [segment.hypothesis.split() for segment in chosen]
    for folds in (False, True):
        with contextlib.redirect_stdout(io.StringIO()):
            bucketer = FreqWordBucketer(freq_data=references, case_insensitive=folds)
        _, in_reference, in_hypothesis, matched = bucketer.calc_statistics(references, [hypotheses])
        names = band_names(bucketer.bucket_cutoffs)
        # One output: the first row of each matrix.
        rows = [
            (counts, outputs[0], both[0])
            for counts, outputs, both in zip(in_reference, in_hypothesis, matched, strict=True)
        ]
        yield Expectation(
            measure=f'word-recall(bands="{",".join(names)}",tok=none,case={"lower" if folds else "mixed"})',
            tool=f"compare-mt {version('compare-mt')}",
            script="tools/golden_word_recall.py",
            readings=readings(names, *(np.array(column).sum(axis=0) for column in zip(*rows, strict=True))),
            segments={segment.id: readings(names, *row) for segment, row in zip(chosen, rows, strict=True)},
            references=1,
            notes=NOTES,
        )


if __name__ == "__main__":
    write_expectations("word-recall", expectations)
