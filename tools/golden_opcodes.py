"""Makes `cases/opcodes.jsonl` with rapidfuzz: alignments of character sequences, long ones included."""

import random
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

from rapidfuzz.distance import Levenshtein

from common import CASES, write_lines

SEED = 20_250_611
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
SIGNS = {"equal": "=", "replace": "r", "insert": "i", "delete": "d"}
HEADER = {
    "tool": f"rapidfuzz {version('rapidfuzz')}, Levenshtein.opcodes",
    "script": "tools/golden_opcodes.py",
    "notes": "every character is a token; a block is a sign (= equal, r replace, i insert, d delete) and its length",
}
# From 2^22 pairs of places on, rapidfuzz cuts an alignment in two, which settles ties in another way.
BEYOND_THE_CUT = [(2048, 2048, 4), (2600, 1700, 3), (1650, 2900, 2), (300, 14_000, 3), (14_000, 300, 3), (6000, 5900, 26)]
WORKED = [("", ""), ("", "ab"), ("ab", ""), ("abc", "abc"), ("abab", "baba"), ("kitten", "sitting"), ("aabba", "bbaab")]


def random_text(rng: random.Random, length: int, symbols: int) -> str:
    """Few symbols make many ties."""
    return "".join(rng.choices(ALPHABET[:symbols], k=length))


def edited(rng: random.Random, text: str, edits: int, symbols: int) -> str:
    """The text after random substitutions, insertions, deletions and one moved stretch."""
    tokens = list(text)
    for _ in range(edits):
        place = rng.randint(0, len(tokens))
        tokens[place : place + rng.randint(0, 2)] = random_text(rng, rng.randint(0, 2), symbols)
    start, end = sorted(rng.choices(range(len(tokens) + 1), k=2))
    moved = tokens[start : min(end, start + 5)]
    del tokens[start : start + len(moved)]
    place = rng.randint(0, len(tokens))
    tokens[place:place] = moved
    return "".join(tokens)


def pairs(rng: random.Random) -> Iterator[tuple[str, str]]:
    """Pairs by hand, unrelated, edited, and beyond the cut."""
    yield from WORKED
    for _ in range(150):
        symbols = rng.randint(1, 5)
        yield random_text(rng, rng.randint(0, 40), symbols), random_text(rng, rng.randint(0, 40), symbols)
    for longest in (30, 64, 66, 200, 400):
        for _ in range(20):
            symbols = rng.randint(2, 6)
            text = random_text(rng, rng.randint(longest // 2, longest), symbols)
            yield text, edited(rng, text, rng.randint(0, longest // 5), symbols)
    for reference, hypothesis, symbols in BEYOND_THE_CUT:
        yield random_text(rng, reference, symbols), random_text(rng, hypothesis, symbols)
    text = random_text(rng, 4000, 3)
    yield text, edited(rng, text, 300, 3)


def blocks(reference: str, hypothesis: str) -> str:
    """The blocks of an alignment in one word."""
    found = Levenshtein.opcodes(reference, hypothesis)
    lengths = [max(code.src_end - code.src_start, code.dest_end - code.dest_start) for code in found]
    return "".join(f"{SIGNS[code.tag]}{length}" for code, length in zip(found, lengths, strict=True))


def cases() -> Iterator[dict[str, Any]]:
    """What is written, after the line that names the tool."""
    yield HEADER
    for reference, hypothesis in pairs(random.Random(SEED)):
        yield {"reference": reference, "hypothesis": hypothesis, "blocks": blocks(reference, hypothesis)}


if __name__ == "__main__":
    write_lines(CASES / "opcodes.jsonl", cases())
