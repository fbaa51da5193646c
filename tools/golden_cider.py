"""Makes `cases/cider.jsonl` with pycocoevalcap (CIDEr-D) and, where REGUA_CIDER names it, the authors' code (CIDEr)."""

from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

from common import CASES, EMPTY_REFERENCE, Expectation, Segment, read_segments, select, write_lines
from elsewhere import Elsewhere
from pycocoevalcap.cider.cider_scorer import CiderScorer

AUTHORS = Elsewhere(
    name="cider_scorer.py of vrama91/cider",
    source="github.com/vrama91/cider, pyciderevalcap/cider/cider_scorer.py",
    variable="REGUA_CIDER",
    sha256="5f43d4e84b0d96e49fe3ba26d9efb9b591703dcdd99e3e4fc733b3772f030d7a",
)
SCRIPT = "tools/golden_cider.py"
NOTES = (
    "tokens are those of Python's str.split(), without the tokeniser that is run before; document frequencies of the "
    "corpus, one document for the references of each segment"
)
# What Python 2 had by other names.
NAMES_OF_PYTHON_3 = {"xrange": "range", ".iteritems()": ".items()"}


def authors_scorer() -> Any:
    """The scorer of the authors' code, or nothing if that is not here."""
    if not AUTHORS.path:
        return None
    text = AUTHORS.path.read_text(encoding="utf-8")
    for before, after in NAMES_OF_PYTHON_3.items():
        text = text.replace(before, after)
    names: dict[str, Any] = {}
    exec(compile(text, AUTHORS.name, "exec"), names)
    return names["CiderScorer"]


def expectation(segments: list[Segment], name: str, tool: str, scorer: Any, *options: str) -> Expectation:
    """One measure on all segments that have words in their references."""
    chosen = select(segments, exclude=(EMPTY_REFERENCE,))
    for segment in chosen:
        scorer += (segment.hypothesis, segment.references)
    total, values = scorer.compute_score(*options)
    return Expectation(
        measure=name,
        tool=tool,
        script=SCRIPT,
        readings={name: float(total)},
        segments={segment.id: {name: float(value)} for segment, value in zip(chosen, values, strict=True)},
        tolerance=1e-12,
        notes=NOTES,
    )


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """CIDEr-D, and CIDEr if the authors' code is here."""
    yield expectation(segments, "cider-d", f"pycocoevalcap {version('pycocoevalcap')}", CiderScorer(n=4, sigma=6.0))
    if scorer := authors_scorer():
        yield expectation(segments, "cider", AUTHORS.name, scorer(n=4), "corpus")


if __name__ == "__main__":
    lines = [made.to_json() for made in expectations(read_segments())]
    if not AUTHORS.path:
        lines += AUTHORS.kept("cider.jsonl")
    write_lines(CASES / "cider.jsonl", lines)
