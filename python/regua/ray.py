"""Scores of a Ray dataset: tallies are made where the blocks are, the driver adds the few rows that come back.

    >>> texts = [("1", "a", "the old ferry left", "the old ferry has left"), ("1", "b", "a ferry", "the old ferry has left")]
    >>> names = ["id", "system", "hypothesis", "reference"]
    >>> outputs = ray.data.from_items([dict(zip(names, row)) for row in texts])
    >>> scores = regua.ray.score(outputs, ["wer"])
    >>> [(result["system"], result["readings"]["wer"]) for result in scores.to_dict()["results"]]
    [('a', 0.2), ('b', 0.8)]

The rows hold 64-bit integers only, so that sums are exact: blocks, their order and tasks that had to be done again do
not change a score. A block gives one row a system and group, and with intervals one more for each draw; the driver
never holds many more than that. Workers need the wheel, too: `docs/clusters.md` says how it gets there.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Optional, Sequence, Union

import pyarrow as pa

from ._partial import (
    added,
    check_columns,
    distinct,
    fits_of_batches,
    has_ids,
    in_our_words,
    segments_of_batches,
    sums_of_batches,
)
from ._regua import Partial, Scores

if TYPE_CHECKING:
    from ray.data import Dataset

WORKERS = "workers"
BUCKET = "regua.bucket"
BUCKETS = 16
UNITS_OF_A_TASK = 50_000
"""With intervals a task sees at least so many units, because it gives back a row for each draw."""


def score(
    dataset: Dataset,
    measures: Sequence[Any],
    *,
    by: Union[str, Sequence[str]] = (),
    bins: Optional[Mapping[str, str]] = None,
    columns: Optional[Mapping[str, str]] = None,
    ci: bool = False,
    resamples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
    resample_by: Optional[str] = None,
) -> Scores:
    """Scores the rows of a dataset, by system and by the columns in `by`.

    Columns, intervals and refusals are those of `regua.spark.score`.
    """
    partial = Partial(
        measures,
        by=by,
        bins=bins,
        columns=columns,
        resamples=resamples if ci else 0,
        seed=seed,
        resample_by=resample_by,
    )
    dataset = dataset.select_columns(partial.inputs(dataset.columns()))
    check_columns(partial, dataset.schema().base_schema)
    partial = fitted(dataset, partial, columns)
    return partial.read(added_on_driver(dataset, partial, UNITS_OF_A_TASK if ci else None), confidence=confidence)


def segments(
    dataset: Dataset, measures: Sequence[Any], *, columns: Optional[Mapping[str, str]] = None
) -> Dataset:
    """The readings of every unit as a dataset: its id, its system, its other columns, then `measure.reading`.

    Nothing is measured before the dataset is used, but what measures such as `nist` must learn first is learnt at once.
    A reading that a unit does not have is null.
    """
    partial = Partial(measures, columns=columns)
    check_columns(partial, dataset.select_columns(partial.inputs(dataset.columns())).schema().base_schema)
    partial = fitted(dataset, partial, columns)
    return dataset.map_batches(of_table(segments_of_batches(partial)), batch_format="pyarrow", batch_size=None)


def fitted(dataset: Dataset, partial: Partial, columns: Optional[Mapping[str, str]]) -> Partial:
    """Shows the references to measures that must see all of them first.

    References are learnt from once for each id, however many systems there are: rows with the same id meet in the same
    bucket, and leave it once. Without ids every row is a unit.
    """
    if not partial.needs_fit:
        return partial
    given = dataset.select_columns(partial.given(dataset.columns()))
    learn = of_table(fits_of_batches(partial))
    if has_ids(dataset.columns(), columns):
        buckets = given.map_batches(with_bucket, batch_format="pyarrow").groupby(BUCKET, num_partitions=BUCKETS)
        fits = buckets.map_groups(lambda table: learn(distinct(table.drop_columns([BUCKET]))), batch_format="pyarrow")
    else:
        fits = given.map_batches(learn, batch_format="pyarrow", batch_size=None)
    with in_our_words(WORKERS):
        rows = fits.take_all()
    return partial.with_fits(partial.merge_fits([row["fit"] for row in rows]))


def with_bucket(table: Any) -> Any:
    """The rows with the number of the bucket that their first column, the id, falls into."""
    numbers = [zlib.crc32(str(value).encode("utf-8", "surrogatepass")) % BUCKETS for value in table[0].to_pylist()]
    return table.append_column(BUCKET, pa.array(numbers, pa.int64()))


def added_on_driver(dataset: Dataset, partial: Partial, units: Optional[int]) -> Any:
    """The tallies of all rows as an Arrow table: one row a system, group and draw.

    A task takes at least so many units, where that is said.
    """
    inputs = dataset.select_columns(partial.inputs(dataset.columns()))
    rows = inputs.map_batches(of_table(sums_of_batches(partial)), batch_format="pyarrow", batch_size=units)
    with in_our_words(WORKERS):
        return added(partial, rows.iter_batches(batch_size=None, batch_format="pyarrow"))


def of_table(function: Callable[[Iterator[Any]], Iterator[Any]]) -> Callable[[Any], Any]:
    """A function of record batches as one of tables, which is what Ray gives."""

    def of_table(table: Any) -> Any:
        batches = table.to_batches() or [pa.RecordBatch.from_pylist([], schema=table.schema)]
        return pa.Table.from_batches(function(iter(batches)))

    return of_table
