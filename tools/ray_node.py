"""The proof on Ray, on one node of two processors: the same million segments as `spark_cluster.py`.

    python tools/ray_node.py --program target/release/regua --work FOLDER

Scores, intervals and counts must be those of the command line program, also when the process of a task is
killed in the middle. Needs the wheel and ray[data]; all that is started here is stopped in the end.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path
from typing import Any

import ray
import regua.ray
from cluster_outputs import SYSTEMS, write_outputs
from one_machine import MEASURES, POISSON, Program, same_counts, say, seconds

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python" / "tests"))

from agreement import assert_same  # noqa: E402


def killing(mark: Path, where: str) -> Any:
    """A step that passes batches on, and kills its own process the first time that it sees an id."""

    def step(batch: Any) -> Any:
        if where in batch["id"].to_pylist() and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return batch

    return step


def prove(program: Program, work: Path, middle: str) -> None:
    """Compares and times."""
    dataset = ray.data.read_parquet(str(program.files[0].parent))
    say("segments", f"{dataset.count():,}")
    alone = program.score(*POISSON)
    scores = regua.ray.score(dataset, MEASURES, ci=True)
    print(scores)
    say("Ray and program, with intervals", assert_same(scores.to_dict(), alone))
    sums = regua.ray.added_on_driver(dataset, regua.Partial(MEASURES))
    say("counts that are the same", same_counts(sums, program.ledger(work / "ledger.parquet")))
    mark = work / "killed"
    mark.unlink(missing_ok=True)
    scores = regua.ray.score(
        dataset.map_batches(killing(mark, middle), batch_format="pyarrow"), MEASURES, ci=True
    )
    assert mark.exists(), "no process was killed"
    say("a process killed in the middle", assert_same(scores.to_dict(), alone))
    program_seconds, ray_seconds = seconds(program.score, lambda: regua.ray.score(dataset, MEASURES))
    say("program on two threads", f"{program_seconds:.2f} s")
    say("Ray on two processors", f"{ray_seconds:.2f} s")


def main() -> None:
    """Makes the outputs, starts the node, compares and times."""
    parser = argparse.ArgumentParser(
        description="scores a million segments on a node of Ray and on one machine"
    )
    parser.add_argument("--program", default="regua", help="the command line program, built for release")
    parser.add_argument("--work", type=Path, required=True, metavar="DIR", help="where data go")
    parser.add_argument("--ids", type=int, default=1_000_000 // len(SYSTEMS), help="segments of each system")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    files = write_outputs(arguments.work / f"outputs-{arguments.ids}", arguments.ids, arguments.seed)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    ray.data.DataContext.get_current().enable_progress_bars = False
    prove(Program(arguments.program, files), arguments.work, f"s{arguments.ids // 2:07}")
    ray.shutdown()


if __name__ == "__main__":
    main()
