"""`regua.compat.rouge_score` against the numbers of rouge_score 0.1.2 (`tools/golden_rouge_score.py`)."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any, Dict, List

import numpy
import pytest

from regua.compat.rouge_score import rouge_scorer, scoring, tokenize, tokenizers

CASES = Path(__file__).resolve().parents[2] / "cases"
KINDS = ["rouge1", "rouge2", "rouge4", "rougeL", "rougeLsum"]


def lines_of(file: str) -> List[Dict[str, Any]]:
    """The lines of a file in `cases/`."""
    return [json.loads(line) for line in (CASES / file).read_text(encoding="utf-8").split("\n") if line]


class Characters(tokenizers.Tokenizer):
    """Every character is a token."""

    def tokenize(self, text: str) -> List[str]:
        return list(text)


class Pairs(tokenizers.Tokenizer):
    """Tokens that are no texts."""

    def tokenize(self, text: str) -> List[Any]:
        return [(word.lower(), word.istitle()) for word in text.split()]


TOKENIZERS = {None: None, "characters": Characters(), "pairs": Pairs()}


@pytest.mark.parametrize(
    "case", lines_of("python/rouge_score.jsonl")[1:], ids=lambda case: str(case["tokenizer"])
)
def test_scores_and_seeded_intervals_are_those_of_rouge_score_to_the_bit(case: Dict[str, Any]) -> None:
    scorer = rouge_scorer.RougeScorer(
        KINDS, use_stemmer=case["use_stemmer"], tokenizer=TOKENIZERS[case["tokenizer"]]
    )
    seeded = scoring.BootstrapAggregator(n_samples=case["n_samples"], seed=case["seed"])
    unseeded = scoring.BootstrapAggregator(n_samples=case["n_samples"])
    for segment in lines_of("segments.jsonl"):
        if set(segment["tags"]) & set(case["exclude"]):
            continue
        if case["several"]:
            scores = scorer.score_multi(segment["references"], segment["hypothesis"])
        else:
            scores = scorer.score(segment["references"][0], segment["hypothesis"])
        expected = case["segments"].get(segment["id"])
        if expected is not None:
            assert {kind: list(score) for kind, score in scores.items()} == expected
        seeded.add_scores(scores)
        unseeded.add_scores(scores)
    intervals = seeded.aggregate()
    assert {kind: [list(bound) for bound in intervals[kind]] for kind in KINDS} == case["intervals"]
    assert seeded.aggregate() == intervals
    numpy.random.seed(case["seed"])
    assert unseeded.aggregate() == intervals


def test_a_seeded_aggregator_leaves_numpys_generator_alone() -> None:
    aggregator = scoring.BootstrapAggregator(seed=1)
    aggregator.add_scores({"rouge1": scoring.Score(0.5, 0.25, 1 / 3)})
    numpy.random.seed(4)
    before = numpy.random.random()
    numpy.random.seed(4)
    aggregator.aggregate()
    assert numpy.random.random() == before


def test_texts_without_words_score_nothing() -> None:
    scorer = rouge_scorer.RougeScorer(["rouge1", "rougeL", "rougeLsum"])
    for target, prediction in (("", "word"), ("word", ""), ("", ""), ("…", "?!")):
        assert set(scorer.score(target, prediction).values()) == {scoring.Score(0, 0, 0)}


def test_summaries_are_split_at_line_feeds_or_where_sentences_end() -> None:
    lines = "The wind rose.\nThe boats came home.", "The boats came home.\nThe wind rose."
    plain = tuple(text.replace("\n", " ") for text in lines)
    by_line = rouge_scorer.RougeScorer(["rougeLsum"])
    by_sentence = rouge_scorer.RougeScorer(["rougeLsum"], split_summaries=True)
    assert by_line.score(*lines)["rougeLsum"].fmeasure == 1
    assert by_line.score(*plain)["rougeLsum"].fmeasure < 1
    assert by_sentence.score(*plain)["rougeLsum"].fmeasure == 1


@pytest.mark.parametrize("kind", ["rougen", "rouge0", "rouge10", "rougeW", "bleu"])
def test_kinds_that_there_are_not_are_refused(kind: str) -> None:
    with pytest.raises(ValueError, match=r"rouge"):
        rouge_scorer.RougeScorer([kind]).score("a", "a")


def test_wrong_types_are_refused_in_plain_words() -> None:
    scorer = rouge_scorer.RougeScorer(["rouge1"])
    with pytest.raises(TypeError, match="targets must be a list of texts"):
        scorer.score_multi("one text", "one text")
    with pytest.raises(TypeError, match="a target must be a text"):
        scorer.score(None, "text")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a prediction must be a text"):
        scorer.score("text", ["text"])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no targets"):
        scorer.score_multi([], "text")
    with pytest.raises(ValueError, match="between 0 and 1"):
        scoring.BootstrapAggregator(confidence_interval=1.5)
    with pytest.raises(ValueError, match="n_samples must be positive"):
        scoring.BootstrapAggregator(n_samples=0)


def test_lone_surrogates_are_refused_and_nothing_breaks() -> None:
    with pytest.raises(ValueError):
        rouge_scorer.RougeScorer(["rouge1"]).score("a \ud800 b", "a b")


def test_what_is_not_covered_raises_and_says_so() -> None:
    package = importlib.import_module("regua.compat.rouge_score")
    for name in ("io", "rouge", "create_pyrouge_files"):
        with pytest.raises(NotImplementedError, match=f"no module `{name}`"):
            getattr(package, name)
    with pytest.raises(NotImplementedError, match="split_summaries"):
        rouge_scorer.RougeScorer(["rougeLsum"], split_summaries=True, tokenizer=Characters())


def test_the_default_tokenizer_finds_runs_of_letters_and_digits() -> None:
    assert tokenizers.DefaultTokenizer().tokenize("Ten o'clock, Room 4b!") == [
        "ten",
        "o",
        "clock",
        "room",
        "4b",
    ]
    assert tokenize.tokenize("\n ", None) == []


def test_the_default_tokenizer_stems_longer_words() -> None:
    assert tokenizers.DefaultTokenizer(use_stemmer=True).tokenize("Was she running?") == ["was", "she", "run"]


def test_a_default_tokenizer_that_is_given_is_the_default() -> None:
    given = rouge_scorer.RougeScorer(["rouge1"], tokenizer=tokenizers.DefaultTokenizer(use_stemmer=True))
    plain = rouge_scorer.RougeScorer(["rouge1"], use_stemmer=True)
    assert given.score("running dogs", "dog runs") == plain.score("running dogs", "dog runs")
