"""Speed and memory of Régua against its peers, in one run: same files, whole process against whole process.

Started by `bench/run`, which brings the peers. Exit codes: 0 done, 1 scores that disagree (or, with `--strict`, a
missed floor), 2 could not do the work.
"""

import argparse
import json
import math
import os
import platform
import sys
from dataclasses import dataclass
from pathlib import Path

from child import Cost
from plan import COMPARISONS, EVERYTHING, Comparison, Peer
from program import Readings, Regua, Texts, build, score_with
from report import render
from results import MemoryResult, PeerResult, Results, ThreadsResult

EMPTY_RUNS = 3
LONGER = 10


@dataclass(frozen=True)
class Plan:
    """What was asked for, resolved."""

    regua: Regua
    work: Path
    pairs: int
    seed: int
    rounds: int
    slow_share: float
    only: tuple[Comparison, ...]
    memory: bool
    threads: bool


def parse() -> argparse.Namespace:
    """What was typed."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "regua" / "bench-work"
    parser = argparse.ArgumentParser(
        prog="bench/run", description="speed and memory of Régua against its peers, in one run"
    )
    parser.add_argument("--pairs", type=int, help="pairs of the corpus (default 100,000)")
    parser.add_argument("--quick", action="store_true", help="10,000 pairs: a smoke run, not numbers to quote")
    parser.add_argument("--seed", type=int, default=1, help="of the corpus")
    parser.add_argument("--work", type=Path, default=cache, metavar="DIR", help="where the corpus is kept")
    parser.add_argument("--program", type=Path, metavar="PATH", help="a `regua` that is built already")
    parser.add_argument("--rounds", type=int, default=3, help="timed runs of Régua for each measure")
    parser.add_argument(
        "--slow-share", type=float, metavar="SHARE", help="of the corpus, for slow peers (0.2; quick: 1)"
    )
    parser.add_argument("--only", action="append", metavar="MEASURE", help="this comparison alone (repeatable)")
    parser.add_argument("--no-memory", action="store_true", help="without the corpus of ten times the size")
    parser.add_argument("--no-threads", action="store_true", help="without two threads against one")
    parser.add_argument("--strict", action="store_true", help="exit code 1 for a missed floor too")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")
    return parser.parse_args()


def resolve(typed: argparse.Namespace) -> Plan:
    """What will run."""
    wanted = [name.lower() for name in typed.only or [""]]
    only = tuple(one for one in COMPARISONS if any(name in one.name.lower() for name in wanted))
    share = typed.slow_share if typed.slow_share is not None else (1.0 if typed.quick else 0.2)
    pairs = typed.pairs if typed.pairs is not None else (10_000 if typed.quick else 100_000)
    rules = [
        (not only, f"--only: no comparison is named so; there are {', '.join(one.name for one in COMPARISONS)}"),
        (not 0 < share <= 1, "--slow-share must be above 0 and at most 1"),
        (pairs < 1, "--pairs must be at least 1"),
        (typed.rounds < 1, "--rounds must be at least 1"),
        (typed.program is not None and not typed.program.is_file(), f"--program: there is no file {typed.program}"),
    ]
    for broken, rule in rules:
        if broken:
            print(rule, file=sys.stderr)
            sys.exit(2)
    program = typed.program.resolve() if typed.program else build()
    whole = typed.only is None
    return Plan(
        regua=Regua(program),
        work=typed.work.resolve(),
        pairs=pairs,
        seed=typed.seed,
        rounds=typed.rounds,
        slow_share=share,
        only=only,
        memory=whole and not typed.no_memory,
        threads=not typed.no_threads and (os.cpu_count() or 1) >= 2,
    )


def say(text: str) -> None:
    """Progress, apart from the report."""
    print(text, file=sys.stderr, flush=True)


def least_cpu(costs: list[Cost]) -> float:
    """CPU seconds of the run that was disturbed least."""
    return min(cost.cpu for cost in costs)


def most_memory(costs: list[Cost]) -> int | None:
    """The highest peak of all runs."""
    return max((cost.peak for cost in costs if cost.peak is not None), default=None)


def largest_difference(found: Readings, expected: Readings) -> float:
    """The largest difference of two sets of readings; infinite if they have not the same names."""
    if found.keys() != expected.keys():
        return math.inf
    differences = [math.inf if found[name] is None else abs(found[name] - expected[name]) for name in expected]
    return max((difference if difference == difference else math.inf) for difference in differences)


def compare(plan: Plan, comparison: Comparison, texts: Texts, results: Results) -> None:
    """Runs Régua and its peers on one measure, in turns."""
    share = texts.first(max(1, round(texts.pairs * plan.slow_share)))
    tools: dict[Peer, str] = {}
    startups: dict[Peer, float] = {}
    peer_costs: dict[Peer, list[Cost]] = {peer: [] for peer in comparison.peers}
    peer_readings: dict[Peer, list[Readings]] = {peer: [] for peer in comparison.peers}
    for peer in comparison.peers:
        starts = [score_with(peer.driver, None) for _ in range(EMPTY_RUNS)]
        startups[peer] = least_cpu([cost for cost, _, _ in starts])
        tools[peer] = starts[0][2]

    costs: list[Cost] = []
    readings: list[Readings] = []
    for turn in range(max(plan.rounds, *(peer.runs for peer in comparison.peers))):
        if turn < plan.rounds:
            cost, found = plan.regua.score(texts, comparison.measures)
            costs.append(cost)
            readings.append(found)
            say(f"{comparison.name}: régua {cost.cpu:.3f} s CPU")
        for peer in comparison.peers:
            if turn < peer.runs:
                cost, found, _ = score_with(peer.driver, share if peer.slow else texts)
                peer_costs[peer].append(cost)
                peer_readings[peer].append(found)
                say(
                    f"{comparison.name}: {peer.name} {cost.cpu:.3f} s CPU on {(share if peer.slow else texts).pairs:,} pairs"
                )

    if any(one != readings[0] for one in readings):
        results.wrong.append(f"{comparison.name}: Régua's readings change from run to run")
    on_share = readings[0] if share is texts else plan.regua.score(share, comparison.measures)[1]
    for peer in comparison.peers:
        own = on_share if peer.slow else readings[0]
        results.peers.append(
            PeerResult(
                measure=comparison.name,
                peer=peer,
                tool=tools[peer],
                pairs=texts.pairs,
                peer_pairs=(share if peer.slow else texts).pairs,
                peer_seconds=least_cpu(peer_costs[peer]),
                peer_startup=startups[peer],
                regua_seconds=least_cpu(costs),
                peer_peak=most_memory(peer_costs[peer]),
                regua_peak=most_memory(costs),
                difference=max(largest_difference(own, theirs) for theirs in peer_readings[peer]),
            )
        )


def compare_threads(plan: Plan, name: str, measures: str, texts: Texts, results: Results) -> None:
    """Two threads against one, in turns; the readings must be the same to the last bit."""
    costs: dict[int, list[Cost]] = {1: [], 2: []}
    readings: list[Readings] = []
    for _ in range(plan.rounds):
        for threads in costs:
            cost, found = plan.regua.score(texts, measures, threads)
            costs[threads].append(cost)
            readings.append(found)
    one, two = (min(cost.wall for cost in runs) for runs in costs.values())
    say(f"{name}: two threads against one, {two:.3f} s against {one:.3f} s")
    if any(one != readings[0] for one in readings):
        results.wrong.append(f"{name}: Régua's readings change with the number of threads")
    results.threads.append(ThreadsResult(name, texts.pairs, one, two, most_memory(costs[2])))


def measure_memory(plan: Plan, texts: Texts) -> MemoryResult:
    """Peak memory on the corpus and on one ten times as long."""
    peak = plan.regua.score(texts, EVERYTHING)[0].peak
    say(f"making {texts.pairs * LONGER:,} pairs")
    longer = Texts.make(plan.work, texts.pairs * LONGER, plan.seed)
    longer_peak = plan.regua.score(longer, EVERYTHING)[0].peak
    return MemoryResult(texts.pairs, peak, longer.pairs, longer_peak)


def load() -> str:
    """How busy the machine is."""
    return f"{os.getloadavg()[0]:.1f}"


def main() -> int:
    """Runs everything, prints the report, writes the JSON."""
    typed = parse()
    plan = resolve(typed)
    machine: dict[str, object] = {"cores": os.cpu_count(), "load_before": load(), "python": platform.python_version()}
    plan.regua.add_wordnet(plan.work)
    say(f"making {plan.pairs:,} pairs")
    texts = Texts.make(plan.work, plan.pairs, plan.seed)
    described = {name: value for name, value in texts.describe().items() if name != "maker"}
    results = Results(plan.regua.version(), described, machine)
    for comparison in plan.only:
        compare(plan, comparison, texts, results)
    if plan.threads:
        for comparison in plan.only:
            compare_threads(plan, comparison.name, comparison.measures, texts, results)
        if len(plan.only) == len(COMPARISONS):
            compare_threads(plan, "all of them", EVERYTHING, texts, results)
    if plan.memory:
        results.memory = measure_memory(plan, texts)
    machine["load_after"] = load()

    print(render(results))
    if typed.json:
        typed.json.write_text(json.dumps(results.to_json(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    failed = results.disagreements() or (typed.strict and results.missed_floors())
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
