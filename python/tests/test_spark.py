"""Spark on a real cluster of this machine: a standalone master and two workers, each a process of its own."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Any, Dict, Iterator, Tuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import regua
import regua.spark
from agreement import assert_same as assert_same_numbers
from agreement import run_example
from invented import invented
from local_cluster import LOOPBACK, STARTS_SOON, Cluster, running_cluster, session_on, tasks_done

IDS = 1250
MEASURES = ["bleu", "chrf", "rougeL", "wer"]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    here = os.path.dirname(os.path.dirname(os.path.abspath(regua.__file__)))
    paths = os.pathsep.join([here, os.environ.get("PYTHONPATH", "")])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("SPARK_LOCAL_IP", LOOPBACK)
        patch.setenv("PYTHONPATH", paths)
        with running_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
            yield cluster


@pytest.fixture(scope="module")
def session(cluster: Cluster) -> Iterator[Any]:
    settings = {
        "spark.driver.extraJavaOptions": STARTS_SOON,
        "spark.executor.extraJavaOptions": STARTS_SOON,
        "spark.executor.memory": "512m",
        "spark.sql.shuffle.partitions": "4",
    }
    session = session_on(cluster.url, settings)
    yield session
    session.stop()


@pytest.fixture(scope="module")
def table() -> pa.Table:
    return invented(IDS)


@pytest.fixture(scope="module")
def df(session: Any, table: pa.Table, tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("outputs") / "outputs.parquet"
    pq.write_table(table, path)
    return session.read.parquet(str(path)).repartition(5)


def assert_same(found: Any, expected: Any) -> None:
    assert_same_numbers(found.to_dict(), expected.to_dict())


def test_scores_and_intervals_are_those_of_one_machine(df: Any, table: pa.Table) -> None:
    found = regua.spark.score(df, MEASURES, ci=True, resamples=200)
    assert_same(found, regua.score(table, measures=MEASURES, ci=True, rng="poisson", resamples=200))


def test_groups_are_those_of_one_machine(df: Any, table: pa.Table) -> None:
    how: Dict[str, Any] = {
        "by": ["domain", "nodes"],
        "bins": {"nodes": "1-3,4+"},
        "ci": True,
        "resamples": 50,
    }
    found = regua.spark.score(df, ["bleu", "rouge1"], **how)
    assert_same(found, regua.score(table, measures=["bleu", "rouge1"], rng="poisson", **how))


def test_partitions_cannot_show(df: Any) -> None:
    one, many = (
        regua.spark.score(df.repartition(count), MEASURES, ci=True, resamples=50) for count in [1, 7]
    )
    assert one.to_dict() == many.to_dict()


def test_clusters_of_units_are_drawn_whole(df: Any, table: pa.Table) -> None:
    how: Dict[str, Any] = {"ci": True, "resamples": 50, "resample_by": "nodes"}
    found = regua.spark.score(df.drop("id"), ["wer"], **how)
    assert_same(found, regua.score(table.drop_columns(["id"]), measures=["wer"], rng="poisson", **how))


def test_measures_that_learn_first_learn_from_each_reference_once(df: Any, table: pa.Table) -> None:
    assert_same(regua.spark.score(df, ["nist", "cider"]), regua.score(table, measures=["nist", "cider"]))


def test_a_measure_written_in_python_runs_on_executors(df: Any, table: pa.Table) -> None:
    @regua.measure(slots={"longer": int, "units": int, "share": float}, needs="references")
    class Longer:
        """How many outputs are longer than their first reference."""

        def tally(self, segment: regua.Segment) -> Tuple[int, int, float]:
            length, expected = len(segment.hypothesis), len(segment.references[0])
            return int(length > expected), 1, length / expected

        def read(self, total: Dict[str, float]) -> float:
            return (total["longer"] + total["share"]) / total["units"]

    assert_same(regua.spark.score(df, [Longer]), regua.score(table, measures=[Longer]))


def test_columns_may_have_other_names(df: Any, table: pa.Table) -> None:
    renamed = df.withColumnRenamed("hypothesis", "a.b").withColumnRenamed("references", "gold")
    found = regua.spark.score(renamed, ["bleu"], columns={"hypothesis": "a.b", "references": "gold"})
    assert_same(found, regua.score(table, measures=["bleu"]))


def test_segments_are_those_of_one_machine(df: Any, table: pa.Table) -> None:
    found = regua.spark.segments(df, ["bleu", "wer"])
    assert {"id", "system", "domain", "nodes", "bleu.bleu", "wer.wer"} <= set(found.columns)
    rows = {(row["id"], row["system"]): row for row in found.collect()}
    assert len(rows) == len(table)
    bleu = regua.Measure("bleu")
    for one in table.to_pylist()[:50]:
        row = rows[one["id"], one["system"]]
        assert row["bleu.bleu"] == bleu(one["hypothesis"], one["references"])["bleu"]
        assert (row["domain"], row["nodes"]) == (one["domain"], one["nodes"])


def test_what_is_no_sum_is_refused_with_the_reason(df: Any) -> None:
    with pytest.raises(regua.Error, match="`distinct`.*all units together"):
        regua.spark.score(df, ["distinct"])


def test_a_column_that_is_not_there_is_refused_before_any_task_runs(df: Any) -> None:
    with pytest.raises(regua.Error, match="hypothesis"):
        regua.spark.score(df.drop("hypothesis"), ["bleu"])
    with pytest.raises(regua.Error, match="`genre`"):
        regua.spark.score(df, ["bleu"], by=["genre"])


def test_intervals_need_something_to_tell_units_apart(df: Any) -> None:
    with pytest.raises(regua.Error, match="`id`.*`resample_by`"):
        regua.spark.score(df.drop("id"), ["bleu"], ci=True)
    with pytest.raises(regua.Error, match="two draws or more, not from 0"):
        regua.spark.score(df, ["bleu"], ci=True, resamples=0)


def test_a_unit_without_an_id_is_refused_where_ids_matter(df: Any) -> None:
    from pyspark.sql import functions

    some = df.withColumn("id", functions.when(df["id"] != "s7", df["id"]))
    for measures, ci in [(["wer"], True), (["nist"], False)]:
        with pytest.raises(regua.Error, match="a unit has no `id`"):
            regua.spark.score(some, measures, ci=ci, resamples=10)


def test_errors_of_tasks_are_in_plain_words(df: Any) -> None:
    from pyspark.sql import functions

    with pytest.raises(regua.Error, match="`bleu` compares against a reference, but there is none"):
        regua.spark.score(df.drop("references"), ["bleu"])
    missing = functions.when(df["id"] == "s7", None).otherwise(df["hypothesis"])
    with pytest.raises(regua.Error, match="the hypothesis is missing"):
        regua.spark.score(df.withColumn("hypothesis", missing), ["bleu"])


def test_the_example_of_the_module_runs(session: Any) -> None:
    assert run_example(regua.spark, session=session, regua=regua) == {"a": 0.2, "b": 0.8}


def test_a_killed_worker_changes_nothing(cluster: Cluster, session: Any, df: Any, table: pa.Table) -> None:
    """The last test: one worker is left."""
    found = []
    pieces = df.repartition(40)
    job = threading.Thread(
        target=lambda: found.append(regua.spark.score(pieces, MEASURES, ci=True, resamples=200))
    )
    job.start()
    while job.is_alive() and tasks_done(session)[0] < 10:
        time.sleep(0.01)
    done, tasks = tasks_done(session)
    assert job.is_alive() and done < tasks, "the job was over before a worker could be killed"
    cluster.kill_worker(0)
    job.join()
    cluster.wait_for_workers(1)
    assert_same(found[0], regua.score(table, measures=MEASURES, ci=True, rng="poisson", resamples=200))
