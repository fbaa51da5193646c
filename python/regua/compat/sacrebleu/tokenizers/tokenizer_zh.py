"""The tokenizer for Chinese."""

from .tokenizer_base import BaseTokenizer


class TokenizerZh(BaseTokenizer):
    """Makes a word of each Chinese character and cuts the rest as 13a does."""

    regua_name = "zh"
