"""Labels and spans against gold, in every form that people have them in."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable, Dict, List

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from texts import results

import regua

GOLD = ["yes", "no", "no", "yes"]
PREDICTED = ["yes", "no", "yes", "yes"]
CHANCES = [0.7, 0.2, 0.6, 0.9]
ROWS = [[chance, 1.0 - chance] for chance in CHANCES]
NAMED = [{"yes": chance, "no": 1.0 - chance} for chance in CHANCES]

TAGS = [["B-PER", "I-PER", "O", "B-LOC"], ["O", "O"], ["B-ORG"]]
ANSWERS = [["B-PER", "I-PER", "O", "O"], ["O", "B-LOC"], ["B-ORG"]]
SPANS = [[(0, 2, "PER"), (3, 4, "LOC")], [], [(0, 1, "ORG")]]
FOUND = [[(0, 2, "PER")], [(1, 2, "LOC")], [(0, 1, "ORG")]]


def headlines(scores: regua.Scores) -> Dict[str, Any]:
    return {key: scores[key] for key in scores.keys()}


def test_labels_are_counted() -> None:
    scores = regua.classify(GOLD, PREDICTED)
    assert scores.keys() == ["confusion", "accuracy"]
    assert scores["accuracy"] == 0.75
    matrix = scores.to_dict()["results"][0]["matrix"]
    assert matrix["labels"] == ["no", "yes"]
    assert [cell["items"] for cell in matrix["cells"]] == [1, 1, 2]


@pytest.mark.parametrize(
    "kind",
    [list, tuple, iter, np.array, pd.Series, pl.Series, pa.array, lambda values: pa.chunked_array([values])],
)
@pytest.mark.parametrize("words", [("yes", "no"), (1, 0), (True, False)])
def test_labels_of_any_kind_give_the_same_numbers(kind: Callable[[Any], Any], words: Any) -> None:
    names = dict(zip(["yes", "no"], words))
    gold, predicted = [names[label] for label in GOLD], [names[label] for label in PREDICTED]
    assert headlines(regua.classify(kind(gold), kind(predicted))) == headlines(
        regua.classify(GOLD, PREDICTED)
    )


@pytest.mark.parametrize("words", [("yes", "no"), (1, 0), (True, False)])
@pytest.mark.parametrize("form", ["dictionaries", "rows", "array", "tuples", "one label"])
def test_probabilities_of_any_form_give_the_same_numbers(form: str, words: Any) -> None:
    names = dict(zip(["yes", "no"], words))
    gold, predicted = [names[label] for label in GOLD], [names[label] for label in PREDICTED]
    given: Dict[str, Dict[str, Any]] = {
        "dictionaries": {"probabilities": [dict(zip(words, row)) for row in ROWS]},
        "rows": {"probabilities": ROWS, "labels": words},
        "array": {"probabilities": np.array(ROWS), "labels": words},
        "tuples": {"probabilities": [tuple(row) for row in ROWS], "labels": list(words)},
        "one label": {"probabilities": CHANCES, "labels": [words[0]]},
    }
    expected = headlines(regua.classify(GOLD, PREDICTED, probabilities=NAMED))
    assert list(expected) == ["confusion", "accuracy", "auc", "ece", "brier", "log-loss"]
    assert expected["brier"] == pytest.approx(0.125)
    assert headlines(regua.classify(gold, predicted, **given[form])) == pytest.approx(expected)


def test_a_table_may_hold_gold_and_predicted() -> None:
    columns = {"gold": GOLD, "predicted": PREDICTED}
    rows = [dict(zip(columns, row)) for row in zip(*columns.values())]
    expected = results(regua.classify(GOLD, PREDICTED))
    for table in (columns, rows, pd.DataFrame(columns), pl.DataFrame(columns), pa.table(columns)):
        assert results(regua.classify(table)) == expected
    renamed = pd.DataFrame({"g": GOLD, "p": PREDICTED})
    assert results(regua.classify(renamed, columns={"gold": "g", "predicted": "p"})) == expected


def test_classifiers_are_compared_by_name_and_groups_are_counted() -> None:
    scores = regua.classify(GOLD, {"a": PREDICTED, "b": GOLD}, measures="accuracy", by={"half": [1, 1, 2, 2]})
    found = {
        (result["system"], result.get("group", {}).get("half")): result["readings"]["accuracy"]
        for result in results(scores)
    }
    assert found == {("a", None): 0.75, ("a", "1"): 1.0, ("a", "2"): 0.5} | {
        ("b", None): 1.0,
        ("b", "1"): 1.0,
        ("b", "2"): 1.0,
    }


def test_ids_name_the_items() -> None:
    assert regua.classify(GOLD, PREDICTED, ids=list("wxyz")).segments["id"] == list("wxyz")


def test_dictionaries_of_spans_are_spans() -> None:
    def named(texts: List[Any]) -> List[Any]:
        return [[dict(zip(("start", "end", "label"), span)) for span in text] for text in texts]

    assert results(regua.spans(named(SPANS), named(FOUND))) == results(regua.spans(SPANS, FOUND))


def test_tags_mark_the_same_spans() -> None:
    tags, spans = regua.spans(TAGS, ANSWERS), regua.spans(SPANS, FOUND)
    assert headlines(tags) == headlines(spans)
    assert tags["spans.precision"] == tags["spans.recall"] == pytest.approx(2 / 3)
    assert results(regua.spans(TAGS, FOUND)) == results(tags)


@pytest.mark.parametrize(
    "kind",
    [
        lambda texts: [tuple(text) for text in texts],
        lambda texts: [np.array(text) for text in texts],
        pd.Series,
        pl.Series,
        pa.array,
    ],
)
def test_tags_of_any_kind_give_the_same_numbers(kind: Callable[[Any], Any]) -> None:
    assert results(regua.spans(kind(TAGS), kind(ANSWERS))) == results(regua.spans(TAGS, ANSWERS))


def test_taggers_are_compared_by_name() -> None:
    scores = regua.spans(TAGS, {"a": ANSWERS, "b": TAGS}, measures="spans")
    assert {result["system"]: result["readings"]["f1"] for result in results(scores)} == {
        "a": pytest.approx(2 / 3),
        "b": 1.0,
    }


def test_a_scheme_reads_tags_its_own_way() -> None:
    assert regua.spans([["I-PER"]], [["B-PER"]])["spans"] == 1.0
    assert regua.spans([["S-PER"]], [["S-PER"]], scheme="iobes")["spans"] == 1.0
    assert "|scheme:iob2|" in regua.spans(TAGS, ANSWERS, scheme="iob2").signatures["spans"]


def test_a_strict_reader_refuses_a_tag_that_cannot_follow() -> None:
    with pytest.raises(regua.Error) as raised:
        regua.spans([["I-PER"]], [["B-PER"]], strict=True)
    assert str(raised.value) == (
        "the answers of system, row 1: tag 1: `I-PER` follows `O`, "
        "but in conll it must go on with a span of its label"
    )


def test_files_of_tags_and_of_spans_are_read_by_their_names(tmp_path: Path) -> None:
    tags = tmp_path / "tags.bio"
    tags.write_text("Ana\tB-PER\tB-PER\nvai\tO\tB-LOC\n", "utf-8")
    table = tmp_path / "spans.jsonl"
    table.write_text('{"gold": ["B-PER", "O"], "predicted": ["B-PER", "B-LOC"]}\n', "utf-8")
    for path in (tags, table):
        assert regua.spans(path, measures="spans")["spans.precision"] == 0.5
