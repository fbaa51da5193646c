"""A real Spark cluster on this machine: a standalone master and workers, each a process of its own.

The processes are pyspark's own classes, started by its `spark-class`. A worker and the executors it starts
are one process group, so that `Worker.kill` takes them away at once, as a machine that loses its power.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

LOOPBACK = "127.0.0.1"
SECONDS_TO_START = 60
STARTS_SOON = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Options of Java for programs that start more than they run."""


def free_port() -> int:
    """A port that nothing listens on right now."""
    with socket.socket() as listener:
        listener.bind((LOOPBACK, 0))
        port: int = listener.getsockname()[1]
        return port


def start(class_name: str, arguments: List[str], log: Path) -> subprocess.Popen[bytes]:
    """Starts one of Spark's own programs as the leader of its process group."""
    import pyspark

    home = Path(pyspark.__file__).parent
    environment = {**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": LOOPBACK}
    environment["SPARK_DAEMON_JAVA_OPTS"] = STARTS_SOON
    command = [str(home / "bin" / "spark-class"), class_name, *arguments]
    with log.open("wb") as output:
        return subprocess.Popen(
            command, stdout=output, stderr=subprocess.STDOUT, env=environment, start_new_session=True
        )


def end(process: subprocess.Popen[bytes], how: int) -> None:
    """Ends a process that was started here, with its children."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, how)
    process.wait(timeout=30)


@dataclass
class Cluster:
    """A running cluster."""

    url: str
    page: str
    workers: List[subprocess.Popen[bytes]]

    def alive_workers(self) -> int:
        """How many workers the master counts as alive."""
        return sum(worker["state"] == "ALIVE" for worker in self.state()["workers"])

    def state(self) -> Dict[str, Any]:
        """What the master knows."""
        with urllib.request.urlopen(self.page, timeout=10) as answer:
            state: Dict[str, Any] = json.load(answer)
            return state

    def kill_worker(self, number: int) -> None:
        """Ends a worker and its executors with SIGKILL, as if its machine had lost its power."""
        end(self.workers[number], signal.SIGKILL)

    def wait_for_workers(self, count: int) -> None:
        """Waits until the master counts so many workers."""
        given_up = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < given_up:
            try:
                if self.alive_workers() == count:
                    return
            except (urllib.error.URLError, ConnectionError, socket.timeout):
                pass
            time.sleep(0.1)
        raise TimeoutError(f"the master at {self.url} does not count {count} workers")


@contextmanager
def running_cluster(
    folder: Path, *, workers: int = 2, cores: int = 1, memory: str = "1g"
) -> Iterator[Cluster]:
    """Starts a cluster, and stops all of it in the end; logs and scratch files are in `folder`."""
    port, page = free_port(), free_port()
    url = f"spark://{LOOPBACK}:{port}"
    started: List[subprocess.Popen[bytes]] = []
    try:
        where = ["--host", LOOPBACK, "--port", str(port), "--webui-port", str(page)]
        started.append(start("org.apache.spark.deploy.master.Master", where, folder / "master.log"))
        cluster = Cluster(url, f"http://{LOOPBACK}:{page}/json/", [])
        cluster.wait_for_workers(0)
        for number in range(workers):
            settings = ["--host", LOOPBACK, "--cores", str(cores), "--memory", memory, "--webui-port", "0"]
            settings += ["--work-dir", str(folder / f"worker{number}"), url]
            worker = start("org.apache.spark.deploy.worker.Worker", settings, folder / f"worker{number}.log")
            started.append(worker)
            cluster.workers.append(worker)
        cluster.wait_for_workers(workers)
        yield cluster
    finally:
        for process in reversed(started):
            end(process, signal.SIGTERM)


def session_on(url: str, settings: Dict[str, str]) -> Any:
    """A session on a cluster, quiet."""
    from pyspark.sql import SparkSession

    quiet = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.host": LOOPBACK,
    }
    builder = SparkSession.builder.master(url).config(map={**quiet, **settings})
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


def tasks_done(session: Any) -> Tuple[int, int]:
    """How many tasks of the running jobs are done, and how many there are."""
    tracker = session.sparkContext.statusTracker()
    jobs = filter(None, map(tracker.getJobInfo, tracker.getActiveJobsIds()))
    stages = list(filter(None, (tracker.getStageInfo(number) for job in jobs for number in job.stageIds)))
    return sum(stage.numCompletedTasks for stage in stages), sum(stage.numTasks for stage in stages)
