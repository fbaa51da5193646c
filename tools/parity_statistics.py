"""Compares what the `regua` program says of numbers with the reference tools, live, on random data.

Intervals and paired tests with sacrebleu, correlations with SciPy, labels with scikit-learn, agreement with krippendorff and
pingouin. Every run with another seed is another comparison; exit code 1 if anything differs.

    python tools/parity_statistics.py --program PATH/regua --seed 1
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import krippendorff
import numpy as np
import pandas
import pingouin
from sacrebleu.metrics import BLEU, CHRF, TER
from sacrebleu.significance import PairedTest
from scipy import stats
from sklearn import metrics

WORDS = "a casa o rio velho grande canta dorme corre sobre sob entre pedra peixe lua sol vento chuva menina barco".split()
RESAMPLES, TRIALS = 500, 1000


class Check:
    """What was compared, and what differs."""

    def __init__(self) -> None:
        self.compared = 0
        self.failures: list[str] = []

    def equal(self, what: str, found: float, expected: float, tolerance: float) -> None:
        """Notes a number that is not as it should be."""
        self.compared += 1
        if not abs(found - expected) <= tolerance * max(1.0, abs(expected)):
            self.failures.append(f"{what}: {found!r}, and the reference tool has {expected!r}")


def run(program: Path, folder: Path, *words: str) -> Any:
    """What the program prints, as an object."""
    done = subprocess.run([program, *words, "--json", "-q"], cwd=folder, capture_output=True, check=True)
    return json.loads(done.stdout)


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    """One object a line."""
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def damaged(draw: random.Random, words: list[str], rate: float) -> str:
    """A text with some words dropped, doubled or replaced."""
    made: list[str] = []
    for word in words:
        chance = draw.random()
        if chance < rate / 3:
            continue
        made.append(draw.choice(WORDS) if chance < rate else word)
        if draw.random() < rate / 6:
            made.append(word)
    return " ".join(made or words[:1])


def paired(check: Check, program: Path, folder: Path, draw: random.Random) -> None:
    """Intervals and paired tests of three systems that differ little."""
    references = [[draw.choice(WORDS) for _ in range(draw.randint(4, 30))] for _ in range(draw.randint(40, 200))]
    systems = {name: [damaged(draw, one, rate) for one in references] for name, rate in [("a", 0.3), ("b", 0.31), ("c", 0.34)]}
    texts = [" ".join(one) for one in references]
    rows = [
        {"id": str(at), "system": name, "hypothesis": text, "references": [texts[at]]}
        for name, outputs in systems.items()
        for at, text in enumerate(outputs)
    ]
    write(folder / "runs.jsonl", rows)
    seed = draw.randint(1, 10**6)
    os.environ["SACREBLEU_SEED"] = str(seed)
    options = ["runs.jsonl", "-m", "bleu,chrf,ter", "--rng", "sacrebleu", "--seed", str(seed)]
    tools = {"bleu": BLEU(references=[texts]), "chrf": CHRF(references=[texts]), "ter": TER(references=[texts])}
    scored = run(program, folder, "score", *options, "--ci", "--resamples", str(RESAMPLES))["results"]
    for key, tool in tools.items():
        for name, outputs in systems.items():
            expected = tool.corpus_score(outputs, None, n_bootstrap=RESAMPLES)
            found = next(one for one in scored if (one["measure"], one["system"]) == (key, name))["intervals"][key]
            check.equal(f"{key} of {name}: mean of draws", found["mean"], float(expected._mean), 1e-7)
            half = (found["high"] - found["low"]) / 2
            check.equal(f"{key} of {name}: half width", half, float(expected._ci), 2e-6)
    for test, word, count in [("bs", "bootstrap", RESAMPLES), ("ar", "ar", TRIALS)]:
        how = ["--resamples", str(count)] if test == "bs" else ["--trials", str(count)]
        found = run(program, folder, "compare", *options, "--baseline", "a", "--test", word, "--adjust", "none", *how)
        _, expected = PairedTest(list(systems.items()), tools, None, test_type=test, n_samples=count)()
        for one, name in zip(found["comparisons"], ["BLEU", "chrF2", "TER"], strict=True):
            for pair, result in zip(one["pairs"], expected[name][1:], strict=True):
                check.equal(f"{name} {test}: p of {pair['first']}", pair["p"], result.p_value, 1e-12)


def correlated(check: Check, program: Path, folder: Path, draw: random.Random) -> None:
    """Correlation of sentence chrF with made-up human scores, ties among them."""
    references = [" ".join(draw.choice(WORDS) for _ in range(draw.randint(4, 20))) for _ in range(300)]
    outputs = [damaged(draw, one.split(), draw.random()) for one in references]
    people = [draw.randint(1, 7) for _ in outputs]
    rows = zip(outputs, references, people, strict=True)
    write(folder / "people.jsonl", [{"hypothesis": one, "reference": two, "human": three} for one, two, three in rows])
    tool = CHRF()
    scores = [tool.sentence_score(one, [two]).score for one, two in zip(outputs, references, strict=True)]
    options = ["-m", "chrf", "--human", "human", "--level", "segment", "--coefficient"]
    found = run(program, folder, "correlate", "people.jsonl", *options, "pearson,spearman,kendall-b,kendall-c")
    expected = [
        stats.pearsonr(people, scores).statistic,
        stats.spearmanr(people, scores).statistic,
        stats.kendalltau(people, scores).statistic,
        stats.kendalltau(people, scores, variant="c").statistic,
    ]
    for one, value in zip(found["correlations"], expected, strict=True):
        check.equal(one["coefficient"], one["value"], float(value), 1e-12)


def labelled(check: Check, program: Path, folder: Path, draw: random.Random) -> None:
    """A classifier of four labels."""
    labels = ["água", "fogo", "terra", "ar"]
    numbers = np.random.default_rng(draw.randint(0, 2**32))
    probabilities = numbers.dirichlet([0.7] * 4, size=400).round(6)
    probabilities[:, 3] = 1.0 - probabilities[:, :3].sum(axis=1)
    gold = [labels[int(numbers.choice(4, p=row / row.sum()))] if draw.random() < 0.7 else draw.choice(labels) for row in np.abs(probabilities)]
    predicted = [labels[int(row.argmax())] for row in probabilities]
    rows = [
        {"gold": one, "predicted": two, "probabilities": dict(zip(labels, map(float, row), strict=True))}
        for one, two, row in zip(gold, predicted, np.abs(probabilities), strict=True)
    ]
    write(folder / "labels.jsonl", rows)
    found = {one["measure"]: one["readings"] for one in run(program, folder, "classify", "labels.jsonl", "-m", "confusion,auc")["results"]}
    order = sorted(labels)
    scores = np.abs(probabilities)[:, [labels.index(label) for label in order]]
    expected = {
        "accuracy": metrics.accuracy_score(gold, predicted),
        "f1-macro": metrics.f1_score(gold, predicted, average="macro", zero_division=0),
        "f1-weighted": metrics.f1_score(gold, predicted, average="weighted", zero_division=0),
        "precision-macro": metrics.precision_score(gold, predicted, average="macro", zero_division=0),
        "recall-macro": metrics.recall_score(gold, predicted, average="macro", zero_division=0),
        "mcc": metrics.matthews_corrcoef(gold, predicted),
        "kappa": metrics.cohen_kappa_score(gold, predicted),
    }
    for name, value in expected.items():
        check.equal(name, found["confusion"][name], float(value), 1e-12)
    areas = [metrics.roc_auc_score([one == label for one in gold], scores[:, at]) for at, label in enumerate(order)]
    check.equal("auc", found["auc"]["auc"], float(np.mean(areas)), 1e-12)


def rated(check: Check, program: Path, folder: Path, draw: random.Random) -> None:
    """Four raters, every item rated by all of them."""
    numbers = np.random.default_rng(draw.randint(0, 2**32))
    truth = numbers.normal(3, 1, size=80)
    table = np.clip(np.rint(truth[:, None] + numbers.normal(0, 0.8, size=(80, 4))), 1, 5)
    rows = [
        {"system": "s", "segment": str(item), "rater": f"r{rater}", "value": float(table[item, rater])}
        for item in range(80)
        for rater in range(4)
    ]
    write(folder / "ratings.jsonl", rows)
    found = run(program, folder, "ratings", "ratings.jsonl")["aspects"][0]["agreement"]["readings"]
    alpha = krippendorff.alpha(reliability_data=table.T, level_of_measurement="interval")
    check.equal("alpha", found["alpha"], float(alpha), 1e-12)
    frame = pandas.DataFrame(rows)
    classes = pingouin.intraclass_corr(data=frame, targets="segment", raters="rater", ratings="value").set_index("Type")["ICC"]
    for name, value in classes.items():
        ours = name.replace("ICC", "icc")
        check.equal(ours, found[ours], float(value), 1e-9)


def main() -> int:
    """Compares all of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    check = Check()
    for turn in range(arguments.rounds):
        draw = random.Random(arguments.seed * 1000 + turn)
        with tempfile.TemporaryDirectory() as folder:
            for part in (paired, correlated, labelled, rated):
                part(check, arguments.program.resolve(), Path(folder), draw)
    for failure in check.failures:
        print(failure)
    print(f"statistics: {check.compared} numbers compared, {len(check.failures)} differ")
    return 1 if check.failures else 0


if __name__ == "__main__":
    sys.exit(main())
