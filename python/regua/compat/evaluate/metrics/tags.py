"""Scores of tagged tokens as `evaluate` has them: of entities (seqeval) and of single tags (poseval)."""

from __future__ import annotations

import warnings
from typing import Any, Dict, Iterable, List, Optional

import regua

from ..features import TEXT, Features, Sequence
from ..info import MetricInfo
from ..module import Metric
from .labels import accuracy
from .shared import check_any, described, not_covered, numpy_float
from .tables import Table, ZeroDivision, stand_in

TAGS = Features(predictions=Sequence(TEXT), references=Sequence(TEXT))
SCHEMES = ("IOB1", "IOB2", "IOE1", "IOE2", "IOBES", "BILOU")


class Seqeval(Metric):
    """Precision, recall and F1 of entities, which tags such as `B-PER` and `I-PER` mark.

    >>> result = Seqeval().compute(predictions=[["B-RIVER", "O"]], references=[["B-RIVER", "O"]])
    >>> float(result["overall_f1"])
    1.0
    """

    def _info(self) -> MetricInfo:
        return described(
            "Entities found: their precision, recall and F1, for each type and overall.",
            TAGS,
            "`mode='strict'` with a `scheme` (IOB1, IOB2, IOE1, IOE2, IOBES, BILOU) takes only entities "
            "that keep its "
            "rules. Result: precision, recall, f1 and number of each type, overall_precision, "
            "overall_recall, "
            "overall_f1, overall_accuracy.",
            "Nakayama (2018), seqeval: A Python framework for sequence labeling evaluation",
        )

    def _compute(
        self,
        predictions: List[List[str]],
        references: List[List[str]],
        suffix: bool = False,
        scheme: Optional[str] = None,
        mode: Optional[str] = None,
        sample_weight: Optional[List[int]] = None,
        zero_division: ZeroDivision = "warn",
    ) -> Dict[str, Any]:
        if scheme is not None and scheme not in SCHEMES:
            raise ValueError(f"Scheme should be one of [{', '.join(SCHEMES)}], got {scheme}")
        check_any(predictions)
        not_covered("seqeval", suffix=suffix or None, sample_weight=sample_weight)
        if mode == "strict" and scheme is None:
            raise NotImplementedError("mode='strict' of seqeval is covered with a scheme only")
        rules = scheme.lower() if scheme and mode == "strict" else "conll"
        readings = regua.spans(references, predictions, measures=[f"spans(scheme={rules})"]).to_dict()[
            "results"
        ][0]["readings"]
        types = sorted(name[len("gold[") : -1] for name in readings if name.startswith("gold["))
        result: Dict[str, Any] = {kind: _of_type(readings, kind, zero_division) for kind in types}
        overall = _rates(readings, "", zero_division)
        result["overall_precision"] = overall["precision"]
        result["overall_recall"] = overall["recall"]
        result["overall_f1"] = overall["f1"]
        flat = [[tag for tags in column for tag in tags] for column in (references, predictions)]
        result["overall_accuracy"] = accuracy(flat[0], flat[1])["accuracy"]
        return result


class Poseval(Metric):
    """Precision, recall and F1 of tags, each token by itself, as scikit-learn's report has them.

    >>> tags = {"predictions": [["NOUN", "VERB", "VERB"]], "references": [["NOUN", "NOUN", "VERB"]]}
    >>> result = Poseval().compute(**tags)
    >>> result["NOUN"]["recall"], result["VERB"]["support"]
    (0.5, 1.0)
    """

    def _info(self) -> MetricInfo:
        return described(
            "Tags of tokens: their precision, recall and F1, for each tag and averaged.",
            TAGS,
            "Result: precision, recall, f1-score and support of each tag, `macro avg`, `weighted avg`, "
            "and accuracy.",
        )

    def _compute(
        self,
        predictions: List[List[str]],
        references: List[List[str]],
        zero_division: ZeroDivision = "warn",
    ) -> Dict[str, Any]:
        check_any(predictions)
        gold = [tag for tags in references for tag in tags]
        predicted = [tag for tags in predictions for tag in tags]
        if len(gold) != len(predicted):
            raise ValueError(f"there are {len(predicted)} predicted tags and {len(gold)} references")
        table = Table(gold, predicted)
        support = float(len(gold))
        names = ("precision", "recall", "f1")
        columns = [table.rates(name, table.labels, zero_division) for name in names]
        report: Dict[str, Any] = {
            label: _row(rates, float(table.gold(label))) for label, rates in zip(table.labels, zip(*columns))
        }
        report["accuracy"] = accuracy(gold, predicted)["accuracy"]
        for average in ("macro", "weighted"):
            rates = [table.averaged(name, average, table.labels, stand_in(zero_division)) for name in names]
            report[f"{average} avg"] = _row(rates, support)
        return report


def _row(rates: Iterable[float], support: float) -> Dict[str, float]:
    return dict(zip(("precision", "recall", "f1-score", "support"), (*rates, support)))


def _of_type(readings: Dict[str, Optional[float]], kind: str, zero_division: ZeroDivision) -> Dict[str, Any]:
    import numpy

    number = numpy.int64(int(readings[f"gold[{kind}]"] or 0))
    return {**_rates(readings, f"[{kind}]", zero_division), "number": number}


def _rates(readings: Dict[str, Optional[float]], place: str, zero_division: ZeroDivision) -> Dict[str, Any]:
    """Precision, recall and F1; what is undefined counts as it is told, and F1 follows from both."""
    values = []
    for name in ("precision", "recall"):
        value = readings[f"{name}{place}"]
        if value is None and zero_division == "warn":
            warnings.warn(f"{name}{place} is undefined and counts as 0", stacklevel=4)
        values.append(stand_in(zero_division) if value is None else value)
    precision, recall = values
    f1 = readings[f"f1{place}"]
    if f1 is None or readings[f"precision{place}"] is None or readings[f"recall{place}"] is None:
        f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {"precision": numpy_float(precision), "recall": numpy_float(recall), "f1": numpy_float(f1)}
