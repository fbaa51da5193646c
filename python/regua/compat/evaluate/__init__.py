"""Metrics under the names of Hugging Face's `evaluate` 0.4.6: change the import line, and that is all.

`load` knows the metrics that Régua has a measure for (`list_evaluation_modules` lists them). They take the
same arguments and give results with the same names and scales, without downloading anything. All else of
`evaluate` raises `NotImplementedError`.

>>> import regua.compat.evaluate as evaluate
>>> metric = evaluate.load("exact_match")
>>> metric.add_batch(predictions=["Lisbon"], references=["Lisbon"])
>>> metric.add(prediction="Oslo", reference="Bergen")
>>> float(metric.compute()["exact_match"])
0.5
"""

from __future__ import annotations

from typing import Any

from . import utils
from .info import ComparisonInfo, EvaluationModuleInfo, MeasurementInfo, MetricInfo
from .loading import list_evaluation_modules, load
from .module import CombinedEvaluations, Comparison, EvaluationModule, Measurement, Metric, combine

__all__ = [
    "CombinedEvaluations",
    "Comparison",
    "ComparisonInfo",
    "EvaluationModule",
    "EvaluationModuleInfo",
    "Measurement",
    "MeasurementInfo",
    "Metric",
    "MetricInfo",
    "combine",
    "list_evaluation_modules",
    "load",
    "utils",
]

NOT_COVERED = {
    "EvaluationSuite": "it runs models on datasets",
    "evaluator": "it runs models on datasets",
    "inspect_evaluation_module": "there are no scripts to look at",
    "push_to_hub": "nothing is sent anywhere",
    "save": "`json.dump` keeps a result",
    "visualization": "`regua report` draws results",
}


def __getattr__(name: str) -> Any:
    if name in NOT_COVERED:
        raise NotImplementedError(f"regua.compat.evaluate has no `{name}`: {NOT_COVERED[name]}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
