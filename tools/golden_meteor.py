"""Makes `cases/meteor.jsonl` with NLTK's METEOR, with and without synonyms.

The synonyms are those of `cases/wordnet`, by the name `wordnet`. For live comparisons `REGUA_WORDNET` names the `dict`
folder of another WordNet, which both sides read then.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nltk
from nltk.stem.porter import PorterStemmer
from nltk.translate.meteor_score import meteor_score

from common import CASES, EMPTY_REFERENCE, Expectation, Segment, mean_readings, select, write_expectations
from wordnet import open_wordnet

WEIGHTS = {"alpha": 0.5, "beta": 1.5, "gamma": 0.75}
NOTES = (
    "tokens are those of Python's str.split(), in lower case; the total is the mean over segments; synonyms are looked "
    "up by the stems of the words that equal words and equal stems leave"
)


class NoSynonyms:
    """A WordNet that knows no word."""

    def synsets(self, _word: str) -> list[Any]:
        """The sets of a word."""
        return []


class RememberingStemmer:
    """NLTK's Porter stemmer, which forgets: the same stems, sooner."""

    def __init__(self) -> None:
        self.stemmer = PorterStemmer()
        self.known: dict[str, str] = {}

    def stem(self, word: str) -> str:
        """The stem of a word."""
        if word not in self.known:
            self.known[word] = self.stemmer.stem(word)
        return self.known[word]


def expectation(segments: list[Segment], settings: dict[str, Any], wordnet: Any, weights: dict[str, float]) -> Expectation:
    """One line: NLTK with these synonyms and weights."""
    stemmer = RememberingStemmer()
    readings = {}
    for segment in segments:
        references = [reference.split() for reference in segment.references]
        score = meteor_score(references, segment.hypothesis.split(), stemmer=stemmer, wordnet=wordnet, **weights)
        readings[segment.id] = {"mean": float(score)}
    written = ",".join(f"{name}={value}" for name, value in {**weights, **settings}.items())
    return Expectation(
        measure=f"meteor-nltk({written})",
        tool=f"nltk {nltk.__version__}",
        script="tools/golden_meteor.py",
        readings=mean_readings(readings.values()),
        segments=readings,
        mean_tolerance=1e-12,
        notes=NOTES,
    )


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """Without synonyms, with other weights, and with synonyms."""
    chosen = select(segments, exclude=(EMPTY_REFERENCE,))
    folder = os.environ.get("REGUA_WORDNET")
    wordnet = open_wordnet(Path(folder or CASES / "wordnet"))
    yield expectation(chosen, {"syn": "none"}, NoSynonyms(), {})
    yield expectation(chosen, {"syn": "none"}, NoSynonyms(), WEIGHTS)
    yield expectation(chosen, {"syn": f'"{folder}"' if folder else "wordnet"}, wordnet, {})


if __name__ == "__main__":
    write_expectations("meteor", expectations)
