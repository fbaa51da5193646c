"""The command line program: ``python -m regua`` is ``regua``."""

from __future__ import annotations

import sys

from regua import _regua


def main() -> None:
    """Run the command that was typed and leave with its exit code."""
    sys.exit(_regua.run(sys.argv[1:]))


if __name__ == "__main__":
    main()
