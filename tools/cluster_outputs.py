"""Outputs of several systems as Parquet, for runs on clusters: invented sentences and edits of them.

The sentences are those of `bench/corpus.py`: words of syllables, drawn by Zipf's law, 5 to 60 a sentence.
What is written depends on the seed and the number of ids alone.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "bench"))

from corpus import BLOCK, edit, make_references, make_vocabulary  # noqa: E402

SYSTEMS = ["alder", "birch", "cedar", "damson"]
DOMAINS = ["letters", "news", "talks"]


def blocks(ids: int, seed: int) -> Iterator[pa.Table]:
    """Tables of all systems' outputs for up to `BLOCK` ids each."""
    vocabulary = make_vocabulary(seed)
    for number, first in enumerate(range(0, ids, BLOCK)):
        random = np.random.default_rng([seed, number])
        references = make_references(random, vocabulary)
        texts = references.texts(vocabulary)
        count = min(BLOCK, ids - first)
        names = [f"s{place:07}" for place in range(first, first + count)]
        domains = [DOMAINS[choice] for choice in random.integers(len(DOMAINS), size=count)]
        for system in SYSTEMS:
            hypotheses, _ = edit(random, vocabulary, references)
            yield pa.table(
                {
                    "id": names,
                    "system": [system] * count,
                    "domain": domains,
                    "hypothesis": hypotheses.texts(vocabulary)[:count],
                    "reference": texts[:count],
                }
            )


def write_outputs(folder: Path, ids: int, seed: int, tables_a_file: int = 4) -> list[Path]:
    """Writes the tables, so many a file, unless the files are there already."""
    done = folder.with_name(f"{folder.name}-{ids}-{seed}.written")
    if not done.exists():
        folder.mkdir(parents=True, exist_ok=True)
        waiting: list[pa.Table] = []
        files = 0
        for table in blocks(ids, seed):
            waiting.append(table)
            if len(waiting) == tables_a_file:
                pq.write_table(pa.concat_tables(waiting), folder / f"outputs{files:03}.parquet")
                waiting, files = [], files + 1
        if waiting:
            pq.write_table(pa.concat_tables(waiting), folder / f"outputs{files:03}.parquet")
        done.touch()
    return sorted(folder.glob("outputs*.parquet"))
