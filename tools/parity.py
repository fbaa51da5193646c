"""Compares the `regua` program with the reference tools, live, reading by reading.

Random texts come from a seed; real outputs come from the `.jsonl` and `.jsonl.gz` files of a folder. Every measure of
the golden cases is run on both sides. Exit code 1 if any reading differs.

    python tools/parity.py --segments 3000 --seed 1 --data FOLDER
"""

import argparse
import gzip
import json
import math
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from common import Expectation, Readings, Segment, select, tags_of_shape, to_line
from random_texts import random_segments

# Each family of measures, and the script whose `expectations` say what the reference tool reads.
FAMILIES = {
    "answers": "golden_answers",
    "bleu": "golden_bleu",
    "bleu-nltk": "golden_bleu_nltk",
    "chrf": "golden_chrf",
    "cider": "golden_cider",
    "free": "golden_free",
    "gleu": "golden_gleu",
    "meteor": "golden_meteor",
    "nist": "golden_nist",
    "rouge": "golden_rouge",
    "sari": "golden_sari",
    "similarity": "golden_similarity",
    "ter": "golden_ter",
    "wer": "golden_wer",
    "word-recall": "golden_word_recall",
}
# Families whose reference tool knows one reference only: both sides get the first.
ONE_REFERENCE = {"wer", "word-recall"}
HYPOTHESIS_COLUMNS = ["hypothesis", "hyp", "prediction", "pred", "output", "translation", "candidate", "summary"]
REFERENCE_COLUMNS = ["references", "reference", "refs", "ref", "gold", "target"]


@dataclass
class Comparison:
    """How one measure fared."""

    measure: str
    segments: int = 0
    mismatches: int = 0
    largest: float = 0.0
    first: str = ""

    def add(self, place: str, expected: Readings, found: dict[str, Any], tolerance: float) -> None:
        """Compares every expected reading with the one that was found."""
        for name, wanted in expected.items():
            value = found.get(name)
            difference = math.inf if value is None else abs(value - wanted)
            self.largest = max(self.largest, difference)
            if not difference <= tolerance:
                self.mismatches += 1
                self.first = self.first or f"{place} {name}: expected {wanted!r}, found {value!r}"

    def __str__(self) -> str:
        counts = f"{self.segments:>7} segments {self.mismatches:>6} mismatches"
        line = f"{self.measure:<44} {counts}  largest {self.largest:.3g}"
        return f"{line}\n    {self.first}" if self.first else line


def texts_in(value: Any) -> list[str]:
    """The texts of a column: a string, a list of strings, or an object with a `text`."""
    match value:
        case str():
            return [value]
        case list():
            return [text for text in value if isinstance(text, str)]
        case {"text": str(text)}:
            return [text]
        case _:
            return []


def segments_in_row(name: str, row: dict[str, Any]) -> Iterator[Segment]:
    """One segment for each output in a row that has a reference."""
    references = next((texts for column in REFERENCE_COLUMNS if (texts := texts_in(row.get(column)))), [])
    references = [reference for reference in references if reference.strip()]
    if not references:
        return
    source = next(iter(texts_in(row.get("source"))), None)
    outputs = [text for column in HYPOTHESIS_COLUMNS for text in texts_in(row.get(column))]
    outputs += [text for value in row.values() if isinstance(value, dict) for text in texts_in(value)]
    for number, hypothesis in enumerate(outputs):
        yield Segment(f"{name}-{number}", hypothesis, references, tags_of_shape(hypothesis, references), source)


def segments_in_folder(folder: Path) -> Iterator[Segment]:
    """The outputs of every JSONL file of a folder; files without the columns give none."""
    for path in sorted([*folder.glob("*.jsonl"), *folder.glob("*.jsonl.gz")]):
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        for number, line in enumerate(data.decode("utf-8").split("\n")):
            if line.strip():
                yield from segments_in_row(f"{path.name.split('.')[0]}-{number}", json.loads(line))


def run_regua(program: str, segments: list[Segment], measures: dict[str, str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Scores the segments; returns readings by alias, and by segment and alias."""
    with tempfile.TemporaryDirectory() as folder:
        source, each = Path(folder, "texts.jsonl"), Path(folder, "each.jsonl")
        rows = (
            {"id": segment.id, "hypothesis": segment.hypothesis, "references": segment.references}
            | ({} if segment.source is None else {"source": segment.source})
            for segment in segments
        )
        source.write_text("".join(f"{to_line(row)}\n" for row in rows), encoding="utf-8")
        asked = ",".join(f"{alias}={measure}" for alias, measure in measures.items())
        command = [program, "score", str(source), "-m", asked, "--json", "--segments", str(each), "-q"]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
        if done.returncode != 0:
            raise SystemExit(f"{program} ended with {done.returncode}: {done.stderr.strip()}")
        totals = {result["measure"]: result["readings"] for result in json.loads(done.stdout)["results"]}
        _signatures, *lines = each.read_text(encoding="utf-8").rstrip("\n").split("\n")
        units = [json.loads(line) for line in lines]
        return totals, {unit["id"]: unit for unit in units}


def compare(program: str, segments: list[Segment], expectations: list[Expectation]) -> Iterator[Comparison]:
    """One comparison a measure; measures that select the same segments share a run."""
    runs: dict[tuple[tuple[str, ...], tuple[str, ...], int | None], list[Expectation]] = defaultdict(list)
    for expectation in expectations:
        runs[expectation.exclude, expectation.only, expectation.references].append(expectation)
    for (exclude, only, references), together in runs.items():
        chosen = select(segments, exclude, only, references)
        aliases = {f"m{number}": expectation.measure for number, expectation in enumerate(together)}
        totals, units = run_regua(program, chosen, aliases)
        for alias, expectation in zip(aliases, together, strict=True):
            comparison = Comparison(expectation.measure, segments=expectation.units or len(expectation.segments))
            tolerance = expectation.tolerance if expectation.mean_tolerance is None else expectation.mean_tolerance
            comparison.add("total", expectation.readings, totals.get(alias, {}), tolerance)
            for name, readings in expectation.segments.items():
                comparison.add(name, readings, units.get(name, {}).get(alias) or {}, expectation.tolerance)
            yield comparison


def parse_arguments() -> argparse.Namespace:
    """What was typed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="regua", help="the program to compare (default: %(default)s)")
    parser.add_argument(
        "--data", type=Path, metavar="FOLDER", help="also compare on the outputs in this folder's JSONL files"
    )
    parser.add_argument(
        "--segments", type=int, default=3000, metavar="N", help="random segments (default: %(default)s)"
    )
    parser.add_argument(
        "--most", type=int, metavar="N", help="take at most so many segments of the folder, evenly spread"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the random texts (default: %(default)s)")
    parser.add_argument("--family", choices=FAMILIES, action="append", help="only this family of measures (repeatable)")
    return parser.parse_args()


def spread(segments: list[Segment], most: int | None) -> list[Segment]:
    """At most so many segments, evenly spread over all of them."""
    step = max(1, math.ceil(len(segments) / most)) if most else 1
    return segments[::step]


def main() -> int:
    """Compares on each source of texts; the number of measures that differ decides the exit code."""
    arguments = parse_arguments()
    sources = {f"random texts, seed {arguments.seed}": list(random_segments(arguments.segments, arguments.seed))}
    if arguments.data:
        sources[arguments.data.name] = spread(list(segments_in_folder(arguments.data)), arguments.most)
    differing, skipped = 0, set()
    for source, segments in sources.items():
        print(f"{source}: {len(segments)} segments")
        for name in arguments.family or FAMILIES:
            try:
                made = list(import_module(FAMILIES[name]).expectations(segments))
            except (ImportError, OSError) as error:
                print(f"{name}: skipped, because its reference tool is not to be had: {error}", flush=True)
                skipped.add(name)
                continue
            # The program fits a measure on all that it scores: never on each segment by itself.
            expectations = [one for one in made if (one.segments or one.units) and not one.fitted_alone]
            given = [replace(one, references=one.references[:1]) for one in segments] if name in ONE_REFERENCE else segments
            for comparison in compare(arguments.program, given, expectations):
                print(comparison, flush=True)
                differing += comparison.mismatches > 0
    print(f"{differing} measures differ" if differing else "no differences")
    if skipped:
        print(f"skipped: {', '.join(sorted(skipped))}")
    return 1 if differing or skipped else 0


if __name__ == "__main__":
    sys.exit(main())
