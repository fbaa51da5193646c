"""Measures written in Python."""

from __future__ import annotations

import inspect
import re
from typing import Any, Callable, Mapping, Sequence, TypeVar, Union

from regua._regua import Error

Slots = Union[Mapping[str, type], Sequence[str]]
Class = TypeVar("Class", bound=type)

_NAME = re.compile(r"[a-z][a-z0-9+-]*")


def measure(
    *,
    slots: Slots,
    name: str | None = None,
    readings: Mapping[str, str | None] | Sequence[str] | str | None = None,
    needs: Sequence[str] | str = (),
    settings: Mapping[str, object] | None = None,
) -> Callable[[Class], Class]:
    """Make a measure of a class with the methods ``tally`` and ``read``.

    ``tally(segment)`` gives the numbers of one unit (``segment.hypothesis``,
    ``segment.references``, ``segment.source``): a dictionary or a tuple, one for each
    slot. ``read(total)`` reads any sum of them. A unit without a tally raises
    ``regua.Unscored`` with the reason. The measure then has groups, intervals,
    ledgers, comparisons and Spark like any other.

    ``slots`` names the numbers: ``{"words": int, "logs": float}``; of names alone, all are
    float. ``readings`` names what ``read`` gives, the headline first, with the way that
    is better: ``{"share": "higher"}``. ``needs`` lists what a unit must have:
    ``"references"``, ``"source"``. ``settings`` stand in the signature: whatever the numbers
    depend on belongs there.

    >>> import regua
    >>> @regua.measure(slots={"capitals": int, "letters": int}, readings={"share": "lower"})
    ... class Shouting:
    ...     '''The share of capital letters.'''
    ...     def tally(self, segment):
    ...         letters = [letter for letter in segment.hypothesis if letter.isalpha()]
    ...         return sum(letter.isupper() for letter in letters), len(letters)
    ...     def read(self, total):
    ...         return total["capitals"] / total["letters"]
    >>> regua.score(["O RIO azul", "um"], measures=Shouting)["shouting"]
    0.4
    """

    def mark(written: Class) -> Class:
        for method in ("tally", "read"):
            if not callable(getattr(written, method, None)):
                raise TypeError(f"a measure needs a method `{method}`, and {written.__name__} has none")
        own = name or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", written.__name__).lower()
        if not _NAME.fullmatch(own):
            raise Error(f"a measure is called by small letters, digits and hyphens, not `{own}`")
        summary = (inspect.getdoc(written) or own).splitlines()[0]
        marks: dict[str, Any] = {
            "name": own,
            "summary": summary,
            "slots": _slots(slots),
            "readings": _readings(readings, own),
            "needs": _needs(needs),
            "settings": [(str(key), str(value)) for key, value in (settings or {}).items()],
        }
        written.__regua_measure__ = marks  # type: ignore[attr-defined]
        return written

    return mark


def _slots(slots: Slots) -> list[tuple[str, bool]]:
    if isinstance(slots, str) or not slots:
        raise TypeError("`slots` must name at least one number, as in {'words': int}")
    if not isinstance(slots, Mapping):
        return [(name, False) for name in slots]
    for name, kind in slots.items():
        if kind not in (int, float):
            raise TypeError(f"the slot `{name}` must be int or float, not {kind!r}")
    return [(name, kind is int) for name, kind in slots.items()]


def _readings(
    readings: Mapping[str, str | None] | Sequence[str] | str | None, own: str
) -> list[tuple[str, str]]:
    if readings is None:
        readings = own
    if isinstance(readings, str):
        readings = [readings]
    if not isinstance(readings, Mapping):
        readings = {name: "higher" for name in readings}
    for name, better in readings.items():
        if better not in ("higher", "lower", None):
            raise Error(f"the reading `{name}` is better `higher`, `lower` or None, not {better!r}")
    return [(name, better or "") for name, better in readings.items()]


def _needs(needs: Sequence[str] | str) -> list[str]:
    needs = [needs] if isinstance(needs, str) else list(needs)
    for need in needs:
        if need not in ("references", "source"):
            raise Error(f"a measure needs `references` or `source`, not `{need}`")
    return needs
