"""Texts that cannot be scored are refused in words that name the argument and the place."""

from __future__ import annotations

from typing import Any, Callable, Iterator, List, Tuple, Type

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import regua

H = ["a casa é azul", "o rio corre", "quem mede sabe"]
R = ["a casa é verde", "o rio corre já", "quem mede erra menos"]
SURROGATE = 'holds a lone surrogate, which is no character: decode the text with errors="replace"'


def score(hypotheses: Any, references: Any = None, **options: Any) -> regua.Scores:
    return regua.score(hypotheses, references, measures=options.pop("measures", "chrf"), **options)


def said(kind: Type[BaseException], call: Callable[[], object]) -> str:
    """What is said where exactly this kind of exception is raised."""
    with pytest.raises(kind) as raised:
        call()
    assert type(raised.value) is kind
    return str(raised.value)


ONE_TEXT = "must be a list of texts, one for each segment, not one text; for one segment write"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda: score(H, "text"), f"`references` {ONE_TEXT} `[reference]`"),
        (lambda: score("text", R), f"`hypotheses` {ONE_TEXT} `[hypothesis]`"),
        (lambda: score(H, R, source="text"), f"`source` {ONE_TEXT} `[source]`"),
        (lambda: score(H, R, ids="abc"), f"`ids` {ONE_TEXT} `[id]`"),
        (lambda: score({"hypothesis": "text", "reference": R}), f"`hypothesis` {ONE_TEXT} `[hypothesis]`"),
        (lambda: score({"a": "text", "b": H}, R), f'`hypotheses["a"]` {ONE_TEXT} `[hypothesis]`'),
    ],
)
def test_one_text_is_no_list_of_texts(call: Callable[[], object], expected: str) -> None:
    assert said(TypeError, call) == expected


@pytest.mark.parametrize(
    ("value", "kind"),
    [(5, "int"), (1.5, "float"), (object(), "object"), (np.array("x"), "ndarray"), (True, "bool")],
)
def test_what_is_no_list_is_refused_by_its_kind(value: Any, kind: str) -> None:
    assert said(TypeError, lambda: score(value, R)) == f"`hypotheses` must be a list of texts, not {kind}"
    assert said(TypeError, lambda: score(H, value)) == f"`references` must be a list of texts, not {kind}"


def test_what_has_no_order_is_refused() -> None:
    assert "`hypotheses`" in said(TypeError, lambda: score(set(H), R))
    assert "`references`" in said(TypeError, lambda: score(H, frozenset(R)))
    assert "`references`" in said(TypeError, lambda: score(H, dict.fromkeys(R)))


def test_a_lazy_frame_must_be_collected_first() -> None:
    assert "LazyFrame" in said(TypeError, lambda: score(pl.DataFrame({"hypothesis": H}).lazy()))


@pytest.mark.parametrize("container", [list, tuple, np.array])
@pytest.mark.parametrize("sets", [1, 2, 4])
def test_references_of_sacrebleu_are_found_to_be_transposed(container: Any, sets: int) -> None:
    text = said(regua.Error, lambda: score(H, container([R] * sets)))
    assert text.startswith("`references` looks transposed, as sacrebleu wants it: ")
    assert text.endswith(
        "give a list of references for each hypothesis, as in `references=list(zip(*references))`"
    )


def test_references_turned_round_as_advised_are_right() -> None:
    transposed = [R, H]
    assert score(H, list(zip(*transposed)))["chrf"] == 100.0


MISSING: List[Tuple[Any, str]] = [
    (None, "None"),
    (float("nan"), "nan"),
    (np.nan, "nan"),
    (pd.NA, "<NA>"),
    (pd.NaT, "NaT"),
]


@pytest.mark.parametrize(("value", "written"), MISSING)
@pytest.mark.parametrize("position", [0, 1, 2])
def test_a_missing_text_is_named_by_its_place(value: Any, written: str, position: int) -> None:
    texts: List[Any] = [*H]
    texts[position] = value
    expected = f"hypotheses[{position}] is missing ({written})"
    assert said(regua.Error, lambda: score(texts, R)) == expected
    assert said(regua.Error, lambda: score(H, texts)) == expected.replace("hypotheses", "references")
    nested = [[text] if isinstance(text, str) else text for text in texts]
    assert said(regua.Error, lambda: score(H, nested)) == expected.replace("hypotheses", "references")


@pytest.mark.parametrize(
    "column",
    [
        pa.array(["a", "b", None]),
        pa.chunked_array([["a", "b"], [None]]),
        pl.Series(["a", "b", None]),
        pd.Series(["a", "b", None]),
        pd.Series(["a", "b", None], dtype=object),
        pd.Series(["a", "b", None], dtype="string[pyarrow]"),
    ],
)
def test_a_missing_cell_of_a_column_is_named_by_its_place(column: Any) -> None:
    assert said(regua.Error, lambda: score(column, R)).startswith("hypotheses[2] is missing (")
    assert said(regua.Error, lambda: score(H, column)).startswith("references[2] is missing (")


def test_a_missing_cell_of_a_table_is_named_by_its_row() -> None:
    columns = {"hypothesis": ["a", None, "c"], "reference": R}
    rows = [dict(zip(columns, row)) for row in zip(*columns.values())]
    for table in (columns, rows, pd.DataFrame(columns), pl.DataFrame(columns), pa.table(columns)):
        assert (
            said(regua.Error, lambda: score(table))
            == "the table `hypotheses`, row 2: the hypothesis is missing"
        )
    columns = {"hypothesis": H, "reference": ["a", "b", None]}
    for table in (columns, pd.DataFrame(columns), pa.table(columns)):
        text = said(regua.Error, lambda: score(table))
        assert text == "unit `3`: `chrf` compares against a reference, but there is none"


@pytest.mark.parametrize(
    ("value", "kind"),
    [(b"x", "bytes"), (3, "int"), (1.5, "float"), (True, "bool"), (object(), "object"), ({}, "dict")],
)
def test_what_is_no_text_is_named_by_its_place_and_kind(value: Any, kind: str) -> None:
    for name, arguments in [("hypotheses", (["a", value, "c"], R)), ("references", (H, ["a", value, "c"]))]:
        assert said(TypeError, lambda: score(*arguments)) == f"{name}[1] is of the type {kind}, not a text"
        in_pandas = tuple(pd.Series(part, dtype=object) for part in arguments)
        assert said(TypeError, lambda: score(*in_pandas)) == f"{name}[1] is of the type {kind}, not a text"
    assert said(TypeError, lambda: score(H, [["a"], ["b", value], ["c"]])) == (
        f"references[1][1] is of the type {kind}, not a text"
    )


def test_bytes_are_refused_wherever_they_stand() -> None:
    assert "hypotheses[0]" in said(TypeError, lambda: score([b"x", "y", "z"], R))
    assert "bytes" in said(TypeError, lambda: score([b"x", "y", "z"], R))
    for table in ({"hypothesis": [b"x"], "reference": ["x"]}, [{"hypothesis": b"x", "reference": "x"}]):
        with pytest.raises((TypeError, regua.Error), match="hypothes"):
            score(table)


def test_columns_that_hold_no_texts_are_refused_by_their_type() -> None:
    for column, kind in [(pa.array([1, 2, 3]), "Int64"), (pa.array([b"a", b"b", b"c"]), "Binary")]:
        expected = f"`hypotheses` must hold texts, not values of the Arrow type {kind}"
        assert said(TypeError, lambda: score(column, R)) == expected
        assert said(TypeError, lambda: score(pl.Series(column.to_pylist()), R)).startswith(
            "`hypotheses` must hold texts, not values of the Arrow type"
        )
    for column in ([1, 2, 3], [1.5, 2, 3], [True, False, True]):
        with pytest.raises(regua.Error, match="the table `hypotheses`, row 1: `hypothesis` is "):
            score({"hypothesis": column, "reference": R})


@pytest.mark.parametrize("bad", ["\ud800", "a\udfffb"])
def test_a_lone_surrogate_is_named_by_its_place(bad: str) -> None:
    assert said(regua.Error, lambda: score(["a", bad], R[:2])) == f"hypotheses[1] {SURROGATE}"
    assert said(regua.Error, lambda: score(H[:2], ["a", bad])) == f"references[1] {SURROGATE}"
    assert said(regua.Error, lambda: score(H[:2], [["a"], ["b", bad]])) == f"references[1][1] {SURROGATE}"
    assert said(regua.Error, lambda: score(H[:2], R[:2], source=["a", bad])) == f"source[1] {SURROGATE}"
    objects = pd.Series(["a", bad], dtype=object)
    assert said(regua.Error, lambda: score(objects, R[:2])) == f"hypotheses[1] {SURROGATE}"
    assert said(regua.Error, lambda: regua.Measure("chrf")(bad, "a")) == f"`hypothesis` {SURROGATE}"


@pytest.mark.parametrize("bad", ["\ud800", "a\udfffb"])
def test_a_lone_surrogate_is_refused_in_names_and_tables_too(bad: str) -> None:
    for call in (
        lambda: score({bad: H}, R),
        lambda: score(H, R, by={bad: [1, 2, 3]}),
        lambda: score(H, R, by={"d": ["a", "b", bad]}),
        lambda: score(H, R, ids=["a", "b", bad]),
        lambda: score({"hypothesis": ["a", bad], "reference": ["a", "b"]}),
        lambda: score([{"hypothesis": bad, "reference": "b"}]),
    ):
        assert said(regua.Error, call).endswith(SURROGATE)
    assert "hypothesis" in said(
        regua.Error, lambda: score({"hypothesis": ["a", bad], "reference": ["a", "b"]})
    )


def test_characters_that_look_odd_are_characters() -> None:
    odd = ["\0", "a\0b", "\ufeff", "\u202e", "🙂", "a\r\nb", "\x1b[0m"]
    assert score(odd, odd, measures="exact-match")["exact-match"] == 1.0


def test_lists_of_unequal_lengths_are_refused_with_both_lengths() -> None:
    paired = "they are paired one by one"
    for call, expected in [
        (lambda: score(H, R[:2]), f"`hypotheses` has 3 elements but `references` has 2; {paired}"),
        (lambda: score(H[:1], R), f"`hypotheses` has 1 element but `references` has 3; {paired}"),
        (lambda: score(H, R, source=H[:2]), f"`hypotheses` has 3 elements but `source` has 2; {paired}"),
        (lambda: score(H, R, ids=[1, 2]), f"`hypotheses` has 3 elements but `ids` has 2; {paired}"),
        (lambda: score(H, R, by={"d": [1]}), f"`hypotheses` has 3 elements but `d` has 1; {paired}"),
        (
            lambda: score({"a": H, "b": H[:2]}, R),
            f'`hypotheses["a"]` has 3 elements but `hypotheses["b"]` has 2; {paired}',
        ),
        (
            lambda: score({"hypothesis": H, "reference": R[:1]}),
            f"`hypothesis` has 3 elements but `reference` has 1; {paired}",
        ),
    ]:
        assert said(regua.Error, call) == expected


def test_nothing_to_score_is_refused() -> None:
    nothing = "`hypotheses` is empty: there is nothing to score"
    streams: List[Callable[[], Iterator[str]]] = [lambda: iter([])]
    for empty in ([], (), np.array([], dtype=str), pd.Series([], dtype=str), pa.array([], pa.string())):
        assert said(regua.Error, lambda: score(empty, [])) == nothing
    assert said(regua.Error, lambda: score(streams[0](), R)) == nothing
    assert said(regua.Error, lambda: score({}, R)) == "`hypotheses` names no system"
    for table in (pd.DataFrame({"hypothesis": []}), pl.DataFrame({"hypothesis": []}), {"hypothesis": []}):
        assert said(regua.Error, lambda: score(table)) == "the table is empty: there is nothing to measure"
