"""A decorator that scripts of metrics carry."""

from __future__ import annotations

from typing import Callable, TypeVar

Documented = TypeVar("Documented")


def add_start_docstrings(*docstr: str) -> Callable[[Documented], Documented]:
    """Puts texts before the documentation of a class or function.

    >>> @add_start_docstrings("First. ")
    ... def second() -> None:
    ...     "Second."
    >>> second.__doc__
    'First. Second.'
    """

    def document(documented: Documented) -> Documented:
        documented.__doc__ = "".join(docstr) + (documented.__doc__ or "")
        return documented

    return document
