"""A worker: a Python process that holds texts in memory and does what it is asked, one thing at a time."""

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Self, TypeVar

from child import ENVIRONMENT
from program import BENCH

Anything = TypeVar("Anything")


class Worker:
    """A script in `workers/`, run by an interpreter of one's choice. One that fails ends the benchmark."""

    def __init__(self, interpreter: Path, script: str, *arguments: object) -> None:
        command = [str(interpreter), str(BENCH / "workers" / script), *map(str, arguments)]
        environment = os.environ | ENVIRONMENT
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def ask(self, **request: object) -> dict:
        """Hands over a request and waits for the answer."""
        print(json.dumps(request), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            print(f"{' '.join(self.process.args)} ended early", file=sys.stderr)
            sys.exit(2)
        return json.loads(answer)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        self.process.wait()


def in_turns(sides: Sequence[Anything], turn: int) -> Sequence[Anything]:
    """The sides in their order, then in the other, so that none is always the one after the same other."""
    return sides if turn % 2 == 0 else sides[::-1]


def median_ratio(ones: Sequence[float], others: Sequence[float]) -> float:
    """The median of the ratios of runs that stood beside each other."""
    return statistics.median(one / other for one, other in zip(ones, others, strict=True))
