"""Measures written in Python have what all others have: groups, intervals, ledgers, comparisons."""

from __future__ import annotations

import pathlib
import pickle
import threading
from typing import Any, Callable, Dict, List

import cloudpickle
import numpy as np
import pytest
from texts import DOMAINS, HYPOTHESES, OTHERS, PAIRS, REFERENCES, SOURCES, results

import regua


@regua.measure(slots={"words": int, "units": int}, settings={"split": "blanks"})
class MeanWords:
    """The number of words."""

    def tally(self, segment: regua.Segment) -> Any:
        return len(segment.hypothesis.split()), 1

    def read(self, total: Dict[str, Any]) -> Any:
        return total["words"] / total["units"]


def written(
    tally: Callable[[Any], Any] = lambda segment: (len(segment.hypothesis.split()), 1),
    read: Callable[[Dict[str, Any]], Any] = lambda total: total["words"] / total["units"],
    **marks: Any,
) -> Any:
    """A measure of these two functions."""
    marks.setdefault("slots", {"words": int, "units": int})
    methods = {"tally": lambda self, segment: tally(segment), "read": lambda self, total: read(total)}
    return regua.measure(**marks)(type("Words", (), {"__doc__": "Words.", **methods}))


def test_a_written_measure_reads_like_one_of_the_house() -> None:
    scores = regua.score(HYPOTHESES, measures=[MeanWords, "length"])
    assert scores.keys() == ["mean-words", "length"]
    assert scores["mean-words"] == scores["length"]
    assert scores.segments["mean-words"] == [float(len(text.split())) for text in HYPOTHESES]
    assert scores.signatures["mean-words"] == f"mean-words|split:blanks|regua:{regua.__version__}"


def test_a_class_an_object_and_a_built_measure_are_alike() -> None:
    expected = results(regua.score(HYPOTHESES, measures=MeanWords))
    for measure in (MeanWords(), regua.Measure(MeanWords), [MeanWords], regua.Measure(MeanWords())):
        assert results(regua.score(HYPOTHESES, measures=measure)) == expected


@pytest.mark.filterwarnings("ignore::regua.Warning")
def test_a_written_measure_has_groups_and_intervals() -> None:
    drawn: Dict[str, Any] = {"ci": True, "seed": 5, "resamples": 40, "by": {"domain": DOMAINS}}
    ours, house = (
        [
            {key: result[key] for key in ("units", "system")}
            | {"group": result.get("group"), "value": list(result["readings"].values())[0]}
            | {"interval": list(result["intervals"].values())[:1]}
            for result in results(regua.score(HYPOTHESES, measures=measure, **drawn))
        ]
        for measure in (MeanWords, "length")
    )
    assert len(ours) == 4
    assert ours == house


@pytest.mark.filterwarnings("ignore::regua.Warning")
def test_systems_are_compared_by_a_written_measure() -> None:
    systems = {"a": HYPOTHESES, "b": OTHERS}
    pairs = [
        regua.compare(systems, measures=measure, seed=1, resamples=50).to_dict()["comparisons"][0]["pairs"][0]
        for measure in (MeanWords, "length")
    ]
    assert pairs[0]["difference"] == pairs[1]["difference"] and pairs[0]["p"] == pairs[1]["p"]


def test_a_ledger_is_read_by_whoever_has_the_class(tmp_path: pathlib.Path) -> None:
    ledger = tmp_path / "run.parquet"
    scores = regua.score(HYPOTHESES, measures=MeanWords, save=ledger)
    assert results(regua.read(ledger, measures=[MeanWords])) == results(scores)
    with pytest.raises(regua.Error, match="unknown measure `mean-words`"):
        regua.read(ledger)
    other = written(name="mean-words", settings={"split": "commas"})
    with pytest.raises(
        regua.Error, match="`mean-words` cannot take `split=blanks`: it takes what its class says"
    ):
        regua.read(ledger, measures=other)


def test_a_segment_has_all_that_a_unit_has() -> None:
    seen: List[Any] = []

    def look(segment: Any) -> Any:
        seen.append((segment.hypothesis, segment.references, segment.source))
        return 0, 1

    regua.score(HYPOTHESES, PAIRS, source=SOURCES, measures=written(look))
    assert seen == list(zip(HYPOTHESES, PAIRS, SOURCES))
    seen.clear()
    regua.score(HYPOTHESES[:1], measures=written(look))
    assert seen == [(HYPOTHESES[0], [], None)]


def test_needs_are_checked_before_any_unit_is_seen() -> None:
    with pytest.raises(
        regua.Error, match="unit `1`: `words` compares against a reference, but there is none"
    ):
        regua.score(HYPOTHESES, measures=written(needs="references"))
    with pytest.raises(regua.Error, match="unit `1`: `words` looks at the source, but there is none"):
        regua.score(HYPOTHESES, REFERENCES, measures=written(needs=["references", "source"]))


def test_a_unit_without_a_tally_is_unscored_with_its_reason() -> None:
    def tally(segment: Any) -> Any:
        if not segment.hypothesis:
            raise regua.Unscored("nothing was said")
        return len(segment.hypothesis.split()), 1

    measure = written(tally)
    found = results(regua.score(["a b", "", "c d"], measures=measure))[0]
    assert (found["readings"], found["units"], found["unscored"]) == ({"words": 2.0}, 3, 1)
    assert found["unscored_reasons"] == {"nothing was said": 1}
    assert regua.Measure(measure).tally(["a b", ""]).rows == [(2, 1), None]
    assert regua.Measure(measure).tally(["a b", ""]).unscored == {1: "nothing was said"}
    with pytest.raises(regua.Unscored, match="^nothing was said$"):
        regua.Measure(measure)("")


def test_a_division_by_zero_is_a_reading_that_is_not_there() -> None:
    found = results(regua.score(["a"], measures=written(read=lambda total: 1 / 0)))[0]
    assert found["readings"] == {"words": None}
    assert "division by zero" in found["undefined"]["words"]
    found = results(regua.score(["a"], measures=written(read=lambda total: None)))[0]
    assert found["undefined"] == {"words": "`read` gave no value"}
    found = results(regua.score(["a"], measures=written(read=lambda total: float("nan"))))[0]
    assert found["undefined"] == {"words": "the value is not finite"}


@pytest.mark.parametrize(
    "given", [(4, 2), [4, 2], {"units": 2, "words": 4}, np.array([4, 2]), (np.int64(4), np.int32(2))]
)
def test_tallies_of_any_shape_with_the_right_numbers_are_taken(given: Any) -> None:
    assert regua.score(["a"], measures=written(lambda segment: given))["words"] == 2.0


def test_several_readings_have_names_and_directions() -> None:
    marks: Dict[str, Any] = {"readings": {"mean": "lower", "sum": None}}
    measure = written(read=lambda total: {"sum": total["words"], "mean": 0.5}, **marks)
    scores = regua.score(["a b"], measures=measure)
    assert (scores["words"], scores["words.mean"], scores["words.sum"]) == (0.5, 0.5, 2.0)
    assert regua.Measure(measure).readings == ("mean", "sum")
    assert regua.Measure(measure).slots == ("words", "units")


def test_a_written_measure_travels_by_pickle() -> None:
    again = pickle.loads(pickle.dumps(regua.Measure(MeanWords)))
    assert again.signature == regua.Measure(MeanWords).signature
    assert again("a b c") == {"mean-words": 3.0}


def test_a_class_of_a_notebook_travels_by_cloudpickle() -> None:
    local = pickle.loads(cloudpickle.dumps(regua.Measure(written())))
    assert local("a b c") == {"words": 3.0}
    assert local.signature == regua.Measure(written()).signature


def test_threads_share_a_written_measure() -> None:
    measure, found = regua.Measure(MeanWords), []

    def work() -> None:
        for _ in range(20):
            found.append(measure.score(HYPOTHESES)["mean-words"])
            found.append(regua.score(HYPOTHESES * 100, measures=measure, threads=2)["mean-words"])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 160 and len(set(found)) == 1
