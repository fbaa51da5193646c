"""`regua.compat.evaluate` against evaluate 0.4.6 (`tools/golden_evaluate.py`), and what it refuses."""

from __future__ import annotations

import importlib
import json
import math
import pickle
from pathlib import Path
from typing import Any, Dict, List

import numpy
import pandas
import pytest

from regua.compat import evaluate
from regua.compat.evaluate.features import Features, Sequence, Value

CASES = Path(__file__).resolve().parents[2] / "cases"
LINES = [
    json.loads(line)
    for line in (CASES / "python" / "evaluate.jsonl").read_text(encoding="utf-8").split("\n")
    if line
]
GOLDEN = LINES[1:]
TOLERANCE = 1e-12
SINGLE_PRECISION = 1e-7
"""What `glue` computes for `stsb`, it computes in single precision; Régua does not."""


def columns_of(choice: Dict[str, Any]) -> Dict[str, List[Any]]:
    """The texts of `cases/` that a line chooses, as columns."""
    text = (CASES / choice["file"]).read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.split("\n") if line]
    count = choice.get("references")
    excluded, only = set(choice.get("exclude", ())), set(choice.get("only", ()))
    chosen = [
        row
        for row in rows
        if not excluded & set(row["tags"])
        and only <= set(row["tags"])
        and len(row["references"]) >= (count or 0)
    ]
    columns = {
        "predictions": [row["hypothesis"] for row in chosen],
        "references": [row["references"][0] if count == 1 else row["references"][:count] for row in chosen],
    }
    if choice["file"] == "simplify.jsonl":
        columns["sources"] = [row["source"] for row in chosen]
    return columns


def assert_same(found: Any, expected: Any, tolerance: float) -> None:
    """Numbers within the tolerance, whole ones exactly; the same names in the same order."""
    if isinstance(expected, dict):
        assert list(found) == list(expected)
        for name, value in expected.items():
            assert_same(found[name], value, tolerance)
    elif isinstance(expected, list):
        assert len(found) == len(expected)
        for one, other in zip(found, expected):
            assert_same(one, other, tolerance)
    elif isinstance(expected, float):
        assert math.isclose(found, expected, rel_tol=tolerance, abs_tol=tolerance)
    else:
        assert found == expected


def types_of(result: Any) -> Any:
    """The types of a result's values."""
    if isinstance(result, dict):
        return {name: types_of(value) for name, value in result.items()}
    return type(result).__name__


def label_of(case: Dict[str, Any]) -> str:
    """A name for a line."""
    settings = ",".join(f"{name}={value}" for name, value in case.get("settings", {}).items())
    return "-".join(part for part in (case["metric"], case.get("config", ""), settings) if part)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", GOLDEN, ids=label_of)
def test_results_are_those_of_evaluate(case: Dict[str, Any]) -> None:
    metric = evaluate.load(case["metric"], case.get("config"), seed=7)
    columns = columns_of(case["texts"]) if "texts" in case else case["inputs"]
    result = metric.compute(**columns, **case.get("settings", {}))
    single = case["metric"] == "glue" and case.get("config") == "stsb"
    assert_same(result, case["result"], SINGLE_PRECISION if single else TOLERANCE)
    assert types_of(result) == case["types"]


def test_every_metric_that_needs_no_data_has_golden_numbers() -> None:
    assert {case["metric"] for case in GOLDEN} | {"meteor"} == set(evaluate.list_evaluation_modules())


def test_examples_added_one_by_one_in_batches_or_at_once_give_the_same() -> None:
    predictions, references = (
        ["a grey seal", "two gulls", "low tide"],
        ["a grey seal", "three gulls", "high tide"],
    )
    metric = evaluate.load("wer")
    at_once = metric.compute(predictions=predictions, references=references)
    metric.add_batch(predictions=predictions[:2], references=references[:2])
    metric.add(prediction=predictions[2], reference=references[2])
    assert len(metric) == 3
    assert metric.compute() == at_once
    assert len(metric) == 0


def test_tokens_of_a_function_of_ones_own_are_taken() -> None:
    columns = {"predictions": ["a_b c_d e f_g"], "references": [["a_b c_d x f_g"]]}
    by_sign = {"tokenizer": lambda text: text.replace("_", " ").split()}
    spaced = {name: json.loads(json.dumps(column).replace("_", " ")) for name, column in columns.items()}
    for name in ("bleu", "google_bleu"):
        metric = evaluate.load(name)
        assert metric.compute(**columns, **by_sign) == metric.compute(**spaced)
    rouge = evaluate.load("rouge", seed=3)
    assert rouge.compute(**columns, **by_sign) == rouge.compute(**spaced)


def test_rouge_draws_by_its_seed_and_leaves_numpys_generator_alone() -> None:
    columns = {
        "predictions": ["one two", "three four five", "six"],
        "references": ["one", "three five", "six six"],
    }
    first = evaluate.load("rouge", seed=11).compute(**columns)
    numpy.random.seed(5)
    before = numpy.random.random()
    numpy.random.seed(5)
    assert evaluate.load("rouge", seed=11).compute(**columns) == first
    assert numpy.random.random() == before


def test_columns_may_be_of_numpy_pandas_polars_or_arrow() -> None:
    predictions, references = [0, 1, 1, 2], [0, 1, 2, 2]
    columns: List[Any] = [numpy.array]
    for module, kind in (("pandas", "Series"), ("polars", "Series"), ("pyarrow", "array")):
        columns.append(getattr(importlib.import_module(module), kind))
    for column in columns:
        result = evaluate.load("accuracy").compute(
            predictions=column(predictions), references=column(references)
        )
        assert result == {"accuracy": 0.75}


def test_a_pandas_index_that_is_not_unique_does_not_matter() -> None:
    said = pandas.Series(["yes", "no"], index=[3, 3])
    result = evaluate.load("exact_match").compute(predictions=said, references=["yes", "yes"])
    assert result["exact_match"] == 0.5


def test_combined_metrics_merge_their_results_and_prefix_names_that_clash() -> None:
    both = evaluate.combine(["sacrebleu", "chrf"])
    result = both.compute(predictions=["a small door"], references=["a small door"])
    assert {"sacrebleu_score", "chr_f_score", "counts", "beta"} <= set(result)
    twice = evaluate.combine(["exact_match", "exact_match"])
    twice.add_batch(predictions=["a"], references=["a"])
    assert set(twice.compute()) == {"exact_match_0_exact_match", "exact_match_1_exact_match"}
    named = evaluate.combine({"strict": "exact_match"}, force_prefix=True)
    named.add(prediction="a", reference="b")
    assert named.compute() == {"strict_exact_match": 0.0}


class Shouted(evaluate.Metric):
    """A metric of one's own."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description="How many predictions are shouted.",
            citation="",
            features=Features(predictions=Value("string"), references=Sequence(Value("int64"))),
        )

    def _compute(self, predictions: List[str], references: List[List[int]]) -> Dict[str, int]:
        return {"shouted": sum(text.isupper() for text in predictions), "sum": sum(map(sum, references))}


def test_a_metric_of_ones_own_is_written_as_for_evaluate() -> None:
    metric = pickle.loads(pickle.dumps(Shouted()))
    assert metric.name == "shouted"
    metric.add(prediction="HEY", reference=[1, 2])
    assert metric.compute(predictions=["hey"], references=[[3]]) == {"shouted": 1, "sum": 6}


@pytest.mark.parametrize(
    ("name", "columns", "words"),
    [
        ("bleu", {"predictions": "a text", "references": ["a text"]}, "expected a list"),
        ("bleu", {"predictions": ["a"], "references": "a"}, "expected a list"),
        ("bleu", {"predictions": ["a", "b"], "references": ["a"]}, "Mismatch in the number of predictions"),
        (
            "bleu",
            {"predictions": ["a", "b"], "references": [["a", "b"]]},
            "one list of references for each prediction",
        ),
        (
            "bleu",
            {"predictions": ["a", None], "references": ["a", "b"]},
            r"predictions\[1\]: expected a text, got None",
        ),
        (
            "wer",
            {"predictions": ["a", math.nan], "references": ["a", "b"]},
            "expected a text, got the float nan",
        ),
        ("wer", {"predictions": [1], "references": ["a"]}, "expected a text, got the int 1"),
        ("wer", {"predictions": ["a"], "references": [["a"]]}, "expected a text, got the list"),
        ("wer", {"predictions": ["a"]}, "there is no references"),
        ("wer", {"predictions": [], "references": []}, "there are no predictions"),
        ("wer", {}, "nothing to compute from"),
        ("accuracy", {"predictions": ["cat"], "references": ["cat"]}, "expected a whole number"),
        ("accuracy", {"predictions": [0.5], "references": [1]}, "expected a whole number"),
        ("accuracy", {"predictions": [2**31], "references": [1]}, "expected a whole number"),
        ("f1", {"predictions": [0, 1, 2], "references": [0, 1, 2]}, "more than two labels"),
        ("f1", {"predictions": [0, 3], "references": [0, 3]}, "pos_label=1 is none of the labels"),
        (
            "sacrebleu",
            {"predictions": ["a", "b"], "references": [["a"], ["b", "c"]]},
            "same number of references",
        ),
        ("squad", {"predictions": [{"id": "1"}], "references": [{"id": "1"}]}, "has no `prediction_text`"),
        ("brier_score", {"predictions": [1.5], "references": [1]}, "between 0 and 1"),
        ("sari", {"predictions": ["a"], "references": [["a"]]}, "there is no sources"),
    ],
)
def test_bad_input_is_refused_in_plain_words(name: str, columns: Dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        evaluate.load(name).compute(**columns)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: evaluate.load("bertscore"), "no metric `bertscore`"),
        (lambda: evaluate.load("bleo"), r"did you mean `bleu`\?"),
        (lambda: evaluate.load("word_length", module_type="measurement"), "measurement are not covered"),
        (lambda: evaluate.load("bleu", num_process=2), "several processes"),
        (lambda: evaluate.load("super_glue", "record"), "record of super_glue is not covered"),
        (lambda: evaluate.evaluator, "runs models"),
        (
            lambda: evaluate.load("accuracy").compute(predictions=[1], references=[1], sample_weight=[2]),
            "sample_weight",
        ),
        (
            lambda: evaluate.load("f1", "multilabel").compute(
                predictions=[[1]], references=[[1]], average="samples"
            ),
            "average",
        ),
        (
            lambda: evaluate.load("roc_auc", "multiclass").compute(
                references=[0, 1, 2], prediction_scores=[[1, 0, 0]] * 3, multi_class="ovo"
            ),
            "ovo",
        ),
        (
            lambda: evaluate.load("seqeval").compute(predictions=[["O"]], references=[["O"]], suffix=True),
            "suffix",
        ),
    ],
)
def test_what_is_not_covered_raises_and_says_so(call: Any, words: str) -> None:
    with pytest.raises(NotImplementedError, match=words):
        call()


def test_four_pairs_have_a_p_value_that_can_be_seen() -> None:
    values = {"predictions": [1, 3, 2, 4], "references": [1, 2, 3, 4], "return_pvalue": True}
    found = evaluate.load("pearsonr").compute(**values)
    assert found == {"pearsonr": pytest.approx(0.8), "p-value": pytest.approx(0.2)}
    found = evaluate.load("spearmanr").compute(**values)
    assert found == {"spearmanr": pytest.approx(0.8), "spearmanr_pvalue": pytest.approx(0.2)}


def test_modules_say_what_they_are() -> None:
    for name in set(evaluate.list_evaluation_modules()) - {"glue", "super_glue"}:
        metric = evaluate.load(name)
        assert metric.description and metric.module_type == "metric"
        assert metric.features
        assert repr(metric).startswith(f'EvaluationModule(name: "{metric.name}"')


def test_glue_asks_for_a_configuration() -> None:
    with pytest.raises(KeyError, match="takes a configuration"):
        evaluate.load("glue")
