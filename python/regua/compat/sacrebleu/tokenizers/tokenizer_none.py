"""For texts that are tokenised already."""

from .tokenizer_base import BaseTokenizer


class NoneTokenizer(BaseTokenizer):
    """Cuts at white space only."""

    regua_name = "none"
