"""The proof on a real Spark cluster: a standalone master and two workers on this machine, a million segments.

    python tools/spark_cluster.py --program target/release/regua --work FOLDER

Corpus BLEU, chrF, ROUGE-L and WER of four systems, with intervals, must be those of the command line program
on the same Parquet files: counts exactly, readings and ends of intervals to twelve digits; also by groups,
and also when a worker and its executor are killed in the middle. Then both are timed: Spark, warm, may take
1.3 times as long as the program on two threads and an identity `mapInArrow` over the same data together. Exit
code 1 if Spark takes longer; anything that differs is an error.

Needs the wheel, pyspark and Java 17. All that is started here is stopped in the end.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import regua.spark
from cluster_outputs import SYSTEMS, write_outputs
from one_machine import MEASURES, POISSON, Program, same_counts, say, seconds

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python" / "tests"))

from agreement import assert_same  # noqa: E402
from local_cluster import LOOPBACK, Cluster, running_cluster, session_on, tasks_done  # noqa: E402

ALLOWED = 1.3
SETTINGS = {"spark.sql.files.maxPartitionBytes": "16m", "spark.executor.memory": "1500m"}


def identity(df: Any) -> None:
    """Sends what is scored to Python and back."""
    inputs = df.select("id", "system", "hypothesis", "reference")
    inputs.mapInArrow(lambda batches: batches, inputs.schema).write.format("noop").mode("overwrite").save()


def with_a_worker_killed(
    session: Any, cluster: Cluster, work: Callable[[], Any], after: int
) -> tuple[Any, str]:
    """What `work` gives although a worker is killed when so many tasks are done, and when that was."""
    found: list[Any] = []
    job = threading.Thread(target=lambda: found.append(work()))
    job.start()
    while job.is_alive() and tasks_done(session)[0] < after:
        time.sleep(0.02)
    done, tasks = tasks_done(session)
    assert job.is_alive() and done < tasks, "the job was over before a worker could be killed"
    cluster.kill_worker(0)
    job.join()
    return found[0], f"worker killed after {done} of {tasks} tasks"


def compare(df: Any, program: Program, ledger: Path) -> dict[str, Any]:
    """Spark and the program side by side; gives what the program says."""
    alone = program.score(*POISSON)
    scores = regua.spark.score(df, MEASURES, ci=True)
    print(scores)
    say("Spark and program, with intervals", assert_same(scores.to_dict(), alone))
    by_domain = program.score("--by", "domain", "--resamples", "100", *POISSON)
    scores = regua.spark.score(df, MEASURES, by=["domain"], ci=True, resamples=100)
    say("Spark and program, by domain", assert_same(scores.to_dict(), by_domain))
    sums = regua.spark.added_by_spark(df, regua.Partial(MEASURES))
    say("counts that are the same", same_counts(sums, program.ledger(ledger)))
    return alone


def time_both(df: Any, program: Program) -> bool:
    """Whether Spark, warm, is as fast as it has to be."""
    works = [program.score, lambda: identity(df), lambda: regua.spark.score(df, MEASURES)]
    identity(df)
    program_seconds, identity_seconds, spark_seconds = seconds(*works)
    ratio = spark_seconds / (program_seconds + identity_seconds)
    say("program on two threads", f"{program_seconds:.2f} s")
    say("identity mapInArrow", f"{identity_seconds:.2f} s")
    say("Spark on two workers", f"{spark_seconds:.2f} s, {ratio:.2f} of both; {ALLOWED} are allowed")
    return ratio <= ALLOWED


def prove(program: Program, cluster: Cluster, work: Path) -> bool:
    """All comparisons, then times, then the kill, which leaves one worker."""
    session = session_on(cluster.url, SETTINGS)
    df = session.read.parquet(*map(str, program.files))
    say("segments, partitions", f"{df.count():,}, {df.rdd.getNumPartitions()}")
    alone = compare(df, program, work / "ledger.parquet")
    is_fast = time_both(df, program)
    again = lambda: regua.spark.score(df, MEASURES, ci=True)  # noqa: E731
    scores, when = with_a_worker_killed(session, cluster, again, after=len(program.files) // 4)
    say(when, assert_same(scores.to_dict(), alone))
    cluster.wait_for_workers(1)
    say("workers left", cluster.alive_workers())
    session.stop()
    return is_fast


def main() -> int:
    """Makes the outputs, starts the cluster, compares and times."""
    parser = argparse.ArgumentParser(
        description="scores a million segments on a Spark cluster and on one machine"
    )
    parser.add_argument("--program", default="regua", help="the command line program, built for release")
    parser.add_argument("--work", type=Path, required=True, metavar="DIR", help="where data and logs go")
    parser.add_argument("--ids", type=int, default=1_000_000 // len(SYSTEMS), help="segments of each system")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP=LOOPBACK)
    files = write_outputs(arguments.work / f"outputs-{arguments.ids}", arguments.ids, arguments.seed)
    with running_cluster(arguments.work, memory="2g") as cluster:
        return 0 if prove(Program(arguments.program, files), cluster, arguments.work) else 1


if __name__ == "__main__":
    sys.exit(main())
