"""Makes `cases/significance.jsonl` with sacrebleu's intervals and paired tests of whole systems."""

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sacrebleu
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.metrics.base import Metric
from sacrebleu.significance import PairedTest

from common import CASES, EMPTY_REFERENCE, read_segments, select, write_lines
from edits import EDITS

EXAMPLES = CASES.parent / "examples" / "translation"
TOOL = f"sacrebleu {sacrebleu.__version__}"
SCRIPT = "tools/golden_significance.py"
RESAMPLES, TRIALS = 1000, 10_000
UNITS = 180
# How likely a hypothesis is edited once more, for each system. The first is the baseline.
DAMAGE = {"first": 0.30, "second": 0.32, "third": 0.36, "again": 0.30}

Systems = dict[str, list[str]]


def lines(path: Path) -> list[str]:
    """The lines of a text."""
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


def translation() -> tuple[Systems, list[list[str]]]:
    """The example: systems that differ, two references."""
    systems = {path.stem: lines(path) for path in sorted((EXAMPLES / "systems").glob("*.txt"))}
    return systems, [lines(path) for path in sorted(EXAMPLES.glob("reference-*.txt"))]


def damaged(hypotheses: list[str], references: list[list[str]], seed: int) -> Systems:
    """Systems that differ little: the same hypotheses, each damaged a little more in seeded ways."""
    vocabulary = sorted({word for texts in references for text in texts for word in text.split()})
    rng = random.Random(seed)
    systems: Systems = {}
    for name, share in DAMAGE.items():
        systems[name] = []
        for hypothesis in hypotheses:
            words = hypothesis.split()
            if rng.random() < share:
                words = EDITS[rng.choice(sorted(EDITS))](words, rng, vocabulary)
            systems[name].append(" ".join(words))
    return systems


def one_reference() -> tuple[Systems, list[list[str]]]:
    """Nearly equal systems over segments of all languages."""
    segments = [
        segment
        for segment in select(read_segments(), (EMPTY_REFERENCE, "long", "lines", "trap", "plain"))
        if 4 <= len(segment.hypothesis.split()) <= 30
    ][::2][:UNITS]
    references = [[segment.references[0] for segment in segments]]
    return damaged([segment.hypothesis for segment in segments], references, 17), references


def two_references() -> tuple[Systems, list[list[str]]]:
    """Nearly equal systems, made from the best one of the example."""
    systems, references = translation()
    return damaged(systems["ipe"], references, 18), references


def alone(metric: Metric, outputs: list[str], references: list[list[str]]) -> dict[str, float]:
    """One system's score and its interval."""
    score = metric.corpus_score(outputs, references, n_bootstrap=RESAMPLES)
    return {"score": float(score.score), "mean": float(score._mean), "ci": float(score._ci)}


def paired(metric: Metric, systems: Systems, references: list[list[str]], kind: str) -> dict[str, dict[str, float]]:
    """What a paired test says of each system but the baseline."""
    samples = {"bs": RESAMPLES, "ar": TRIALS}[kind]
    _, columns = PairedTest(list(systems.items()), {"it": metric}, references, kind, samples)()
    results = next(column for name, column in columns.items() if name != "System")
    found = {}
    for name, result in list(zip(systems, results))[1:]:
        found[name] = {"p": float(result.p_value)}
        if kind == "bs":
            found[name] |= {"mean": float(result.mean), "ci": float(result.ci)}
    return found


def cases() -> Iterator[dict[str, Any]]:
    """The texts of each set, then a line for each measure and seed."""
    for set_name, (systems, references), seeds in [
        ("translation", translation(), [12345]),
        ("one reference", one_reference(), [12345, 7]),
        ("two references", two_references(), [12345]),
    ]:
        yield {"set": set_name, "script": SCRIPT, "texts": systems, "references": references}
        for seed in seeds:
            os.environ["SACREBLEU_SEED"] = str(seed)
            for name, make in [("bleu", BLEU), ("chrf", CHRF), ("ter", TER)]:
                yield {
                    "set": set_name,
                    "measure": name,
                    "tool": TOOL,
                    "script": SCRIPT,
                    "seed": seed,
                    "resamples": RESAMPLES,
                    "trials": TRIALS,
                    "alone": {system: alone(make(), texts, references) for system, texts in systems.items()},
                    "bootstrap": paired(make(), systems, references, "bs"),
                    "randomisation": paired(make(), systems, references, "ar"),
                }


if __name__ == "__main__":
    write_lines(CASES / "significance.jsonl", cases())
