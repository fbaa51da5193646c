"""A drop-in for sacrebleu 2.6.0: the same names and the same results, computed by Régua.

    import regua.compat.sacrebleu as sacrebleu

Covered: the functions, `BLEU`, `CHRF` and `TER`, their scores and signatures, intervals, and paired tests.
Not covered: test sets, which raise and say so, and the command line. Lists of unequal length, which sacrebleu
cuts, are refused, and so is a text where a list of texts belongs.

>>> import regua.compat.sacrebleu as sacrebleu
>>> hypotheses = ["The ferry left at seven.", "Nobody was late."]
>>> references = [["The ferry left at eight.", "Nobody was late."], ["The boat left at seven.", None]]
>>> print(sacrebleu.corpus_chrf(hypotheses, references))
chrF2 = 80.00
"""

from __future__ import annotations

from typing import Any

from . import compat, metrics, utils
from .compat import (
    corpus_bleu,
    corpus_chrf,
    corpus_ter,
    raw_corpus_bleu,
    sentence_bleu,
    sentence_chrf,
    sentence_ter,
)
from .metrics import BLEU, CHRF, TER
from .metrics.helpers import extract_char_ngrams, extract_word_ngrams
from .utils import (
    SACREBLEU_DIR,
    download_test_set,
    get_available_testsets,
    get_langpairs_for_testset,
    get_reference_files,
    get_source_file,
    smart_open,
)
from .version import __version__

__all__ = [
    "BLEU",
    "CHRF",
    "SACREBLEU_DIR",
    "TER",
    "__version__",
    "compat",
    "corpus_bleu",
    "corpus_chrf",
    "corpus_ter",
    "download_test_set",
    "extract_char_ngrams",
    "extract_word_ngrams",
    "get_available_testsets",
    "get_langpairs_for_testset",
    "get_reference_files",
    "get_source_file",
    "metrics",
    "raw_corpus_bleu",
    "sentence_bleu",
    "sentence_chrf",
    "sentence_ter",
    "smart_open",
    "utils",
]


def __getattr__(name: str) -> Any:
    if name == "DATASETS":
        utils.no_test_sets()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
