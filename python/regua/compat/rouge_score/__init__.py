"""ROUGE under the names of `rouge_score` 0.1.2: change the import, and the rest of a program stays as it is.

Scores are Régua's, the same bits for each pair of texts. What `rouge_score` has beside its scorer (reading
files and writing CSV) is the program `regua score`; asking for those modules here is an error that says so.

>>> from regua.compat.rouge_score import rouge_scorer
>>> scorer = rouge_scorer.RougeScorer(["rouge1", "rougeL"], use_stemmer=True)
>>> scorer.score("a small boat on the river", "a boat on that river")["rougeL"].precision
0.8
"""

from __future__ import annotations

from typing import Any

__all__ = ["rouge_scorer", "scoring", "tokenize", "tokenizers"]

NOT_COVERED = {
    "create_pyrouge_files": "it prepares files for a Perl program",
    "io": "`regua score` reads files and writes CSV",
    "rouge": "`regua score -m rouge` is the command line",
}


def __getattr__(name: str) -> Any:
    if name in NOT_COVERED:
        raise NotImplementedError(f"regua.compat.rouge_score has no module `{name}`: {NOT_COVERED[name]}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
