"""The metrics that `load` knows, by their names."""

from __future__ import annotations

from typing import Dict, Type

from ..module import Metric
from .answers import ExactMatch, Squad, SquadV2
from .benchmarks import Glue, SuperGlue, WikiSplit, Xnli
from .correlation import Pearsonr, Spearmanr
from .labels import Accuracy, ConfusionMatrix, F1, MatthewsCorrelation, Precision, Recall
from .probabilities import BrierScore, ROCAUC
from .sacrebleu import ChrF, Sacrebleu, Ter
from .simplification import Sari
from .speech import CER, WER
from .summaries import Rouge
from .tags import Poseval, Seqeval
from .translation import Bleu, GoogleBleu, Meteor, NistMt

METRICS: Dict[str, Type[Metric]] = {
    "accuracy": Accuracy,
    "bleu": Bleu,
    "brier_score": BrierScore,
    "cer": CER,
    "chrf": ChrF,
    "confusion_matrix": ConfusionMatrix,
    "exact_match": ExactMatch,
    "f1": F1,
    "glue": Glue,
    "google_bleu": GoogleBleu,
    "matthews_correlation": MatthewsCorrelation,
    "meteor": Meteor,
    "nist_mt": NistMt,
    "pearsonr": Pearsonr,
    "poseval": Poseval,
    "precision": Precision,
    "recall": Recall,
    "roc_auc": ROCAUC,
    "rouge": Rouge,
    "sacrebleu": Sacrebleu,
    "sari": Sari,
    "seqeval": Seqeval,
    "spearmanr": Spearmanr,
    "squad": Squad,
    "squad_v2": SquadV2,
    "super_glue": SuperGlue,
    "ter": Ter,
    "wer": WER,
    "wiki_split": WikiSplit,
    "xnli": Xnli,
}
