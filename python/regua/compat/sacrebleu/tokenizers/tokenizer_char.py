"""Characters as words."""

from .tokenizer_base import BaseTokenizer


class TokenizerChar(BaseTokenizer):
    """Makes a word of each character that is no white space."""

    regua_name = "char"
