"""The tokenizer for Japanese."""

from .mecab import DictionaryTokenizer


class TokenizerJaMecab(DictionaryTokenizer):
    """Cuts as MeCab 0.996 with the IPA dictionary."""

    package = "ipadic"
    prefix = "ja"
    version = "ja-mecab-0.996-IPA"
