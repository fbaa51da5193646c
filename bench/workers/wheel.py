"""The wheel on texts in memory: whole corpora from lists and from Arrow, and single pairs.

    python bench/workers/wheel.py hyp.txt ref.txt
"""

import sys
from collections.abc import Callable

import pyarrow
import regua
from serving import Answer, read_lines, serve, timed

SINGLE_PAIRS = 1000

hypotheses, references = (read_lines(path) for path in sys.argv[1:])
table = pyarrow.table({"hypothesis": hypotheses, "reference": references})
wer, bleu = regua.Measure("wer"), regua.Measure("bleu")

SINGLE: dict[str, Callable[[str, str], object]] = {
    'regua.score([h], [r], measures="wer")': lambda hyp, ref: regua.score([hyp], [ref], measures="wer"),
    'regua.Measure("wer")(h, r)': wer,
    'regua.Measure("bleu")(h, r)': bleu,
}


def headlines(scores: regua.Scores) -> dict[str, float | None]:
    """The headline of every measure."""
    return {key: scores[key] for key in scores.keys()}  # noqa: SIM118 (scores are no dictionary)


def corpus(side: str, measures: list[str], threads: int) -> Answer:
    """Scores all pairs, up to the numbers that a user wants to see."""
    if side == "lists":
        return timed(lambda: headlines(regua.score(hypotheses, references, measures=measures, threads=threads)))
    return timed(lambda: headlines(regua.score(table, measures=measures, threads=threads)))


def single(call: str) -> Answer:
    """Scores a thousand pairs one by one. The calls have no result in common."""
    score = SINGLE[call]
    pairs = list(zip(hypotheses[:SINGLE_PAIRS], references[:SINGLE_PAIRS], strict=True))

    def work() -> int:
        for hypothesis, reference in pairs:
            score(hypothesis, reference)
        return len(pairs)

    return timed(work)


def answer(**request: object) -> Answer:
    """A whole corpus, single pairs, or what there is."""
    if "side" in request:
        return corpus(**request)
    if "call" in request:
        return single(**request)
    return {"version": regua.__version__, "calls": list(SINGLE)}


serve(answer)
