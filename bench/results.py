"""What was measured, and which goals, floors and limits it misses."""

from dataclasses import dataclass, field

from plan import MEMORY_GROWTH, MOST_MEMORY, THREADS_GOAL, Peer

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class PeerResult:
    """Régua against one peer on one measure. Seconds are CPU seconds, the least of all runs."""

    measure: str
    peer: Peer
    tool: str
    pairs: int
    peer_pairs: int
    peer_seconds: float
    peer_startup: float
    regua_seconds: float
    peer_peak: int | None
    regua_peak: int | None
    difference: float

    @property
    def peer_whole(self) -> float:
        """The peer's seconds for the whole corpus: starting counts once, the rest by pair."""
        scoring = max(self.peer_seconds - self.peer_startup, 0.0)
        return (
            self.peer_startup + scoring * self.pairs / self.peer_pairs
            if self.pairs > self.peer_pairs
            else self.peer_seconds
        )

    @property
    def ratio(self) -> float:
        """How many times the peer's cost is Régua's."""
        return self.peer_whole / self.regua_seconds

    @property
    def agrees(self) -> bool:
        """Whether both computed the same."""
        return self.difference <= self.peer.tolerance

    def to_json(self) -> dict[str, object]:
        """One object of the JSON report."""
        return {
            "measure": self.measure,
            "peer": self.peer.name,
            "way": self.peer.way or None,
            "tool": self.tool,
            "pairs": self.pairs,
            "peer_pairs": self.peer_pairs,
            "peer_cpu_seconds": self.peer_seconds,
            "peer_startup_cpu_seconds": self.peer_startup,
            "peer_cpu_seconds_whole_corpus": self.peer_whole,
            "peer_is_extrapolated": self.peer_pairs < self.pairs,
            "regua_cpu_seconds": self.regua_seconds,
            "ratio": self.ratio,
            "goal": self.peer.goal,
            "floor": self.peer.floor,
            "peer_peak_bytes": self.peer_peak,
            "regua_peak_bytes": self.regua_peak,
            "largest_difference": self.difference,
            "tolerance": self.peer.tolerance,
            "agrees": self.agrees,
        }


@dataclass(frozen=True)
class MemoryResult:
    """Peak memory of Régua, all measures in one run, one thread, on a corpus and on one ten times as long."""

    pairs: int
    peak: int | None
    longer_pairs: int
    longer_peak: int | None

    @property
    def growth(self) -> float | None:
        """How far the two are apart, as a share of the smaller; `None` where memory could not be known."""
        if self.peak is None or self.longer_peak is None:
            return None
        return abs(self.longer_peak - self.peak) / min(self.longer_peak, self.peak)


@dataclass(frozen=True)
class ThreadsResult:
    """Wall seconds of Régua with one thread and with two, and its peak memory with two."""

    measure: str
    pairs: int
    one: float
    two: float
    peak: int | None

    @property
    def ratio(self) -> float:
        """How many times as fast two threads are."""
        return self.one / self.two


@dataclass
class Results:
    """Everything one run of the benchmark found out."""

    program: str
    corpus: dict[str, float]
    machine: dict[str, object]
    peers: list[PeerResult] = field(default_factory=list)
    memory: MemoryResult | None = None
    threads: list[ThreadsResult] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def disagreements(self) -> list[str]:
        """Scores that are not what they should be: these make the benchmark fail."""
        pairs = [
            f"{result.measure}: differs from {result.tool} by {result.difference:.3g}, allowed is {result.peer.tolerance:g}"
            for result in self.peers
            if not result.agrees
        ]
        return [*self.wrong, *pairs]

    def missed_floors(self) -> list[str]:
        """What must not be missed."""
        missed = [
            f"{result.measure}: {result.ratio:.2f} times {result.peer.name}, floor {result.peer.floor:g}"
            for result in self.peers
            if result.peer.floor is not None and result.ratio < result.peer.floor
        ]
        if self.memory is not None:
            memory, limit = self.memory, MOST_MEMORY / MEGABYTE
            for pairs, peak in ((memory.pairs, memory.peak), (memory.longer_pairs, memory.longer_peak)):
                if peak is not None and peak > MOST_MEMORY:
                    missed.append(f"memory: {peak / MEGABYTE:.0f} MB on {pairs:,} pairs, limit {limit:.0f}")
            if self.memory.growth is not None and self.memory.growth > MEMORY_GROWTH:
                missed.append(
                    f"memory: {self.memory.growth:.0%} apart on ten times the pairs, limit {MEMORY_GROWTH:.0%}"
                )
        return missed

    def missed_goals(self) -> list[str]:
        """What is aimed at and not reached."""
        peers = [
            f"{result.measure}: {result.ratio:.2f} times {result.peer.name}, goal {result.peer.goal:g}"
            for result in self.peers
            if result.peer.goal is not None and result.ratio < result.peer.goal
        ]
        threads = [
            f"{result.measure}: two threads are {result.ratio:.2f} times as fast as one, goal {THREADS_GOAL}"
            for result in self.threads
            if result.ratio < THREADS_GOAL
        ]
        return peers + threads

    def to_json(self) -> dict[str, object]:
        """The JSON report."""
        memory = self.memory and {**vars(self.memory), "growth": self.memory.growth, "limit": MOST_MEMORY}
        return {
            "program": self.program,
            "corpus": self.corpus,
            "machine": self.machine,
            "comparisons": [result.to_json() for result in self.peers],
            "memory": memory,
            "threads": [{**vars(result), "ratio": result.ratio, "goal": THREADS_GOAL} for result in self.threads],
            "disagreements": self.disagreements(),
            "missed_floors": self.missed_floors(),
            "missed_goals": self.missed_goals(),
        }
