"""What `regua.spark` and `regua.ray` share: functions that run where the data are.

Not for use by itself: `regua.spark.score` and `regua.ray.score` are the doors.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import Any, Callable, Iterable, Iterator, List, Mapping, Optional, Sequence

import pyarrow as pa

from ._regua import Error, Partial, __version__

Batches = Iterator[Any]
Function = Callable[[Batches], Batches]

ROWS_WAITING = 100_000
"""So many rows wait to be added on the driver."""


def check_columns(partial: Partial, schema: Any) -> None:
    """Lets Régua refuse columns before any task runs: it looks at a batch without rows."""
    partial.start().add(pa.RecordBatch.from_pylist([], schema=schema))


def number_of_draws(ci: bool, resamples: int) -> int:
    """How many draws are made: none without intervals."""
    if ci and resamples < 2:
        raise Error(f"intervals come from two draws or more, not from {resamples}")
    return resamples if ci else 0


def id_column(present: Sequence[str], columns: Optional[Mapping[str, str]]) -> Optional[str]:
    """The column that holds the ids of units, if there is one."""
    name = (columns or {}).get("id", "id")
    return name if name in present else None


def with_every_id(function: Function, ids: Optional[str]) -> Function:
    """The function, for units that must all have an id: counting rows would depend on partitions."""
    if ids is None:
        return function

    def checked(batches: Batches) -> Batches:
        for batch in batches:
            if batch.column(ids).null_count:
                raise Error(f"a unit has no `{ids}`, by which units on many machines are told apart")
            yield batch

    return lambda batches: function(checked(batches))


def check_version(driver: str) -> None:
    """Refuses to work for a driver with another version of the wheel.

    >>> check_version("0.0.1")
    Traceback (most recent call last):
    regua.Error: the driver has regua 0.0.1, but a machine that works for it has ...
    """
    if driver != __version__:
        raise Error(f"the driver has regua {driver}, but a machine that works for it has {__version__}")


def sums_of_batches(partial: Partial) -> Function:
    """A function that adds up all units of a partition.

    One accumulator a partition: one row leaves it for each system, group and draw, however many batches came
    in.
    """

    def sums(batches: Batches) -> Batches:
        accumulator = partial.start()
        for batch in batches:
            accumulator.add(batch)
            if accumulator.is_full:
                yield pa.record_batch(accumulator.take())
        yield pa.record_batch(accumulator.take())

    return sums


def fits_of_batches(partial: Partial) -> Function:
    """A function that learns from all units of a partition, and saves what it has learnt as one row."""

    def fits(batches: Batches) -> Batches:
        fit = partial.start_fit()
        for batch in batches:
            fit.add(batch)
        yield pa.record_batch([pa.array([fit.save()], pa.binary())], names=["fit"])

    return fits


def segments_of_batches(partial: Partial) -> Function:
    """A function that makes one row of readings a unit."""

    def segments(batches: Batches) -> Batches:
        for batch in batches:
            yield pa.record_batch(partial.segments(batch))

    return segments


def added(partial: Partial, tables: Iterable[Any]) -> Any:
    """One table with the rows of all tables, equal keys added as they come."""
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

    >>> what_was_said("task 3 failed\\nregua.Error: there is no column `id`\\n at a.scala", "executors")
    'there is no column `id`'
    """
    if "No module named 'regua'" in text:
        return f"the {where} do not have the wheel `regua`: it must be installed there, too"
    name = re.escape(f"{Error.__module__}.{Error.__qualname__}")
    found = re.findall(rf"^.*{name}: (.+)$", text, re.MULTILINE)
    return found[-1] if found else None
