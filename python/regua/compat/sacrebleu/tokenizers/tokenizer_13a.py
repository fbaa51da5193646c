"""The tokenizer of WMT's mteval-v13a."""

from .tokenizer_base import BaseTokenizer


class Tokenizer13a(BaseTokenizer):
    """Cuts at punctuation, but for the marks inside numbers."""

    regua_name = "13a"
