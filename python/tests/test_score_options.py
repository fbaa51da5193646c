"""The options of `regua.score` do what those of the command line do."""

from __future__ import annotations

import pathlib
from typing import Any, Dict, List

import numpy as np
import pandas as pd
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
    program_results,
    results,
)

import regua

LENGTHS = [len(text.split()) for text in HYPOTHESES]
BEAMS = [[text, reference] for text, reference in zip(HYPOTHESES, REFERENCES)]


@pytest.fixture
def table(tmp_path: pathlib.Path) -> pathlib.Path:
    """The texts as a file, with columns to group by."""
    path = tmp_path / "system.parquet"
    rows = [{**row, "words": words} for row, words in zip(RECORDS, LENGTHS)]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    return path


def by_system(scores: regua.Scores, measure: str) -> Dict[str, Any]:
    found = [result for result in results(scores) if result["measure"] == measure]
    return {result["system"]: result["readings"] for result in found}


def test_systems_by_name_score_as_each_of_them_alone() -> None:
    both = by_system(regua.score({"ipê": HYPOTHESES, "jaca": OTHERS}, REFERENCES, measures="chrf"), "chrf")
    assert list(both) == ["ipê", "jaca"]
    assert both["ipê"]["chrf"] == regua.score(HYPOTHESES, REFERENCES, measures="chrf")["chrf"]
    assert both["jaca"]["chrf"] == regua.score(OTHERS, REFERENCES, measures="chrf")["chrf"]


def test_systems_may_be_a_column_of_a_table() -> None:
    names = ["ipê"] * 8 + ["jaca"] * 8
    texts = {"hypothesis": HYPOTHESES + OTHERS, "reference": REFERENCES * 2, "system": names}
    named = regua.score({"ipê": HYPOTHESES, "jaca": OTHERS}, REFERENCES, measures="chrf")
    assert by_system(regua.score(texts, measures="chrf"), "chrf") == by_system(named, "chrf")


def test_the_best_of_a_beam_is_found() -> None:
    for beams in (BEAMS, [tuple(beam) for beam in BEAMS], np.array(BEAMS), pyarrow.array(BEAMS)):
        scores = regua.score(beams, REFERENCES, measures="chrf", beam="best")
        assert scores["chrf"] == 100.0
        assert "|beam:best|" in scores.signatures["chrf"]


def test_the_mean_of_a_beam_lies_between_its_texts() -> None:
    alone = regua.score(HYPOTHESES, REFERENCES, measures="wer")["wer"]
    mean = regua.score(BEAMS, REFERENCES, measures="wer", beam="mean")["wer"]
    assert alone is not None and mean is not None and 0.0 < mean < alone


def test_ids_name_the_units() -> None:
    ids = [f"seg-{position}" for position in range(8)]
    for given in (ids, np.array(ids), pd.Series(ids), pyarrow.array(ids)):
        scores = regua.score(HYPOTHESES, REFERENCES, measures="chrf", ids=given)
        assert scores.segments["id"] == ids
    assert regua.score(HYPOTHESES, REFERENCES, measures="chrf", ids=range(8)).segments["id"] == list(
        "01234567"
    )


def test_units_without_ids_are_counted_and_pandas_labels_are_ids() -> None:
    assert regua.score(HYPOTHESES, REFERENCES, measures="chrf").segments["id"] == list("12345678")
    labelled = pd.Series(HYPOTHESES, index=list("abcdefgh"))
    assert regua.score(labelled, REFERENCES, measures="chrf").segments["id"] == list("abcdefgh")
    frame = pd.DataFrame(RECORDS, index=range(20, 28))
    assert regua.score(frame, measures="chrf").segments["id"] == [str(label) for label in range(20, 28)]


@pytest.mark.parametrize(
    ("options", "typed"),
    [
        ({"by": ["words"], "bins": {"words": "1,5,6+"}}, ["--by", "words", "--bins", "words=1,5,6+"]),
        ({"by": "words", "bins": {"words": "q2"}}, ["--by", "words", "--bins", "words=q2"]),
        ({"by": ["domain", "words"]}, ["--by", "domain", "--by", "words"]),
        ({"macro": "domain"}, ["--macro", "domain"]),
        ({"each_reference": True}, ["--each-reference"]),
        ({"ci": True, "seed": 11, "resamples": 60}, ["--ci", "--seed", "11", "--resamples", "60"]),
        (
            {"ci": True, "seed": 3, "resamples": 40, "rng": "poisson", "confidence": 0.9, "interval": "bca"},
            "--ci --seed 3 --resamples 40 --rng poisson --confidence 0.9 --interval bca".split(),
        ),
        (
            {"ci": True, "seed": 3, "resamples": 40, "resample_by": "domain"},
            "--ci --seed 3 --resamples 40 --resample-by domain".split(),
        ),
        ({"threads": 2}, ["--threads", "1"]),
    ],
)
@pytest.mark.filterwarnings("ignore::regua.Warning")
def test_options_mean_what_they_mean_on_the_command_line(
    options: Dict[str, Any], typed: List[str], table: pathlib.Path
) -> None:
    expected = program_results("score", table, "-m", "chrf,rougeL", *typed)
    assert results(regua.score(table, measures=["chrf", "rougeL"], **options)) == expected
    in_memory = pyarrow.parquet.read_table(table)
    assert results(regua.score(in_memory, measures=["chrf", "rougeL"], **options)) == expected


def test_segments_read_as_units_do() -> None:
    bleu = regua.Measure("bleu")
    segments = regua.score(HYPOTHESES, PAIRS, measures=["bleu", "rouge1"]).segments
    assert len(segments) == 8
    assert segments["bleu"] == [bleu(text, pair)["bleu"] for text, pair in zip(HYPOTHESES, PAIRS)]
    assert segments["bleu"] == segments["bleu.bleu"]
    assert segments["rouge1.recall"] == segments.to_dict()["rouge1.recall"]


def test_a_saved_run_reads_as_it_was_and_by_other_groups(tmp_path: pathlib.Path) -> None:
    ledger = tmp_path / "run.parquet"
    scores = regua.score(HYPOTHESES, PAIRS, measures=MEASURES, by={"domain": DOMAINS}, save=ledger)
    assert results(regua.read(ledger, by="domain")) == results(scores)
    assert results(regua.read(str(ledger))) == results(regua.score(HYPOTHESES, PAIRS, measures=MEASURES))
    assert regua.read(ledger, measures="chrf").keys() == ["chrf"]
    assert regua.read(ledger).segments.to_dict() == scores.segments.to_dict()


def test_a_run_resumes_and_gives_the_same_numbers(tmp_path: pathlib.Path) -> None:
    ledger = tmp_path / "run.parquet"
    first = regua.score(HYPOTHESES, REFERENCES, measures="chrf", resume=ledger)
    again = regua.score(HYPOTHESES, REFERENCES, measures="chrf", resume=ledger)
    assert ledger.exists()
    assert results(first) == results(again)


def test_a_measure_may_learn_first_and_what_it_learnt_is_kept(tmp_path: pathlib.Path) -> None:
    learnt = tmp_path / "nist.fit"
    whole = regua.score(HYPOTHESES, REFERENCES, measures="nist", save_fit=learnt)
    again = regua.score(HYPOTHESES, REFERENCES, measures="nist", fit=learnt)
    assert results(again) == results(whole)
    part = regua.score(HYPOTHESES[:3], REFERENCES[:3], measures="nist", fit=learnt)
    alone = regua.score(HYPOTHESES[:3], REFERENCES[:3], measures="nist")
    assert part.signatures == whole.signatures != alone.signatures
    assert part["nist"] != alone["nist"]


def test_progress_is_told_and_ends_with_all_units() -> None:
    told: List[int] = []
    regua.score(HYPOTHESES * 300, REFERENCES * 300, measures="chrf", progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 2400


def test_a_bar_is_drawn_where_one_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    regua.score(HYPOTHESES, REFERENCES, measures="chrf", progress=True)
    assert "8 units" in capsys.readouterr().err
    regua.score(HYPOTHESES, REFERENCES, measures="chrf", progress=False)
    regua.score(HYPOTHESES, REFERENCES, measures="chrf")
    assert capsys.readouterr() == ("", "")


def test_what_the_callback_raises_ends_the_run() -> None:
    def refuse(units: int) -> None:
        raise LookupError(f"enough after {units}")

    with pytest.raises(LookupError, match="enough after"):
        regua.score(HYPOTHESES, REFERENCES, measures="chrf", progress=refuse)


def test_percent_changes_what_is_printed_and_not_the_numbers() -> None:
    plain = regua.score(HYPOTHESES, REFERENCES, measures="rouge1")
    percent = regua.score(HYPOTHESES, REFERENCES, measures="rouge1", percent=True)
    assert plain["rouge1"] == percent["rouge1"]
    assert str(plain) != str(percent)


def test_signatures_of_sacrebleu_stand_beside_our_own_where_asked_for() -> None:
    scores = regua.score(HYPOTHESES, REFERENCES, measures="bleu", sacrebleu_signatures=True)
    assert "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:" in str(scores)
