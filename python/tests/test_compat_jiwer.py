"""`regua.compat.jiwer` beside jiwer 4.0.0 itself: the same numbers, alignments and texts."""

from __future__ import annotations

import dataclasses
import pickle
import random
from typing import Any, Callable, List, Tuple

import jiwer as upstream
import pytest

import regua.compat.jiwer as ours

RATES = ["wer", "mer", "wil", "wip", "cer"]
CHAINS = [
    "wer_default",
    "wer_contiguous",
    "wer_standardize",
    "wer_standardize_contiguous",
    "cer_default",
    "cer_contiguous",
]
VOCABULARY = "the tide is out a ferry Don't it's <unk> [cough] * maré, «já» ß".split()
BLANKS = [" "] * 12 + ["  ", "\t", "\n", " \n ", "\u00a0", "\u3000", "\x1c", "\x85", "\u2028 "]

SENTENCES = [
    ("the ferry leaves at noon", "a ferry leaves noon"),
    ("the ferry leaves at noon", ""),
    ("", "the ferry"),
    ("", ""),
    ("  low   tide  ", "low tide"),
    ("low\ttide", "low tide"),
    ("a b a b", "b a b a"),
    ("x", "x x y y"),
    ("maré baixa às seis", "mare baixa as 6"),
    ("* is a token", "abc is a *"),
    ("words " * 300, "words wrds " * 160),
]


def random_sentence(generator: random.Random, longest: int) -> str:
    words = generator.choices(VOCABULARY, k=generator.randint(0, longest))
    return "".join(word + generator.choice(BLANKS) for word in words)


def random_pairs(seed: int, pairs: int, longest: int = 12) -> Tuple[List[str], List[str]]:
    generator = random.Random(seed)
    references = [random_sentence(generator, longest) for _ in range(pairs)]
    hypotheses = [
        reference if generator.random() < 0.2 else random_sentence(generator, longest)
        for reference in references
    ]
    return references, hypotheses


def assert_same(function: str, *arguments: Any, **options: Any) -> None:
    """The function gives the same on both sides, with the same type."""
    expected = getattr(upstream, function)(*arguments, **options)
    found = getattr(ours, function)(*arguments, **options)
    assert plain(found) == plain(expected), (function, arguments)
    assert type(found).__name__ == type(expected).__name__


def plain(value: Any) -> Any:
    return dataclasses.asdict(value) if dataclasses.is_dataclass(value) else value


@pytest.mark.parametrize("rate", RATES)
def test_rates_of_single_sentences_are_those_of_jiwer(rate: str) -> None:
    for reference, hypothesis in SENTENCES:
        assert_same(rate, reference, hypothesis)
        assert_same(rate, [reference], hypothesis)


@pytest.mark.parametrize("rate", RATES)
def test_rates_of_many_sentences_are_those_of_jiwer(rate: str) -> None:
    assert_same(rate, *map(list, zip(*SENTENCES)))
    for seed in range(20):
        assert_same(rate, *random_pairs(seed, pairs=40))


@pytest.mark.parametrize("rate", RATES)
def test_no_sentence_at_all_is_one_without_words(rate: str) -> None:
    assert_same(rate, [], [])
    assert_same(rate, [], ["the tide"])
    assert_same(rate, "the tide", [])


@pytest.mark.parametrize("process", ["process_words", "process_characters"])
def test_alignments_are_those_of_jiwer(process: str) -> None:
    assert_same(process, [], [])
    for reference, hypothesis in SENTENCES:
        assert_same(process, reference, hypothesis)
    for seed in range(30):
        assert_same(process, *random_pairs(seed, pairs=20))


def test_alignments_of_long_texts_are_those_of_jiwer() -> None:
    generator = random.Random(7)
    reference, hypothesis = (" ".join(generator.choices("abcd", k=2300)) for _ in range(2))
    assert_same("process_words", reference, hypothesis)
    assert_same("wer", reference, hypothesis)


@pytest.mark.parametrize("chain", CHAINS)
def test_ready_made_transformations_give_what_they_give_in_jiwer(chain: str) -> None:
    ours_chain, upstream_chain = getattr(ours, chain), getattr(upstream, chain)
    for seed in range(10):
        references, hypotheses = random_pairs(seed, pairs=10)
        assert ours_chain(references) == upstream_chain(references)
        assert ours_chain(references[0]) == upstream_chain(references[0])
        found = ours.process_words(references, hypotheses, ours_chain, ours_chain)
        expected = upstream.process_words(references, hypotheses, upstream_chain, upstream_chain)
        assert plain(found) == plain(expected)
        assert ours.wer(references, hypotheses, ours_chain, ours_chain) == expected.wer


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("ExpandCommonEnglishContractions", ()),
        ("ReduceToListOfListOfChars", ()),
        ("ReduceToListOfListOfWords", ()),
        ("ReduceToListOfListOfWords", ("e",)),
        ("ReduceToSingleSentence", ()),
        ("ReduceToSingleSentence", ("_",)),
        ("RemoveEmptyStrings", ()),
        ("RemoveKaldiNonWords", ()),
        ("RemoveMultipleSpaces", ()),
        ("RemovePunctuation", ()),
        ("RemoveSpecificWords", (["the", "is", "[cough]"],)),
        ("RemoveWhiteSpace", ()),
        ("RemoveWhiteSpace", (True,)),
        ("Strip", ()),
        ("SubstituteRegexes", ({r"(\w)i": r"i\1", "t+": "T"},)),
        ("SubstituteWords", ({"tide": "ebb", "a": "one", "'s": " is"},)),
        ("ToLowerCase", ()),
        ("ToUpperCase", ()),
    ],
)
def test_each_transformation_gives_what_it_gives_in_jiwer(name: str, arguments: Tuple[Any, ...]) -> None:
    ours_step, upstream_step = getattr(ours, name)(*arguments), getattr(upstream, name)(*arguments)
    sentences, _ = random_pairs(3, pairs=200)
    assert ours_step(sentences) == upstream_step(sentences)
    for sentence in sentences:
        assert ours_step(sentence) == upstream_step(sentence)
    assert ours_step([]) == upstream_step([])


def test_punctuation_can_be_spared() -> None:
    steps = [module.RemovePunctuation() for module in (ours, upstream)]
    for step in steps:
        step.tokens_to_remove = step.tokens_to_remove - {"'"}
    assert [step("don't «stop»!") for step in steps] == ["don't stop", "don't stop"]


def test_any_callable_is_a_transformation() -> None:
    tokens = ([["the", "tide"], []], [["the", "ebb"], ["so"]])
    keep: Callable[[Any], Any] = lambda sentences: sentences  # noqa: E731
    found = ours.process_words(*tokens, keep, keep)
    assert plain(found) == plain(upstream.process_words(*tokens, keep, keep))
    assert ours.wer(*tokens, keep, keep) == found.wer


def test_a_chain_that_was_changed_is_obeyed() -> None:
    chain = ours.Compose([*ours.wer_default.transforms])
    assert ours.wer("low_tide", "low_ebb", chain, chain) == 1
    chain.transforms = [*chain.transforms[:-1], ours.ReduceToListOfListOfWords("_")]
    assert ours.wer("low_tide", "low_ebb", chain, chain) == 0.5
    chain.transforms = [lambda text: ["same words"], *chain.transforms]
    assert ours.wer("low_tide", "low_ebb", chain, chain) == 0


@pytest.mark.parametrize("process", ["process_words", "process_characters"])
@pytest.mark.parametrize("line_width", [None, 1, 30, 80])
def test_drawings_are_those_of_jiwer(process: str, line_width: int) -> None:
    texts = [random_pairs(seed, pairs=6) for seed in range(8)]
    for pair in [*texts, *SENTENCES]:
        outputs = [(module, getattr(module, process)(*pair)) for module in (ours, upstream)]
        for options in ({}, {"show_measures": False}, {"skip_correct": False}):
            found, expected = (
                module.visualize_alignment(output, line_width=line_width, **options)
                for module, output in outputs
            )
            assert found == expected


@pytest.mark.parametrize("process", ["process_words", "process_characters"])
def test_error_counts_are_those_of_jiwer(process: str) -> None:
    hidden = {"show_substitutions": False, "show_insertions": False, "show_deletions": False}
    options = [{}, {"top_k": 1}, {"top_k": 3}, hidden, *({name: False} for name in hidden)]
    for pair in [random_pairs(1, pairs=200), *SENTENCES]:
        outputs = [(module, getattr(module, process)(*pair)) for module in (ours, upstream)]
        found, expected = (module.collect_error_counts(output) for module, output in outputs)
        assert found == expected
        for chosen in options:
            found, expected = (module.visualize_error_counts(output, **chosen) for module, output in outputs)
            assert found == expected


def test_every_public_name_of_jiwer_is_there() -> None:
    public = {name for name in vars(upstream) if not name.startswith("_")}
    assert {name for name in public if not hasattr(ours, name)} == set()


def test_transformations_can_be_sent_to_other_processes() -> None:
    for chain in CHAINS:
        copy = pickle.loads(pickle.dumps(getattr(ours, chain)))
        assert copy(["Low  tide"]) == getattr(ours, chain)(["Low  tide"])


@pytest.mark.parametrize("function", [*RATES, "process_words", "process_characters"])
@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((["a", "b"], ["a"]), ValueError, "there are 2 references but 1 hypotheses; they are paired"),
        ((None, "a"), ValueError, "the reference must be a sentence or a list .*, and is of type NoneType"),
        (("a", ("a",)), ValueError, "the hypothesis must be a sentence or a list .*, and is of type tuple"),
        ((["a", None], ["a", "b"]), TypeError, r"sentence 2 of the reference must be a string, not None"),
        ((["a"], [float("nan")]), TypeError, r"sentence 1 of the hypothesis must be a string, not nan"),
    ],
)
def test_what_jiwer_cannot_do_is_refused_with_the_reason(
    function: str, arguments: Tuple[Any, Any], error: type, message: str
) -> None:
    with pytest.raises(error, match=message):
        getattr(ours, function)(*arguments)
    # For characters, jiwer looks for a method of strings first.
    with pytest.raises((error, AttributeError)):
        getattr(upstream, function)(*arguments)


def test_a_transformation_that_gives_no_lists_of_words_is_refused() -> None:
    for module in (ours, upstream):
        for function in (module.wer, module.process_words):
            with pytest.raises(ValueError, match="list of"):
                function("low tide", "low tide", module.Strip(), module.Strip())


def test_lone_surrogates_are_refused() -> None:
    for function in (ours.wer, ours.cer, ours.process_words, ours.process_characters):
        with pytest.raises(ValueError, match="surrogate"):
            function("low \ud800", "low tide")


def test_chunks_that_run_backwards_are_refused() -> None:
    for module in (ours, upstream):
        for chunk in (("equal", 2, 1, 0, 0), ("equal", 0, 0, 2, 1), ("moved", 0, 1, 0, 1)):
            with pytest.raises(ValueError):
                module.AlignmentChunk(*chunk)


def test_the_command_line_is_not_covered_and_says_so() -> None:
    with pytest.raises(ImportError, match="not covered; use `regua score -m wer`"):
        from regua.compat.jiwer import cli  # noqa: F401
