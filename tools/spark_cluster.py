"""The proof on a real Spark cluster: a standalone master and two workers on this machine, a million segments.

    python tools/spark_cluster.py --program target/release/regua --work FOLDER

Corpus BLEU, chrF, ROUGE-L and WER of four systems, with intervals, must be those of the command line program on the same
Parquet files: counts exactly, readings and ends of intervals to twelve digits; also by groups, and also when a worker
and its executor are killed in the middle. Then both are timed: Spark, warm, may take 1.3 times as long as the program
on two threads and an identity `mapInArrow` over the same data together. Exit code 1 if anything does not hold.

Needs the wheel, pyspark and Java 17. All that is started here is stopped in the end.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable

import regua
import regua.spark
from cluster_compare import MEASURES, Program, agreement, same_counts
from cluster_outputs import SYSTEMS, write_outputs

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python" / "tests"))

from local_cluster import LOOPBACK, Cluster, running_cluster, session_on, tasks_done  # noqa: E402

ALLOWED = 1.3
ROUNDS = 3


def seconds(work: Callable[[], Any]) -> float:
    """The median of some rounds."""
    taken = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken)


def identity(df: Any) -> None:
    """Sends what is scored to Python and back."""
    inputs = df.select("id", "system", "hypothesis", "reference")
    inputs.mapInArrow(lambda batches: batches, inputs.schema).write.format("noop").mode("overwrite").save()


def with_a_worker_killed(session: Any, cluster: Cluster, work: Callable[[], Any], after: int) -> tuple[Any, str]:
    """What `work` gives although worker 0 is killed when so many tasks are done, and when that was."""
    outcome: dict[str, Any] = {}

    def run() -> None:
        try:
            outcome["value"] = work()
        except BaseException as error:
            outcome["error"] = error

    thread = threading.Thread(target=run)
    thread.start()
    while thread.is_alive() and tasks_done(session)[0] < after:
        time.sleep(0.02)
    done, tasks = tasks_done(session)
    if not thread.is_alive() or done >= tasks:
        raise RuntimeError("the job was over before a worker could be killed")
    cluster.kill_worker(0)
    thread.join()
    if "error" in outcome:
        raise outcome["error"]
    return outcome["value"], f"worker killed after {done} of {tasks} tasks"


class Proof:
    """What was shown so far."""

    def __init__(self) -> None:
        self.holds = True

    def say(self, what: str, found: Any) -> None:
        """A line of the report."""
        print(f"{what:<44}  {found}", flush=True)

    def check(self, what: str, found: Any, holds: bool) -> None:
        """A line of the report that must hold."""
        self.holds &= holds
        self.say(what, f"{found}  {'holds' if holds else 'DOES NOT HOLD'}")


def prove(proof: Proof, program: Program, cluster: Cluster, work: Path, ids: int) -> None:
    """All comparisons, then times, then the kill (which leaves one worker)."""
    session = session_on(cluster.url, {"spark.sql.files.maxPartitionBytes": "16m", "spark.executor.memory": "1500m"})
    df = session.read.parquet(*map(str, program.files))
    proof.say("rows, partitions", f"{ids * len(SYSTEMS):,}, {df.rdd.getNumPartitions()}")

    alone = program.score("--ci", "--rng", "poisson", "--threads", "2")
    found = regua.spark.score(df, MEASURES, ci=True)
    print(found)
    proof.say("Spark and program, with intervals", agreement(found.to_dict(), alone))
    by_domain = program.score("--by", "domain", "--ci", "--rng", "poisson", "--resamples", "100", "--threads", "2")
    found = regua.spark.score(df, MEASURES, by=["domain"], ci=True, resamples=100)
    proof.say("Spark and program, by domain", agreement(found.to_dict(), by_domain))
    proof.say("counts that are the same", same_counts(regua.spark.tallies(df, MEASURES), program.counts(work)))

    program_seconds = seconds(lambda: program.score("--threads", "2"))
    identity_seconds = seconds(lambda: identity(df))
    spark_seconds = seconds(lambda: regua.spark.score(df, MEASURES))
    proof.say("program on two threads, s", f"{program_seconds:.2f}")
    proof.say("identity mapInArrow, s", f"{identity_seconds:.2f}")
    ratio = spark_seconds / (program_seconds + identity_seconds)
    proof.check("Spark on two workers, s", f"{spark_seconds:.2f}, {ratio:.2f} of both", ratio <= ALLOWED)

    def again() -> Any:
        return regua.spark.score(df, MEASURES, ci=True)

    found, when = with_a_worker_killed(session, cluster, again, after=5)
    proof.say(when, agreement(found.to_dict(), alone))
    proof.check("workers left", cluster.alive_workers(), cluster.alive_workers() == 1)
    session.stop()


def main() -> int:
    """Makes the outputs, starts the cluster, compares and times."""
    parser = argparse.ArgumentParser(description="scores a million segments on a Spark cluster and on one machine")
    parser.add_argument("--program", default="regua", help="the command line program, built for release")
    parser.add_argument("--work", type=Path, required=True, metavar="DIR", help="where data and logs go")
    parser.add_argument("--ids", type=int, default=250_000, help="segments of each of the four systems")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP=LOOPBACK)
    files = write_outputs(arguments.work / f"outputs-{arguments.ids}", arguments.ids, arguments.seed)
    proof = Proof()
    with running_cluster(arguments.work, memory="2g") as cluster:
        prove(proof, Program(arguments.program, files), cluster, arguments.work, arguments.ids)
    return 0 if proof.holds else 1


if __name__ == "__main__":
    sys.exit(main())
