"""Tokenizers by sacrebleu's names. Texts are cut inside Régua's measures; these say which way."""

from __future__ import annotations

from importlib import import_module
from typing import Dict

from .tokenizer_base import BaseTokenizer

TOKENIZERS: Dict[str, str] = {
    "none": "tokenizer_none.NoneTokenizer",
    "zh": "tokenizer_zh.TokenizerZh",
    "13a": "tokenizer_13a.Tokenizer13a",
    "intl": "tokenizer_intl.TokenizerV14International",
    "char": "tokenizer_char.TokenizerChar",
    "ja-mecab": "tokenizer_ja_mecab.TokenizerJaMecab",
    "ko-mecab": "tokenizer_ko_mecab.TokenizerKoMecab",
    "spm": "tokenizer_spm.TokenizerSPM",
    "flores101": "tokenizer_spm.Flores101Tokenizer",
    "flores200": "tokenizer_spm.Flores200Tokenizer",
    "spBLEU-1K": "tokenizer_spm.spBLEU1KTokenizer",
}


def tokenizer_named(name: str) -> BaseTokenizer:
    """The tokenizer of this name.

    >>> tokenizer_named("intl").signature()
    'intl'
    """
    if name not in TOKENIZERS:
        raise KeyError(f"unknown tokenizer {name!r}: there are {', '.join(TOKENIZERS)}")
    module, made = TOKENIZERS[name].split(".")
    tokenizer: BaseTokenizer = getattr(import_module(f".{module}", __name__), made)()
    return tokenizer


__all__ = ["TOKENIZERS", "BaseTokenizer", "tokenizer_named"]
