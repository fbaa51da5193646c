"""Texts that the tests share, and the command line program to compare with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any, Dict, List

import regua

MEASURES = ["bleu", "chrf", "rougeL", "wer", "ter"]

HYPOTHESES = [
    "a régua mede o texto inteiro",
    "o barco saiu do porto às seis",
    "a chuva caiu a noite toda",
    "quem mede bem erra menos",
    "the ferry left the harbour at six",
    "it rained the whole night",
    "she wrote a letter to her aunt",
    "«já» 🙂 era tarde, disse ele",
]
REFERENCES = [
    "a régua mede todo o texto",
    "o barco saiu do porto às sete horas",
    "choveu a noite toda",
    "quem mede bem erra menos",
    "the ferry left harbour at six",
    "it rained all night long",
    "she wrote her aunt a letter",
    "«já» 🙂 é tarde, disse ela",
]
OTHERS = [
    "a régua mede o texto todo",
    "às sete saiu o barco do porto",
    "a chuva caiu toda a noite",
    "menos erra quem bem mede",
    "at six the ferry left the harbour",
    "the rain fell the whole night",
    "a letter to her aunt was written",
    "era já tarde, disse ele",
]
PAIRS = [list(pair) for pair in zip(REFERENCES, OTHERS)]
SOURCES = [text.upper() for text in REFERENCES]
DOMAINS = ["sea", "sea", "sky", "desk", "sea", "sky", "desk", "desk"]
TABLE: Dict[str, List[Any]] = {"hypothesis": HYPOTHESES, "references": PAIRS, "domain": DOMAINS}
RECORDS = [dict(zip(TABLE, row)) for row in zip(*TABLE.values())]


def results(scores: regua.Scores) -> List[Dict[str, Any]]:
    """All that was measured, to the last digit."""
    found: List[Dict[str, Any]] = scores.to_dict()["results"]
    return found


def program(*typed: object) -> "subprocess.CompletedProcess[str]":
    """What the command line program does with what is typed."""
    command = [sys.executable, "-m", "regua", *map(str, typed)]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", env=environment, timeout=120, check=False
    )


def program_results(*typed: object) -> List[Dict[str, Any]]:
    """What the command line program measures, to the last digit."""
    done = program(*typed, "--json")
    assert done.returncode == 0, done.stderr
    found: List[Dict[str, Any]] = json.loads(done.stdout)["results"]
    return found
