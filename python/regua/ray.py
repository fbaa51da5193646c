"""Scores of a Ray dataset: tallies are made where the blocks are, the driver adds and reads them.

    given = {"id": "1", "reference": "the old ferry has left"}
    one = {**given, "system": "a", "hypothesis": "the old ferry left"}
    two = {**given, "system": "b", "hypothesis": "a ferry"}
    scores = regua.ray.score(ray.data.from_items([one, two]), ["wer", "chrf"])
    print(scores)

The rows hold 64-bit integers only, so that sums are exact: blocks, their order and tasks that had to be done
again do not change a score. A block gives one row a system and group, and with intervals one more for each
draw; the driver never holds many more than that. Workers need the wheel, too: `docs/clusters.md` says how it
gets there.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Sequence, Union

import pyarrow as pa

from ._partial import (
    Function,
    added,
    check_columns,
    check_version,
    distinct,
    fits_of_batches,
    id_column,
    in_our_words,
    number_of_draws,
    segments_of_batches,
    sums_of_batches,
    with_every_id,
)
from ._regua import Partial, Scores, __version__

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
    draws = number_of_draws(ci, resamples)
    partial = Partial(
        measures, by=by, bins=bins, columns=columns, resamples=draws, seed=seed, resample_by=resample_by
    )
    dataset = dataset.select_columns(partial.inputs(dataset.columns()))
    check_columns(partial, dataset.schema().base_schema)
    partial = fitted(dataset, partial, columns)
    ids = id_column(dataset.columns(), columns) if ci and resample_by is None else None
    units = UNITS_OF_A_TASK if ci else None
    return partial.read(added_on_driver(dataset, partial, ids, units), confidence=confidence)


def segments(
    dataset: Dataset, measures: Sequence[Any], *, columns: Optional[Mapping[str, str]] = None
) -> Dataset:
    """The readings of every unit as a dataset: id, system, its other columns, then `measure.reading`.

    Nothing is measured before the dataset is used, but what measures such as `nist` must learn first is
    learnt at once. A reading that a unit does not have is null.
    """
    partial = Partial(measures, columns=columns)
    check_columns(partial, dataset.select_columns(partial.inputs(dataset.columns())).schema().base_schema)
    partial = fitted(dataset, partial, columns)
    return dataset.map_batches(
        of_table(segments_of_batches(partial)), batch_format="pyarrow", batch_size=None
    )


def fitted(dataset: Dataset, partial: Partial, columns: Optional[Mapping[str, str]]) -> Partial:
    """Shows the references to measures that must see all of them first.

    References are learnt from once for each id, however many systems there are: rows with the same id meet in
    the same bucket, and leave it once. Without ids every row is a unit.
    """
    if not partial.needs_fit:
        return partial
    given = dataset.select_columns(partial.given(dataset.columns()))
    ids = id_column(dataset.columns(), columns)
    learn = of_table(with_every_id(fits_of_batches(partial), ids))
    if ids is not None:
        buckets = given.map_batches(with_bucket, batch_format="pyarrow").groupby(
            BUCKET, num_partitions=BUCKETS
        )
        fits = buckets.map_groups(
            lambda table: learn(distinct(table.drop_columns([BUCKET]))), batch_format="pyarrow"
        )
    else:
        fits = given.map_batches(learn, batch_format="pyarrow", batch_size=None)
    with in_our_words(WORKERS):
        rows = fits.take_all()
    return partial.with_fits(partial.merge_fits([row["fit"] for row in rows]))


def with_bucket(table: Any) -> Any:
    """The rows with the number of the bucket that their first column, the id, falls into."""
    numbers = [
        zlib.crc32(str(value).encode("utf-8", "surrogatepass")) % BUCKETS for value in table[0].to_pylist()
    ]
    return table.append_column(BUCKET, pa.array(numbers, pa.int64()))


def added_on_driver(
    dataset: Dataset, partial: Partial, ids: Optional[str] = None, units: Optional[int] = None
) -> Any:
    """The tallies of all rows as an Arrow table: one row a system, group and draw.

    Where draws are made by a column of ids, every row must have one. A task takes at least so many units, if
    that is said.
    """
    inputs = dataset.select_columns(partial.inputs(dataset.columns()))
    add = of_table(with_every_id(sums_of_batches(partial), ids))
    rows = inputs.map_batches(add, batch_format="pyarrow", batch_size=units)
    with in_our_words(WORKERS):
        return added(partial, rows.iter_batches(batch_size=None, batch_format="pyarrow"))


def of_table(function: Function) -> Callable[[Any], Any]:
    """A function of record batches as one of tables, which is what Ray gives."""
    driver = __version__

    def of_table(table: Any) -> Any:
        check_version(driver)
        batches = table.to_batches() or [pa.RecordBatch.from_pylist([], schema=table.schema)]
        return pa.Table.from_batches(function(iter(batches)))

    return of_table
