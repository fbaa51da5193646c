"""Régua measures text: what language systems write, and how language models behave.

>>> import regua
>>> scores = regua.score(["a régua mede o texto"], ["a régua mede o texto"], measures=["chrf", "wer"])
>>> scores["chrf"], scores["wer"]
(100.0, 0.0)

``regua.compat`` has drop-ins for sacrebleu, rouge_score, evaluate and jiwer; ``regua.spark`` and
``regua.ray`` run the same measures on clusters.
"""

from regua import resources
from regua._regua import (
    Agreement,
    Comparison,
    Correlations,
    Error,
    Measure,
    Partial,
    Report,
    Scores,
    Segment,
    SegmentScores,
    Tallies,
    Unscored,
    Warning,
    __version__,
    opcodes,
)
from regua._verbs import (
    agreement,
    classify,
    compare,
    correlate,
    correlation,
    correlation_p,
    explain,
    measures,
    read,
    score,
    spans,
)
from regua._written import measure

__all__ = [
    "Agreement",
    "Comparison",
    "Correlations",
    "Error",
    "Measure",
    "Partial",
    "Report",
    "Scores",
    "Segment",
    "SegmentScores",
    "Tallies",
    "Unscored",
    "Warning",
    "__version__",
    "agreement",
    "classify",
    "compare",
    "correlate",
    "correlation",
    "correlation_p",
    "explain",
    "measure",
    "measures",
    "opcodes",
    "read",
    "resources",
    "score",
    "spans",
]
