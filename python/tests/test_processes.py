"""Threads, forks, interrupts, and the program beside the library."""

from __future__ import annotations

import json
import multiprocessing
import os
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time
from typing import Any, Callable, List

import pytest
from texts import HYPOTHESES, MEASURES, REFERENCES, results

import regua

EXPECTED = results(regua.score(HYPOTHESES, REFERENCES, measures=MEASURES))

BUSY = HYPOTHESES * 5000, REFERENCES * 5000
"""Long enough that another thread gets its turn many times."""


def same(_: int = 0) -> bool:
    """Whether scoring gives what it gave when this file was read, small and on several threads."""
    small = results(regua.score(HYPOTHESES, REFERENCES, measures=MEASURES)) == EXPECTED
    large = regua.score(HYPOTHESES * 200, REFERENCES * 200, measures="wer", threads=2)["wer"]
    return small and large == regua.Measure("wer").score(HYPOTHESES, REFERENCES)["wer"]


def busy() -> None:
    regua.score(*BUSY, measures="chrf", segments=False)


def test_threads_score_at_the_same_time() -> None:
    found: List[bool] = []
    threads = [threading.Thread(target=lambda: found.append(same())) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 6


@pytest.mark.parametrize("long", [busy, lambda: regua.Measure("chrf").tally(*BUSY)])
def test_other_threads_go_on_while_one_scores(long: Callable[[], object]) -> None:
    """A counter goes on between the moments just before and just after the long call: the lock was free."""
    counter, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            counter[0] += 1
            time.sleep(0.0005)

    other = threading.Thread(target=count)
    interval = sys.getswitchinterval()
    # So long that only a lock that was let go of lets the other thread run.
    sys.setswitchinterval(60.0)
    other.start()
    try:
        before = counter[0]
        long()
        after = counter[0]
    finally:
        sys.setswitchinterval(interval)
        stop.set()
        other.join()
    assert after - before > 10


def in_child(work: Callable[[], bool]) -> int:
    """The exit code of a fork that does this work."""
    process = os.fork()
    if process == 0:
        try:
            os._exit(0 if work() else 1)
        except BaseException:
            os._exit(2)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_scores_as_its_parent_does() -> None:
    assert same()
    assert [in_child(same) for _ in range(3)] == [0, 0, 0]
    assert same()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_made_while_another_thread_scores_can_score() -> None:
    stop = threading.Event()

    def keep_busy() -> None:
        while not stop.is_set():
            busy()

    other = threading.Thread(target=keep_busy)
    other.start()
    try:
        codes = [in_child(same) for _ in range(4)]
    finally:
        stop.set()
        other.join()
    assert codes == [0] * 4


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_pool_of_processes_scores(method: str) -> None:
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(same, range(4)) == [True] * 4
        chosen = pool.apply(score_with, (regua.Measure("bleu(tok=intl)"),))
    assert chosen == score_with(regua.Measure("bleu(tok=intl)"))


def score_with(measure: regua.Measure) -> Any:
    return measure.score(HYPOTHESES, REFERENCES)


LONG_RUNS = {
    "one long measure": """
        random.seed(1)
        words = [f"w{number}" for number in range(300)]
        texts = [" ".join(random.choices(words, k=400)) for _ in range(4000)]
        started()
        regua.score(texts, texts[::-1], measures="ter")
    """,
    "many draws": """
        texts = [f"a b {number % 977} c {number % 13}" for number in range(60_000)]
        others = texts[1:] + texts[:1]
        started()
        regua.score(texts, others, measures=["bleu", "chrf"], ci=True, resamples=1_000_000, seed=1)
    """,
    "many tallies": """
        random.seed(1)
        words = [f"w{number}" for number in range(300)]
        texts = [" ".join(random.choices(words, k=400)) for _ in range(4000)]
        started()
        regua.Measure("ter").tally(texts, texts[::-1])
    """,
    "a measure written in Python": """
        @regua.measure(slots=["units"])
        class Slow:
            def tally(self, segment):
                time.sleep(0.05)
                return 1
            def read(self, total):
                return total["units"]
        started()
        regua.score(["a"] * 20_000, measures=Slow)
    """,
    "a comparison": """
        texts = [f"a b {number % 977} c {number % 13}" for number in range(20_000)]
        started()
        regua.compare({"x": texts, "y": texts[::-1]}, texts, measures=["chrf"], test="ar", trials=1_000_000)
    """,
}

FRAME = """
import random, sys, time, textwrap
import regua

def started():
    print("started", flush=True)

try:
    exec(textwrap.dedent(sys.argv[1]))
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(7)
print("finished", flush=True)
"""


@pytest.mark.parametrize("name", LONG_RUNS)
def test_an_interrupt_ends_a_long_run_soon(name: str) -> None:
    command = [sys.executable, "-W", "ignore", "-c", FRAME, LONG_RUNS[name]]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        try:
            assert run.stdout is not None and run.stdout.readline() == "started\n"
            time.sleep(1.0)
            run.send_signal(signal.SIGINT)
            said, complaints = run.communicate(timeout=20)
        finally:
            run.kill()
    assert (said, run.returncode) == ("interrupted\n", 7), complaints


def test_an_interrupt_ends_the_program(tmp_path: pathlib.Path) -> None:
    generator = random.Random(1)
    words = [f"w{number}" for number in range(300)]
    path = tmp_path / "long.jsonl"
    with path.open("w", encoding="utf-8") as lines:
        for _ in range(4000):
            texts = [" ".join(generator.choices(words, k=400)) for _ in range(2)]
            lines.write(json.dumps({"hypothesis": texts[0], "reference": texts[1]}) + "\n")
    command = [sys.executable, "-m", "regua", "score", str(path), "-m", "ter"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        try:
            time.sleep(2.0)
            run.send_signal(signal.SIGINT)
            said, complaints = run.communicate(timeout=20)
        finally:
            run.kill()
    assert said == "" and run.returncode not in (0, 1), complaints
    assert "fault in regua" not in complaints and "panicked" not in complaints
