"""Tokenisers for ROUGE, under the names of `rouge_score.tokenizers`."""

from __future__ import annotations

import abc
import importlib
from typing import Any, List

from . import tokenize


class Tokenizer(abc.ABC):
    """What a tokeniser of one's own has to have."""

    @abc.abstractmethod
    def tokenize(self, text: str) -> List[str]:
        """The tokens of a text."""


class DefaultTokenizer(Tokenizer):
    """ROUGE's own tokeniser: lower case, runs of a–z and 0–9, stemmed or not.

    A scorer that is given one leaves the work to Régua. Calling it with `use_stemmer=True` takes NLTK's
    stemmer, so NLTK must be installed for that.

    >>> DefaultTokenizer().tokenize("Slowly, the tide turned.")
    ['slowly', 'the', 'tide', 'turned']
    """

    def __init__(self, use_stemmer: bool = False) -> None:
        self.use_stemmer = use_stemmer

    def tokenize(self, text: str) -> List[str]:
        """The tokens of a text."""
        return tokenize.tokenize(text, _porter_stemmer() if self.use_stemmer else None)


def _porter_stemmer() -> Any:
    try:
        porter = importlib.import_module("nltk.stem.porter")
    except ImportError as error:
        raise ImportError(
            "stemmed tokens by themselves take NLTK: `pip install nltk`; scores do not"
        ) from error
    return porter.PorterStemmer()
