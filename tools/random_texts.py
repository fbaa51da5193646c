"""Random segments for live comparisons: ordinary sentences, edits of them, and characters that break things."""

import random
from collections.abc import Iterator

from common import Segment, tags_of_shape
from edits import EDITS, edit_text
from make_segments import read_material
from traps import PIECES

# First and last character of the blocks that random words are drawn from: old, fully assigned ones,
# so that the Unicode version of a tool does not matter.
BLOCKS = [("!", "~"), ("a", "z"), ("À", "ö"), ("Α", "Ρ"), ("α", "ω"), ("А", "я"), ("ا", "غ"), ("क", "ह"),
          ("一", "龥"), ("ぁ", "ん"), ("가", "힣"), ("！", "～"), ("‐", "‧"), ("→", "⇿"), ("😀", "🙏")]  # fmt: skip
PLAIN_EDITS = ["drop", "insert", "swap", "replace"]
PLAIN_VOCABULARY = ["the", "a", "cat", "dog", "sat", "ran", "on", "under", "mat", "tree", "7", "red"]
BLANKS = [" "] * 30 + ["  ", "\t", "\n", "-\n", "\u00a0", "\u2028", "\u3000", "\x1c", "\x85", " \n "]


def random_word(rng: random.Random) -> str:
    """A trap, a number, or a few characters of one block."""
    kind = rng.random()
    if kind < 0.4:
        return rng.choice(PIECES)
    if kind < 0.6:
        return rng.choice(["{}", "{}.", "{},5", "{}-{}", "{}%", "1,{}.{}", ".{}"]).replace(
            "{}", str(rng.randrange(2000))
        )
    first, last = rng.choice(BLOCKS)
    return "".join(chr(rng.randint(ord(first), ord(last))) for _ in range(rng.randint(1, 6)))


def strange_text(rng: random.Random) -> str:
    """Random words between random blanks."""
    return "".join(random_word(rng) + rng.choice(BLANKS) for _ in range(rng.randint(1, 25)))


def plain_text(rng: random.Random) -> str:
    """Few different words, so that there are many ways to align them."""
    vocabulary = PLAIN_VOCABULARY[: rng.randint(2, len(PLAIN_VOCABULARY))]
    return " ".join(rng.choice(vocabulary) for _ in range(rng.randint(1, 60)))


def spoil(text: str, rng: random.Random, vocabulary: list[str], edits: list[str], most: int) -> str:
    """Up to `most` random edits."""
    return edit_text(text, rng.choices(edits, k=rng.randint(0, most)), rng, vocabulary)


def random_segments(count: int, seed: int) -> Iterator[Segment]:
    """A third each of ordinary, strange and plain texts, with one to four references."""
    rng = random.Random(seed)
    sentences = [text for sayings in read_material().values() for saying in sayings for text in saying]
    vocabulary = sorted({word for text in sentences for word in text.split(" ")})
    for number in range(count):
        kind = ("ordinary", "strange", "plain")[number % 3]
        if kind == "ordinary":
            base = rng.choice(["\n", " "]).join(rng.sample(sentences, rng.randint(1, 4)))
            texts = [spoil(base, rng, vocabulary, list(EDITS), 8) for _ in range(rng.randint(2, 5))]
        elif kind == "strange":
            base = strange_text(rng)
            texts = [spoil(base, rng, PIECES, list(EDITS), 6) for _ in range(rng.randint(2, 5))]
        else:
            base = plain_text(rng)
            texts = [spoil(base, rng, PLAIN_VOCABULARY, PLAIN_EDITS, 12) for _ in range(2)]
        references = [text for text in texts[1:] if text.strip()] or ["a reference"]
        hypothesis = "" if rng.random() < 0.01 else texts[0]
        yield Segment(f"{kind}-{number}", hypothesis, references, tags_of_shape(hypothesis, references), base)
