"""Tie calibration by mt-metrics-eval: all pairs, nothing sampled. Its file is fetched once, as `tools/reference_files.py` says."""

import sys
from pathlib import Path

import numpy as np
from numbers_driver import drive

sys.path.append(str(Path(__file__).resolve().parents[2] / "tools"))
from reference_files import ReferenceFile

COMMIT = "68a481aea1a787392d55af8f76ac8ef40c5f4664"
SHA256 = "40af0d46f43f6b67745ebaf716998602514ca9ccfb48aa46c29906d73498eda9"
REFERENCE = ReferenceFile(
    "google-research/mt-metrics-eval", COMMIT, "mt_metrics_eval/tau_optimization.py", SHA256
).load()


def calibrated(people: np.ndarray, measure: np.ndarray) -> dict[str, float]:
    """Over the rows of both."""
    found = REFERENCE.tau_optimization(measure, people, REFERENCE.TauSufficientStats.acc_23)
    return {"accuracy": float(found.best_tau), "epsilon": float(found.best_threshold)}


def items(people: np.ndarray, measure: np.ndarray) -> dict[str, float]:
    """The systems of each item by themselves."""
    return calibrated(people.T, measure.T)


def ungrouped(people: np.ndarray, measure: np.ndarray) -> dict[str, float]:
    """All values as one row."""
    return calibrated(people.reshape(1, -1), measure.reshape(1, -1))


drive(f"mt-metrics-eval {COMMIT[:8]}", {"items": items, "ungrouped": ungrouped})
