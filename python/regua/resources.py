"""Lexical resources: WordNet, thesauri, tables of synonyms.

>>> from regua import resources
>>> isinstance(resources.list(), list)
True
"""

from __future__ import annotations

import builtins
import json
import os
from typing import Any, Union

from regua import _regua

Path = Union[str, "os.PathLike[str]"]


def add(what: str, *paths: Path, name: str | None = None) -> dict[str, Any]:
    """Compile files and keep them under a name; ``add("wordnet")`` finds an installed one.

    ``what`` is a kind (wordnet, table, mythes, omw, lmf, rdf, meteor-1.5), or a name of your own.
    """
    files = [os.fspath(path) for path in paths]
    return dict(json.loads(_regua.resources("add", what, files, name)))


def list() -> builtins.list[dict[str, Any]]:
    """What was added."""
    return builtins.list(json.loads(_regua.resources("list"))["resources"])


def info(name: str) -> dict[str, Any]:
    """What is known about a resource: version, licence, files, checksum."""
    return dict(json.loads(_regua.resources("info", name)))


def verify(name: str | None = None) -> Any:
    """Check every byte of what was added."""
    return json.loads(_regua.resources("verify", name))


def remove(name: str) -> None:
    """Remove what was added."""
    _regua.resources("remove", name)
