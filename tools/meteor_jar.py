"""Asks METEOR's own jar, as pycocoevalcap does: `java … -stdio`, a line for a segment, a line for the scores."""

from __future__ import annotations

import importlib.util
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from common import Segment

# In the order of the jar's statistics; two more, the sums of matches of both sides, follow from these.
SIDES = ("hyp_content", "ref_content", "hyp_function", "ref_function")
STATISTICS = ["hyp_words", "ref_words", "hyp_function", "ref_function"]
STATISTICS += [f"{module}_{side}" for module in ("exact", "stem", "synonym", "paraphrase") for side in SIDES]
STATISTICS += ["chunks"]


@dataclass(frozen=True)
class Scored:
    """What the jar says of a list of segments."""

    statistics: list[dict[str, int]]
    scores: list[float]
    total: float


def find_jar() -> Path | None:
    """The jar: `$REGUA_METEOR_JAR`, or that of an installed pycocoevalcap."""
    if given := os.environ.get("REGUA_METEOR_JAR"):
        return Path(given)
    package = importlib.util.find_spec("pycocoevalcap")
    if package is None or not package.submodule_search_locations:
        return None
    jar = Path(package.submodule_search_locations[0], "meteor", "meteor-1.5.jar")
    return jar if jar.is_file() else None


def one_line(text: str) -> str:
    """A text as it can stand in a line: the jar cuts at line ends and at `|||`, and a line end is a blank to it."""
    return text.replace("\r", " ").replace("\n", " ").replace("|||", " ")


def command(jar: Path, options: list[str], data: Path | None = None) -> list[str]:
    """How to start the jar; a folder of data takes the place of its own."""
    java = ["java", "-Xmx2G", "-cp", os.pathsep.join([*([str(data)] if data else []), str(jar)]), "Meteor"]
    paraphrases = ["-a", str(data / "data" / "paraphrase-en.gz")] if data else []
    return [*java, "-", "-", "-stdio", "-l", "en", *options, *paraphrases]


def ask(program: list[str], lines: list[str]) -> list[str]:
    """The answers to all lines."""
    done = subprocess.run(
        program, input="".join(f"{line}\n" for line in lines), capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode != 0 or "Error" in done.stdout:
        raise SystemExit(f"{' '.join(program)} failed: {done.stdout[:200]} {done.stderr[:400]}")
    return done.stdout.rstrip("\n").split("\n")


def score(jar: Path, segments: list[Segment], options: list[str], data: Path | None = None) -> Scored:
    """Scores segments: their statistics first, then the scores that these give."""
    program = command(jar, options, data)
    texts = [[*map(one_line, segment.references), one_line(segment.hypothesis)] for segment in segments]
    statistics = ask(program, [f"SCORE ||| {' ||| '.join(each)} " for each in texts])
    *scores, total = ask(program, [f"EVAL ||| {' ||| '.join(statistics)}"])
    rows = [[int(float(number)) for number in line.split()] for line in statistics]
    named = [dict(zip(STATISTICS, row, strict=False)) for row in rows]
    return Scored(named, [float(one) for one in scores], float(total))
