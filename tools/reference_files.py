"""Reference implementations that are no package: single files of public repositories, at a commit, with their hash.

A file is looked for under `$REGUA_REFERENCES` (else the cache folder) as `<owner>/<name>/<commit>/<path>` and fetched
once if it is not there. Nothing of it becomes part of this repository.
"""

import hashlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from urllib.request import urlopen

CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "regua" / "references"
FOLDER = Path(os.environ.get("REGUA_REFERENCES", CACHE))

# What the files import and what is not needed for the functions that are called here.
UNUSED = {
    "datasets": SimpleNamespace(),
    "evaluate": SimpleNamespace(
        Metric=object,
        utils=SimpleNamespace(file_utils=SimpleNamespace(add_start_docstrings=lambda *_: lambda decorated: decorated)),
    ),
    "packaging": SimpleNamespace(version=SimpleNamespace(parse=lambda _: SimpleNamespace(major=2))),
    "sacremoses": SimpleNamespace(),
}


@dataclass(frozen=True)
class ReferenceFile:
    """One file of a repository."""

    repository: str
    commit: str
    path: str
    sha256: str

    def text(self) -> str:
        """The file, checked against its hash."""
        place = FOLDER / self.repository / self.commit / self.path
        if not place.exists():
            url = f"https://raw.githubusercontent.com/{self.repository}/{self.commit}/{self.path}"
            with urlopen(url) as answer:
                data = answer.read()
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        data = place.read_bytes()
        if hashlib.sha256(data).hexdigest() != self.sha256:
            raise ValueError(f"{place} is not the file that the cases were made with")
        return data.decode("utf-8")

    def load(self, modules: dict[str, Any] | None = None) -> ModuleType:
        """The file as a module; `modules` stand in for those it imports."""
        stand_ins = UNUSED | (modules or {})
        known = {name: sys.modules.get(name) for name in stand_ins}
        module = ModuleType(Path(self.path).stem)
        sys.modules.update(stand_ins)
        try:
            exec(compile(self.text(), self.path, "exec"), module.__dict__)
        finally:
            for name, before in known.items():
                if before is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = before
        return module
