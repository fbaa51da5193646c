"""What the scripts that make golden cases share: segments, expectations and how both are written."""

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

CASES = Path(__file__).resolve().parent.parent / "cases"
EMPTY_REFERENCE = "empty-reference"
PLAIN_WORDS = "plain-words"

# Python's str.isspace and the characters that editors, diffs or line readers are likely to change.
FRAGILE = re.compile("[\x7f-\xa0\xad\u0300-\u036f\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufe0f\ufeff]")
ONE_LINE_OF_PLAIN_WORDS = re.compile(r"[a-z0-9]+( [a-z0-9]+)*")

Readings = dict[str, float]


@dataclass(frozen=True)
class Segment:
    """One hypothesis with its references."""

    id: str
    hypothesis: str
    references: list[str]
    tags: list[str] = field(default_factory=list)
    source: str | None = None


@dataclass(frozen=True)
class Expectation:
    """What one measure must read on the segments that its tags select."""

    measure: str
    tool: str
    script: str
    readings: Readings
    segments: dict[str, Readings]
    tally: dict[str, int] | None = None
    units: int | None = None
    tolerance: float = 0
    mean_tolerance: float | None = None
    exclude: tuple[str, ...] = (EMPTY_REFERENCE,)
    only: tuple[str, ...] = ()
    notes: str | None = None
    references: int | None = None
    fitted_alone: bool = False

    def to_json(self) -> dict[str, Any]:
        """The line that is written; absent fields stay absent."""
        tags = {"exclude": list(self.exclude), "only": list(self.only)}
        line = {
            "measure": self.measure,
            "tool": self.tool,
            "script": self.script,
            "notes": self.notes,
            "tags": {name: values for name, values in tags.items() if values},
            "tolerance": self.tolerance,
            "mean_tolerance": self.mean_tolerance,
            "references": self.references,
            "fitted_alone": self.fitted_alone or None,
            "units": len(self.segments) if self.units is None else self.units,
            "readings": self.readings,
            "tally": self.tally,
            "segments": self.segments,
        }
        return {name: value for name, value in line.items() if value is not None}


def tags_of_shape(hypothesis: str, references: list[str]) -> list[str]:
    """The tags that follow from the texts themselves."""
    tags = []
    if any(not reference.strip() for reference in references):
        tags.append(EMPTY_REFERENCE)
    texts = [hypothesis, *references]
    if len(references) == 1 and all(ONE_LINE_OF_PLAIN_WORDS.fullmatch(text) for text in texts):
        tags.append(PLAIN_WORDS)
    return tags


def select(
    segments: Iterable[Segment], exclude: tuple[str, ...], only: tuple[str, ...] = (), references: int | None = None
) -> list[Segment]:
    """The segments that carry every tag of `only` and none of `exclude`; with so many references, if a number is given."""
    chosen = [
        segment for segment in segments if not set(exclude) & set(segment.tags) and set(only) <= set(segment.tags)
    ]
    if references is None:
        return chosen
    return [
        replace(segment, references=segment.references[:references])
        for segment in chosen
        if len(segment.references) >= references
    ]


def mean_readings(segments: Iterable[Readings]) -> Readings:
    """The plain mean of each reading, from a correctly rounded sum."""
    rows = list(segments)
    names = rows[0].keys() if rows else ()
    return {name: math.fsum(row[name] for row in rows) / len(rows) for name in names}


def to_line(value: Any) -> str:
    """One line of JSON: readable where it can be, escaped where a text is fragile."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return FRAGILE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def write_lines(path: Path, values: Iterable[Any]) -> None:
    """Writes a JSONL file and says how many lines it has."""
    lines = [to_line(value) for value in values]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    print(f"{path.name}: {len(lines)} lines, {path.stat().st_size:,} bytes")


def read_segments(file: str = "segments.jsonl") -> list[Segment]:
    """The segments of a file in `cases/`."""
    text = (CASES / file).read_text(encoding="utf-8")
    return [Segment(**json.loads(line)) for line in text.split("\n") if line]


def write_expectations(
    name: str, make: Callable[[list[Segment]], Iterator[Expectation]], file: str = "segments.jsonl"
) -> None:
    """Writes `cases/<name>.jsonl` from what `make` expects of the segments."""
    expectations = make(read_segments(file))
    write_lines(CASES / f"{name}.jsonl", (expectation.to_json() for expectation in expectations))
