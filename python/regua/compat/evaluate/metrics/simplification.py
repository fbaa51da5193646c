"""SARI as `evaluate` has it."""

from __future__ import annotations

from typing import Dict, List

from ..features import TEXT, Features, Sequence
from ..info import MetricInfo
from ..module import Metric
from .shared import check_any, described, scored


class Sari(Metric):
    """What a simplification adds, keeps and deletes, from 0 to 100.

    >>> texts = {"predictions": ["He started work."], "references": [["He began work."]]}
    >>> result = Sari().compute(sources=["He commenced labour."], **texts)
    >>> round(result["sari"], 2)
    73.61
    """

    def _info(self) -> MetricInfo:
        return described(
            "SARI: what a simplified text adds to its source, keeps of it and deletes from it.",
            Features(sources=TEXT, predictions=TEXT, references=Sequence(TEXT)),
            "`sources` are the texts to simplify; `references` are a list for each. Result: sari (0 to 100).",
            "Xu, Napoles, Pavlick, Chen, Callison-Burch (2016), Optimizing Statistical Machine Translation",
        )

    def _compute(
        self, sources: List[str], predictions: List[str], references: List[List[str]]
    ) -> Dict[str, float]:
        check_any(predictions)
        return {"sari": scored("sari(compat=evaluate)", "sari", predictions, references, sources)}
