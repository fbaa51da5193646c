"""How the scripts that make golden numbers for plain statistics write them."""

import importlib.metadata
import os
from collections.abc import Iterable
from typing import Any

from common import CASES, write_lines


def case(name: str, tool: str, given: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """One line: what goes in, what the tool makes of it."""
    return {"case": name, "tool": with_version(tool), "input": given, "expected": expected}


def with_version(tool: str) -> str:
    """The tool's name with the version that is installed."""
    return f"{tool} {importlib.metadata.version(tool)}"


def write_cases(name: str, script: str, tools: list[str], cases: Iterable[dict[str, Any]]) -> None:
    """Writes `cases/stats/<name>.jsonl`; an old file stays as it is if a tool fails half-way."""
    versions = {tool: importlib.metadata.version(tool) for tool in tools}
    folder = CASES / "stats"
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.jsonl"
    unfinished = path.with_suffix(".part")
    write_lines(unfinished, [{"made_by": f"tools/{script}", "versions": versions}, *cases])
    os.replace(unfinished, path)
