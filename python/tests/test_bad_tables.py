"""Tables, indexes, streams, files and objects that cannot be used are refused in clear words."""

from __future__ import annotations

import pathlib
from typing import Any, Iterator, Optional, Type

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet
import pytest
from test_bad_input import H, R, said, score

import regua

SCHEMA = pa.schema([("hypothesis", pa.string()), ("reference", pa.string())])
ALIGN = "align them first, or pass `.to_list()` to pair them by position"


def test_an_index_that_is_not_unique_is_refused_by_its_label() -> None:
    for value in (
        pd.Series(H, index=[7, 8, 7]),
        pd.DataFrame({"hypothesis": H, "reference": R}, index=[7, 8, 7]),
    ):
        text = said(regua.Error, lambda: score(value, R if isinstance(value, pd.Series) else None))
        assert text.startswith("the index of `hypotheses` is not unique: the label ")
        assert "7" in text and text.endswith("use `.reset_index(drop=True)`")
    text = said(regua.Error, lambda: score(H, pd.Series(R, index=list("xyx"))))
    assert text.startswith("the index of `references` is not unique: the label 'x' comes up more than once")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ([5, 6, 7], [7, 6, 5]),
        ([5, 6, 7], None),
        (None, [5, 6, 7]),
        (None, [2, 1, 0]),
        (list("abc"), list("abd")),
    ],
)
def test_indexes_that_differ_are_refused(one: Optional[Any], other: Optional[Any]) -> None:
    hypotheses, references = pd.Series(H, index=one), pd.Series(R, index=other)
    expected = f"`hypotheses` and `references` have different pandas indexes: {ALIGN}"
    assert said(regua.Error, lambda: score(hypotheses, references)) == expected
    assert score(hypotheses.to_list(), references)["chrf"] == score(H, R)["chrf"]


def test_an_index_matters_only_between_pandas_objects() -> None:
    shuffled = pd.Series(H, index=[2, 0, 1])
    assert score(shuffled, R)["chrf"] == score(H, np.array(R))["chrf"]
    assert score(shuffled, pd.Series(R, index=[2, 0, 1]))["chrf"] == score(H, R)["chrf"]
    assert score(pd.Series(H), pd.Series(R, index=[0, 1, 2]))["chrf"] == score(H, R)["chrf"]


def test_a_column_that_is_not_there_is_named_beside_those_that_are() -> None:
    there = "the columns are `pred` and `gold` (name another with "
    frame = pd.DataFrame({"pred": H, "gold": R})
    for table in (frame, pl.DataFrame(frame), pa.table(frame)):
        text = said(regua.Error, lambda: score(table))
        assert text.startswith("the table `hypotheses`, row 1: there is no column `hypothesis`; " + there)
        text = said(regua.Error, lambda: score(table, columns={"hypothesis": "answer"}))
        assert text.startswith("the table `hypotheses`, row 1: there is no column `answer`; " + there)
    named = frame.rename(columns={"pred": "hypothesis", "gold": "reference"})
    assert said(regua.Error, lambda: score(named, by="domain")) == (
        "there is no column `domain` to group by; the columns are none"
    )


def test_both_a_table_and_lists_are_refused() -> None:
    table = {"hypothesis": H, "reference": R}
    for beside in ({"references": R}, {"source": R}, {"ids": [1, 2, 3]}, {"by": {"d": [1, 2, 3]}}):
        name = next(iter(beside))
        assert said(TypeError, lambda: score(table, **beside)) == (
            f"a table has columns for everything: `{name}` goes with lists of texts"
        )


def test_nested_tables_are_refused_where_texts_belong() -> None:
    nested = pa.table({"hypothesis": [{"text": text} for text in "abc"], "reference": R}, schema=None)
    text = said(regua.Error, lambda: score(nested.set_column(0, "hypothesis", pa.array([{"x": 1}] * 3))))
    assert text.startswith("the table `hypotheses`, row 1: `hypothesis` is an object, not a text")
    frame = pd.DataFrame({"hypothesis": [["a", 3], ["b"], ["c"]], "reference": R})
    with pytest.raises((TypeError, regua.Error), match="hypothes"):
        score(frame)
    for lists in ([[["a"]], [["b"]], [["c"]]], pa.array([[["a"]], [["b"]], [["c"]]])):
        with pytest.raises(TypeError, match="references"):
            score(H, lists)


def test_columns_nobody_asked_for_do_no_harm() -> None:
    extra = {"mixed": [1, "x", None], "nested": [{"a": 1}, {"a": 2}, {"a": 3}], "nothing": [None] * 3}
    columns = {"hypothesis": H, "reference": R, **extra}
    expected = score(H, R)["chrf"]
    assert score(pd.DataFrame(columns))["chrf"] == expected
    del columns["mixed"]
    assert score(pa.table(columns))["chrf"] == expected
    assert score(pl.DataFrame(columns))["chrf"] == expected


@pytest.mark.parametrize("extra", [[0.1, 0.2], [["a"]], ["a", None], {"a": 1}, None, b"x"])
def test_records_may_hold_what_nobody_asked_for(extra: Any) -> None:
    rows = [{"hypothesis": one, "reference": other, "extra": extra} for one, other in zip(H, R)]
    rows[1]["extra"] = None
    assert score(rows)["chrf"] == score(H, R)["chrf"]


def test_a_row_that_is_no_dictionary_is_named_by_its_place() -> None:
    rows: Any = [{"hypothesis": "a", "reference": "a"}, 3]
    assert said(TypeError, lambda: score(rows)) == "element 1 is no dictionary, and those before it are"
    mixed: Any = [["a"], "b", ["c"]]
    expected = "references[1] is a text where the elements before it are lists of texts"
    assert said(TypeError, lambda: score(H, mixed)) == expected


def test_a_stream_that_was_read_before_is_empty() -> None:
    batches = pa.table({"hypothesis": H, "reference": R}).to_batches()
    stream = pa.RecordBatchReader.from_batches(SCHEMA, batches)
    assert score(stream)["chrf"] == score(H, R)["chrf"]
    for _ in range(2):
        assert said(regua.Error, lambda: score(stream)) == "the table is empty: there is nothing to measure"


def test_a_stream_that_breaks_off_says_what_happened() -> None:
    def batches() -> Iterator[Any]:
        yield pa.record_batch([["a"], ["a"]], schema=SCHEMA)
        raise RuntimeError("the tap is dry")

    with pytest.raises(ValueError, match="the Arrow data cannot be read: .*the tap is dry"):
        score(pa.RecordBatchReader.from_batches(SCHEMA, batches()))


def broken(**methods: Any) -> Any:
    """An object of a class with these methods."""
    return type("Broken", (), methods)()


def failing(*_: Any, **__: Any) -> Any:
    raise LookupError("not today")


@pytest.mark.parametrize(
    "method", ["__arrow_c_stream__", "__arrow_c_array__", "__iter__", "tolist", "to_list", "__getattr__"]
)
def test_what_the_methods_of_an_object_raise_comes_through(method: str) -> None:
    value = broken(**{method: failing})
    for call in (lambda: score(value, R), lambda: score(H, value), lambda: score(H, R, ids=value)):
        assert said(LookupError, call) == "not today"


def test_what_an_iterator_raises_comes_through() -> None:
    def texts() -> Iterator[str]:
        yield "a"
        raise LookupError("not today")

    assert said(LookupError, lambda: score(texts(), R)) == "not today"
    assert said(LookupError, lambda: score(broken(__fspath__=failing), R)) == "not today"


@pytest.mark.parametrize("given", [3, (), (3, 4), (None, None), "capsule", None])
def test_capsules_that_are_none_are_refused(given: Any) -> None:
    for method in ("__arrow_c_array__", "__arrow_c_stream__"):
        value = broken(**{method: lambda self, requested_schema=None: given})
        with pytest.raises((TypeError, ValueError, IndexError)):
            score(value, R)


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("nowhere.jsonl", FileNotFoundError, "there is no file {path}"),
        ("folder", IsADirectoryError, "{path} is a folder, not a file"),
        (
            "notes.odt",
            regua.Error,
            "cannot tell the format of {path}; name it with format=jsonl, csv, tsv or parquet",
        ),
        ("cut.parquet", regua.Error, "{path} is not a Parquet file or is cut short"),
        ("text.parquet", regua.Error, "{path} is not a Parquet file or is cut short"),
    ],
)
def test_files_that_cannot_be_read_are_named(
    name: str, kind: Type[Exception], expected: str, tmp_path: pathlib.Path
) -> None:
    pyarrow.parquet.write_table(pa.table({"hypothesis": H}), tmp_path / "whole.parquet")
    (tmp_path / "cut.parquet").write_bytes((tmp_path / "whole.parquet").read_bytes()[:-20])
    (tmp_path / "text.parquet").write_text("hypothesis\na\n", encoding="utf-8")
    (tmp_path / "notes.odt").write_text("a", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    path = tmp_path / name
    assert said(kind, lambda: score(path)) == expected.format(path=path)
    if path.suffix != ".odt":
        assert said(kind, lambda: regua.read(path)) == expected.format(path=path)


def test_a_damaged_page_of_a_file_is_no_panic(tmp_path: pathlib.Path) -> None:
    whole = tmp_path / "whole.parquet"
    pyarrow.parquet.write_table(pa.table({"hypothesis": H * 50, "reference": R * 50}), whole)
    contents = whole.read_bytes()
    for position in range(4, len(contents), 97):
        damaged = bytearray(contents)
        damaged[position] ^= 0xFF
        path = tmp_path / "damaged.parquet"
        path.write_bytes(damaged)
        try:
            score(path, segments=False)
        except (regua.Error, OSError) as error:
            assert "fault in regua" not in str(error)


def test_lines_that_are_no_rows_are_named(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"hypothesis": "a", "reference": "a"}\n{"hypothesis": \n', encoding="utf-8")
    text = said(regua.Error, lambda: score(path))
    assert str(path) in text and "line 2" in text


def test_a_place_that_cannot_be_written_to_is_named(tmp_path: pathlib.Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    text = said(OSError, lambda: score(H, R, save=tmp_path / "file" / "run.parquet"))
    assert str(tmp_path) in text
