"""What `regua.spark` and `regua.ray` share: functions that run where the data are, and make few rows of many units.

Not for use by itself: `regua.spark.score` and `regua.ray.score` are the doors.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import Any, Callable, Iterable, Iterator, List, Mapping, Optional, Sequence

import pyarrow as pa

from ._regua import Error, Partial

Batches = Iterator[Any]

ROWS_WAITING = 100_000
"""So many rows wait to be added on the driver."""


def check_columns(partial: Partial, schema: Any) -> None:
    """Lets Régua refuse columns before any task runs: what it says of an empty batch holds for all of them."""
    partial.start().add(pa.RecordBatch.from_pylist([], schema=schema))


def has_ids(present: Sequence[str], columns: Optional[Mapping[str, str]]) -> bool:
    """Whether units have ids, under this name or another."""
    return (columns or {}).get("id", "id") in present


def sums_of_batches(partial: Partial) -> Callable[[Batches], Batches]:
    """A function that adds up all units of a partition.

    One accumulator a partition: one row leaves it for each system, group and draw, however many batches came in.
    """

    def sums(batches: Batches) -> Batches:
        accumulator = partial.start()
        for batch in batches:
            accumulator.add(batch)
            if accumulator.is_full:
                yield pa.record_batch(accumulator.take())
        yield pa.record_batch(accumulator.take())

    return sums


def fits_of_batches(partial: Partial) -> Callable[[Batches], Batches]:
    """A function that learns from all units of a partition, and saves what it has learnt as one row."""

    def fits(batches: Batches) -> Batches:
        fit = partial.start_fit()
        for batch in batches:
            fit.add(batch)
        yield pa.record_batch([pa.array([fit.save()], pa.binary())], names=["fit"])

    return fits


def segments_of_batches(partial: Partial) -> Callable[[Batches], Batches]:
    """A function that makes one row of readings a unit."""

    def segments(batches: Batches) -> Batches:
        for batch in batches:
            yield pa.record_batch(partial.segments(batch))

    return segments


def added(partial: Partial, tables: Iterable[Any]) -> Any:
    """One table with the rows of all tables, equal keys added; holds few more rows than are left in the end."""
    waiting: List[Any] = [pa.Table.from_batches([pa.record_batch(partial.start().take())])]
    for table in tables:
        waiting.append(table)
        if sum(map(len, waiting[1:])) > ROWS_WAITING:
            waiting = [with_equal_keys_added(partial, pa.concat_tables(waiting))]
    return with_equal_keys_added(partial, pa.concat_tables(waiting))


def with_equal_keys_added(partial: Partial, table: Any) -> Any:
    """The table with one row a key."""
    keys = [name for name, _, role in partial.columns if role == "key"]
    rest = [(name, role) for name, _, role in partial.columns if role != "key"]
    grouped = table.group_by(keys, use_threads=False).aggregate(rest)
    ordered = grouped.select(keys + [f"{name}_{role}" for name, role in rest])
    return ordered.rename_columns(keys + [name for name, _ in rest])


def distinct(table: Any) -> Any:
    """The table without rows that are there already; columns may be lists."""
    rows = zip(*(column.to_pylist() for column in table.columns))
    first = {repr(row): place for place, row in reversed(list(enumerate(rows)))}
    return table.take(pa.array(sorted(first.values()), pa.int64()))


@contextmanager
def in_our_words(where: str) -> Iterator[None]:
    """Raises what Régua said in a task as `regua.Error`, without the engine's words around it.

    Other errors of the engine stay as they are. `where` names the machines on which tasks run.
    """
    try:
        yield
    except Exception as error:
        said = what_was_said(str(error), where)
        if said is None:
            raise
        raise Error(said) from error


def what_was_said(text: str, where: str) -> Optional[str]:
    """Régua's message in an error text of an engine.

    >>> what_was_said("Task 3 failed\\nregua.Error: there is no column `reference`\\nat Scala.scala", "executors")
    'there is no column `reference`'
    """
    if "No module named 'regua'" in text:
        return f"the {where} do not have the wheel `regua`: it must be installed there, too"
    name = re.escape(f"{Error.__module__}.{Error.__qualname__}")
    found = re.findall(rf"^.*{name}: (.+)$", text, re.MULTILINE)
    return found[-1] if found else None
