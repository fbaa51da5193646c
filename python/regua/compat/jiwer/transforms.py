"""Steps that turn sentences into lists of words or characters, as jiwer's `transforms`.

A step takes a sentence or a list of sentences. Steps are chained with `Compose`; the last one must be
`ReduceToListOfListOfWords` or `ReduceToListOfListOfChars`. A step of your own derives from
`AbstractTransform` and defines `process_string`.

>>> steps = Compose([ToLowerCase(), RemovePunctuation(), ReduceToListOfListOfWords()])
>>> steps(["The tide, again!", "Yes."])
[['the', 'tide', 'again'], ['yes']]
"""

from __future__ import annotations

import functools
import re
import string
import sys
import unicodedata
from typing import Any, Callable, FrozenSet, Iterable, List, Mapping, Sequence, Union

__all__ = [
    "AbstractTransform",
    "Compose",
    "ExpandCommonEnglishContractions",
    "ReduceToListOfListOfChars",
    "ReduceToListOfListOfWords",
    "ReduceToSingleSentence",
    "RemoveEmptyStrings",
    "RemoveKaldiNonWords",
    "RemoveMultipleSpaces",
    "RemovePunctuation",
    "RemoveSpecificWords",
    "RemoveWhiteSpace",
    "Strip",
    "SubstituteRegexes",
    "SubstituteWords",
    "ToLowerCase",
    "ToUpperCase",
]

Sentences = Union[str, List[str]]


class AbstractTransform:
    """One step. What it makes of a sentence is up to `process_string`, of a list to `process_list`."""

    def __call__(self, sentences: Sentences) -> Any:
        """Transforms a sentence or a list of sentences."""
        if isinstance(sentences, str):
            return self.process_string(sentences)
        if isinstance(sentences, list):
            return self.process_list(sentences)
        kind = type(sentences).__name__
        raise ValueError(f"a sentence or a list of sentences is needed, and this is of type {kind}")

    def process_string(self, s: str) -> Any:
        """Transforms one sentence."""
        raise NotImplementedError(f"{type(self).__name__} does not define process_string")

    def process_list(self, inp: List[str]) -> Any:
        """Transforms each sentence of a list."""
        return [self.process_string(sentence) for sentence in inp]


class Compose:
    """Several steps, one after the other.

    >>> Compose([Strip(), ToUpperCase()])("  low water ")
    'LOW WATER'
    """

    def __init__(self, transforms: Sequence[Callable[[Any], Any]]) -> None:
        self.transforms = transforms

    def __call__(self, text: Any) -> Any:
        for transform in self.transforms:
            text = transform(text)
        return text


class BaseRemoveTransform(AbstractTransform):
    """Replaces certain texts, in the order in which they are given, by another (by nothing)."""

    def __init__(self, tokens_to_remove: Iterable[str], replace_token: str = "") -> None:
        self.tokens_to_remove = tokens_to_remove
        self.replace_token = replace_token

    def process_string(self, s: str) -> str:
        for token in self.tokens_to_remove:
            s = s.replace(token, self.replace_token)
        return s


class ReduceToListOfListOfWords(AbstractTransform):
    """Cuts sentences at a delimiter; empty words are left out. An empty list is one sentence without words.

    >>> ReduceToListOfListOfWords()(["one  boat", ""])
    [['one', 'boat'], []]
    """

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> List[List[str]]:
        return [[word for word in s.split(self.word_delimiter) if word]]

    def process_list(self, inp: List[str]) -> List[List[str]]:
        return [self.process_string(sentence)[0] for sentence in inp] or [[]]


class ReduceToListOfListOfChars(AbstractTransform):
    """Cuts sentences into characters, blanks included. An empty list is one sentence without characters.

    >>> ReduceToListOfListOfChars()("a b")
    [['a', ' ', 'b']]
    """

    def process_string(self, s: str) -> List[List[str]]:
        return [list(s)]

    def process_list(self, inp: List[str]) -> List[List[str]]:
        return [self.process_string(sentence)[0] for sentence in inp] or [[]]


class ReduceToSingleSentence(AbstractTransform):
    """Joins all sentences of a list to one; for references and hypotheses that are cut in different places.

    >>> ReduceToSingleSentence()(["the tide", "", "is out"])
    ['the tide is out']
    """

    def __init__(self, word_delimiter: str = " ") -> None:
        self.word_delimiter = word_delimiter

    def process_string(self, s: str) -> str:
        return s

    def process_list(self, inp: List[str]) -> List[str]:
        filled = [sentence for sentence in inp if len(sentence) > 0]
        return [self.word_delimiter.join(filled)] if filled else []


class SubstituteRegexes(AbstractTransform):
    r"""Replaces what regular expressions match, one expression after the other.

    >>> SubstituteRegexes({r"(\w+)s\b": r"\1"})("boats and sails")
    'boat and sail'
    """

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        for pattern, replacement in self.substitutions.items():
            s = re.sub(pattern, replacement, s)
        return s


class SubstituteWords(AbstractTransform):
    """Replaces whole words, one after the other.

    >>> SubstituteWords({"sea": "lake"})("the sea and the seals")
    'the lake and the seals'
    """

    def __init__(self, substitutions: Mapping[str, str]) -> None:
        self.substitutions = substitutions

    def process_string(self, s: str) -> str:
        for word, replacement in self.substitutions.items():
            s = re.sub(rf"\b{re.escape(word)}\b", replacement, s)
        return s


class RemoveSpecificWords(SubstituteWords):
    """Replaces whole words by a blank.

    >>> RemoveSpecificWords(["er"])("the er ferry")
    'the   ferry'
    """

    def __init__(self, words_to_remove: List[str]) -> None:
        super().__init__({word: " " for word in words_to_remove})


class RemoveWhiteSpace(BaseRemoveTransform):
    r"""Removes ASCII white space, blanks included, or makes a blank of each.

    >>> RemoveWhiteSpace(replace_by_space=True)("high\ttide\n")
    'high tide '
    """

    def __init__(self, replace_by_space: bool = False) -> None:
        super().__init__(list(string.whitespace), replace_token=" " if replace_by_space else "")


@functools.lru_cache(maxsize=1)
def _punctuation() -> FrozenSet[str]:
    characters = map(chr, range(sys.maxunicode + 1))
    return frozenset(character for character in characters if unicodedata.category(character)[0] == "P")


class RemovePunctuation(BaseRemoveTransform):
    """Removes every character of Unicode's categories P.

    >>> RemovePunctuation()("«Low tide», he said…")
    'Low tide he said'
    """

    def __init__(self) -> None:
        super().__init__(set(_punctuation()))

    def process_string(self, s: str) -> str:
        # Few of the more than 800 characters are in a sentence.
        for character in set(s).intersection(self.tokens_to_remove):
            s = s.replace(character, self.replace_token)
        return s


class RemoveMultipleSpaces(AbstractTransform):
    """Makes one blank of two or more white-space characters; a single one stays what it is.

    >>> RemoveMultipleSpaces()("the    tide")
    'the tide'
    """

    def process_string(self, s: str) -> str:
        return re.sub(r"\s\s+", " ", s)


class Strip(AbstractTransform):
    """Removes white space at both ends.

    >>> Strip()("  the tide ")
    'the tide'
    """

    def process_string(self, s: str) -> str:
        return s.strip()


class RemoveEmptyStrings(AbstractTransform):
    """Removes sentences without anything but white space from a list.

    >>> RemoveEmptyStrings()(["", "the tide", "  "])
    ['the tide']
    """

    def process_string(self, s: str) -> str:
        return s.strip()

    def process_list(self, inp: List[str]) -> List[str]:
        return [sentence for sentence in inp if self.process_string(sentence) != ""]


class ExpandCommonEnglishContractions(AbstractTransform):
    """Writes out the contractions of lower-case English.

    >>> ExpandCommonEnglishContractions()("we won't sail if it's rough")
    'we will not sail if it is rough'
    """

    # Whole words go before the endings that they contain.
    EXPANSIONS = (
        ("won't", "will not"),
        ("can't", "can not"),
        ("let's", "let us"),
        ("n't", " not"),
        ("'re", " are"),
        ("'s", " is"),
        ("'d", " would"),
        ("'ll", " will"),
        ("'t", " not"),
        ("'ve", " have"),
        ("'m", " am"),
    )

    def process_string(self, s: str) -> str:
        for contraction, expansion in self.EXPANSIONS:
            s = s.replace(contraction, expansion)
        return s


class ToLowerCase(AbstractTransform):
    """Makes every letter small.

    >>> ToLowerCase()("Low TIDE")
    'low tide'
    """

    def process_string(self, s: str) -> str:
        return s.lower()


class ToUpperCase(AbstractTransform):
    """Makes every letter large.

    >>> ToUpperCase()("Low tide")
    'LOW TIDE'
    """

    def process_string(self, s: str) -> str:
        return s.upper()


class RemoveKaldiNonWords(AbstractTransform):
    """Removes what stands between `<` or `[` and `>` or `]`, as Kaldi writes noises.

    >>> RemoveKaldiNonWords()("the <unk> tide [cough]")
    'the  tide '
    """

    def process_string(self, s: str) -> str:
        return re.sub(r"[<\[][^>\]]*[>\]]", "", s)
