"""Test sets, which Régua does not have: asking for them says so."""

from __future__ import annotations

from typing import Any

from .utils import no_test_sets


def __getattr__(name: str) -> Any:
    if name in ("DATASETS", "SUBSETS"):
        no_test_sets()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
