"""All shapes of the same texts give the very same numbers: those of the command line."""

from __future__ import annotations

import json
import pathlib
import re
from typing import Any, Callable, Dict, List, Tuple

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest
from texts import (
    DOMAINS,
    HYPOTHESES,
    MEASURES,
    OTHERS,
    PAIRS,
    RECORDS,
    REFERENCES,
    SOURCES,
    TABLE,
    program_results,
    results,
)

import regua

Shape = Callable[[], Tuple[Any, Any]]


def objects(rows: Any) -> Any:
    """A numpy array of whatever the elements are."""
    array = np.empty(len(rows), dtype=object)
    array[:] = rows
    return array


ONE_REFERENCE: Dict[str, Shape] = {
    "lists": lambda: (HYPOTHESES, REFERENCES),
    "tuples": lambda: (tuple(HYPOTHESES), tuple(REFERENCES)),
    "generators": lambda: ((text for text in HYPOTHESES), iter(REFERENCES)),
    "lists of one reference": lambda: (HYPOTHESES, [[text] for text in REFERENCES]),
    "tuples of one reference": lambda: (HYPOTHESES, list(zip(REFERENCES))),
    "numpy texts": lambda: (np.array(HYPOTHESES), np.array(REFERENCES)),
    "numpy objects": lambda: (objects(HYPOTHESES), objects(REFERENCES)),
    "numpy scalars": lambda: (list(np.array(HYPOTHESES)), list(np.array(REFERENCES))),
    "pandas": lambda: (pd.Series(HYPOTHESES), pd.Series(REFERENCES)),
    "pandas objects": lambda: (pd.Series(HYPOTHESES, dtype=object), pd.Series(REFERENCES, dtype=object)),
    "pandas string": lambda: (
        pd.Series(HYPOTHESES, dtype="string[pyarrow]"),
        pd.Series(REFERENCES, dtype="string[python]"),
    ),
    "pandas Arrow types": lambda: (
        pd.Series(HYPOTHESES, dtype=pd.ArrowDtype(pa.string())),
        pd.Series(REFERENCES, dtype=pd.ArrowDtype(pa.large_string())),
    ),
    "pandas categories": lambda: (
        pd.Series(HYPOTHESES, dtype="category"),
        pd.Series(REFERENCES, dtype="category"),
    ),
    "pandas index": lambda: (pd.Index(HYPOTHESES), pd.Index(REFERENCES)),
    "pandas with labels": lambda: (
        pd.Series(HYPOTHESES, index=list("abcdefgh")),
        pd.Series(REFERENCES, index=list("abcdefgh")),
    ),
    "polars": lambda: (pl.Series(HYPOTHESES), pl.Series(REFERENCES)),
    "polars categories": lambda: (pl.Series(HYPOTHESES, dtype=pl.Categorical), pl.Series(REFERENCES)),
    "arrow": lambda: (pa.array(HYPOTHESES), pa.array(REFERENCES)),
    "large arrow": lambda: (pa.array(HYPOTHESES, pa.large_string()), pa.array(REFERENCES, pa.string_view())),
    "sliced arrow": lambda: (pa.array(["no", *HYPOTHESES, "no"])[1:9], pa.array(REFERENCES)),
    "dictionaries of arrow": lambda: (pa.array(HYPOTHESES).dictionary_encode(), pa.array(REFERENCES)),
    "chunks of unequal cuts": lambda: (
        pa.chunked_array([HYPOTHESES[:3], [], HYPOTHESES[3:]], pa.string()),
        pa.chunked_array([REFERENCES[:1], REFERENCES[1:5], REFERENCES[5:]]),
    ),
    "a list beside an array": lambda: (HYPOTHESES, pa.chunked_array([REFERENCES[:2], REFERENCES[2:]])),
}

SEVERAL_REFERENCES: Dict[str, Shape] = {
    "lists": lambda: (HYPOTHESES, PAIRS),
    "tuples": lambda: (HYPOTHESES, list(zip(REFERENCES, OTHERS))),
    "generators": lambda: (iter(HYPOTHESES), ((one, other) for one, other in PAIRS)),
    "numpy of two dimensions": lambda: (np.array(HYPOTHESES), np.array(PAIRS)),
    "numpy of arrays": lambda: (HYPOTHESES, objects([np.array(pair) for pair in PAIRS])),
    "pandas of lists": lambda: (pd.Series(HYPOTHESES), pd.Series(PAIRS)),
    "pandas of arrays": lambda: (pd.Series(HYPOTHESES), pd.Series([np.array(pair) for pair in PAIRS])),
    "pandas Arrow lists": lambda: (
        HYPOTHESES,
        pd.Series(PAIRS, dtype=pd.ArrowDtype(pa.list_(pa.string()))),
    ),
    "polars lists": lambda: (pl.Series(HYPOTHESES), pl.Series(PAIRS)),
    "polars arrays": lambda: (HYPOTHESES, pl.Series(PAIRS, dtype=pl.Array(pl.String, 2))),
    "arrow lists": lambda: (pa.array(HYPOTHESES), pa.array(PAIRS)),
    "large arrow lists": lambda: (HYPOTHESES, pa.array(PAIRS, pa.large_list(pa.large_string()))),
    "arrow lists of one size": lambda: (HYPOTHESES, pa.array(PAIRS, pa.list_(pa.string(), 2))),
    "sets with a gap": lambda: (HYPOTHESES, [[*pair, None] for pair in PAIRS]),
}

TABLES: Dict[str, Callable[[], Any]] = {
    "columns": lambda: TABLE,
    "columns of tuples": lambda: {**TABLE, "references": [tuple(pair) for pair in PAIRS]},
    "columns of arrays": lambda: {**TABLE, "references": [np.array(pair) for pair in PAIRS]},
    "a column of two dimensions": lambda: {**TABLE, "references": np.array(PAIRS)},
    "columns of arrow": lambda: {name: pa.array(column) for name, column in TABLE.items()},
    "records": lambda: RECORDS,
    "records with tuples": lambda: [{**row, "references": tuple(row["references"])} for row in RECORDS],
    "records with arrays": lambda: [{**row, "references": np.array(row["references"])} for row in RECORDS],
    "pandas": lambda: pd.DataFrame(TABLE),
    "pandas of arrays": lambda: pd.DataFrame({**TABLE, "references": [np.array(pair) for pair in PAIRS]}),
    "pandas objects": lambda: pd.DataFrame(TABLE).astype(object),
    "pandas Arrow types": lambda: pd.DataFrame(TABLE).convert_dtypes(dtype_backend="pyarrow"),
    "polars": lambda: pl.DataFrame(TABLE),
    "polars in pieces": lambda: pl.concat([pl.DataFrame(TABLE)[:3], pl.DataFrame(TABLE)[3:]], rechunk=False),
    "arrow": lambda: pa.table(TABLE),
    "arrow in pieces": lambda: pa.concat_tables([pa.table(TABLE)[:5], pa.table(TABLE)[5:]]),
    "a batch": lambda: pa.record_batch(TABLE),
    "a stream": lambda: pa.RecordBatchReader.from_batches(
        pa.table(TABLE).schema, pa.table(TABLE).to_batches(max_chunksize=3)
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """Files with the texts, for the command line and for paths."""
    folder = tmp_path_factory.mktemp("texts")
    for name, lines in [("system", HYPOTHESES), ("one", REFERENCES), ("other", OTHERS)]:
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    flat = {"hypothesis": HYPOTHESES, "reference": REFERENCES, "reference2": OTHERS, "domain": DOMAINS}
    pyarrow.csv.write_csv(pa.table(flat), folder / "system.csv")
    pyarrow.parquet.write_table(pa.table(TABLE), folder / "system.parquet")
    lines = [json.dumps(row, ensure_ascii=False) for row in RECORDS]
    (folder / "system.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def typed(folder: pathlib.Path) -> Dict[str, Any]:
    """What the command line makes of one and of two references, and of groups."""
    texts = ["score", "--hyp", folder / "system.txt", "-m", ",".join(MEASURES), "--ref", folder / "one.txt"]
    table = ["score", folder / "system.jsonl", "-m", ",".join(MEASURES), "--by", "domain"]
    return {
        "one": program_results(*texts),
        "two": program_results(*texts, "--ref", folder / "other.txt"),
        "groups": program_results(*table),
    }


@pytest.mark.parametrize("shape", ONE_REFERENCE)
def test_texts_of_any_shape_score_as_on_the_command_line(shape: str, typed: Dict[str, Any]) -> None:
    hypotheses, references = ONE_REFERENCE[shape]()
    assert results(regua.score(hypotheses, references, measures=MEASURES)) == typed["one"]


@pytest.mark.parametrize("shape", SEVERAL_REFERENCES)
def test_several_references_of_any_shape_score_as_on_the_command_line(
    shape: str, typed: Dict[str, Any]
) -> None:
    hypotheses, references = SEVERAL_REFERENCES[shape]()
    assert results(regua.score(hypotheses, references, measures=MEASURES)) == typed["two"]


@pytest.mark.parametrize("shape", TABLES)
def test_tables_of_any_kind_score_as_on_the_command_line(shape: str, typed: Dict[str, Any]) -> None:
    scores = regua.score(TABLES[shape](), measures=MEASURES, by="domain")
    assert results(scores) == typed["groups"]


@pytest.mark.parametrize("name", ["system.jsonl", "system.csv", "system.parquet"])
def test_files_score_as_on_the_command_line(name: str, folder: pathlib.Path, typed: Dict[str, Any]) -> None:
    scores = regua.score(folder / name, measures=MEASURES, by="domain")
    assert results(scores) == typed["groups"]


def test_groups_may_come_with_their_values(typed: Dict[str, Any]) -> None:
    for domains in (DOMAINS, tuple(DOMAINS), np.array(DOMAINS), pd.Series(DOMAINS), pa.array(DOMAINS)):
        scores = regua.score(HYPOTHESES, PAIRS, measures=MEASURES, by={"domain": domains})
        assert results(scores) == typed["groups"]


def test_columns_may_have_other_names(typed: Dict[str, Any]) -> None:
    frame = pd.DataFrame(TABLE).rename(columns={"hypothesis": "pred", "references": "gold"})
    names = {"hypothesis": "pred", "references": "gold"}
    scores = regua.score(frame, measures=MEASURES, columns=names, by=["domain"])
    assert results(scores) == typed["groups"]


def test_measures_may_be_a_text_a_list_or_objects(typed: Dict[str, Any]) -> None:
    objects_of_them = [regua.Measure(name) for name in MEASURES]
    for measures in (",".join(MEASURES), tuple(MEASURES), objects_of_them):
        assert results(regua.score(HYPOTHESES, REFERENCES, measures=measures)) == typed["one"]


def test_sources_are_seen_by_measures_that_look_at_them(folder: pathlib.Path) -> None:
    (folder / "source.txt").write_text("\n".join(SOURCES) + "\n", encoding="utf-8")
    files = ["--hyp", folder / "system.txt", "--ref", folder / "one.txt", "--src", folder / "source.txt"]
    typed = program_results("score", *files, "-m", "sari")
    for source in (SOURCES, np.array(SOURCES), pl.Series(SOURCES), pa.array(SOURCES)):
        assert results(regua.score(HYPOTHESES, REFERENCES, source=source, measures="sari")) == typed


@pytest.mark.parametrize("odd", ["plain", "", "um\0dois", "\0", "régua 🙂 渡し船"])
def test_long_lists_are_read_as_short_ones_are(odd: str) -> None:
    hypotheses = [f"a régua {number} mede" for number in range(400)]
    hypotheses[300] = odd
    references = [f"a régua {number} mediu" for number in range(400)]
    measure = regua.Measure("chrf")
    all_at_once = measure.tally(hypotheses, references).rows
    assert all_at_once == measure.tally(tuple(hypotheses), tuple(references)).rows
    assert all_at_once[300] == measure.tally([odd], references[300:301]).rows[0]


@pytest.mark.parametrize(
    ("odd", "expected"),
    [(None, "is missing (None)"), ("\ud800", "holds a lone surrogate"), (3, "is of the type int, not a text")],
)
def test_what_is_wrong_in_a_long_list_is_named_by_its_place(odd: Any, expected: str) -> None:
    texts: List[Any] = ["a"] * 400
    with pytest.raises((regua.Error, TypeError), match=r"^hypotheses\[300\] " + re.escape(expected)):
        regua.score(texts[:300] + [odd] + texts[:99], texts, measures="wer")
