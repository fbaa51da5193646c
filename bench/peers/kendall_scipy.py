"""Kendall's τ-b by SciPy, which also gives a p-value; that costs it next to nothing."""

import numpy as np
import scipy
from numbers_driver import drive
from scipy.stats import kendalltau


def kendall(people: np.ndarray, measure: np.ndarray) -> dict[str, float]:
    """All values as one row."""
    return {"tau-b": float(kendalltau(people.ravel(), measure.ravel()).statistic)}


drive(f"scipy {scipy.__version__}", {"kendall": kendall})
