"""One line of the benchmark of statistics: Régua against a peer, or Régua alone."""

import math
from dataclasses import dataclass

from report import megabytes, table, times
from results import MEGABYTE

HEADER = [
    "what", "peer", "peer CPU s", "Régua CPU s", "ratio", "goal", "floor", "met", "peer MB", "Régua MB", "differ by",
]  # fmt: skip


@dataclass(frozen=True)
class Timed:
    """CPU seconds are the least of all runs. The peer's work is what its seconds are scaled by: segments or pairs."""

    what: str
    regua_seconds: float
    regua_peak: int | None
    work: int
    tool: str | None = None
    peer_work: int = 0
    peer_seconds: float = math.nan
    peer_peak: int | None = None
    difference: float = 0.0
    tolerance: float = 0.0
    goal: float | None = None
    floor: float | None = None
    most_memory: int | None = None

    @property
    def peer_whole(self) -> float:
        """The peer's seconds for all of the work."""
        return self.peer_seconds * self.work / self.peer_work

    @property
    def ratio(self) -> float | None:
        """How many times the peer's cost is Régua's."""
        return None if self.tool is None else self.peer_whole / self.regua_seconds

    def disagreement(self) -> str | None:
        """What is wrong with the result."""
        if self.difference <= self.tolerance:
            return None
        return f"{self.what}: differs from {self.tool} by {self.difference:.3g}, allowed is {self.tolerance:g}"

    def missed(self, bound: float | None, name: str) -> str | None:
        """Which bound is missed, and by how much."""
        if bound is None or self.ratio is None or self.ratio >= bound:
            return None
        return f"{self.what}: {self.ratio:.2f} times {self.tool}, {name} {bound:g}"

    def missed_floors(self) -> list[str]:
        """What must not be missed."""
        missed = [self.missed(self.floor, "floor")]
        if self.most_memory is not None and self.regua_peak is not None and self.regua_peak > self.most_memory:
            limit = self.most_memory / MEGABYTE
            missed.append(f"{self.what}: {self.regua_peak / MEGABYTE:.0f} MB, limit {limit:.0f}")
        return [line for line in missed if line]

    def row(self) -> list[str]:
        """One line of the table."""
        if self.tool is None:
            alone = [self.what, "–", "–", seconds(self.regua_seconds), "–", "–", "–", "–", "–"]
            return [*alone, megabytes(self.regua_peak), "–"]
        share = f" ({self.peer_work / self.work:.2g})" if self.peer_work < self.work else ""
        verdict = "–" if self.goal is None and self.floor is None else "yes"
        if self.missed(self.floor, "floor"):
            verdict = "floor missed"
        elif self.missed(self.goal, "goal"):
            verdict = "goal missed"
        return [
            self.what,
            self.tool,
            f"{'≈' if share else ''}{seconds(self.peer_whole)}{share}",
            seconds(self.regua_seconds),
            times(self.ratio),
            times(self.goal),
            times(self.floor),
            verdict,
            f"{megabytes(self.peer_peak)}{share}",
            megabytes(self.regua_peak),
            f"NO: {self.difference:.3g}" if self.disagreement() else f"{self.difference:.1g}",
        ]

    def to_json(self) -> dict[str, object]:
        """One object of the JSON report."""
        if self.tool is None:
            return {"what": self.what, "regua_cpu_seconds": self.regua_seconds, "regua_peak_bytes": self.regua_peak}
        return vars(self) | {"peer_seconds_for_all": self.peer_whole, "ratio": self.ratio}


def seconds(value: float) -> str:
    """Three digits that say something."""
    return f"{value:.1f}" if value >= 100 else f"{value:.3g}"


def rendered(lines: list[Timed]) -> str:
    """The table."""
    return table(HEADER, (line.row() for line in lines))
