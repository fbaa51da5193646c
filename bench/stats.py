"""Resampling, correlation and calibration against their peers, in one run. Started by `bench/run stats`.

Exit codes: 0 done, 1 numbers that disagree (or, with `--strict`, a missed floor), 2 could not do the work.
"""

import argparse
import json
import os
import platform
import sys
from pathlib import Path

from correlation import measure_calibration, measure_kendall
from paired import measure_paired
from program import Regua, Texts, build
from timed import Timed, rendered

COMPARISONS = ("paired", "kendall", "calibration")

NOTES = """Régua's `compare` is timed as a whole process with one thread on a saved ledger; sacrebleu's `PairedTest` alone, on statistics
that it extracted before, without starting Python. The others are functions: peers take the time of computing themselves, Régua's is
that of a process that computes several times, less one that reads and stops. ≈ and (share): the peer did that share of the work; its seconds are scaled by segments (paired) or
pairs of values (calibration), its memory is that of the share."""


def parse() -> argparse.Namespace:
    """What was typed."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "regua" / "bench-work"
    parser = argparse.ArgumentParser(prog="bench/run stats", description="statistics of Régua against its peers")
    parser.add_argument("--pairs", type=int, default=100_000, help="segments of the paired test (default 100,000)")
    parser.add_argument("--seed", type=int, default=1, help="of texts and numbers")
    parser.add_argument("--work", type=Path, default=cache, metavar="DIR", help="where the corpus is kept")
    parser.add_argument("--program", type=Path, metavar="PATH", help="a `regua` that is built already")
    parser.add_argument("--rounds", type=int, default=3, help="timed runs of each side")
    parser.add_argument(
        "--slow-share", type=float, default=0.2, metavar="SHARE",
        help="of the segments, for sacrebleu, which needs 8 GB for 100,000 (default 0.2)",
    )  # fmt: skip
    parser.add_argument("--only", choices=COMPARISONS, action="append", help="this comparison alone (repeatable)")
    parser.add_argument("--strict", action="store_true", help="exit code 1 for a missed floor too")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")
    typed = parser.parse_args()
    if typed.pairs < 2 or typed.rounds < 1 or not 0 < typed.slow_share <= 1:
        parser.error("--pairs must be at least 2, --rounds at least 1, --slow-share above 0 and at most 1")
    return typed


def measure(typed: argparse.Namespace) -> list[Timed]:
    """Runs what was asked for."""
    wanted = typed.only or COMPARISONS
    work = typed.work.resolve()
    lines: list[Timed] = []
    if {"kendall", "calibration"} & set(wanted):
        program = build("-p", "regua-stats", "--example", "bench_correlation", name="bench_correlation")
        for name, of in (("kendall", measure_kendall), ("calibration", measure_calibration)):
            if name in wanted:
                lines += of(program, work, typed.seed, typed.rounds)
    if "paired" in wanted:
        regua = Regua(typed.program.resolve() if typed.program else build())
        texts = Texts.make(work, typed.pairs, typed.seed)
        lines += measure_paired(regua, texts, typed.slow_share, typed.rounds)
    return lines


def main() -> int:
    """Runs everything, prints the report, writes the JSON."""
    typed = parse()
    before = os.getloadavg()[0]
    lines = measure(typed)
    print(
        f"{os.cpu_count()} cores, load {before:.1f} before, {os.getloadavg()[0]:.1f} after; "
        f"Python {platform.python_version()}; 4 systems × {typed.pairs:,} segments in paired tests\n"
    )
    print(f"CPU seconds, one thread, least of several runs taken in turns:\n\n{rendered(lines)}\n\n{NOTES}")
    wrong = [line.disagreement() for line in lines if line.disagreement()]
    floors = [missed for line in lines for missed in line.missed_floors()]
    goals = [line.missed(line.goal, "goal") for line in lines if line.missed(line.goal, "goal")]
    for title, found in (("Numbers that are wrong", wrong), ("Floors missed", floors), ("Goals missed", goals)):
        print("\n" + (f"{title}: none" if not found else "\n".join([f"{title}:", *(f"- {line}" for line in found)])))
    if typed.json:
        report = {"comparisons": [line.to_json() for line in lines], "wrong": wrong, "missed_floors": floors}
        typed.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 1 if wrong or (typed.strict and floors) else 0


if __name__ == "__main__":
    sys.exit(main())
