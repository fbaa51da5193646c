"""Makes `cases/stats/random.jsonl` with numpy's default generator."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from stats_cases import case, write_cases

SEEDS = [0, 1, 7, 12345, 2**32 - 1, 2**32, 2**53 + 1, 2**64 - 1]
# Just above 2^31 nearly every second draw is an unfair one and repeated.
BOUNDS = [1, 2, 3, 5, 100, 3003, 2**16, 2**31, 2**31 + 1, 3 * 2**30, 2**32 - 2, 2**32 - 1]


def cases() -> Iterator[dict[str, Any]]:
    """Calls of one generator in this order; odd numbers of draws leave half words and coins behind."""
    for seed in SEEDS:
        for bound in BOUNDS:
            generator = np.random.default_rng(seed)
            expected = {
                "choice": generator.choice(bound, size=(3, 7), replace=True).ravel().tolist(),
                "words": generator.bit_generator.random_raw(2).tolist(),
                "coins": generator.integers(2, size=(5, 9), dtype=bool).ravel().astype(int).tolist(),
                "more_coins": generator.integers(2, size=3, dtype=bool).astype(int).tolist(),
                "integers": generator.integers(0, bound, size=6).tolist(),
            }
            yield case(f"seed {seed}, bound {bound}", "numpy", {"seed": seed, "bound": bound}, expected)


if __name__ == "__main__":
    write_cases("random", "golden_stats_random.py", ["numpy"], cases())
