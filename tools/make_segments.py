"""Makes `cases/segments.jsonl`: the texts on which every golden number is computed."""

import random
from collections.abc import Iterator
from pathlib import Path

from common import CASES, Segment, tags_of_shape, write_lines
from edits import EDITS, edit_text
from traps import EMPTY_REFERENCES, TRAPS

SEED = 20240229
MATERIAL = Path(__file__).with_name("material.txt")
WITHOUT_BLANKS = {"ja", "zh"}
EDITS_PER_SENTENCE = {"en": 7, "pt": 7, "de": 4, "fr": 4, "es": 4, "it": 4}
OTHER_LANGUAGES = 3
LONG_WORDS = 3100

Sayings = list[list[str]]
Draft = tuple[str, str, list[str], list[str]]


def read_material() -> dict[str, Sayings]:
    """The sayings of each language; a saying is one sentence and its paraphrases."""
    material: dict[str, Sayings] = {}
    language = ""
    for line in MATERIAL.read_text(encoding="utf-8").split("\n"):
        if line.startswith("["):
            language = line.strip("[]")
            material[language] = []
        elif line and not line.startswith("#"):
            material[language].append(line.split(" | "))
    return material


def vocabulary_of(sayings: Sayings, glue: str) -> list[str]:
    """The distinct words of a language, in a fixed order."""
    texts = [text for saying in sayings for text in saying]
    return sorted({word for text in texts for word in (text.split(glue) if glue else text)})


def edited(language: str, sayings: Sayings, rng: random.Random) -> Iterator[Draft]:
    """Sentences with one to three edits; the edited sentence itself is not always among the references."""
    glue = "" if language in WITHOUT_BLANKS else " "
    vocabulary = vocabulary_of(sayings, glue)
    names = list(EDITS)
    for number, saying in enumerate(sayings):
        for turn in range(EDITS_PER_SENTENCE.get(language, OTHER_LANGUAGES)):
            name = names[(number + turn) % len(names)]
            hypothesis = edit_text(saying[0], [name] * rng.randint(1, 3), rng, vocabulary, glue)
            references = rng.sample(saying, rng.randint(1, len(saying)))
            yield language, hypothesis, references, [language, name]


def paraphrases(language: str, sayings: Sayings) -> Iterator[Draft]:
    """One way of saying a thing against the others."""
    for saying in sayings:
        yield language, saying[1], [saying[0], *saying[2:]], [language, "paraphrase"]


def several_sentences(sayings: Sayings, language: str, rng: random.Random) -> Iterator[Draft]:
    """Texts of several lines, one sentence a line, some with empty lines."""
    vocabulary = vocabulary_of(sayings, " ")
    for turn in range(10):
        chosen = rng.sample(sayings, rng.randint(2, 5))
        lines = [edit_text(saying[-1], rng.sample(list(EDITS), 2), rng, vocabulary) for saying in chosen]
        rng.shuffle(lines)
        breaks = "\n\n" if turn % 5 == 4 else "\n"
        references = ["\n".join(saying[way] for saying in chosen) for way in range(rng.randint(1, 2))]
        yield "lines", breaks.join(lines), references, [language, "lines"]


def plain_words(rng: random.Random) -> Iterator[Draft]:
    """Lower-case ASCII words with many repetitions, where the choice of an alignment matters."""
    vocabulary = "the a old new cat dog tree river runs sleeps near under 7 12".split()
    for turn in range(40):
        reference = [rng.choice(vocabulary[: 3 + turn % 12]) for _ in range(rng.randint(1, 24))]
        names = [rng.choice(["drop", "insert", "swap", "replace", "duplicate"]) for _ in range(turn % 9)]
        hypothesis = edit_text(" ".join(reference), names, rng, vocabulary) or "cat"
        yield "plain", hypothesis, [" ".join(reference)], ["plain"]


def long_texts(material: dict[str, Sayings], rng: random.Random) -> Iterator[Draft]:
    """Texts of more than three thousand words, close to and far from their reference."""
    for language, edit_count in (("en", 250), ("pt", 1500)):
        sentences = [text for saying in material[language] for text in saying]
        words: list[str] = []
        while len(words) < LONG_WORDS:
            words += rng.choice(sentences).split(" ")
        reference = " ".join(words)
        names = [rng.choice(list(EDITS)) for _ in range(edit_count)]
        hypothesis = edit_text(reference, names, rng, vocabulary_of(material[language], " "))
        yield "long", hypothesis, [reference], [language, "long"]


def drafts() -> Iterator[Draft]:
    """All segments but for their numbers."""
    rng = random.Random(SEED)
    material = read_material()
    for language, sayings in material.items():
        yield from edited(language, sayings, rng)
        yield from paraphrases(language, sayings)
    for language in ("en", "pt"):
        yield from several_sentences(material[language], language, rng)
    yield from plain_words(rng)
    for name, hypothesis, references in TRAPS:
        yield "trap", hypothesis, references, ["trap", name]
    yield from long_texts(material, rng)
    for hypothesis, references in EMPTY_REFERENCES:
        yield "empty", hypothesis, references, []


def number_segments() -> Iterator[Segment]:
    """The drafts with their numbers and the tags that follow from the texts."""
    counts: dict[str, int] = {}
    for prefix, hypothesis, references, tags in drafts():
        counts[prefix] = counts.get(prefix, 0) + 1
        shape = tags_of_shape(hypothesis, references)
        yield Segment(f"{prefix}-{counts[prefix]:03}", hypothesis, references, tags + shape)


if __name__ == "__main__":
    write_lines(CASES / "segments.jsonl", (vars(segment) for segment in number_segments()))
