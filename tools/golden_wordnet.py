"""Sets of words in the small dictionary `cases/wordnet/`, as NLTK finds them.

A set is named by its number: the lines of data.noun, data.verb, data.adj and data.adv that hold sets, counted from 0.
`sets` are those of `wordnet.synsets(word)`, `listing` those that have the very word among their lemma names.
"""

from importlib.metadata import version

from common import CASES, read_segments, write_lines
from wordnet import open_wordnet

FOLDER = CASES / "wordnet"
FILES = {"n": "data.noun", "v": "data.verb", "a": "data.adj", "r": "data.adv"}
ENDINGS = ["s", "es", "ed", "d", "ing", "r", "er", "st", "est", "men", "'s"]


def number_sets() -> dict[tuple[str, int], int]:
    """The numbers of sets by part of speech and place in the file."""
    numbers = {}
    for letter, name in FILES.items():
        for line in (FOLDER / name).read_text(encoding="utf-8").split("\n"):
            if line and not line.startswith(" "):
                numbers[letter, int(line[:8])] = len(numbers)
    return numbers


def main() -> None:
    wordnet = open_wordnet(FOLDER)
    numbers = number_sets()
    listing: dict[str, set[int]] = {}
    for (letter, place), number in numbers.items():
        for lemma in wordnet.synset_from_pos_and_offset(letter, place).lemma_names():
            listing.setdefault(lemma, set()).add(number)

    def number(synset) -> int:
        return numbers["a" if synset.pos() == "s" else synset.pos(), synset.offset()]

    words = {"", "s", "ing", "é", "ÇA"}
    words.update(form for part in "nvar" for form in wordnet._exception_map[part])
    for lemma in listing:
        words.update([lemma, lemma.lower(), lemma.upper(), lemma.title()])
        words.update(lemma + ending for ending in ENDINGS)
        words.update([lemma[:-1] + "ing", lemma[:-1] + "ies", lemma[:-1] + "ves"])
    for segment in read_segments():
        if "en" in segment.tags:
            words.update(word.strip(".,;") for text in segment.references for word in text.split())
    lines = []
    for word in sorted(words):
        sets = sorted({number(synset) for synset in wordnet.synsets(word)})
        listed = sorted(listing.get(word, ()))
        if sets or listed or len(lines) % 4 == 0:  # some of the many words that are in no set
            lines.append({"word": word, "sets": sets, "listing": listed})
    head = {"tool": f"nltk {version('nltk')}", "script": "tools/golden_wordnet.py"}
    write_lines(CASES / "wordnet.jsonl", [head, *lines])


if __name__ == "__main__":
    main()
