"""The wheel against the command line, single calls, drop-ins against originals. Started by `bench/run python`.

Exit codes: 0 done, 1 scores that disagree (or, with `--strict`, a missed goal), 2 could not do the work.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

from calls import DROP_IN_HEADER, SINGLE_HEADER, measure_drop_ins, measure_single
from program import BENCH, Regua, Texts, build
from report import table
from throughput import HEADER, THREADS, measure_throughput

PARTS = ("corpora", "single", "drop-ins")


def parse() -> argparse.Namespace:
    """What was typed."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "regua" / "bench-work"
    parser = argparse.ArgumentParser(prog="bench/run python", description="speed of the Python wheel")
    parser.add_argument("--pairs", type=int, default=100_000, help="pairs of the corpus (default 100,000)")
    parser.add_argument("--seed", type=int, default=1, help="of the corpus")
    parser.add_argument("--work", type=Path, default=cache, metavar="DIR", help="where the corpus is kept")
    parser.add_argument("--program", type=Path, metavar="PATH", help="a `regua` that is built already")
    parser.add_argument("--python", type=Path, metavar="PATH", help="an interpreter that has the wheel and pyarrow")
    parser.add_argument("--rounds", type=int, default=5, help="timed runs of each side")
    parser.add_argument("--only", choices=PARTS, action="append", help="this part alone (repeatable)")
    parser.add_argument("--call", default="", metavar="TEXT", help="only drop-ins with this in their names")
    parser.add_argument("--strict", action="store_true", help="exit code 1 for a missed goal too")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")
    typed = parser.parse_args()
    if typed.pairs < 1 or typed.rounds < 1:
        parser.error("--pairs and --rounds must be at least 1")
    for option, path in (("--program", typed.program), ("--python", typed.python)):
        if path is not None and not path.is_file():
            parser.error(f"{option}: there is no file {path}")
    return typed


def install() -> Path:
    """Builds the wheel in release mode and installs it beside the peers."""
    manifest = BENCH.parent / "python" / "Cargo.toml"
    with tempfile.TemporaryDirectory() as folder:
        built = ["--no-index", "--find-links", folder, "regua"]
        steps = (
            ["maturin", "build", "--release", "--manifest-path", str(manifest), "--out", folder],
            ["pip", "install", "--quiet", "--force-reinstall", "--no-deps", *built],
        )
        for step in steps:
            if subprocess.run([sys.executable, "-m", *step], stdout=sys.stderr, check=False).returncode != 0:
                sys.exit(2)
    return Path(sys.executable)


def main() -> int:
    """Runs everything, prints the report, writes the JSON."""
    typed = parse()
    wanted = typed.only or PARTS
    # Not resolved: an interpreter of a virtual environment is a link, and the link is what knows the environment.
    interpreter = typed.python.absolute() if typed.python else install()
    before = os.getloadavg()[0]
    texts = Texts.make(typed.work.resolve(), typed.pairs, typed.seed)
    rounds = typed.rounds
    corpora = single = drop_ins = ()
    if "corpora" in wanted:
        regua = Regua(typed.program.resolve() if typed.program else build())
        corpora = tuple(measure_throughput(regua, interpreter, texts, rounds))
    if "single" in wanted:
        single = tuple(measure_single(interpreter, texts, rounds))
    if "drop-ins" in wanted:
        drop_ins = tuple(measure_drop_ins(interpreter, texts, rounds, typed.call))

    parts = [
        f"{typed.pairs:,} pairs; {os.cpu_count()} cores, load {before:.1f} before, {os.getloadavg()[0]:.1f} after; "
        f"Python {platform.python_version()}; medians of {rounds} rounds in turns"
    ]
    if corpora:
        parts += [
            "`regua.score` on what is in memory against the whole process of `regua score … --json` on files; ratios "
            f"are the program's\nseconds by the wheel's. CPU seconds with one thread, wall seconds with {THREADS}:",
            table(HEADER, (line.row() for line in corpora)),
        ]
    if single:
        parts += ["CPU microseconds of a call with one pair:", table(SINGLE_HEADER, (line.row() for line in single))]
    if drop_ins:
        parts += [
            "Drop-ins against their originals, the same calls on the same pairs, CPU seconds inside a running process:",
            table(DROP_IN_HEADER, (line.row() for line in drop_ins)),
        ]
    wrong = [line.disagreement() for line in (*corpora, *drop_ins) if line.disagreement()]
    goals = [missed for line in (*corpora, *single) for missed in line.missed()]
    for title, found in (("Scores that are wrong", wrong), ("Goals missed", goals)):
        parts.append(f"{title}: none" if not found else "\n".join([f"{title}:", *(f"- {line}" for line in found)]))
    print("\n\n".join(parts))
    if typed.json:
        report = {
            "corpora": [line.to_json() for line in corpora],
            "single": [vars(line) for line in single],
            "drop_ins": [vars(line) for line in drop_ins],
            "wrong": wrong,
            "missed_goals": goals,
        }
        typed.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 1 if wrong or (typed.strict and goals) else 0


if __name__ == "__main__":
    sys.exit(main())
