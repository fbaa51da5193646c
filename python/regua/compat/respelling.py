"""Tokens of any tokeniser as words that every tokeniser of Régua leaves alone.

For measures that ask of tokens only whether they are the same (ROUGE, BLEU, GLEU, NIST): each different token
becomes a different word of a letter and digits, and nothing about the score changes. Not for measures that
look at stems, characters or dictionaries.
"""

from __future__ import annotations

from typing import Dict, Hashable, Iterable


class Respelling:
    """Gives each token its word.

    >>> words = Respelling()
    >>> words.text(["good", "morning", "good", "night"])
    'w0 w1 w0 w2'
    >>> words.text(["night", "train"])
    'w2 w3'
    """

    def __init__(self) -> None:
        self._numbers: Dict[Hashable, int] = {}

    def text(self, tokens: Iterable[Hashable]) -> str:
        """The words of some tokens, between blanks."""
        numbers = self._numbers
        return " ".join(f"w{numbers.setdefault(token, len(numbers))}" for token in tokens)
