"""The wheel against the command line: the same pairs from lists and from Arrow, and as files."""

import os
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from program import Regua, Table, Texts
from report import times
from worker import Worker, in_turns, median_ratio

MEASURES = {
    "BLEU": ["bleu"],
    "chrF": ["chrf"],
    "ROUGE-1/2/L": ["rouge1", "rouge2", "rougeL"],
    "WER": ["wer"],
    "all of them": ["bleu", "chrf", "rouge1", "rouge2", "rougeL", "wer"],
}
FILES = ("text", "Parquet")
GOALS = {"lists": 0.8, "Arrow": 0.95}
SIDES = (*FILES, *GOALS)
THREADS = os.cpu_count() or 1
HEADER = [
    "measure", "from", "CPU s", "against text", "against Parquet",
    "wall s", "against text", "against Parquet", "goal", "met", "differ by",
]  # fmt: skip


@dataclass
class Throughput:
    """The wheel on one kind of data, under one or several measures. Ratios are the program's seconds by the wheel's."""

    measure: str
    side: str
    seconds: dict[str, float] = field(default_factory=dict)
    ratios: dict[tuple[str, str], float] = field(default_factory=dict)
    difference: float = 0.0

    @property
    def goal(self) -> float:
        """The least ratio that is wanted."""
        return GOALS[self.side]

    def disagreement(self) -> str | None:
        """What is wrong with the scores; they must be the program's to the last bit."""
        return f"{self.measure} from {self.side}: differs from the program" if self.difference else None

    def missed(self) -> list[str]:
        """Which ratios are under the goal."""
        what = f"{self.measure} from {self.side}"
        return [
            f"{what}: {ratio:.2f} times the program's speed on {file} ({clock}), goal {self.goal}"
            for (clock, file), ratio in self.ratios.items()
            if ratio < self.goal
        ]

    def row(self) -> list[str]:
        """One line of the table."""
        cells = [self.measure, self.side]
        for clock in ("cpu", "wall"):
            cells += [f"{self.seconds[clock]:.3f}", *(times(self.ratios[clock, file]) for file in FILES)]
        return [*cells, times(self.goal), "goal missed" if self.missed() else "yes", f"{self.difference:.1g}"]

    def to_json(self) -> dict[str, object]:
        """One object of the JSON report."""
        ratios = {f"{clock} against {file}": ratio for (clock, file), ratio in self.ratios.items()}
        return {**vars(self), "ratios": ratios, "goal": self.goal}


def as_parquet(texts: Texts) -> Table:
    """The corpus as one Parquet file, beside its texts."""
    import pyarrow
    import pyarrow.parquet

    columns = {"hypothesis": texts.hypotheses, "reference": texts.references}
    lines = {name: path.read_text(encoding="utf-8").removesuffix("\n").split("\n") for name, path in columns.items()}
    path = texts.hypotheses.with_name("pairs.parquet")
    pyarrow.parquet.write_table(pyarrow.table(lines), path)
    return Table(path, texts.pairs)


def measure_throughput(regua: Regua, interpreter: Path, texts: Texts, rounds: int) -> Iterator[Throughput]:
    """CPU seconds with one thread, then wall seconds with all cores."""
    files = {"text": texts, "Parquet": as_parquet(texts)}
    with Worker(interpreter, "wheel.py", texts.hypotheses, texts.references) as wheel:
        for name, measures in MEASURES.items():
            found = {side: Throughput(name, side) for side in GOALS}
            for clock, threads in (("cpu", 1), ("wall", THREADS)):
                costs: dict[str, list[float]] = {side: [] for side in SIDES}
                readings: dict[str, dict] = {}
                for turn in range(rounds):
                    for side in in_turns(SIDES, turn):
                        if side in files:
                            cost, readings[side] = regua.score(files[side], ",".join(measures), threads)
                            costs[side].append(getattr(cost, clock))
                        else:
                            answer = wheel.ask(side=side, measures=measures, threads=threads)
                            readings[side] = answer["value"]
                            costs[side].append(answer[clock])
                medians = {side: statistics.median(costs[side]) for side in SIDES}
                said = ", ".join(f"{side} {seconds:.3f} s" for side, seconds in medians.items())
                print(f"{name}, {clock}: {said}", file=sys.stderr, flush=True)
                for side, line in found.items():
                    line.seconds[clock] = medians[side]
                    differences = (abs(readings[side][key] - value) for key, value in readings["text"].items())
                    line.difference = max(line.difference, *differences)
                    for file in FILES:
                        line.ratios[clock, file] = median_ratio(costs[file], costs[side])
            yield from found.values()
