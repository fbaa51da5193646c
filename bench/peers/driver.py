"""What the drivers share: read two files of texts, score them, print the readings as one line of JSON.

    python bench/peers/NAME.py hyp.txt ref.txt        scores
    python bench/peers/NAME.py --empty                imports and stops: what starting costs
"""

import importlib.metadata
import json
import sys
from collections.abc import Callable
from pathlib import Path

Score = Callable[[list[str], list[str]], dict[str, float]]


def read_lines(path: str) -> list[str]:
    """The lines of a file; they end at `\\n` only."""
    lines = Path(path).read_text(encoding="utf-8").split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def drive(package: str, score: Score) -> None:
    """Runs `score` on the files that were named (hypotheses first) and prints what it returns."""
    tool = f"{package} {importlib.metadata.version(package)}"
    if sys.argv[1:] == ["--empty"]:
        print(json.dumps({"tool": tool, "readings": {}}))
        return
    hypotheses, references = (read_lines(path) for path in sys.argv[1:])
    if len(hypotheses) != len(references):
        sys.exit(f"{len(hypotheses)} hypotheses but {len(references)} references")
    print(json.dumps({"tool": tool, "readings": score(hypotheses, references)}))
