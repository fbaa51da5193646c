"""Makes `cases/labels.jsonl` with scikit-learn and uncertainty-calibration: what measures of labels must read."""

import random
import warnings
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import calibration
import numpy
import sklearn
from sklearn import metrics

from common import CASES, write_lines

SCRIPT = "tools/golden_labels.py"
SKLEARN = f"scikit-learn {sklearn.__version__}"
CALIBRATION = f"uncertainty-calibration {version('uncertainty-calibration')}"
# Sums of the tool are rounded after each addition, and its logarithms differ in the last bit.
TOLERANCE = 1e-12


def data(name: str, labels: list[str], items: int, skill: float, seed: int) -> dict[str, Any]:
    """Items with random labels and probabilities, of which a share is right."""
    generator = random.Random(seed)
    frequencies = [generator.random() + 0.1 for _ in labels]
    gold = generator.choices(labels, frequencies, k=items)
    rows = []
    for label in gold:
        weights = [generator.random() ** 3 for _ in labels]
        if generator.random() < skill:
            weights[labels.index(label)] += 1.5
        rows.append([round(weight / sum(weights), 6) for weight in weights])
        rows[-1][-1] = round(1 - sum(rows[-1][:-1]), 6)
    predicted = [labels[row.index(max(row))] for row in rows]
    return {"data": name, "labels": labels, "gold": gold, "predicted": predicted, "probabilities": rows}


def one_sided() -> dict[str, Any]:
    """A label that is never predicted, and one that no item has."""
    gold = ["a", "a", "b", "c", "c", "c", "a"]
    predicted = ["a", "d", "a", "c", "d", "a", "a"]
    return {"data": "one-sided", "labels": [], "gold": gold, "predicted": predicted, "probabilities": []}


def confusion(case: dict[str, Any], zero: Any) -> dict[str, float]:
    """Everything that is read off a confusion matrix."""
    gold, predicted = case["gold"], case["predicted"]
    readings = {"accuracy": metrics.accuracy_score(gold, predicted)}
    for average in ("macro", "weighted", "micro"):
        rates = metrics.precision_recall_fscore_support(gold, predicted, average=average, zero_division=zero)
        for name, value in zip(("precision", "recall", "f1"), rates, strict=False):
            readings[f"{name}-{average}"] = value
    labels = sorted(set(gold) | set(predicted))
    rates = metrics.precision_recall_fscore_support(gold, predicted, labels=labels, zero_division=numpy.nan)
    for name, values in zip(("precision", "recall", "f1"), rates, strict=False):
        readings |= {f"{name}[{label}]": value for label, value in zip(labels, values, strict=True)}
    readings |= {f"gold[{label}]": count for label, count in zip(labels, rates[3], strict=True)}
    readings["balanced-accuracy"] = metrics.balanced_accuracy_score(gold, predicted)
    readings["mcc"] = metrics.matthews_corrcoef(gold, predicted)
    readings["kappa"] = metrics.cohen_kappa_score(gold, predicted)
    return {name: float(value) for name, value in readings.items() if not numpy.isnan(value)}


def losses(case: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, float]]]:
    """What is computed from probabilities."""
    gold, labels = case["gold"], case["labels"]
    rows = numpy.array(case["probabilities"])
    places = numpy.array([labels.index(label) for label in gold])
    for scale, halves in (("auto", "auto"), ("half", True), ("full", False)):
        value = metrics.brier_score_loss(gold, rows, labels=labels, scale_by_half=halves)
        yield f"brier(scale={scale})", SKLEARN, {"brier": value}
    yield "log-loss", SKLEARN, {"log-loss": metrics.log_loss(gold, rows, labels=labels)}
    for bins in (15, 10, 1):
        yield f"ece(bins={bins})", CALIBRATION, {"ece": float(calibration.get_ece(rows, places, num_bins=bins))}
    hot = numpy.eye(len(labels))[places]
    areas: dict[str, float] = {}
    for place, label in enumerate(labels):
        areas[f"auc[{label}]"] = metrics.roc_auc_score(hot[:, place], rows[:, place])
        areas[f"average-precision[{label}]"] = metrics.average_precision_score(hot[:, place], rows[:, place])
    if len(labels) == 2:
        areas["auc"] = metrics.roc_auc_score(gold, rows[:, 1])
        areas["average-precision"] = metrics.average_precision_score(gold, rows[:, 1], pos_label=labels[1])
    else:
        for suffix, average in (("", "macro"), ("-weighted", "weighted")):
            areas[f"auc{suffix}"] = metrics.roc_auc_score(gold, rows, multi_class="ovr", average=average)
            areas[f"average-precision{suffix}"] = metrics.average_precision_score(hot, rows, average=average)
    yield "auc", SKLEARN, {name: float(value) for name, value in areas.items()}


def lines() -> Iterator[dict[str, Any]]:
    """The data, each followed by what measures read of it."""
    versions = {"numpy": numpy.__version__, "scikit-learn": sklearn.__version__}
    versions["uncertainty-calibration"] = version("uncertainty-calibration")
    yield {"made_by": SCRIPT, "versions": versions}
    cases = [
        data("two", ["não", "sim"], 120, 0.7, 1),
        data("three", ["neg", "neu", "pos"], 150, 0.6, 2),
        data("ten", [f"tópico {number}" for number in range(10)], 220, 0.5, 3),
        one_sided(),
    ]
    for case in cases:
        yield case
        for word, zero in (("0", 0), ("1", 1), ("skip", numpy.nan)):
            yield {
                "of": case["data"],
                "measure": f"confusion(zero-division={word})",
                "tool": SKLEARN,
                "script": SCRIPT,
                "tolerance": 0,
                "tolerances": {"mcc": TOLERANCE, "kappa": TOLERANCE},
                "readings": confusion(case, zero),
            }
        accuracy = float(metrics.accuracy_score(case["gold"], case["predicted"]))
        yield {
            "of": case["data"],
            "measure": "accuracy",
            "tool": SKLEARN,
            "script": SCRIPT,
            "tolerance": 0,
            "readings": {"accuracy": accuracy},
        }
        if case["probabilities"]:
            for measure, tool, readings in losses(case):
                yield {
                    "of": case["data"],
                    "measure": measure,
                    "tool": tool,
                    "script": SCRIPT,
                    "tolerance": TOLERANCE,
                    "readings": {name: float(value) for name, value in readings.items()},
                }


# It warns of labels without a value, which the readings say themselves.
warnings.filterwarnings("ignore", module="sklearn")

if __name__ == "__main__":
    write_lines(CASES / "labels.jsonl", lines())
