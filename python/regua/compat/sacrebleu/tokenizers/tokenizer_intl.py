"""The international tokenizer of mteval-v14."""

from .tokenizer_base import BaseTokenizer


class TokenizerV14International(BaseTokenizer):
    """Cuts at punctuation and symbols of all scripts."""

    regua_name = "intl"
