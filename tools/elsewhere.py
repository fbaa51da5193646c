"""Reference tools that are in no package index: where they are on this machine, and what to do without them.

An environment variable names the file. It must be the very version that the golden numbers come from; without it, the
lines that it made stay as they are in the file of cases.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from common import CASES


@dataclass(frozen=True)
class Elsewhere:
    """One file of a public repository."""

    name: str
    source: str
    variable: str
    sha256: str

    @property
    def path(self) -> Path | None:
        """The file, or nothing if it is not on this machine."""
        if not (named := os.environ.get(self.variable)):
            return None
        found = hashlib.sha256(Path(named).read_bytes()).hexdigest()
        if found != self.sha256:
            raise SystemExit(f"{named} is not the file of {self.source}: its SHA-256 is {found}, not {self.sha256}")
        return Path(named)

    def kept(self, cases: str) -> Iterator[dict[str, Any]]:
        """The lines that it made earlier."""
        print(f"{self.name} is not here ({self.variable} names no file): its lines in {cases} stay as they are")
        for line in (CASES / cases).read_text(encoding="utf-8").splitlines():
            if (value := json.loads(line))["tool"] == self.name:
                yield value
