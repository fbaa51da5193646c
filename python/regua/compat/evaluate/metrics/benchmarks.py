"""Metrics that `evaluate` has for single benchmarks: GLUE, SuperGLUE, XNLI and WikiSplit."""

from __future__ import annotations

from typing import Any, Callable, Dict, List

from ..features import TEXT_PAIRS_OR_LISTS, Features, Value
from ..info import MetricInfo
from ..module import Metric
from .correlation import correlation
from .labels import accuracy, matthews
from .sacrebleu import Sacrebleu
from .shared import References, check_any, described, lists_of_references, numpy_float, scored
from .simplification import Sari
from .tables import Table

Compute = Callable[[List[Any], List[Any]], Dict[str, Any]]


def _accuracy(predictions: List[Any], references: List[Any]) -> Dict[str, Any]:
    return {"accuracy": accuracy(references, predictions)["accuracy"]}


def _accuracy_and_f1(predictions: List[Any], references: List[Any]) -> Dict[str, Any]:
    table = Table(references, predictions)
    return {**_accuracy(predictions, references), "f1": table.rates("f1", [1], "warn")[0]}


def _accuracy_and_macro_f1(predictions: List[Any], references: List[Any]) -> Dict[str, Any]:
    table = Table(references, predictions)
    return {**_accuracy(predictions, references), "f1": table.averaged("f1", "macro", table.labels)}


def _matthews(predictions: List[Any], references: List[Any]) -> Dict[str, Any]:
    return {"matthews_correlation": matthews(references, predictions)}


def _correlations(predictions: List[Any], references: List[Any]) -> Dict[str, Any]:
    return {
        "pearson": correlation(predictions, references, "pearson"),
        "spearmanr": correlation(predictions, references, "spearman"),
    }


GLUE: Dict[str, Compute] = {
    "cola": _matthews,
    "hans": _accuracy,
    "mnli": _accuracy,
    "mnli_matched": _accuracy,
    "mnli_mismatched": _accuracy,
    "mrpc": _accuracy_and_f1,
    "qnli": _accuracy,
    "qqp": _accuracy_and_f1,
    "rte": _accuracy,
    "sst2": _accuracy,
    "stsb": _correlations,
    "wnli": _accuracy,
}

SUPER_GLUE: Dict[str, Compute] = {
    "axb": _matthews,
    "axg": _accuracy,
    "boolq": _accuracy,
    "cb": _accuracy_and_macro_f1,
    "copa": _accuracy,
    "rte": _accuracy,
    "wic": _accuracy,
    "wsc": _accuracy,
    "wsc.fixed": _accuracy,
}


class Glue(Metric):
    """The metric of a task of GLUE, which the configuration names.

    >>> Glue("sst2").compute(predictions=[1, 0], references=[1, 1])
    {'accuracy': 0.5}
    """

    def _info(self) -> MetricInfo:
        if self.config_name not in GLUE:
            raise KeyError(f"glue takes a configuration: {', '.join(GLUE)}")
        value = Value("float32" if self.config_name == "stsb" else "int64")
        return described(
            "The metric of a task of GLUE: accuracy, F1, Matthews' or other correlations.",
            Features(predictions=value, references=value),
            paper="Wang, Singh, Michael, Hill, Levy, Bowman (2019), GLUE: A Multi-Task Benchmark",
        )

    def _compute(self, predictions: List[Any], references: List[Any]) -> Dict[str, Any]:
        check_any(predictions)
        return GLUE[self.config_name](predictions, references)


class SuperGlue(Metric):
    """The metric of a task of SuperGLUE, which the configuration names; not `multirc` and `record`.

    >>> SuperGlue("copa").compute(predictions=[0, 1], references=[0, 1])
    {'accuracy': 1.0}
    """

    def _info(self) -> MetricInfo:
        if self.config_name in ("multirc", "record"):
            raise NotImplementedError(
                f"{self.config_name} of super_glue is not covered; {', '.join(SUPER_GLUE)} are"
            )
        if self.config_name not in SUPER_GLUE:
            raise KeyError(f"super_glue takes a configuration: {', '.join(SUPER_GLUE)}")
        return described(
            "The metric of a task of SuperGLUE: accuracy, F1 or Matthews' correlation.",
            Features(predictions=Value("int64"), references=Value("int64")),
            paper="Wang and others (2019), SuperGLUE: A Stickier Benchmark",
        )

    def _compute(self, predictions: List[int], references: List[int]) -> Dict[str, Any]:
        check_any(predictions)
        return SUPER_GLUE[self.config_name](predictions, references)


class Xnli(Metric):
    """Accuracy.

    >>> float(Xnli().compute(predictions=[0, 1], references=[0, 2])["accuracy"])
    0.5
    """

    def _info(self) -> MetricInfo:
        return described("Accuracy.", Features(predictions=Value("int64"), references=Value("int64")))

    def _compute(self, predictions: List[int], references: List[int]) -> Dict[str, Any]:
        check_any(predictions)
        return {"accuracy": numpy_float(accuracy(references, predictions)["accuracy"])}


class WikiSplit(Metric):
    """SARI, BLEU and exact match of split or simplified sentences.

    >>> text = "It rained."
    >>> result = WikiSplit().compute(sources=[text], predictions=[text], references=[[text]])
    >>> result["exact"]
    100.0
    """

    def _info(self) -> MetricInfo:
        return described(
            "SARI, sacrebleu's BLEU and SQuAD's exact match, all from 0 to 100.",
            TEXT_PAIRS_OR_LISTS,
            "`sources` are the texts to split. Result: sari, sacrebleu, exact.",
            "Botha, Faruqui, Alex, Baldridge, Das (2018), Learning To Split and Rephrase From Wikipedia "
            "Edit History",
        )

    def _compute(
        self, sources: List[str], predictions: List[str], references: References
    ) -> Dict[str, float]:
        check_any(predictions)
        lists = lists_of_references(references)
        return {
            "sari": Sari()._compute(sources, predictions, lists)["sari"],
            "sacrebleu": Sacrebleu()._compute(predictions, lists)["score"],
            "exact": 100.0 * scored("exact-match(rules=squad1)", "exact-match", predictions, lists),
        }
