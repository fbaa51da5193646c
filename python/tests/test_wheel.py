"""The wheel as it is handed out."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

import regua

WHEEL = os.environ.get("REGUA_WHEEL")
LARGEST = 15_000_000


@pytest.mark.skipif(WHEEL is None, reason="REGUA_WHEEL does not name a wheel")
def test_the_wheel_is_small_and_whole() -> None:
    path = Path(WHEEL or "")
    assert path.stat().st_size < LARGEST
    assert "-cp39-abi3-manylinux" in path.name
    names = zipfile.ZipFile(path).namelist()
    for name in ("regua/py.typed", "regua/_regua.pyi", "regua/compat/sacrebleu/__init__.py", "regua/spark.py"):
        assert name in names
    assert not [name for name in names if "tests" in name or name.endswith(".rs")]


@pytest.mark.skipif(WHEEL is None, reason="REGUA_WHEEL does not name a wheel")
def test_what_is_tested_is_what_was_installed() -> None:
    assert "site-packages" in Path(regua.__file__).parts
    assert regua.__version__ in Path(WHEEL or "").name
