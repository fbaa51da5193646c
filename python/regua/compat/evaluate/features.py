"""What the columns of a metric hold, and how values are checked and converted.

`Features`, `Value` and `Sequence` say what those of the package `datasets` say; that package's own are taken
as well, in metrics of one's own. Numbers become what a column of that type would hold: `float32` rounds to
single precision, since `evaluate` keeps such columns in an Arrow file and computes from what is read back.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping


@dataclass(frozen=True)
class Value:
    """A text or a number: `string`, `int32`, `int64`, `float32`, `float64` or `bool`."""

    dtype: str


@dataclass(frozen=True)
class Sequence:
    """A list of values of one kind."""

    feature: Any


class Features(Dict[str, Any]):
    """The columns of a metric, by name."""


TEXT = Value("string")
TEXT_PAIRS = Features(predictions=TEXT, references=TEXT)
TEXT_PAIRS_OR_LISTS = [Features(predictions=TEXT, references=Sequence(TEXT)), TEXT_PAIRS]

INTEGERS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64}


def as_list(column: Any) -> List[Any]:
    """A column of numpy, pandas, polars, pyarrow, a tensor or whatever can be gone through, as a list."""
    if isinstance(column, (str, bytes, Mapping)):
        raise ValueError(f"expected a list, got {_what(column)}")
    for method in ("to_pylist", "tolist", "to_list"):
        if hasattr(column, method):
            values = getattr(column, method)()
            return values if isinstance(values, list) else [values]
    return list(column)


def encoded(feature: Any, value: Any, place: str) -> Any:
    """A value as the column holds it; an error that names the place if it cannot hold it.

    >>> encoded(Value("int32"), "4", "predictions[0]")
    4
    >>> encoded(TEXT, 4, "predictions[0]")
    Traceback (most recent call last):
    ValueError: predictions[0]: expected a text, got the int 4
    """
    if isinstance(feature, (list, tuple)):
        feature = Sequence(feature[0])
    if isinstance(feature, Mapping):
        return _encoded_mapping(feature, value, place)
    if hasattr(feature, "feature"):
        return _encoded_sequence(feature.feature, value, place)
    return _encoded_value(feature.dtype, value, place)


def _encoded_mapping(feature: Mapping[str, Any], value: Any, place: str) -> Dict[str, Any]:
    if not isinstance(value, Mapping):
        raise ValueError(f"{place}: expected a dictionary with {', '.join(feature)}, got {_what(value)}")
    missing = [name for name in feature if name not in value]
    if missing:
        raise ValueError(f"{place} has no `{missing[0]}`; it needs {', '.join(feature)}")
    return {name: encoded(part, value[name], f"{place}[{name!r}]") for name, part in feature.items()}


def _encoded_sequence(feature: Any, value: Any, place: str) -> Any:
    if isinstance(feature, Mapping):
        return _encoded_table(feature, value, place)
    if isinstance(value, (str, bytes, Mapping)) or not hasattr(value, "__len__"):
        raise ValueError(f"{place}: expected a list, got {_what(value)}")
    return [encoded(feature, part, f"{place}[{index}]") for index, part in enumerate(as_list(value))]


def _encoded_table(feature: Mapping[str, Any], value: Any, place: str) -> Dict[str, List[Any]]:
    """Lists by name, from such a dictionary or from a list of dictionaries."""
    if not isinstance(value, Mapping):
        rows = [
            _encoded_mapping(feature, row, f"{place}[{index}]") for index, row in enumerate(as_list(value))
        ]
        return {name: [row[name] for row in rows] for name in feature}
    return _encoded_mapping({name: Sequence(part) for name, part in feature.items()}, value, place)


def _encoded_value(dtype: str, value: Any, place: str) -> Any:
    if dtype in ("string", "large_string"):
        if not isinstance(value, str):
            raise ValueError(f"{place}: expected a text, got {_what(value)}")
        return str(value)
    number = "whole number" if dtype in INTEGERS else "number"
    if hasattr(value, "item"):
        value = value.item()
    try:
        if dtype == "bool":
            return bool(value)
        if dtype in INTEGERS:
            return _integer(value, INTEGERS[dtype])
        if dtype in ("float32", "float16"):
            return float(struct.unpack("f", struct.pack("f", float(value)))[0])
        if dtype == "float64":
            return float(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{place}: expected a {number} ({dtype}), got {_what(value)}") from None
    raise NotImplementedError(f"columns of type {dtype} are not covered by regua.compat.evaluate")


def _integer(value: Any, bits: int) -> int:
    whole = int(value)
    if isinstance(value, float) and whole != value:
        raise ValueError("not a whole number")
    if not -(1 << (bits - 1)) <= whole < 1 << (bits - 1):
        raise OverflowError("too large")
    return whole


def _what(value: Any) -> str:
    """A value for an error message, cut short."""
    if value is None:
        return "None"
    text = repr(value)
    return f"the {type(value).__name__} {text if len(text) <= 60 else text[:57] + '...'}"
