"""sacrebleu's paired bootstrap of BLEU and chrF: several systems against the first.

    python bench/peers/paired_sacrebleu.py --prepare KEPT.npz PAIRS ref.txt base.txt other.txt …
    python bench/peers/paired_sacrebleu.py KEPT.npz SAMPLES

The first command has sacrebleu extract the statistics of the first PAIRS segments and keeps them in a file. The second
one runs `PairedTest` on them, unchanged but for `_extract_corpus_statistics`, which returns what was kept, and prints
the CPU seconds of that alone: making the test (which draws for the interval of the baseline) and calling it (which
draws for each system). Neither starting Python nor reading the file counts.
"""

import json
import sys
import time
from pathlib import Path

import numpy as np
import sacrebleu
from driver import read_lines
from sacrebleu.metrics import BLEU, CHRF
from sacrebleu.metrics.base import Metric
from sacrebleu.significance import PairedTest

METRICS: dict[str, type[Metric]] = {"bleu": BLEU, "chrf": CHRF}


def prepare(kept: str, pairs: int, references: str, *systems: str) -> None:
    """Extracts the statistics of each system under each metric."""
    expected = read_lines(references)[:pairs]
    statistics = {}
    for name, metric in METRICS.items():
        scorer = metric(references=[expected])
        for system in systems:
            rows = scorer._extract_corpus_statistics(read_lines(system)[:pairs], None)
            statistics[f"{name}/{Path(system).stem}"] = np.array(rows, dtype=np.int64)
    np.savez(kept, **statistics)


def test(kept: str, samples: int) -> None:
    """Runs the test and prints its seconds and results."""
    statistics = {name: rows.tolist() for name, rows in np.load(kept).items()}
    metrics = {}
    for name, metric in METRICS.items():
        metrics[name] = scorer = metric()
        scorer.num_refs = 1
        # A system's texts are its name again and again: how many there are is all that the test asks.
        scorer._extract_corpus_statistics = lambda texts, _, name=name: statistics[f"{name}/{texts[0]}"]
    names = [name.split("/")[1] for name in statistics if name.startswith("bleu/")]
    systems = [(name, [name] * len(statistics[f"bleu/{name}"])) for name in names]

    begin = time.process_time()
    _, results = PairedTest(systems, metrics, None, test_type="bs", n_samples=samples)()
    seconds = time.process_time() - begin

    readings = {}
    for metric, row in results.items():
        if metric == "System":
            continue
        for name, result in zip(names, row, strict=True):
            found = {"score": result.score, "mean": result.mean, "ci": result.ci, "p": result.p_value}
            readings |= {
                f"{metric.lower().rstrip('2')} {name} {what}": float(value)
                for what, value in found.items()
                if value is not None
            }
    answer = {"tool": f"sacrebleu {sacrebleu.__version__}", "seconds": seconds, "readings": readings}
    print(json.dumps(answer))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--prepare", kept, pairs, references, *systems]:
            prepare(kept, int(pairs), references, *systems)
        case [kept, samples]:
            test(kept, int(samples))
