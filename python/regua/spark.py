"""Scores of Spark data frames: tallies are made where the data are, Spark adds them, the driver reads.

    one = ("1", "a", "the old ferry left", "the old ferry has left")
    two = ("1", "b", "a ferry", "the old ferry has left")
    outputs = session.createDataFrame([one, two], ["id", "system", "hypothesis", "reference"])
    scores = regua.spark.score(outputs, ["wer", "chrf"])
    print(scores)

A row of tallies holds 64-bit integers only (values with a fraction are carried in fixed point), so that sums
are exact: neither the number of partitions nor their order, nor a task that had to be done again, changes a
score. Executors need the wheel, too: `docs/clusters.md` says how it gets there. Not for data that one machine
can score: `regua.score` and the command line do that without a cluster's overhead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

import pyarrow as pa

from ._partial import (
    Batches,
    Function,
    check_columns,
    check_version,
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
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType

EXECUTORS = "executors"


def score(
    df: DataFrame,
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
    """Scores the rows of a data frame, by system and by the columns in `by`.

    The columns are those of a table that `regua score` reads: `hypothesis`, `reference` or `references`, and
    `id`, `system` and `source` where there are any; `columns={"hypothesis": "prediction"}` gives one another
    name.

    With `ci=True` every reading has an interval. Its draws are Poisson weights that depend on the seed and on
    a unit's `id` (or its value in the column `resample_by`) alone, so that partitions do not change them
    either.

    Measures that are no sums (`distinct`, `self-bleu`, …) are refused with the reason.
    """
    draws = number_of_draws(ci, resamples)
    partial = Partial(
        measures, by=by, bins=bins, columns=columns, resamples=draws, seed=seed, resample_by=resample_by
    )
    df = df.select(*map(quoted, partial.inputs(df.columns)))
    check_columns(partial, arrow_schema(df))
    partial = fitted(df, partial, columns)
    ids = id_column(df.columns, columns) if ci and resample_by is None else None
    return partial.read(added_by_spark(df, partial, ids), confidence=confidence)


def segments(
    df: DataFrame, measures: Sequence[Any], *, columns: Optional[Mapping[str, str]] = None
) -> DataFrame:
    """The readings of every unit as a data frame: id, system, its other columns, then `measure.reading`.

    Nothing is measured before the data frame is used, but what measures such as `nist` must learn first is
    learnt at once. A reading that a unit does not have is null.
    """
    partial = Partial(measures, columns=columns)
    check_columns(partial, arrow_schema(df.select(*map(quoted, partial.inputs(df.columns)))))
    partial = fitted(df, partial, columns)
    return mapped(df, segments_of_batches(partial), segment_schema(df, partial))


def segment_schema(df: DataFrame, partial: Partial) -> StructType:
    """The columns of `segments`: those that are handed through keep their types."""
    from pyspark.sql.types import DoubleType, StringType, StructField, StructType

    as_texts = pa.schema([(name, pa.string()) for name in df.columns])
    fields = [
        StructField(field.name, DoubleType() if field.type == pa.float64() else StringType())
        for field in pa.record_batch(partial.segment_schema(as_texts)).schema
    ]
    who = [field.name for field in fields[:2]]
    handed_through = {field.name: field for field in df.schema if field.name not in who}
    return StructType([handed_through.get(field.name, field) for field in fields])


def fitted(df: DataFrame, partial: Partial, columns: Optional[Mapping[str, str]]) -> Partial:
    """Shows the references to measures that must see all of them first.

    References are learnt from once for each id, however many systems there are; without ids every row is a
    unit.
    """
    if not partial.needs_fit:
        return partial
    given = df.select(*map(quoted, partial.given(df.columns)))
    ids = id_column(df.columns, columns)
    if ids is not None:
        given = given.dropDuplicates()
    with in_our_words(EXECUTORS):
        rows = mapped(given, with_every_id(fits_of_batches(partial), ids), "fit binary").collect()
    return partial.with_fits(partial.merge_fits([bytes(row["fit"]) for row in rows]))


def added_by_spark(df: DataFrame, partial: Partial, ids: Optional[str] = None) -> Any:
    """The tallies of all rows as an Arrow table, added up by Spark: one row a system, group and draw.

    Where draws are made by a column of ids, every row must have one.
    """
    from pyspark.sql import functions

    add = {"sum": functions.sum, "min": functions.min, "max": functions.max}
    layout = ", ".join(f"{quoted(name)} {kind}" for name, kind, _ in partial.columns)
    keys = [name for name, _, role in partial.columns if role == "key"]
    sums = [add[role](name).alias(name) for name, _, role in partial.columns if role != "key"]
    inputs = df.select(*map(quoted, partial.inputs(df.columns)))
    rows = mapped(inputs, with_every_id(sums_of_batches(partial), ids), layout).groupBy(*keys).agg(*sums)
    with in_our_words(EXECUTORS):
        return rows.toArrow() if hasattr(rows, "toArrow") else collected(rows, partial)


def mapped(df: DataFrame, function: Function, schema: Union[str, StructType]) -> DataFrame:
    """`mapInArrow` for any names of columns: Spark's own stumbles over dots in them."""
    names, driver = df.columns, __version__

    def with_names(batches: Batches) -> Batches:
        check_version(driver)
        return function(pa.RecordBatch.from_arrays(batch.columns, names=names) for batch in batches)

    return df.toDF(*(f"column{place}" for place in range(len(names)))).mapInArrow(with_names, schema)


def collected(df: DataFrame, partial: Partial) -> Any:
    """The rows of a data frame as an Arrow table, before Spark 4."""
    kinds = {"string": pa.string(), "long": pa.int64()}
    schema = pa.schema([(name, kinds[kind]) for name, kind, _ in partial.columns])
    return pa.Table.from_pylist([row.asDict() for row in df.collect()], schema=schema)


def arrow_schema(df: DataFrame) -> Any:
    """The columns of a data frame as Arrow sees them; no rows are computed."""
    if hasattr(df, "toArrow"):
        return df.limit(0).toArrow().schema
    from pyspark.sql.pandas.types import to_arrow_schema

    return to_arrow_schema(df.schema)


def quoted(name: str) -> str:
    """A column's name as Spark takes it literally, dots and all."""
    return "`" + name.replace("`", "``") + "`"
