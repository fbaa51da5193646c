#!/usr/bin/env python3
"""Invents `examples/translation/ratings.csv`: what three raters who do not exist think of the three systems.

    python3 tools/make_example_ratings.py

Nobody judged anything. A value from 1 to 5 comes from how close an output is to a reference, how good its system is meant
to be, a habit of the rater and chance. Carla is steady, Davi is severe and grows stricter, Elisa is mild and hasty. Each has
an order of their own, left some outputs out and saw some of them again at the end. Running it twice gives the same bytes.
Only the standard library is needed.
"""

import csv
import difflib
import json
import random
from dataclasses import dataclass
from pathlib import Path

TRANSLATION = Path(__file__).resolve().parent.parent / "examples" / "translation"
SEED = 20
MEANT = {"ipe": 4.6, "jacaranda": 3.3, "mandacaru": 1.7}
# How much better (or worse) the outputs read than they translate.
READS = {"ipe": 0.1, "jacaranda": -0.3, "mandacaru": -0.4}


@dataclass(frozen=True)
class Rater:
    """Somebody with habits."""

    name: str
    offset: float
    stricter: float
    noise: float
    skips: float
    repeats: int


RATERS = [
    Rater("Carla", 0.0, 0.0, 0.35, 0.0, 14),
    Rater("Davi", -0.55, 0.6, 0.45, 0.08, 12),
    Rater("Elisa", 0.35, 0.0, 0.8, 0.2, 10),
]


def closeness(row: dict) -> float:
    """How close an output is to the nearest reference, from 0 to 1."""
    words = row["hypothesis"].lower().split()
    return max(difflib.SequenceMatcher(None, words, text.lower().split()).ratio() for text in row["references"])


def main() -> None:
    """Writes the file."""
    text = (TRANSLATION / "translation.jsonl").read_text(encoding="utf-8")
    outputs = [json.loads(line) for line in text.splitlines()]
    means = {system: 0.0 for system in MEANT}
    for row in outputs:
        means[row["system"]] += closeness(row) * len(MEANT) / len(outputs)
    chance = random.Random(SEED)
    path = TRANSLATION / "ratings.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["system", "segment", "rater", "aspect", "value"])
        for rater in RATERS:
            order = [row for row in outputs if chance.random() >= rater.skips]
            chance.shuffle(order)
            order += chance.sample(order[: len(order) // 2], rater.repeats)
            for place, row in enumerate(order):
                system = row["system"]
                quality = MEANT[system] + 2.0 * (closeness(row) - means[system])
                habit = rater.offset - rater.stricter * place / len(order)
                for aspect, better in [("adequacy", 0.0), ("fluency", READS[system])]:
                    value = quality + better + habit + chance.gauss(0.0, rater.noise)
                    # A few boxes were left empty.
                    rated = "" if chance.random() < 0.01 else min(5, max(1, round(value)))
                    writer.writerow([system, row["id"], rater.name, aspect, rated])
    print(f"{path.name}: {len(path.read_text(encoding='utf-8').splitlines())} lines, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
