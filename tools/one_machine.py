"""The run on one machine that a cluster has to agree with: the command line program over the same files."""

from __future__ import annotations

import json
import statistics
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

MEASURES = ["bleu", "chrf", "rougeL", "wer"]
POISSON = ["--ci", "--rng", "poisson"]
ROUNDS = 5


def say(what: str, found: Any) -> None:
    """A line of the report."""
    print(f"{what:<36}  {found}", flush=True)


def seconds(*works: Callable[[], Any]) -> list[float]:
    """How long each takes: medians of rounds, in which they take turns, so that all see the same machine."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for work, times in zip(works, taken, strict=True):
            begun = time.perf_counter()
            work()
            times.append(time.perf_counter() - begun)
    return [statistics.median(times) for times in taken]


@dataclass(frozen=True)
class Program:
    """The command line program, on two threads."""

    path: str
    files: list[Path]

    def score(self, *options: str) -> dict[str, Any]:
        """What `regua score --json` says."""
        inputs = [*map(str, self.files), "-m", ",".join(MEASURES), "--threads", "2"]
        done = subprocess.run(
            [self.path, "score", *inputs, "--json", "-q", *options], check=True, stdout=subprocess.PIPE
        )
        said: dict[str, Any] = json.loads(done.stdout)
        return said

    def ledger(self, path: Path) -> pa.Table:
        """The tallies of all units."""
        self.score("--save", str(path))
        table = pq.read_table(path)
        path.unlink()
        return table


def same_counts(sums: pa.Table, ledger: pa.Table, limbs: int = 4) -> int:
    """How many counts are the same in the rows that a cluster added up and in a ledger; all must be.

    Rows have a number for each count in the ledger's order, and several for each value with a fraction.
    """
    names = [name for name in ledger.column_names if "." in name and not name.endswith(".unscored")]
    place = 3 + len(MEASURES)
    places = {}
    for name in names:
        if ledger[name].type == pa.int64():
            places[name] = f"sum{place}"
        place += 1 if name in places else limbs
    totals = {row["system"]: row for row in sums.to_pylist() if row["draw"] == -1}
    added = ledger.group_by("system").aggregate([(name, "sum") for name in places]).to_pylist()
    for row in added:
        for name, column in places.items():
            ours, theirs = totals[row["system"]][column], row[f"{name}_sum"]
            assert ours == theirs, f"{name} of {row['system']}: {ours} and {theirs}"
    return len(places) * len(added)
