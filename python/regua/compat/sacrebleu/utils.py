"""Files and test sets. Régua has no test sets of its own: what asks for one says so."""

from __future__ import annotations

import gzip
import logging
import os
from typing import IO, Any, Callable, NoReturn, Optional

SACREBLEU_DIR = os.environ.get("SACREBLEU", os.path.join(os.path.expanduser("~"), ".sacrebleu"))
"""The folder where sacrebleu keeps what it downloads, models of tokenizers among it."""

sacrelogger = logging.getLogger("sacrebleu")


def smart_open(file: str, mode: str = "rt", encoding: str = "utf-8") -> IO[Any]:
    """Opens a file of text, compressed or not."""
    opening: Callable[..., IO[Any]] = gzip.open if file.endswith(".gz") else open
    return opening(file, mode=mode, encoding=encoding, newline="\n")


def no_test_sets() -> NoReturn:
    """Says that there are no test sets, and what to do."""
    raise NotImplementedError(
        "regua.compat.sacrebleu has no test sets and downloads nothing; get them with sacrebleu itself "
        "(`sacrebleu -t wmt24 -l en-de --echo ref > ref.txt`) and score the files"
    )


def download_test_set(test_set: str, langpair: Optional[str] = None) -> NoReturn:
    """Not covered."""
    no_test_sets()


def get_source_file(test_set: str, langpair: str) -> NoReturn:
    """Not covered."""
    no_test_sets()


def get_reference_files(test_set: str, langpair: str) -> NoReturn:
    """Not covered."""
    no_test_sets()


def get_files(test_set: str, langpair: str) -> NoReturn:
    """Not covered."""
    no_test_sets()


def get_langpairs_for_testset(testset: str) -> NoReturn:
    """Not covered."""
    no_test_sets()


def get_available_testsets() -> NoReturn:
    """Not covered."""
    no_test_sets()


def get_available_testsets_for_langpair(langpair: str) -> NoReturn:
    """Not covered."""
    no_test_sets()
