"""What the drivers on plain numbers share: read ratings and scores, compute something several times over, print it.

    python bench/peers/NAME.py WHAT FILE SYSTEMS TIMES

The file holds 64-bit numbers, all ratings and then all scores, each system by system. `seconds` are those
of one computation, by the processor's clock.
"""

import json
import sys
import time
from collections.abc import Callable

import numpy as np

Compute = Callable[[np.ndarray, np.ndarray], dict[str, float]]


def drive(tool: str, ways: dict[str, Compute]) -> None:
    """Computes WHAT of the two grids (systems × items) and prints the result."""
    what, file, systems, times = sys.argv[1:]
    people, measure = np.fromfile(file, dtype="<f8").reshape(2, int(systems), -1)
    found: dict[str, float] = {}
    start = time.process_time()
    for _ in range(int(times)):
        found = ways[what](people, measure)
    # Importing takes a hundred times longer than computing, and not as long each time: the clock is in here.
    seconds = (time.process_time() - start) / max(1, int(times))
    print(json.dumps({"tool": tool, "readings": found, "seconds": seconds}))
