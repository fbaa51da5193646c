"""Calls of sacrebleu, rouge_score, jiwer and evaluate, to the originals or to Régua's drop-ins.

    python bench/workers/dropins.py original|drop-in hyp.txt ref.txt

The code is the same for both: only the modules differ. evaluate itself fetches its metrics from the network when they
are loaded; in its place stands what such a metric calls in the end, without what evaluate adds to it.
"""

import importlib
import importlib.metadata
import sys
from collections.abc import Callable
from types import ModuleType

from serving import Answer, read_lines, serve, timed

IS_DROP_IN = sys.argv[1] == "drop-in"
Pairs = list[tuple[str, str]]
KINDS = ["rouge1", "rouge2", "rougeL"]

hypotheses, references = (read_lines(path) for path in sys.argv[2:])


def module(name: str) -> ModuleType:
    """The original of this name, or the drop-in."""
    return importlib.import_module(f"regua.compat.{name}" if IS_DROP_IN else name)


jiwer, rouge_scorer, sacrebleu = module("jiwer"), module("rouge_score.rouge_scorer"), module("sacrebleu")
scorer = rouge_scorer.RougeScorer(KINDS, use_stemmer=True)


def in_columns(pairs: Pairs) -> tuple[list[str], list[str]]:
    """The hypotheses and the references."""
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def corpus(name: str) -> Callable[[Pairs], list[float]]:
    """A function of sacrebleu's that takes a corpus."""

    def score(pairs: Pairs) -> list[float]:
        hypotheses, references = in_columns(pairs)
        return [getattr(sacrebleu, name)(hypotheses, [references]).score]

    return score


def sentence_bleu(pairs: Pairs) -> list[float]:
    """Pair by pair."""
    return [sacrebleu.sentence_bleu(hypothesis, [reference]).score for hypothesis, reference in pairs]


def rouge(pairs: Pairs) -> list[float]:
    """Pair by pair, the F of each kind."""
    scores = (scorer.score(reference, hypothesis) for hypothesis, reference in pairs)
    return [score[kind].fmeasure for score in scores for kind in KINDS]


def wer(pairs: Pairs) -> list[float]:
    """All pairs at once."""
    hypotheses, references = in_columns(pairs)
    return [jiwer.wer(references, hypotheses)]


def process_words(pairs: Pairs) -> list[float]:
    """All pairs at once, with their alignments."""
    hypotheses, references = in_columns(pairs)
    found = jiwer.process_words(references, hypotheses)
    return [found.wer, found.mer, found.wil, found.hits, sum(len(alignment) for alignment in found.alignments)]


def evaluate_bleu(pairs: Pairs) -> list[float]:
    """`load("sacrebleu").compute`; the original is a call of sacrebleu."""
    if not IS_DROP_IN:
        return corpus("corpus_bleu")(pairs)
    hypotheses, references = in_columns(pairs)
    metric = module("evaluate").load("sacrebleu")
    return [metric.compute(predictions=hypotheses, references=[[text] for text in references])["score"]]


def evaluate_rouge(pairs: Pairs) -> list[float]:
    """`load("rouge").compute`; the original is a loop over `RougeScorer.score`."""
    if not IS_DROP_IN:
        return rouge(pairs)
    hypotheses, references = in_columns(pairs)
    computed = module("evaluate").load("rouge").compute(
        predictions=hypotheses, references=references, rouge_types=KINDS, use_stemmer=True, use_aggregator=False
    )  # fmt: skip
    return [float(computed[kind][place]) for place in range(len(pairs)) for kind in KINDS]


CALLS: dict[str, Callable[[Pairs], list[float]]] = {
    "sacrebleu.corpus_bleu": corpus("corpus_bleu"),
    "sacrebleu.sentence_bleu": sentence_bleu,
    "sacrebleu.corpus_chrf": corpus("corpus_chrf"),
    "sacrebleu.corpus_ter": corpus("corpus_ter"),
    "rouge_scorer.score": rouge,
    "jiwer.wer": wer,
    "jiwer.process_words": process_words,
    'evaluate.load("sacrebleu").compute': evaluate_bleu,
    'evaluate.load("rouge").compute': evaluate_rouge,
}


def answer(call: str, pairs: int) -> Answer:
    """One call, or as many as there are pairs."""
    some = list(zip(hypotheses[:pairs], references[:pairs], strict=True))
    return timed(lambda: CALLS[call](some))


serve(answer)
