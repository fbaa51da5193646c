"""Memory stays where it is over a hundred thousand calls."""

from __future__ import annotations

import gc
import pathlib
import pickle
import warnings
from typing import Any, Callable, Dict

import pyarrow as pa
import pytest
from texts import HYPOTHESES, PAIRS, REFERENCES

import regua

ALLOWED = 1024 * 1024
STATUS = pathlib.Path("/proc/self/status")

CHRF = regua.Measure("chrf")
TABLE = pa.table({"hypothesis": HYPOTHESES, "references": PAIRS})
ARRAY = pa.array(HYPOTHESES)


@regua.measure(slots={"words": int})
class Words:
    """The number of words."""

    def tally(self, segment: regua.Segment) -> int:
        if not segment.hypothesis:
            raise regua.Unscored("nothing was said")
        return len(segment.hypothesis.split())

    def read(self, total: Dict[str, Any]) -> Any:
        return total["words"]


def refused(*arguments: Any, **options: Any) -> None:
    try:
        regua.score(*arguments, **{"measures": "chrf", **options})
    except (TypeError, ValueError):
        return
    raise AssertionError("it was not refused")


def errors() -> None:
    """Refusals on every floor: reading arguments, planning, measuring."""
    refused(HYPOTHESES, "text")
    refused(["a", None], ["a", "b"])
    refused(["a", "\ud800"], ["a", "b"])
    refused(HYPOTHESES, REFERENCES, measures="blue")
    refused(HYPOTHESES, REFERENCES, by="domain")
    refused(HYPOTHESES, [[] for _ in HYPOTHESES])


def faces() -> None:
    scores = regua.score(HYPOTHESES[:2], REFERENCES[:2], measures="chrf")
    str(scores), scores._repr_html_(), scores.to_dict(), scores.to_csv(), scores.segments.to_dict()


def written() -> None:
    regua.score(["a b", ""], measures=Words)


USES: Dict[str, "tuple[int, Callable[[], object]]"] = {
    "one pair": (100_000, lambda: CHRF("a régua mede", "a régua mediu")),
    "small scores": (20_000, lambda: regua.score(["a b"], ["a c"], measures="wer")),
    "tallies": (10_000, lambda: CHRF.tally(HYPOTHESES[:2], REFERENCES[:2]).rows),
    "arrow in": (5_000, lambda: regua.score(TABLE, measures="wer")),
    "arrow columns in": (3_000, lambda: regua.score(ARRAY, ARRAY, measures="wer")),
    "arrow out": (5_000, lambda: pa.table(regua.score(["a"], ["a"], measures="wer").segments)),
    "errors": (2_000, errors),
    "faces": (2_000, faces),
    "measures": (5_000, lambda: pickle.loads(pickle.dumps(regua.Measure("bleu(tok=intl)")))),
    "written in Python": (5_000, written),
    "labels": (1_000, lambda: regua.classify(["a", "b"], ["a", "a"], measures="accuracy")),
    "alignments": (20_000, lambda: regua.opcodes(["a", "b"], ["a", "c"])),
}


def resident() -> int:
    """The bytes of memory that this process really has."""
    gc.collect()
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) * 1024


@pytest.mark.skipif(not STATUS.exists(), reason="there is no /proc/self/status to ask")
@pytest.mark.parametrize("name", USES)
def test_memory_does_not_grow_with_calls(name: str) -> None:
    calls, use = USES[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", regua.Warning)
        for _ in range(calls // 10):
            use()
        before = resident()
        for _ in range(calls):
            use()
        grown = resident() - before
    assert grown < ALLOWED, f"{grown / calls:.1f} bytes a call"
