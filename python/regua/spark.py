"""Scores of what lies on a Spark cluster: tallies are made where the data are, Spark adds them, the driver reads.

    >>> texts = [("1", "a", "the old ferry left", "the old ferry has left"), ("1", "b", "a ferry", "the old ferry has left")]
    >>> outputs = session.createDataFrame(texts, ["id", "system", "hypothesis", "reference"])
    >>> scores = regua.spark.score(outputs, ["wer"])
    >>> [(result["system"], result["readings"]["wer"]) for result in scores.to_dict()["results"]]
    [('a', 0.2), ('b', 0.8)]

A row of tallies holds 64-bit integers only (values with a fraction are carried in fixed point), so that sums are exact:
neither the number of partitions nor their order, nor a task that had to be done again, changes a score. Executors need
the wheel, too: `docs/clusters.md` says how it gets there. Not for data that one machine can score: `regua.score` and
the command line do that without a cluster's overhead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, List, Mapping, Optional, Sequence, Union

import pyarrow as pa

from ._partial import (
    check_columns,
    fits_of_batches,
    given_columns,
    in_our_words,
    input_columns,
    segments_of_batches,
    sums_of_batches,
)
from ._regua import Partial, Scores

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

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

    The columns are those of a table that `regua score` reads: `hypothesis`, `reference` or `references`, and `id`,
    `system` and `source` where there are any; `columns={"hypothesis": "prediction"}` gives one another name.

    With `ci=True` every reading has an interval. Its draws are Poisson weights that depend on the seed and on a unit's
    `id` (or its value in the column `resample_by`) alone, so that partitions do not change them either.

    Measures that are no sums (`distinct`, `self-bleu`, …) are refused with the reason.
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
    check_columns(partial, arrow_schema(df))
    partial = fitted(df, partial)
    return partial.read(added_by_spark(df, partial), confidence=confidence)


def segments(
    df: DataFrame, measures: Sequence[Any], *, columns: Optional[Mapping[str, str]] = None
) -> DataFrame:
    """The readings of every unit as a data frame: its id, its system, its other columns, then `measure.reading`.

    Nothing is measured before the data frame is used. A reading that a unit does not have is null.
    """
    from pyspark.sql.pandas.types import from_arrow_schema

    partial = Partial(measures, columns=columns)
    check_columns(partial, arrow_schema(df))
    partial = fitted(df, partial)
    schema = pa.schema(partial.segment_schema(arrow_schema(df)))
    return df.mapInArrow(segments_of_batches(partial), from_arrow_schema(schema))


def fitted(df: DataFrame, partial: Partial) -> Partial:
    """Shows the references to measures that must see all of them first, each id's once however many systems there are."""
    if not partial.needs_fit:
        return partial
    given = df.select(*map(quoted, given_columns(partial, df.columns))).dropDuplicates()
    with in_our_words(EXECUTORS):
        rows = given.mapInArrow(fits_of_batches(partial), "fit binary").collect()
    return partial.with_fits(partial.merge_fits([bytes(row["fit"]) for row in rows]))


def added_by_spark(df: DataFrame, partial: Partial) -> Any:
    """The tallies of all rows as an Arrow table, added up by Spark: one row a system, group and draw."""
    from pyspark.sql import functions

    add = {"sum": functions.sum, "min": functions.min, "max": functions.max}
    layout = ", ".join(f"{quoted(name)} {kind}" for name, kind, _ in partial.columns)
    keys = [quoted(name) for name, _, role in partial.columns if role == "key"]
    sums = [add[role](quoted(name)).alias(name) for name, _, role in partial.columns if role != "key"]
    inputs = map(quoted, input_columns(partial, df.columns))
    rows = df.select(*inputs).mapInArrow(sums_of_batches(partial), layout)
    with in_our_words(EXECUTORS):
        return collected(rows.groupBy(*keys).agg(*sums))


def collected(df: DataFrame) -> Any:
    """The rows of a data frame as an Arrow table; `toArrow` is there since Spark 4."""
    if hasattr(df, "toArrow"):
        return df.toArrow()
    columns = list(zip(*df.collect())) or [()] * len(df.columns)
    return pa.table([pa.array(column, field.type) for column, field in zip(columns, arrow_schema(df))], arrow_schema(df))


def arrow_schema(df: DataFrame) -> Any:
    """The columns of a data frame as Arrow sees them."""
    from pyspark.sql.pandas.types import to_arrow_schema

    return to_arrow_schema(df.schema)


def quoted(name: str) -> str:
    """A column's name as Spark takes it literally, dots and all."""
    return "`" + name.replace("`", "``") + "`"
