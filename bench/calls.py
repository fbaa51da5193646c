"""Calls from Python: what one pair costs, and drop-ins against their originals."""

import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from program import Texts
from report import times
from worker import Worker, in_turns, median_ratio

MOST_MICROSECONDS = 50
TOLERANCE = 1e-9
SINGLE_HEADER = ["call", "µs", "limit", "met"]
DROP_IN_HEADER = ["call", "against", "pairs", "original CPU s", "Régua CPU s", "ratio", "differ by"]

# Of 100,000 pairs: the originals would take hours for some of it.
DROP_INS = {
    "sacrebleu.corpus_bleu": ("sacrebleu", 100_000),
    "sacrebleu.sentence_bleu": ("sacrebleu", 5_000),
    "sacrebleu.corpus_chrf": ("sacrebleu", 20_000),
    "sacrebleu.corpus_ter": ("sacrebleu", 2_000),
    "rouge_scorer.score": ("rouge-score", 5_000),
    "jiwer.wer": ("jiwer", 20_000),
    "jiwer.process_words": ("jiwer", 20_000),
    'evaluate.load("sacrebleu").compute': ("sacrebleu", 20_000),
    'evaluate.load("rouge").compute': ("rouge-score", 5_000),
}


@dataclass(frozen=True)
class Single:
    """What a call with one pair costs, on average over a thousand of the corpus, in the median of all rounds."""

    call: str
    microseconds: float

    def missed(self) -> list[str]:
        """Whether it takes too long."""
        if self.microseconds < MOST_MICROSECONDS:
            return []
        return [f"{self.call}: {self.microseconds:.1f} µs, limit {MOST_MICROSECONDS}"]

    def row(self) -> list[str]:
        """One line of the table."""
        return [self.call, f"{self.microseconds:.1f}", str(MOST_MICROSECONDS), "no" if self.missed() else "yes"]


@dataclass(frozen=True)
class DropIn:
    """A drop-in and its original on the same pairs."""

    call: str
    tool: str
    pairs: int
    original_seconds: float
    seconds: float
    ratio: float
    difference: float

    def disagreement(self) -> str | None:
        """What is wrong with the scores."""
        if self.difference <= TOLERANCE:
            return None
        return f"{self.call}: differs from {self.tool} by {self.difference:.3g}, allowed is {TOLERANCE:g}"

    def row(self) -> list[str]:
        """One line of the table."""
        seconds = [f"{self.original_seconds:.3f}", f"{self.seconds:.4f}"]
        differ = f"{'NO: ' if self.disagreement() else ''}{self.difference:.1g}"
        return [self.call, self.tool, f"{self.pairs:,}", *seconds, times(self.ratio), differ]


def measure_single(interpreter: Path, texts: Texts, rounds: int) -> Iterator[Single]:
    """Microseconds a call, nothing subtracted."""
    with Worker(interpreter, "wheel.py", texts.hypotheses, texts.references) as wheel:
        calls = wheel.ask()["calls"]
        costs: dict[str, list[float]] = {call: [] for call in calls}
        for turn in range(rounds):
            for call in in_turns(calls, turn):
                answer = wheel.ask(call=call)
                costs[call].append(answer["cpu"] / answer["value"] * 1e6)
        for call in calls:
            yield Single(call, statistics.median(costs[call]))


def measure_drop_ins(interpreter: Path, texts: Texts, rounds: int, wanted: str) -> Iterator[DropIn]:
    """Both sides in turns; CPU seconds, of which Régua may use several threads."""
    corpus = (texts.hypotheses, texts.references)
    with (
        Worker(Path(sys.executable), "dropins.py", "original", *corpus) as original,
        Worker(interpreter, "dropins.py", "drop-in", *corpus) as drop_in,
    ):
        for call, (package, most) in DROP_INS.items():
            if wanted not in call:
                continue
            pairs = max(1, most * texts.pairs // 100_000)
            costs: dict[Worker, list[float]] = {original: [], drop_in: []}
            values: dict[Worker, list[float]] = {}
            for turn in range(rounds):
                for side in in_turns((original, drop_in), turn):
                    answer = side.ask(call=call, pairs=pairs)
                    costs[side].append(answer["cpu"])
                    values[side] = answer["value"]
            found = DropIn(
                call=call,
                tool=f"{package} {version(package)}",
                pairs=pairs,
                original_seconds=statistics.median(costs[original]),
                seconds=statistics.median(costs[drop_in]),
                ratio=median_ratio(costs[original], costs[drop_in]),
                difference=max(abs(a - b) for a, b in zip(values[original], values[drop_in], strict=True)),
            )
            print(f"{call}: {times(found.ratio)}", file=sys.stderr, flush=True)
            yield found
