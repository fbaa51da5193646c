"""Paired bootstrap tests: `regua compare` on a ledger against sacrebleu's `PairedTest` on its own statistics.

Régua's seconds are those of the whole process, reading the ledger and printing included. sacrebleu's are those of the
test alone: statistics are extracted before the clock starts, as the ledger is made before.
"""

import json
import math
import sys
from collections.abc import Iterator
from pathlib import Path

from child import Cost, run
from program import BENCH, Readings, Regua, Texts, first_lines
from systems import DAMAGE
from timed import Timed

DRAWS = 1000
SHARED = "bleu,chrf"
WHOLE = "bleu,chrf,rougeL"
GOAL, FLOOR = 100, 30
MOST_MEMORY = 300_000_000
TOLERANCE = 1e-9
# sacrebleu's draws are followed number by number, in single precision where it has that; means and half widths are then
# taken in double here, so that they differ in the last digit of single precision.
TOLERANCE_OF_DRAWS = 1e-5
PEER_RUNS = 2
DRIVER = str(BENCH / "peers" / "paired_sacrebleu.py")
BASELINE = next(iter(DAMAGE))


def make_ledger(regua: Regua, folder: Path, pairs: int | None) -> Path:
    """Scores all systems, or their first lines, and saves the ledger."""
    files = [folder / f"{name}.txt" for name in DAMAGE]
    references = folder / "ref.txt"
    if pairs is not None:
        files, references = [first_lines(file, pairs) for file in files], first_lines(references, pairs)
    ledger = folder / f"systems{'' if pairs is None else f'-first-{pairs}'}.parquet"
    ledger.unlink(missing_ok=True)
    systems = [f"--hyp={name}={file}" for name, file in zip(DAMAGE, files, strict=True)]
    command = [str(regua.path), "score", *systems, "--ref", str(references), "-m", WHOLE, "--save", str(ledger)]
    run([*command, "--quiet"], one_thread=False)
    return ledger


def compared(regua: Regua, ledger: Path, measures: str, *options: str) -> tuple[Cost, Readings]:
    """Runs `regua compare` with one thread; everything that sacrebleu has a word for."""
    command = [str(regua.path), "compare", str(ledger), "-m", measures, "--baseline", BASELINE, "--threads", "1"]
    cost = run([*command, "--resamples", str(DRAWS), "--json", *options])
    readings: Readings = {}
    for comparison in json.loads(cost.output)["comparisons"]:
        measure = comparison["measure"]
        for system in comparison["systems"]:
            name, interval = f"{measure} {system['system']}", system["interval"]
            readings[f"{name} score"] = system["value"]
            readings[f"{name} mean"] = interval["mean"]
            readings[f"{name} ci"] = (interval["high"] - interval["low"]) / 2
        for pair in comparison["pairs"]:
            readings[f"{measure} {pair['first']} p"] = pair["p"]
    return cost, readings


def prepared(folder: Path, pairs: int) -> Path:
    """sacrebleu's statistics of the first pairs, extracted once."""
    kept = folder / f"sacrebleu-first-{pairs}.npz"
    if not kept.exists():
        files = [str(folder / f"{name}.txt") for name in ("ref", *DAMAGE)]
        run([sys.executable, DRIVER, "--prepare", str(kept), str(pairs), *files])
    return kept


def largest_difference(found: Readings, expected: Readings) -> float:
    """The largest difference of two sets of readings; infinite if they have not the same names."""
    if found.keys() != expected.keys():
        return math.inf
    return max(abs(found[name] - expected[name]) for name in expected)


def measure_paired(regua: Regua, texts: Texts, share: float, rounds: int) -> Iterator[Timed]:
    """Régua with its own draws and with sacrebleu's against sacrebleu, then with one measure more."""
    folder, pairs = texts.hypotheses.parent, texts.pairs
    run([sys.executable, str(BENCH / "systems.py"), "--corpus", str(folder)])
    few = max(2, round(pairs * share))
    ledger = make_ledger(regua, folder, None)
    kept = prepared(folder, few)
    ways = {"own": (SHARED,), "sacrebleu": (SHARED, "--rng", "sacrebleu"), "whole": (WHOLE,)}
    costs: dict[str, list[Cost]] = {way: [] for way in ways}
    peer_costs: list[Cost] = []
    answers = []
    for turn in range(max(rounds, PEER_RUNS)):
        if turn < rounds:
            for way, (measures, *options) in ways.items():
                costs[way].append(compared(regua, ledger, measures, *options)[0])
        if turn < PEER_RUNS:
            peer_costs.append(run([sys.executable, DRIVER, str(kept), str(DRAWS)]))
            answers.append(json.loads(peer_costs[-1].output))
    on_share = ledger if few == pairs else make_ledger(regua, folder, few)
    _, ours = compared(regua, on_share, SHARED, "--rng", "sacrebleu")
    _, scores = compared(regua, on_share, SHARED)
    theirs = answers[0]["readings"]
    only_scores = {name: value for name, value in theirs.items() if name.endswith(" score")}

    def timed(way: str, what: str, found: Readings, expected: Readings, tolerance: float, **bounds: float) -> Timed:
        return Timed(
            what=f"{DRAWS:,} paired draws, {what}",
            regua_seconds=min(cost.cpu for cost in costs[way]),
            regua_peak=max((cost.peak for cost in costs[way] if cost.peak), default=None),
            work=pairs,
            tool=answers[0]["tool"],
            peer_work=few,
            peer_seconds=min(answer["seconds"] for answer in answers),
            peer_peak=max((cost.peak for cost in peer_costs if cost.peak), default=None),
            difference=largest_difference(found, expected),
            tolerance=tolerance,
            most_memory=MOST_MEMORY,
            **bounds,
        )

    found_scores = {name: scores[name] for name in only_scores if name in scores}
    yield timed("own", "BLEU and chrF", found_scores, only_scores, TOLERANCE, goal=GOAL, floor=FLOOR)
    yield timed("sacrebleu", "the same with sacrebleu's draws", ours, theirs, TOLERANCE_OF_DRAWS)
    yield Timed(
        what=f"{DRAWS:,} paired draws, BLEU, chrF and ROUGE-L",
        regua_seconds=min(cost.cpu for cost in costs["whole"]),
        regua_peak=max((cost.peak for cost in costs["whole"] if cost.peak), default=None),
        work=pairs,
        most_memory=MOST_MEMORY,
    )
