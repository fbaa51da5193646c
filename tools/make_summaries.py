"""Makes `cases/summaries.jsonl`: short sources with summaries of our own making, out of `material.txt`."""

import random
from collections.abc import Iterator

from common import CASES, PLAIN_WORDS, tags_of_shape, write_lines
from edits import EDITS, edit_text
from make_segments import read_material, vocabulary_of

SEED = 20
LANGUAGES = ["en", "pt"]
EACH = 14
LONG = 4

# Where a greedy search, a window or a count is easily wrong: id, hypothesis, references, source.
BY_HAND = [
    ("overlap", "so so late", ["so late"], "so so so late"),
    ("order", "d c b a", ["a b c d"], "a b c d a b c d"),
    ("copy", "the tide turns at noon", ["the tide turns at noon"], "the tide turns at noon"),
    ("case", "The Tide turns", ["the tide turns"], "at noon the tide Turns"),
    ("inside", "art is late", ["a party, lately"], "a party, lately, is over"),
    ("stutter", "no no no no no no", ["no"], "no no"),
    ("one-word", "tide", ["tide tide"], "ebb"),
    ("foreign", "maré alta às 7h", ["maré baixa", "às 7h, maré alta"], "Às 7h a maré está alta."),
    ("no-words", "", ["tide"], "the tide"),
    ("twice", "the tide turns at noon", ["high water"], "the tide turns at noon and turns at dusk"),
]


def drafts() -> Iterator[tuple[str, str, list[str], str, list[str]]]:
    """Name, hypothesis, references, source and tags."""
    rng = random.Random(SEED)
    material = read_material()
    for language in LANGUAGES:
        sayings = material[language]
        vocabulary = vocabulary_of(sayings, " ")
        for turn in range(EACH + LONG):
            size = rng.randint(20, 40) if turn >= EACH else rng.randint(4, 8)
            chosen = [rng.choice(sayings) for _ in range(size)]
            told = chosen if turn >= EACH else rng.sample(chosen, rng.randint(1, 3))
            hypothesis = " ".join(rng.choice(saying) for saying in told)
            hypothesis = edit_text(hypothesis, rng.choices(list(EDITS), k=turn % 5), rng, vocabulary)
            references = [" ".join(saying[way % len(saying)] for saying in told) for way in range(1 + turn % 3)]
            yield language, hypothesis, references, " ".join(saying[0] for saying in chosen), [language]
    for name, hypothesis, references, source in BY_HAND:
        yield "hand", hypothesis, references, source, ["hand", name]


def number_drafts() -> Iterator[dict[str, object]]:
    """The lines to write."""
    counts: dict[str, int] = {}
    for prefix, hypothesis, references, source, tags in drafts():
        counts[prefix] = counts.get(prefix, 0) + 1
        shape = [tag for tag in tags_of_shape(hypothesis, references) if tag != PLAIN_WORDS]
        yield {
            "id": f"{prefix}-{counts[prefix]:03}",
            "hypothesis": hypothesis,
            "references": references,
            "source": source,
            "tags": tags + shape,
        }


if __name__ == "__main__":
    write_lines(CASES / "summaries.jsonl", number_drafts())
