"""What a result looks like, and what it becomes."""

from __future__ import annotations

import csv
import io
import json
import warnings
from typing import Any, List

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from texts import DOMAINS, HYPOTHESES, OTHERS, REFERENCES

import regua

NAMES = ["measure", "system", "domain", "units", "unscored", "reading", "value", "undefined", "signature"]


@pytest.fixture(scope="module")
def scores() -> regua.Scores:
    return regua.score(HYPOTHESES, REFERENCES, measures=["chrf", "rouge1"], by={"domain": DOMAINS})


def rows(scores: regua.Report) -> List[List[str]]:
    return list(csv.reader(io.StringIO(scores.to_csv())))


def test_a_result_prints_as_a_table_with_its_signatures(scores: regua.Scores) -> None:
    lines = str(scores).splitlines()
    assert lines[0].split() == ["system", "domain", "units", "chrf", "rouge1"]
    assert lines[1].split()[:3] == ["system", "all", "8"]
    assert "chrf|case:mixed|order:6|word-order:0|beta:2|eps:no|whitespace:no|regua:" in str(scores)
    assert repr(scores) == str(scores)


def test_html_is_escaped() -> None:
    domains = ["<script>alert(1)</script>", "a & b", '"quoted"', "x<y"] * 2
    scores = regua.score({"<b>": HYPOTHESES}, REFERENCES, measures="chrf", by={"<i>": domains})
    html = scores._repr_html_()
    assert html.startswith("<div") and "<table" in html
    for bare in ("<script>", "<b>", "<i>", "x<y"):
        assert bare not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html and "a &amp; b" in html


def test_a_dictionary_is_the_json_of_the_command_line(scores: regua.Scores) -> None:
    found = scores.to_dict()
    assert found == json.loads(scores.to_json())
    assert found["regua"] == regua.__version__
    assert found["results"][0]["readings"] == {"chrf": scores["chrf"]}
    assert found["results"][1]["headline"] == "f"
    assert [result.get("group") for result in found["results"][::2]] == [
        None,
        {"domain": "desk"},
        {"domain": "sea"},
        {"domain": "sky"},
    ]


def test_values_in_csv_are_exact(scores: regua.Scores) -> None:
    header, first = rows(scores)[:2]
    assert header == NAMES
    assert float(first[header.index("value")]) == scores["chrf"]


def test_markdown_and_latex_are_tables_of_their_kind(scores: regua.Scores) -> None:
    assert scores.to_markdown().splitlines()[0] == "| system | domain | units | chrf | rouge1 |"
    assert r"\begin{tabular}" in scores.to_latex() and r"\end{tabular}" in scores.to_latex()


def test_data_frames_have_the_same_columns_types_and_values(scores: regua.Scores) -> None:
    table = scores.to_arrow()
    assert isinstance(table, pa.Table)
    assert table.column_names == NAMES
    assert [str(table.schema.field(name).type) for name in ("units", "value", "system")] == [
        "int64",
        "double",
        "large_string",
    ]
    frame, other = scores.to_pandas(), scores.to_polars()
    assert isinstance(frame, pd.DataFrame) and isinstance(other, pl.DataFrame)
    assert list(frame.columns) == other.columns == NAMES
    assert frame["value"].tolist() == other["value"].to_list() == table["value"].to_pylist()
    assert frame["units"].dtype == "int64" and frame["value"].dtype == "float64"
    assert table["value"][0].as_py() == scores["chrf"]
    assert table["domain"].to_pylist()[:2] == [None, None]


def test_any_library_that_takes_arrow_takes_a_result(scores: regua.Scores) -> None:
    assert pa.table(scores).equals(scores.to_arrow())
    assert pl.DataFrame(scores).equals(scores.to_polars())
    assert pa.table(scores.segments).equals(scores.segments.to_arrow())


def test_values_are_numbers_of_one_type_also_where_they_are_whole() -> None:
    perfect = regua.score(REFERENCES, REFERENCES, measures="chrf")
    assert str(perfect.to_arrow().schema.field("value").type) == "double"
    assert perfect.to_pandas()["value"].dtype == "float64"
    assert perfect.to_polars()["value"].dtype == pl.Float64


def test_names_that_look_like_numbers_stay_names() -> None:
    domains = ["007", "7", "nan", "1e3"] * 2
    scores = regua.score({"1": HYPOTHESES, "01": OTHERS}, REFERENCES, measures="chrf", by={"d": domains})
    for column in (scores.to_arrow()["d"].to_pylist(), scores.to_polars()["d"].to_list()):
        assert set(column) == {None, "007", "1e3", "7", "nan"}
    systems = scores.to_pandas()["system"].tolist()
    assert set(systems) == {"1", "01"}


def test_a_reading_is_found_by_its_name(scores: regua.Scores) -> None:
    readings = scores.to_dict()["results"][1]["readings"]
    assert scores["rouge1"] == scores["rouge1.f"] == readings["f"]
    assert scores["rouge1.recall"] == readings["recall"]
    assert scores.keys() == ["chrf", "rouge1"]
    assert dict(scores) == {"chrf": scores["chrf"], "rouge1": scores["rouge1"]}


@pytest.mark.parametrize("key", ["bleu", "rouge1.nothing", "chrf.f", "."])
def test_what_was_not_measured_is_a_key_error(scores: regua.Scores, key: str) -> None:
    with pytest.raises(KeyError, match=key.replace(".", r"\.")):
        scores[key]


def test_a_result_can_be_gone_through_like_a_dictionary(scores: regua.Scores) -> None:
    assert list(scores) == ["chrf", "rouge1"]
    assert "chrf" in scores and "bleu" not in scores
    assert len(scores) == 2


def test_one_reading_of_several_systems_is_refused_with_a_way_out() -> None:
    scores = regua.score({"a": HYPOTHESES, "b": OTHERS}, REFERENCES, measures="chrf")
    with pytest.raises(regua.Error) as raised:
        scores["chrf"]
    assert str(raised.value) == (
        'there are several systems: look into `.to_dict()["results"]` or `.to_pandas()`'
    )


def test_an_alias_is_the_key() -> None:
    scores = regua.score(HYPOTHESES, REFERENCES, measures=["bleu", "strict=bleu(smooth=none)"])
    assert scores.keys() == ["bleu", "strict"]
    assert scores.signatures["strict"].startswith("bleu|case:mixed|eff:no|tok:13a|smooth:none|")
    assert regua.Measure("strict=bleu(smooth=none)").key == "strict"
    assert regua.Measure("strict=bleu(smooth=none)").name == "bleu"


def test_signatures_are_those_of_the_measures(scores: regua.Scores) -> None:
    assert scores.signatures == {name: regua.Measure(name).signature for name in ("chrf", "rouge1")}


def test_segments_become_data_frames(scores: regua.Scores) -> None:
    segments = scores.segments
    names = ["id", "system", "chrf.chrf", "rouge1.f", "rouge1.precision", "rouge1.recall"]
    assert len(segments) == 8
    assert list(segments.to_dict()) == names
    assert list(segments.to_pandas().columns) == segments.to_polars().columns == names
    assert segments.to_arrow().column_names == names
    assert segments.to_pandas()["chrf.chrf"].tolist() == segments["chrf"]
    assert repr(segments) == "<regua.SegmentScores: 8 units under chrf, rouge1>"
    with pytest.raises(KeyError, match="bleu"):
        segments["bleu"]


def test_segments_that_were_not_kept_are_refused_with_a_way_out() -> None:
    scores = regua.score(HYPOTHESES, REFERENCES, measures="chrf", segments=False)
    with pytest.raises(regua.Error) as raised:
        scores.segments  # noqa: B018
    assert str(raised.value) == "the readings of units were not kept: ask for `segments=True`"


def test_a_reading_that_cannot_be_made_is_none_and_says_why() -> None:
    scores = regua.score(["", ""], ["", ""], measures="wer", allow_empty_reference=True)
    result: Any = scores.to_dict()["results"][0]
    assert scores["wer"] is None
    assert result["readings"]["wer"] is None
    assert result["undefined"]["wer"] or result["unscored"] == 2
    assert scores.to_arrow()["value"].to_pylist()[0] is None


def test_warnings_are_warnings_of_ours_at_the_line_of_the_caller() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        scores = regua.score(HYPOTHESES, REFERENCES, measures="chrf", ci=True, resamples=20, seed=1)
    text = "an interval from fewer than 30 units says little: system has 8"
    assert [(one.category, str(one.message)) for one in caught] == [(regua.Warning, text)]
    assert caught[0].filename == __file__
    assert scores.warnings == scores.to_dict()["warnings"] == [text]


def test_a_warning_made_an_error_is_raised() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", regua.Warning)
        with pytest.raises(regua.Warning, match="fewer than 30 units"):
            regua.score(HYPOTHESES, REFERENCES, measures="chrf", ci=True, resamples=20, seed=1)


def test_results_of_other_verbs_have_the_same_faces() -> None:
    systems = {"a": HYPOTHESES, "b": OTHERS}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", regua.Warning)
        comparison = regua.compare(systems, REFERENCES, measures="chrf", resamples=20, seed=1)
    assert isinstance(comparison, regua.Comparison) and isinstance(comparison, regua.Report)
    assert comparison.to_pandas()["difference"].tolist() == comparison.to_polars()["difference"].to_list()
    assert comparison.to_arrow().num_rows == 1
    assert comparison._repr_html_().startswith("<div")
    assert "chrf" in comparison.to_markdown() and "tabular" in comparison.to_latex()
