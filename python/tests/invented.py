"""Invented outputs for the tests of clusters: a table of several systems, the same for the same seed."""

from __future__ import annotations

import random
from typing import Any, Dict, Iterator, List

import pyarrow as pa

SYSTEMS = ["alder", "birch", "cedar", "damson"]
DOMAINS = ["letters", "news", "talks"]
PLACES = ["the old ferry", "a red bridge", "the river", "our town", "a new mill"]
WORDS = ["a", "the", "goes", "went", "left", "under", "over", "and", "but", "slowly", "again,", "twice."]
WORDS += [word for place in PLACES for word in place.split()]


def spoiled(words: List[str], chance: random.Random) -> str:
    """The words with some of them replaced, left out or said twice."""
    ways = [[], ["{}", "{}"], [chance.choice(WORDS)]]
    kept = (chance.choice(ways) if chance.random() < 0.2 else ["{}"] for _ in words)
    return " ".join(part.format(word) for word, parts in zip(words, kept) for part in parts)


def rows(ids: int, seed: int) -> Iterator[Dict[str, Any]]:
    """One output of each system for each id, against one to three references."""
    chance = random.Random(seed)
    for number in range(ids):
        words = chance.choices(WORDS, k=chance.randint(3, 25))
        given = {
            "id": f"s{number}",
            "domain": chance.choice(DOMAINS),
            "nodes": chance.randint(1, 9),
            "references": [
                " ".join(words),
                *(spoiled(words, chance) or "again" for _ in range(chance.randint(0, 2))),
            ],
        }
        for system in SYSTEMS:
            yield {**given, "system": system, "hypothesis": spoiled(words, chance)}


def invented(ids: int, seed: int = 1) -> pa.Table:
    """The outputs as a table, in no order."""
    everything = list(rows(ids, seed))
    random.Random(seed + 1).shuffle(everything)
    return pa.Table.from_pylist(everything)
