"""What the workers share: a request is a line of JSON, so is its answer.

A worker holds its texts in memory and does one thing at a time, so that two of them can be timed in turns.
"""

import json
import sys
import time
from collections.abc import Callable

Answer = dict[str, object]


def serve(answer: Callable[..., Answer]) -> None:
    """Answers every line of the standard input until there is none."""
    for line in sys.stdin:
        print(json.dumps(answer(**json.loads(line))), flush=True)


def timed(work: Callable[[], object]) -> Answer:
    """What the work gives, and its seconds: CPU of all threads, and on the wall."""
    wall, cpu = time.perf_counter(), time.process_time()
    value = work()
    return {"value": value, "cpu": time.process_time() - cpu, "wall": time.perf_counter() - wall}


def read_lines(path: str) -> list[str]:
    """The lines of a file; they end at `\\n` only."""
    with open(path, encoding="utf-8", newline="\n") as file:
        return file.read().removesuffix("\n").split("\n")
