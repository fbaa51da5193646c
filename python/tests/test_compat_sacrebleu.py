"""The drop-in for sacrebleu gives what sacrebleu 2.6.0 gives, on texts of our own."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any, Dict, List, Optional

import pytest
import sacrebleu as theirs
from sacrebleu.significance import PairedTest as TheirPairedTest

import regua.compat.sacrebleu as ours
from regua.compat.sacrebleu.significance import PairedTest

WORDS = (
    "the a ferry harbour rain left right seven 7 3.14 1,000 2018. e-mail (quay) “late” it's don't &amp; "
    "&lt;b> naïve Straße ÇA ΟΔΟΣ наука 渡し船 港は 雨。 ، ？ … — 100% $5 x² 🙂 <skipped> C++ , . ! ; : - ' "
    '" / _ | ~'
).split()
BLANKS = [" ", " ", " ", " ", " ", "  ", "\t", "\u00a0", "\n", "-\n"]


def random_text(chance: random.Random) -> str:
    """A text of up to twelve words; now and then none at all."""
    words = [chance.choice(WORDS) for _ in range(chance.choice([0, 1, 2, 3, 5, 8, 12]))]
    return "".join(word + chance.choice(BLANKS) for word in words)


def altered(text: str, chance: random.Random) -> str:
    """The text with some words changed, dropped or moved."""
    words = [chance.choice(WORDS) if chance.random() < 0.2 else word for word in text.split(" ")]
    if chance.random() < 0.3:
        words = words[len(words) // 2 :] + words[: len(words) // 2]
    return " ".join(words[: chance.randint(0, len(words))] if chance.random() < 0.3 else words)


def corpus(seed: int, size: int, sets: int, missing: bool = False) -> Dict[str, Any]:
    """Hypotheses, and as many sets of references as asked for; the first set is complete."""
    chance = random.Random(seed)
    first = [random_text(chance) for _ in range(size)]
    references: List[List[Optional[str]]] = [list(first)]
    for _ in range(sets - 1):
        texts = [altered(text, chance) for text in first]
        references.append([None if missing and chance.random() < 0.3 else text for text in texts])
    return {"hypotheses": [altered(text, chance) for text in first], "references": references}


CORPORA = [corpus(1, 40, 1), corpus(2, 40, 2), corpus(3, 40, 4, missing=True)]

SMOOTHINGS = [
    ("exp", None),
    ("none", None),
    ("floor", None),
    ("floor", 0.0),
    ("floor", 0.5),
    ("add-k", None),
    ("add-k", 2),
]
BLEU_SETTINGS: List[Dict[str, Any]] = [
    {"tokenize": tokenize, "lowercase": lowercase}
    for tokenize, lowercase in itertools.product(["13a", "intl", "zh", "char", "none"], [False, True])
]
BLEU_SETTINGS += [
    {"smooth_method": method, "smooth_value": value, "effective_order": effective}
    for (method, value), effective in itertools.product(SMOOTHINGS, [False, True])
]
BLEU_SETTINGS += [{"max_ngram_order": order} for order in (1, 2, 6, 16)]
BLEU_SETTINGS += [{"trg_lang": "zh"}, {"trg_lang": "de"}, {"force": True}]
CHRF_SETTINGS: List[Dict[str, Any]] = [
    {"word_order": words, "whitespace": whitespace, "eps_smoothing": epsilon, "lowercase": lowercase}
    for words, whitespace, epsilon, lowercase in itertools.product(
        [0, 1, 2], [False, True], [False, True], [False, True]
    )
]
CHRF_SETTINGS += [
    {"beta": 1},
    {"beta": 3},
    {"beta": 0.5},
    {"char_order": 3},
    {"char_order": 10, "word_order": 4},
]
TER_SETTINGS: List[Dict[str, Any]] = [
    dict(zip(("normalized", "no_punct", "asian_support", "case_sensitive"), flags))
    for flags in itertools.product([False, True], repeat=4)
]
SETTINGS = [
    *(("BLEU", settings) for settings in BLEU_SETTINGS),
    *(("CHRF", settings) for settings in CHRF_SETTINGS),
    *(("TER", settings) for settings in TER_SETTINGS),
]


def parts(score: Any) -> Dict[str, Any]:
    """All that a score holds."""
    return dict(vars(score))


def assert_same(mine: Any, other: Any) -> None:
    """All fields are equal; sums of reference lengths in thirds may differ by rounding."""
    assert parts(mine).keys() == parts(other).keys()
    for name, value in parts(other).items():
        in_thirds = mine.name == "TER" and isinstance(value, float)
        assert parts(mine)[name] == (pytest.approx(value, rel=1e-13) if in_thirds else value), name
    assert str(mine) == str(other)
    assert repr(mine) == repr(other)


def made(name: str, settings: Dict[str, Any]) -> Any:
    """The metric of both libraries."""
    return getattr(ours, name)(**settings), getattr(theirs, name)(**settings)


@pytest.mark.parametrize(("name", "settings"), SETTINGS, ids=str)
def test_a_corpus_scores_the_same_under_every_setting(name: str, settings: Dict[str, Any]) -> None:
    for texts in CORPORA:
        mine, other = made(name, settings)
        assert_same(mine.corpus_score(**texts), other.corpus_score(**texts))
        for short in (False, True):
            assert mine.get_signature().format(short) == other.get_signature().format(short)


@pytest.mark.parametrize(("name", "settings"), SETTINGS, ids=str)
def test_single_sentences_score_the_same_under_every_setting(name: str, settings: Dict[str, Any]) -> None:
    mine, other = made(name, settings)
    for texts in CORPORA:
        for hypothesis, *references in list(zip(texts["hypotheses"], *texts["references"]))[:12]:
            assert_same(
                mine.sentence_score(hypothesis, references), other.sentence_score(hypothesis, references)
            )
            assert str(mine.get_signature()) == str(other.get_signature())


@pytest.mark.parametrize("function", ["corpus_bleu", "raw_corpus_bleu", "corpus_chrf", "corpus_ter"])
def test_functions_for_a_corpus_give_the_same(function: str) -> None:
    for texts in CORPORA:
        assert_same(getattr(ours, function)(**texts), getattr(theirs, function)(**texts))


@pytest.mark.parametrize("function", ["sentence_bleu", "sentence_chrf", "sentence_ter"])
def test_functions_for_a_sentence_give_the_same(function: str) -> None:
    for hypothesis, *references in zip(CORPORA[1]["hypotheses"], *CORPORA[1]["references"]):
        mine = getattr(ours, function)(hypothesis, references)
        assert_same(mine, getattr(theirs, function)(hypothesis, references))


def test_arguments_of_functions_reach_the_metric() -> None:
    texts = CORPORA[1]
    for function, arguments in [
        ("corpus_bleu", {"smooth_method": "floor", "lowercase": True, "tokenize": "intl", "force": True}),
        ("corpus_bleu", {"smooth_method": "add-k", "smooth_value": 0.3, "use_effective_order": True}),
        ("raw_corpus_bleu", {"smooth_value": 0.01}),
        ("raw_corpus_bleu", {"smooth_value": None}),
        ("corpus_chrf", {"char_order": 4, "word_order": 2, "beta": 3, "remove_whitespace": False}),
        ("corpus_chrf", {"eps_smoothing": True}),
        ("corpus_ter", {"normalized": True, "no_punct": True, "asian_support": True, "case_sensitive": True}),
    ]:
        assert_same(
            getattr(ours, function)(**texts, **arguments), getattr(theirs, function)(**texts, **arguments)
        )


def test_bleu_off_counts_is_the_same() -> None:
    for (method, value), effective in itertools.product(SMOOTHINGS, [False, True]):
        for correct, total, lengths in [
            ([9, 7, 5, 3], [10, 9, 8, 7], (10, 11)),
            ([3, 1, 0, 0], [5, 4, 3, 2], (5, 4)),
            ([2, 1, 0, 0], [2, 1, 0, 0], (2, 2)),
            ([0, 0, 0, 0], [0, 0, 0, 0], (0, 3)),
            ([0, 0, 0, 0], [4, 3, 2, 1], (4, 0)),
        ]:
            arguments: Dict[str, Any] = {
                "smooth_method": method,
                "smooth_value": value,
                "effective_order": effective,
            }
            mine = ours.BLEU.compute_bleu(correct[:], total[:], *lengths, **arguments)
            assert_same(mine, theirs.BLEU.compute_bleu(correct[:], total[:], *lengths, **arguments))


def test_a_longer_order_can_be_read_off_counts() -> None:
    counts = [8, 6, 5, 4, 3], [9, 8, 7, 6, 5], 9, 9
    mine = ours.BLEU.compute_bleu(*counts, max_ngram_order=5)
    assert_same(mine, theirs.BLEU.compute_bleu(*counts, max_ngram_order=5))


def test_all_formats_of_a_score_are_the_same() -> None:
    for name in ("BLEU", "CHRF", "TER"):
        mine, other = made(name, {})
        one, two = (metric.corpus_score(**CORPORA[0], n_bootstrap=20) for metric in (mine, other))
        signature = str(other.get_signature())
        assert str(mine.get_signature()) == signature
        for width, score_only, text in itertools.product([0, 1, 2, 4], [False, True], ["", signature]):
            assert one.format(width, score_only, text) == two.format(width, score_only, text)
        for width, score_only in itertools.product([1, 3], [False, True]):
            assert one.format(width, score_only, signature, True) == two.format(
                width, score_only, signature, True
            )


def test_json_holds_every_setting_of_the_signature() -> None:
    metric = ours.CHRF()
    entries = json.loads(
        metric.corpus_score(["a ferry"], [["a ferry"]]).format(
            signature=str(metric.get_signature()), is_json=True
        )
    )
    assert entries["name"] == "chrF2"
    assert entries["nc"] == "6"


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
@pytest.mark.parametrize("resamples", [2, 39, 40, 300])
def test_intervals_are_those_of_the_same_draws(
    name: str, resamples: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for texts, seed in itertools.product(CORPORA[:2], ["12345", "7"]):
        monkeypatch.setenv("SACREBLEU_SEED", seed)
        mine, other = made(name, {})
        one, two = (metric.corpus_score(**texts, n_bootstrap=resamples) for metric in (mine, other))
        assert one.score == two.score
        assert (one._mean, one._ci) == pytest.approx((float(two._mean), float(two._ci)), rel=1e-6)
        assert str(mine.get_signature()) == str(other.get_signature())


def test_without_a_seed_every_interval_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", "None")
    metric = ours.CHRF()
    means = {metric.corpus_score(**CORPORA[0], n_bootstrap=50)._mean for _ in range(3)}
    assert len(means) == 3
    assert "|seed:none|" in str(metric.get_signature())


def test_an_interval_can_be_made_of_any_scores() -> None:
    values = [random.Random(4).uniform(0, 90) for _ in range(101)]
    one, two = ours.metrics.base.Score("x", 1.0), theirs.metrics.base.Score("x", 1.0)
    one.estimate_ci([ours.metrics.base.Score("x", value) for value in values])
    two.estimate_ci([theirs.metrics.base.Score("x", value) for value in values])
    assert str(one) == str(two)


@pytest.mark.parametrize("test_type", ["bs", "ar"])
@pytest.mark.parametrize("cached", [False, True])
def test_paired_tests_give_the_same_p_values(test_type: str, cached: bool) -> None:
    texts = corpus(5, 50, 1)
    chance = random.Random(6)
    systems = [("one", texts["hypotheses"])]
    systems += [(name, [altered(text, chance) for text in texts["hypotheses"]]) for name in ("two", "two")]
    references = texts["references"]
    kept = {"references": references} if cached else {}
    found = []
    for library, test in ((ours, PairedTest), (theirs, TheirPairedTest)):
        metrics = {"bleu": library.BLEU(**kept), "chrf": library.CHRF(**kept), "ter": library.TER(**kept)}
        found.append(
            test(systems, metrics, None if cached else references, test_type=test_type, n_samples=300)()
        )
    (signatures, scores), (their_signatures, their_scores) = found
    assert {name: str(text) for name, text in signatures.items()} == {
        name: str(text) for name, text in their_signatures.items()
    }
    assert list(scores) == list(their_scores) == ["System", "BLEU", "chrF2", "TER"]
    assert scores["System"] == their_scores["System"]
    for name in ("BLEU", "chrF2", "TER"):
        for mine, other in zip(scores[name], their_scores[name]):
            assert mine.score == other.score
            assert mine.p_value == other.p_value
            assert (mine.mean is None) == (other.mean is None)
            if mine.mean is not None:
                assert (mine.mean, mine.ci) == pytest.approx((float(other.mean), float(other.ci)), rel=1e-6)


def test_a_paired_test_of_one_system_is_its_score() -> None:
    systems = [("one", CORPORA[0]["hypotheses"])]
    _, scores = PairedTest(
        systems, {"bleu": ours.BLEU()}, CORPORA[0]["references"], test_type="bs", n_samples=20
    )()
    _, their_scores = TheirPairedTest(
        systems, {"bleu": theirs.BLEU()}, CORPORA[0]["references"], test_type="bs", n_samples=20
    )()
    assert scores["BLEU"][0].score == their_scores["BLEU"][0].score
    assert scores["BLEU"][0].p_value is None


def test_intervals_beside_a_randomisation_test_are_refused() -> None:
    with pytest.raises(NotImplementedError, match="n_bootstrap=1000"):
        PairedTest([("one", ["a"])], {"bleu": ours.BLEU()}, [["a"]], n_ar_confidence=100)
    with pytest.raises(AssertionError, match="unknown test type 'xx'"):
        PairedTest([("one", ["a"])], {"bleu": ours.BLEU()}, [["a"]], test_type="xx")


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
def test_references_can_be_given_once_for_many_systems(name: str) -> None:
    texts = CORPORA[2]
    mine, other = made(name, {"references": texts["references"]})
    assert str(mine.get_signature()) == str(other.get_signature())
    for hypotheses in (texts["hypotheses"], texts["references"][0]):
        assert_same(mine.corpus_score(hypotheses, None), other.corpus_score(hypotheses, None))
