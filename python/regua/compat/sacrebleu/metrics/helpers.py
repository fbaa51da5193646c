"""N-grams with their counts, for programs that want to look at them. No score is made of these."""

from __future__ import annotations

from collections import Counter
from typing import List, Tuple


def extract_all_word_ngrams(
    line: str, min_order: int, max_order: int
) -> Tuple[Counter[Tuple[str, ...]], int]:
    """The n-grams of the words of a line, from one order to another, and the number of words.

    >>> extract_all_word_ngrams("to be to", 1, 2)
    (Counter({('to',): 2, ('be',): 1, ('to', 'be'): 1, ('be', 'to'): 1}), 3)
    """
    words = line.split()
    orders = range(min_order, max_order + 1)
    return Counter(tuple(gram) for order in orders for gram in runs(words, order)), len(words)


def extract_word_ngrams(tokens: List[str], n: int) -> Counter[str]:
    """The n-grams of one order, each as its words with a space between."""
    return Counter(" ".join(gram) for gram in runs(tokens, n))


def extract_char_ngrams(line: str, n: int, include_whitespace: bool = False) -> Counter[str]:
    """The n-grams of the characters of a line, without its white space unless that is wanted."""
    characters = list(line) if include_whitespace else list("".join(line.split()))
    return Counter("".join(gram) for gram in runs(characters, n))


def extract_all_char_ngrams(
    line: str, max_order: int, include_whitespace: bool = False
) -> List[Counter[str]]:
    """The n-grams of characters of each order, from 1 on."""
    return [extract_char_ngrams(line, order, include_whitespace) for order in range(1, max_order + 1)]


def runs(items: List[str], length: int) -> List[List[str]]:
    """All runs of this length."""
    return [items[start : start + length] for start in range(len(items) - length + 1)]
