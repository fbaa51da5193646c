"""The examples in the documents are run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["README.md", "docs/python.md", "docs/compat.md"])
def test_examples_in_a_document_hold(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    blocks = re.findall(r"^```python\n(.*?)^```", (REPOSITORY / name).read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert any(">>>" in block for block in blocks), f"{name} has no example to run"
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, name, 0)
    said: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
    assert not said, "".join(said)
