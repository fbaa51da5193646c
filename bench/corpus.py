"""Makes the corpus of the benchmark: pairs of an invented reference and an edited hypothesis, one a line.

The words are made of syllables and inflected as English words are, so that a stemmer has work; they are drawn by
Zipf's law; lines have capitals, punctuation, numbers, hyphens, entities and a few characters beyond ASCII. A corpus
depends on the seed and the number of pairs alone, is written in blocks, and the shorter of two corpora of one seed is
the beginning of the longer. No two references are the same.

    python bench/corpus.py --pairs 100000 --work FOLDER

Not a model of any language: scores on it say whether two programs agree and how fast they are, nothing else.
"""

import argparse
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

BLOCK = 10_000
LEAST_WORDS, MOST_WORDS = 5, 60
STEMS = 9_000
NUMBERS, COMPOUNDS, NAMES = 1_500, 2_500, 3_000
FUNCTION_WORDS = 120
ENTITIES = ["&amp;", "&quot;", "&lt;", "&gt;", "–", "—", "%", "$", "/", "…"]

ONSETS = "b c d f g h k l m n p r s t v w b c d f l m n p r s t br cl dr gr pl pr sh sp st str th tr ch qu".split()
VOWELS = "a e i o u a e i o a e i o ea ee ou y".split()
CODAS = ["", "", "", "", "", "", "n", "r", "t", "l", "s", "m", "d", "ck", "nd", "nt", "st"]
ACCENTED = str.maketrans("aeiou", "áéíöü")

INFLECTIONS = [
    "", "s", "ed", "ing", "er", "ers", "ly", "ation", "ations", "able", "ness", "ment", "ments", "ful", "ive", "al",
    "ational", "ity", "ize", "izing", "ization", "ous", "ousness", "iveness", "'s", "ies", "ance", "ically",
]  # fmt: skip

# How a word stands in its line: `{}` is the word; the order is what `PLAIN`, `CAPITAL`, … count on.
SETTINGS = ["{}", "{}", "{},", "{}.", "{}?", "{}!", "{};", "{}:", '"{}', '{}"', "({})", "“{}”", "{}...", '{}."']
PLAIN, CAPITAL, FULL_STOP = 0, 1, 3
INNER_SHARES = {2: 0.055, 6: 0.004, 7: 0.004, 8: 0.006, 9: 0.006, 10: 0.006, 11: 0.003}
FINAL_SHARES = {3: 0.86, 4: 0.05, 5: 0.03, 12: 0.02, 13: 0.04}
FULL_STOP_INSIDE = 0.04


@dataclass(frozen=True)
class Vocabulary:
    """Word forms in the order of their rank, how often each is drawn, and every form in every setting."""

    surfaces: np.ndarray
    cumulative: np.ndarray
    siblings: np.ndarray
    sibling_counts: np.ndarray

    def draw(self, random: np.random.Generator, count: int) -> np.ndarray:
        """Word numbers, by Zipf's law."""
        return np.searchsorted(self.cumulative, random.random(count))

    def inflect(self, random: np.random.Generator, words: np.ndarray) -> np.ndarray:
        """Another form of each word's stem (or the same, where there is no other)."""
        choice = (random.random(len(words)) * self.sibling_counts[words]).astype(np.int64)
        return self.siblings[words, choice]


def syllables(random: np.random.Generator, count: int) -> str:
    """An invented stem."""
    pick = random.integers(0, 1 << 30, size=(count, 3))
    parts = (ONSETS[a % len(ONSETS)] + VOWELS[b % len(VOWELS)] + CODAS[c % len(CODAS)] for a, b, c in pick.tolist())
    return "".join(parts)


def inflected(stem: str, ending: str) -> str:
    """The stem with an ending, with the spelling changes of English."""
    if ending == "ies":
        return stem + "ies" if stem[-1] not in "aeiouy" else stem[:-1] + "ies"
    if ending and ending[0] in "aeiou" and stem[-1] in "aeiou" and len(stem) > 3:
        stem = stem[:-1]
    if (
        ending in {"ed", "ing", "er", "ers"}
        and stem[-1] in "nrtlmd"
        and stem[-2] in "aeiou"
        and stem[-3] not in "aeiou"
    ):
        stem += stem[-1]
    if ending == "s" and stem[-1] in "sh":
        return stem + "es"
    return stem + ending


def families(random: np.random.Generator) -> Iterator[list[str]]:
    """Words that belong together: the forms of a stem, or a word alone. The first endings are the common ones."""
    commonness = 1 / (np.arange(len(INFLECTIONS)) + 2)
    commonness /= commonness.sum()
    for _ in range(STEMS):
        stem = syllables(random, int(random.choice([1, 2, 3], p=[0.25, 0.55, 0.2])))
        if random.random() < 0.01:
            stem = stem.translate(ACCENTED)
        if len(stem) < 3:
            stem += "t"
        kept = random.choice(len(INFLECTIONS), size=int(random.integers(1, 9)), replace=False, p=commonness)
        yield [inflected(stem, INFLECTIONS[number]) for number in kept]
    for _ in range(NAMES):
        name = syllables(random, int(random.integers(1, 4))).capitalize()
        yield [name, f"{name}'s"] if random.random() < 0.3 else [name]
    for _ in range(COMPOUNDS):
        yield [f"{syllables(random, 1)}-{syllables(random, 2)}{random.choice(['', 'ed', 'ing', 's'])}"]
    for _ in range(NUMBERS):
        yield [number(random)]
    for entity in ENTITIES:
        yield [entity]


def number(random: np.random.Generator) -> str:
    """A number as newspapers write them."""
    size, cents = int(10 ** random.uniform(0, 6)), int(random.integers(0, 100))
    shapes = [
        f"{size}",
        f"{size:,}",
        f"{size % 1000}.{cents:02}",
        f"{1900 + size % 130}",
        f"{size % 50}-{cents}",
        f"{cents}%",
    ]
    return shapes[int(random.integers(len(shapes)))]


def make_vocabulary(seed: int) -> Vocabulary:
    """All forms, ranked: short words of their own first, the rest by chance and length, as in English."""
    random = np.random.default_rng([seed, 0])
    groups: list[list[str]] = []
    seen: set[str] = set()
    for _ in range(FUNCTION_WORDS * 4):
        word = syllables(random, 1)[:3]
        if len(groups) < FUNCTION_WORDS and word not in seen:
            seen.add(word)
            groups.append([word])
    for family in families(random):
        fresh = [word for word in dict.fromkeys(family) if word not in seen]
        seen.update(fresh)
        groups.append(fresh)
    words = [word for group in groups for word in group]
    length_and_chance = np.array([len(word) for word in words]) * 0.35 + random.normal(size=len(words))
    length_and_chance[:FUNCTION_WORDS] = -np.inf
    order = np.argsort(length_and_chance, kind="stable")
    rank_of = np.empty(len(words), dtype=np.int64)
    rank_of[order] = np.arange(len(words))

    siblings = np.zeros((len(words), max(map(len, groups))), dtype=np.int64)
    counts = np.zeros(len(words), dtype=np.int64)
    first = 0
    for group in groups:
        ranks = rank_of[first : first + len(group)]
        siblings[ranks, : len(group)] = ranks
        counts[ranks] = len(group)
        first += len(group)

    weights = 1 / (np.arange(len(words)) + 2.7) ** 1.05
    cumulative = np.cumsum(weights / weights.sum())
    cumulative[-1] = 1
    ranked = [words[place] for place in order.tolist()]
    surfaces = [
        setting.format(word[:1].upper() + word[1:] if place == CAPITAL else word)
        for word in ranked
        for place, setting in enumerate(SETTINGS)
    ]
    return Vocabulary(np.array(surfaces, dtype=object), cumulative, siblings, counts)


@dataclass
class Words:
    """Many lines at once: for each word its line, its number in the vocabulary and its setting."""

    line: np.ndarray
    word: np.ndarray
    setting: np.ndarray

    def take(self, places: np.ndarray) -> "Words":
        """The words at these places."""
        return Words(self.line[places], self.word[places], self.setting[places])

    def first(self) -> np.ndarray:
        """Which words begin a line."""
        return np.concatenate([[True], self.line[1:] != self.line[:-1]])

    def last(self) -> np.ndarray:
        """Which words end a line."""
        return np.concatenate([self.line[1:] != self.line[:-1], [True]])

    def texts(self, vocabulary: Vocabulary) -> list[str]:
        """The lines as text."""
        surfaces = vocabulary.surfaces[self.word * len(SETTINGS) + self.setting].tolist()
        starts = [*np.flatnonzero(self.first()).tolist(), len(surfaces)]
        return [" ".join(surfaces[start:end]) for start, end in zip(starts, starts[1:], strict=False)]


def punctuate(random: np.random.Generator, words: Words) -> None:
    """Commas and quotes inside, full stops at the end and now and then between, capitals after them."""
    size = len(words.word)
    shares = [1 - sum(INNER_SHARES.values()), *INNER_SHARES.values()]
    words.setting[:] = random.choice([PLAIN, *INNER_SHARES], size=size, p=shares)
    last = words.last()
    final = random.choice(list(FINAL_SHARES), size=size, p=list(FINAL_SHARES.values()))
    stops = random.random(size) < FULL_STOP_INSIDE
    words.setting[stops] = FULL_STOP
    ended = last & (random.random(size) < 0.97)
    words.setting[ended] = final[ended]
    words.setting[words.first() | np.concatenate([[False], stops[:-1]])] = CAPITAL


def make_references(random: np.random.Generator, vocabulary: Vocabulary) -> Words:
    """A block of lines, 5 to 60 words each, 24 on average."""
    lengths = np.clip(random.gamma(4.0, 6.0, size=BLOCK).astype(np.int64), LEAST_WORDS, MOST_WORDS)
    line = np.repeat(np.arange(BLOCK), lengths)
    words = Words(line, vocabulary.draw(random, len(line)), np.zeros(len(line), dtype=np.int64))
    punctuate(random, words)
    return words


def edit(random: np.random.Generator, vocabulary: Vocabulary, reference: Words) -> tuple[Words, float]:
    """The hypotheses and the share of words that were touched. Some lines are edited far more than others."""
    size = len(reference.word)
    zeal = random.beta(2.0, 3.7, size=BLOCK)[reference.line]
    draw = random.random(size) / np.maximum(zeal, 1e-9)
    substituted = draw < 0.45
    dropped = (draw >= 0.45) & (draw < 0.62) & ~reference.first()
    inserted = (draw >= 0.62) & (draw < 0.78)
    swapped = (draw >= 0.78) & (draw < 0.92)
    shuffled = (draw >= 0.92) & (draw < 1.0)

    word = reference.word.copy()
    chosen = np.flatnonzero(substituted)
    by_form = random.random(len(chosen)) < 0.4
    word[chosen] = np.where(by_form, vocabulary.inflect(random, word[chosen]), vocabulary.draw(random, len(chosen)))

    # A word moves by sorting: its key is its place, plus a step (swap) or up to five places (local reordering).
    key = np.arange(size) + 1.5 * swapped + shuffled * random.uniform(1.5, 5.0, size)
    order = np.lexsort((key, reference.line))
    moved = Words(reference.line, word, reference.setting).take(order[~dropped[order]])
    copies = 1 + inserted[order[~dropped[order]]]
    hypothesis = moved.take(np.repeat(np.arange(len(copies)), copies))
    fresh = np.concatenate([[False], np.diff(np.repeat(np.arange(len(copies)), copies)) == 0])
    hypothesis.word[fresh] = vocabulary.draw(random, int(fresh.sum()))
    hypothesis.setting[fresh] = PLAIN

    length = len(hypothesis.word)
    first, last = hypothesis.first(), hypothesis.last()
    hypothesis.setting[first & (random.random(length) < 0.97)] = CAPITAL
    hypothesis.setting[last & (hypothesis.setting == PLAIN) & (random.random(length) < 0.95)] = FULL_STOP
    return hypothesis, float(np.mean(draw < 1.0))


def blocks(seed: int) -> Iterator[tuple[list[str], list[str], float]]:
    """Blocks of hypotheses, references and the share of touched words, without end."""
    vocabulary = make_vocabulary(seed)
    block = 0
    while True:
        block += 1
        random = np.random.default_rng([seed, block])
        references = make_references(random, vocabulary)
        hypotheses, touched = edit(random, vocabulary, references)
        yield hypotheses.texts(vocabulary), references.texts(vocabulary), touched


def write_corpus(folder: Path, pairs: int, seed: int) -> dict[str, float]:
    """Writes `hyp.txt` and `ref.txt`; holds one block and eight bytes a line in memory. Returns what is in them."""
    folder.mkdir(parents=True, exist_ok=True)
    seen: set[bytes] = set()
    words = written = 0
    shares = []
    with (
        (folder / "hyp.txt").open("w", encoding="utf-8") as hyp,
        (folder / "ref.txt").open("w", encoding="utf-8") as ref,
    ):
        for hypotheses, references, touched in blocks(seed):
            shares.append(touched)
            kept: list[int] = []
            for place, reference in enumerate(references):
                digest = hashlib.blake2b(reference.encode(), digest_size=8).digest()
                if digest not in seen and written + len(kept) < pairs:
                    seen.add(digest)
                    kept.append(place)
                    words += reference.count(" ") + 1
            hyp.writelines(f"{hypotheses[place]}\n" for place in kept)
            ref.writelines(f"{references[place]}\n" for place in kept)
            written += len(kept)
            if written == pairs:
                break
    return {"pairs": pairs, "seed": seed, "words": words, "touched": sum(shares) / len(shares)}


def main() -> None:
    """Writes a corpus, unless the folder holds the same one already, and its description."""
    parser = argparse.ArgumentParser(description="writes hyp.txt and ref.txt, one text a line")
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, required=True, metavar="DIR")
    arguments = parser.parse_args()

    maker = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    wanted = {"pairs": arguments.pairs, "seed": arguments.seed, "maker": maker, "numpy": np.__version__}
    note = arguments.work / "corpus.json"
    found = json.loads(note.read_text(encoding="utf-8")) if note.exists() else {}
    if wanted.items() <= found.items():
        return
    note.unlink(missing_ok=True)
    described = write_corpus(arguments.work, arguments.pairs, arguments.seed)
    note.write_text(json.dumps({**wanted, **described}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
