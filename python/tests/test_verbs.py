"""Comparing, correlating, raters, what there is: the verbs beside `score`."""

from __future__ import annotations

import pathlib
import warnings
from typing import Any, Dict, List

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from texts import HYPOTHESES, OTHERS, REFERENCES, program, program_results

import regua
from regua import resources

REFERENCE = "a régua mede o texto"
SYSTEMS = {
    "ana": ["a régua mede o texto", "a régua mede", "o texto", "mede"],
    "rui": ["a", "régua", "mede", "o texto da régua"],
}
VALUES = {"ana": [5, 4, 2, 1], "rui": [1, 1, 2, 3]}
RATINGS = [
    {"system": system, "segment": str(position), "rater": "eva", "value": value}
    for system, values in VALUES.items()
    for position, value in enumerate(values, start=1)
]
JUDGED = [
    {"segment": segment, "rater": rater, "value": value}
    for segment, values in enumerate([(1, 1), (2, 2), (3, 3), (1, 2), (3, 3)])
    for rater, value in zip(["ana", "rui"], values)
]


@pytest.fixture(autouse=True)
def silence() -> Any:
    """Few units are a matter of course here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", regua.Warning)
        yield


def as_tables(rows: List[Dict[str, Any]]) -> List[Any]:
    """The same rows as every kind of table."""
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    return [rows, columns, pd.DataFrame(rows), pl.DataFrame(rows), pa.table(columns)]


def test_a_comparison_is_the_same_from_texts_tables_and_ledgers(tmp_path: pathlib.Path) -> None:
    drawn: Dict[str, Any] = {"resamples": 50, "seed": 3}
    systems = {"ipê": HYPOTHESES, "jaca": OTHERS}
    texts = regua.compare(systems, REFERENCES, measures="chrf", **drawn)
    rows = [
        {"system": system, "id": str(position), "hypothesis": text, "reference": reference}
        for system, outputs in systems.items()
        for position, (text, reference) in enumerate(zip(outputs, REFERENCES), start=1)
    ]
    paths = []
    for system, outputs in systems.items():
        paths.append(tmp_path / f"{system}.parquet")
        regua.score({system: outputs}, REFERENCES, measures="chrf", save=paths[-1])
    pairs = texts.to_dict()["comparisons"][0]["pairs"]
    assert pairs[0]["difference"] == (regua.score(HYPOTHESES, REFERENCES, measures="chrf")["chrf"] or 0.0) - (
        regua.score(OTHERS, REFERENCES, measures="chrf")["chrf"] or 0.0
    )
    for table in (rows, pd.DataFrame(rows)):
        assert regua.compare(table, measures="chrf", **drawn).to_dict()["comparisons"][0]["pairs"] == pairs
    assert regua.compare(paths, **drawn).to_dict()["comparisons"][0]["pairs"] == pairs


def test_a_comparison_names_its_test_and_its_baseline() -> None:
    systems = {"a": HYPOTHESES, "b": OTHERS, "c": REFERENCES}
    result = regua.compare(
        systems, REFERENCES, measures="wer", baseline="b", test="ar", trials=99, seed=1
    ).to_dict()
    assert result["test"] == "ar"
    pairs = result["comparisons"][0]["pairs"]
    assert len(pairs) == 2 and all("b" in (pair["first"], pair["second"]) for pair in pairs)


def test_ratings_of_any_kind_of_table_correlate_alike() -> None:
    found = [
        regua.correlate(SYSTEMS, [REFERENCE] * 4, measures="wer", ratings=table).to_dict()["correlations"]
        for table in as_tables(RATINGS)
    ]
    assert found[0] and all(one == found[0] for one in found)
    assert {one["level"] for one in found[0]} == {"system", "item"}


def test_human_scores_may_stand_beside_the_outputs() -> None:
    rows = [
        {"hypothesis": text, "reference": REFERENCE, "adequacy": value}
        for text, value in zip(SYSTEMS["ana"], VALUES["ana"])
    ]
    options: Dict[str, Any] = {"measures": "wer", "human": "adequacy", "coefficient": "spearman"}
    for table in as_tables(rows):
        found = regua.correlate(table, **options).to_dict()["correlations"]
        assert [one["value"] for one in found] == [pytest.approx(-1.0)]
    beside = regua.correlate(SYSTEMS["ana"], [REFERENCE] * 4, by={"adequacy": VALUES["ana"]}, **options)
    assert beside.to_dict()["correlations"] == found


def test_rankings_are_judgements_too() -> None:
    rankings = [
        {"segment": "1", "better": "ana", "worse": "rui"},
        {"segment": "4", "better": "rui", "worse": "ana"},
    ]
    for table in as_tables(rankings):
        found = regua.correlate(SYSTEMS, [REFERENCE] * 4, measures="chrf", rankings=table).to_dict()
        assert [(one["coefficient"], one["value"]) for one in found["correlations"]] == [("wmt-kendall", 1.0)]


def test_raters_agree_alike_in_any_kind_of_table() -> None:
    found = [regua.agreement(table, scale="ordinal").to_dict()["aspects"] for table in as_tables(JUDGED)]
    assert all(one == found[0] for one in found)
    assert found[0][0]["agreement"]["readings"]["percent"] == 0.8
    assert [rater["rater"] for rater in found[0][0]["by_rater"]] == ["ana", "rui"]


def test_columns_of_ratings_may_have_other_names() -> None:
    frame = pd.DataFrame(JUDGED).rename(columns={"value": "stars", "rater": "who"})
    names = {"value": "stars", "rater": "who"}
    renamed = regua.agreement(frame, scale="ordinal", columns=names).to_dict()["aspects"][0]["agreement"]
    assert renamed == regua.agreement(JUDGED, scale="ordinal").to_dict()["aspects"][0]["agreement"]


@pytest.mark.parametrize("coefficient", ["pearson", "spearman", "kendall-b"])
def test_a_coefficient_is_found_for_two_lists_of_any_kind(coefficient: str) -> None:
    one, other = [1.0, 2.0, 3.0, 5.0], [2, 1, 4, 9]
    value = regua.correlation(one, other, coefficient)
    assert 0.0 < value < 1.0
    assert value == regua.correlation(np.array(one), pd.Series(other), coefficient)
    assert value == regua.correlation(tuple(one), pl.Series(other), coefficient)
    assert value == regua.correlation(iter(one), pa.array(other), coefficient)


def test_pearson_is_that_of_numpy() -> None:
    one, other = [1.0, 2.0, 3.0, 5.0], [2.0, 1.0, 4.0, 9.0]
    assert regua.correlation(one, other) == pytest.approx(np.corrcoef(one, other)[0, 1], rel=1e-14)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ([], [], []),
        (["a"], ["a"], [("equal", 0, 1, 0, 1)]),
        (["a"], [], [("delete", 0, 1, 0, 0)]),
        ([], ["a", "b"], [("insert", 0, 0, 0, 2)]),
        (["a", "b"], ["a", "x"], [("equal", 0, 1, 0, 1), ("replace", 1, 2, 1, 2)]),
    ],
)
def test_tokens_align_in_blocks(one: List[str], other: List[str], expected: List[Any]) -> None:
    assert regua.opcodes(one, other) == expected


def test_measures_are_listed_and_can_be_asked_for() -> None:
    names = [measure["name"] for measure in regua.measures()]
    assert len(names) == len(set(names)) > 50
    built, unfitted = set(), set()
    for listed in regua.measures():
        if listed["units"] != "segments":
            continue
        try:
            built.add(regua.Measure(listed["name"]).name)
        except regua.Error as error:
            assert str(error) == f"`{listed['name']}` must be fitted on the references first"
            unfitted.add(listed["name"])
    assert {"nist", "cider"} <= unfitted and {"bleu", "wer", "length"} <= built
    assert {measure["name"] for measure in regua.measures(aspect="readability")} >= {"flesch", "gunning-fog"}


def test_a_page_is_that_of_the_command_line() -> None:
    assert regua.explain("chrf").rstrip() == program("explain", "chrf").stdout.rstrip()
    assert "Blind to" in regua.explain("bleu")


def test_resources_are_added_used_checked_and_removed(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REGUA_DATA", str(tmp_path / "data"))
    words = tmp_path / "words.tsv"
    words.write_text("barco\tnavio\n", encoding="utf-8")
    assert resources.list() == []
    added = resources.add("table", words, name="sea")
    assert (added["name"], added["kind"], added["words"], added["sets"]) == ("sea", "table", 2, 1)
    assert resources.list() == [added] and resources.info("sea") == added
    assert resources.verify("sea") == {"whole": True, "resources": [{"name": "sea", "whole": True}]}
    pair = tmp_path / "pair.jsonl"
    pair.write_text('{"hypothesis": "o barco", "reference": "o navio"}', encoding="utf-8")
    with_synonyms, without = program_results("score", pair, "-m", "meteor(syn=sea),plain=meteor(syn=none)")
    assert f"|syn:{added['signature']}|" in with_synonyms["signature"]
    assert with_synonyms["readings"]["meteor"] > without["readings"]["meteor"]
    pathlib.Path(added["path"]).write_bytes(b"damaged")
    assert resources.verify()["whole"] is False
    resources.remove("sea")
    assert resources.list() == []
    with pytest.raises(regua.Error, match="there is no resource `sea`"):
        resources.info("sea")
