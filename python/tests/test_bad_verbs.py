"""Labels, spans, ratings and numbers that cannot be used are refused in clear words."""

from __future__ import annotations

from typing import Any, Callable, Type

import numpy as np
import pytest
from test_bad_input import H, R, said

import regua

GOLD, PREDICTED = ["yes", "no"], ["yes", "yes"]
SPAN = 'must hold spans such as (0, 4, "PLACE") or {"start": 0, "end": 4, "label": "PLACE"}'


@pytest.mark.parametrize(
    ("call", "kind", "expected"),
    [
        (lambda: regua.classify("yes", PREDICTED), TypeError, "`gold` must be a list, not one text"),
        (lambda: regua.classify(GOLD, "yes"), TypeError, "`predicted` must be a list, not one text"),
        (
            lambda: regua.classify(GOLD),
            TypeError,
            "`predicted` is missing: give labels beside `gold`, or one table"
            " with the columns `gold` and `predicted`",
        ),
        (lambda: regua.classify([], []), regua.Error, "`gold` is empty: there is nothing to measure"),
        (
            lambda: regua.classify(GOLD, ["yes"]),
            regua.Error,
            "`gold` has 2 elements but `predicted` has 1; they are paired one by one",
        ),
        (
            lambda: regua.classify(["yes", None], PREDICTED),
            regua.Error,
            "the answers of system, row 2: `gold` is empty",
        ),
        (
            lambda: regua.classify(GOLD, PREDICTED, ids=[1]),
            regua.Error,
            "`gold` has 2 elements but `ids` has 1; they are paired one by one",
        ),
        (
            lambda: regua.classify(GOLD, PREDICTED, measures="bleu"),
            regua.Error,
            "`bleu` measures segments, not labels",
        ),
        (
            lambda: regua.classify(GOLD, PREDICTED, probabilities=[[0.5, 0.5]] * 2),
            TypeError,
            "`probabilities` without names need `labels`: the label of each column, or of the only one",
        ),
        (
            lambda: regua.classify(GOLD, PREDICTED, probabilities=[[0.5, 0.5]] * 2, labels=["yes"]),
            TypeError,
            "probabilities[0] must have a number for each of 1 labels",
        ),
        (
            lambda: regua.classify(GOLD, PREDICTED, probabilities=[0.5, 2], labels=["yes"]),
            regua.Error,
            "the answers of system, row 2: the probability of `p_yes` is 2, not a number from 0 to 1",
        ),
        (
            lambda: regua.classify(GOLD, PREDICTED, probabilities=[[0.5, "x"]] * 2, labels=GOLD),
            TypeError,
            "probabilities[0] must have a number for each of 2 labels",
        ),
        (lambda: regua.classify([["yes"], ["no"]], [["yes"], ["no"]]), TypeError, None),
        (lambda: regua.spans([[(0, 1)]], [[(0, 1)]]), TypeError, f"gold[0] {SPAN}"),
        (lambda: regua.spans([[], [(0, 1, 3)]], [[], []]), TypeError, f"gold[1] {SPAN}"),
        (lambda: regua.spans([[{"start": "a", "end": 1, "label": "x"}]], [[]]), TypeError, f"gold[0] {SPAN}"),
        (lambda: regua.spans([None], [["O"]]), TypeError, None),
        (
            lambda: regua.spans(["B-PER O"], ["B-PER O"]),
            TypeError,
            "gold[0] must be a list of tags or spans, not str",
        ),
        (
            lambda: regua.spans([["B-PER", "O"]], [["B-PER"]]),
            regua.Error,
            "the answers of system, row 1: there are 2 gold tags but 1 predicted ones",
        ),
        (
            lambda: regua.spans([["B-PER"]], [["X-"]]),
            regua.Error,
            "the answers of system, row 1: `X-` is no tag of the scheme conll",
        ),
        (
            lambda: regua.spans([[(3, 1, "x")]], [[]]),
            regua.Error,
            "the answers of system, row 1: the span from 3 to 1 ends before it starts",
        ),
        (
            lambda: regua.spans([["O"]], [["O"]], scheme="bio"),
            regua.Error,
            "`scheme=bio` is unknown: it takes conll, iob1, iob2, ioe1, ioe2, iobes, bilou",
        ),
        (
            lambda: regua.agreement([1, 2]),
            TypeError,
            "`ratings` must be a table: a data frame, an Arrow table,"
            " a list of dictionaries, or a pathlib.Path",
        ),
        (
            lambda: regua.compare({"a": H}, R, measures="chrf"),
            regua.Error,
            "a comparison takes two systems or more, and there is `a`",
        ),
        (
            lambda: regua.correlation([1, 2], [1]),
            regua.Error,
            "the lists have 2 and 1 numbers; they are paired one by one",
        ),
        (lambda: regua.correlation("12", [1, 2]), TypeError, "`one` must be a list of numbers, not '12'"),
        (lambda: regua.correlation([1, 2], [1, None]), TypeError, "other[1] must be a number, not None"),
        (lambda: regua.correlation([1, "2"], [1, 2]), TypeError, "one[1] must be a number, not '2'"),
        (lambda: regua.correlation([1, 2, 3], [1, 2, np.nan]), regua.Error, "a value is not a finite number"),
        (lambda: regua.correlation([1, 1], [1, 2]), regua.Error, None),
        (lambda: regua.opcodes(["a"], [1]), TypeError, None),  # type: ignore[list-item]
    ],
)
def test_verbs_refuse_what_they_cannot_take(
    call: Callable[[], object], kind: Type[Exception], expected: Any
) -> None:
    text = said(kind, call)
    assert expected is None or text == expected
