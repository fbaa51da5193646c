"""Makes `cases/python/rouge_score.jsonl` with rouge_score 0.1.2, its own and other tokenisers."""

from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import numpy
from rouge_score import rouge_scorer, scoring, tokenizers

from common import CASES, EMPTY_REFERENCE, read_segments, select, write_lines

KINDS = ["rouge1", "rouge2", "rouge4", "rougeL", "rougeLsum"]
SEED = 9


class Characters(tokenizers.Tokenizer):
    """Every character is a token, blanks and all."""

    def tokenize(self, text: str) -> list[str]:
        return list(text)


class Pairs(tokenizers.Tokenizer):
    """Tokens that are no texts: a word and whether it starts with a capital."""

    def tokenize(self, text: str) -> list[Any]:
        return [(word.lower(), word.istitle()) for word in text.split()]


TOKENIZERS = {None: None, "characters": Characters(), "pairs": Pairs()}


def case(tokenizer: str | None, stem: bool, several: bool, exclude: tuple[str, ...]) -> dict[str, Any]:
    """The intervals of all segments, and the scores of a few."""
    scorer = rouge_scorer.RougeScorer(KINDS, use_stemmer=stem, tokenizer=TOKENIZERS[tokenizer])
    aggregator = scoring.BootstrapAggregator(n_samples=200)
    scores = {}
    for segment in select(read_segments(), exclude):
        if several:
            scores[segment.id] = scorer.score_multi(segment.references, segment.hypothesis)
        else:
            scores[segment.id] = scorer.score(segment.references[0], segment.hypothesis)
        aggregator.add_scores(scores[segment.id])
    numpy.random.seed(SEED)
    intervals = aggregator.aggregate()
    return {
        "tokenizer": tokenizer,
        "use_stemmer": stem,
        "several": several,
        "exclude": list(exclude),
        "n_samples": 200,
        "seed": SEED,
        "intervals": {
            kind: [[float(value) for value in bound] for bound in intervals[kind]] for kind in KINDS
        },
        "segments": {
            name: {kind: list(found[kind]) for kind in KINDS} for name, found in list(scores.items())[::20]
        },
    }


def lines() -> Iterator[dict[str, Any]]:
    """What is written."""
    packages = ("nltk", "numpy", "rouge_score")
    yield {"made_by": "tools/golden_rouge_score.py", "versions": {name: version(name) for name in packages}}
    short = (EMPTY_REFERENCE, "long")
    yield case(None, False, False, short)
    yield case(None, True, True, short)
    yield case("characters", False, False, (*short, "lines"))
    yield case("pairs", False, True, short)


if __name__ == "__main__":
    write_lines(CASES / "python" / "rouge_score.jsonl", lines())
