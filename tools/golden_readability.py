"""Makes `cases/readability.jsonl`: textstat's formulas on given counts; the Portuguese one is written out."""

import random
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any
from unittest.mock import patch

from textstat.backend.metrics import _flesch_kincaid_grade, _flesch_reading_ease, _gunning_fog

from common import CASES, write_lines

SEED = 7
EACH = 40
SCRIPT = "tools/golden_readability.py"
TEXTSTAT = f"textstat {version('textstat')}"


def counted(sentences: int, words: int, syllables: int, complex_words: int) -> dict[str, float]:
    """The scores of a text with these counts."""
    sentence, syllable = words / sentences, syllables / words
    flesch, kincaid, fog = _flesch_reading_ease, _flesch_kincaid_grade, _gunning_fog
    with (
        patch.object(flesch, "words_per_sentence", lambda _text: sentence),
        patch.object(flesch, "syllables_per_word", lambda _text, _lang: syllable),
        patch.object(kincaid, "words_per_sentence", lambda _text: sentence),
        patch.object(kincaid, "syllables_per_word", lambda _text, _lang: syllable),
        patch.object(fog, "words_per_sentence", lambda _text: sentence),
        patch.object(fog, "count_words", lambda _text: words),
        patch.object(fog, "count_difficult_words", lambda _text, _lang, _threshold: complex_words),
    ):
        # The text only tells one call from another: results are remembered by it.
        text = f"{sentences} {words} {syllables} {complex_words}"
        return {
            "flesch": flesch.flesch_reading_ease(text, "en_US"),
            "flesch-kincaid": kincaid.flesch_kincaid_grade(text, "en_US"),
            "gunning-fog": fog.gunning_fog(text, "en_US"),
            "flesch-pt": 248.835 - 1.015 * sentence - 84.6 * syllable,
        }


def lines() -> Iterator[dict[str, Any]]:
    """One line for a measure and a set of counts."""
    rng = random.Random(SEED)
    for _ in range(EACH):
        words = rng.randint(1, 5000)
        tally = {
            "sentences": rng.randint(1, max(1, words // 3)),
            "words": words,
            "syllables": rng.randint(words, 3 * words),
            "complex": rng.randint(0, words // 2),
        }
        for measure, headline in counted(*tally.values()).items():
            tool = "formula of Martins et al. (1996)" if measure == "flesch-pt" else TEXTSTAT
            yield {"measure": measure, "tool": tool, "script": SCRIPT, "tally": tally, "headline": headline}


if __name__ == "__main__":
    write_lines(CASES / "readability.jsonl", lines())
