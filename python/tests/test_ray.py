"""Ray on one node: blocks, their order and lost workers do not change a score."""

from __future__ import annotations

import os
import signal
from typing import Any, Dict, Iterator

import pyarrow as pa
import pytest
import ray

import regua
import regua.ray
from agreement import assert_same as assert_same_numbers
from agreement import run_example
from invented import invented


IDS = 500
MEASURES = ["bleu", "chrf", "rougeL", "wer"]


@pytest.fixture(scope="module")
def node() -> Iterator[None]:
    import ray.data

    here = os.path.dirname(os.path.dirname(os.path.abspath(regua.__file__)))
    settings = {"include_dashboard": False, "log_to_driver": False, "logging_level": "error"}
    environment = {"env_vars": {"PYTHONPATH": here}}
    ray.init(num_cpus=2, object_store_memory=200 << 20, runtime_env=environment, **settings)
    ray.data.DataContext.get_current().enable_progress_bars = False
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def table() -> pa.Table:
    return invented(IDS)


@pytest.fixture(scope="module")
def dataset(node: None, table: pa.Table) -> Any:
    pieces = [table.slice(start, 500) for start in range(0, len(table), 500)]
    return ray.data.from_arrow(pieces)


def assert_same(found: Any, expected: Any) -> None:
    assert_same_numbers(found.to_dict(), expected.to_dict())


def test_scores_and_intervals_are_those_of_one_machine(dataset: Any, table: pa.Table) -> None:
    how: Dict[str, Any] = {"by": ["domain"], "ci": True, "resamples": 100}
    found = regua.ray.score(dataset, MEASURES, **how)
    assert_same(found, regua.score(table, measures=MEASURES, rng="poisson", **how))


def test_measures_that_learn_first_learn_from_each_reference_once(dataset: Any, table: pa.Table) -> None:
    assert_same(regua.ray.score(dataset, ["nist"]), regua.score(table, measures=["nist"]))


def test_segments_have_a_row_for_each_unit(dataset: Any, table: pa.Table) -> None:
    rows = {(row["id"], row["system"]): row for row in regua.ray.segments(dataset, ["bleu"]).take_all()}
    assert len(rows) == len(table)
    bleu = regua.Measure("bleu")
    for one in table.to_pylist()[:50]:
        row = rows[one["id"], one["system"]]
        assert row["bleu.bleu"] == bleu(one["hypothesis"], one["references"])["bleu"]
        assert (row["domain"], row["nodes"]) == (one["domain"], one["nodes"])


def test_refusals_are_in_plain_words(dataset: Any, table: pa.Table) -> None:
    with pytest.raises(regua.Error, match="`self-bleu`.*all units together"):
        regua.ray.score(dataset, ["self-bleu"])
    with pytest.raises(regua.Error, match="`genre`"):
        regua.ray.score(dataset, ["bleu"], by=["genre"])
    missing = pa.array([None] + table["hypothesis"].to_pylist()[1:], pa.string())
    place = table.column_names.index("hypothesis")
    with pytest.raises(regua.Error, match="the hypothesis is missing"):
        regua.ray.score(ray.data.from_arrow(table.set_column(place, "hypothesis", missing)), ["bleu"])


def test_the_example_of_the_module_runs(node: None) -> None:
    assert run_example(regua.ray, ray=ray, regua=regua) == {"a": 0.2, "b": 0.8}


def test_a_killed_worker_changes_nothing(dataset: Any, table: pa.Table, tmp_path: Any) -> None:
    mark = tmp_path / "killed"

    def kill_once(batch: pa.Table) -> pa.Table:
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            return batch
        os.kill(os.getpid(), signal.SIGKILL)
        return batch

    found = regua.ray.score(dataset.map_batches(kill_once, batch_format="pyarrow"), MEASURES)
    assert mark.exists()
    assert_same(found, regua.score(table, measures=MEASURES))
