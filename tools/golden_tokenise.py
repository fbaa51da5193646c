"""Makes `cases/tokenise.jsonl`: what the reference tokenisers make of the texts of the segments."""

import random
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

import jiwer
from rouge_score.tokenizers import DefaultTokenizer
from sacrebleu.metrics import BLEU, CHRF

from common import CASES, read_segments, write_lines
from golden_bleu import TOKENISERS

SEED = 7
ORDINARY = 50
LONGEST = 400

Tokenise = Callable[[str], list[str]]


def sacrebleu_tokeniser(name: str) -> Tokenise:
    """Trailing white space is removed before, as BLEU does."""
    tokeniser = BLEU(tokenize=name).tokenizer
    return lambda text: tokeniser(text.rstrip()).split()


def tokenisers() -> dict[str, tuple[str, Tokenise]]:
    """By name: the tool, and the function from text to tokens."""
    sacrebleu = f"sacrebleu {version('sacrebleu')}"
    rouge = f"rouge_score {version('rouge-score')}"
    named = {name: (sacrebleu, sacrebleu_tokeniser(name)) for name in TOKENISERS}
    return named | {
        "rouge": (rouge, DefaultTokenizer(use_stemmer=False).tokenize),
        "rouge-stem": (rouge, DefaultTokenizer(use_stemmer=True).tokenize),
        "chrf-words": (sacrebleu, CHRF(word_order=2)._remove_punctuation),
        "wer-words": (f"jiwer {version('jiwer')}", lambda text: jiwer.wer_default(text)[0]),
    }


def chosen_texts() -> list[str]:
    """Every trap, and some of the ordinary texts."""
    traps: dict[str, None] = {}
    others: dict[str, None] = {}
    for segment in read_segments():
        kind = traps if "trap" in segment.tags else others
        kind.update((text, None) for text in (segment.hypothesis, *segment.references) if len(text) <= LONGEST)
    ordinary = [text for text in others if text not in traps]
    return [*traps, *random.Random(SEED).sample(ordinary, ORDINARY)]


def lines() -> Iterator[dict[str, Any]]:
    """Every tokeniser on every chosen text."""
    named = tokenisers()
    for text in chosen_texts():
        for name, (tool, tokenise) in named.items():
            yield {"tok": name, "tool": tool, "text": text, "tokens": tokenise(text)}


if __name__ == "__main__":
    write_lines(CASES / "tokenise.jsonl", lines())
