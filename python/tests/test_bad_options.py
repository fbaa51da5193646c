"""Options, measures and annotations that make no sense are refused in clear words."""

from __future__ import annotations

from typing import Any, Callable, Dict, Type

import pytest
from test_bad_input import SURROGATE, H, R, said, score

import regua

COUNT = "must be a whole number from 0 on, not"


@pytest.mark.parametrize(
    ("measures", "kind", "expected"),
    [
        ("blue", regua.Error, "unknown measure `blue`; did you mean `bleu`?"),
        ("chrf(order=x)", regua.Error, "`chrf` cannot take `order=x`: it takes a number from 1 to 16"),
        ("bleu(order=0)", regua.Error, "`bleu` cannot take `order=0`: it takes a number from 1 to 16"),
        ("chrf(colour=red)", regua.Error, "`chrf` has no setting `colour`"),
        ("chrf(((", regua.Error, "cannot read the measure `chrf(((`: the parenthesis is not closed"),
        (
            ["chrf", "chrf"],
            regua.Error,
            "`chrf` is asked for twice; give one of them a name of its own, as in `other=chrf(…)`",
        ),
        ("accuracy", regua.Error, "`accuracy` measures labels, not segments"),
        (
            [3],
            TypeError,
            'a measure is a text such as "bleu(tok=intl)", a regua.Measure '
            "or a class with @regua.measure, not 3",
        ),
    ],
)
def test_measures_that_are_not_there_are_refused(measures: Any, kind: Type[Exception], expected: str) -> None:
    assert said(kind, lambda: score(H, R, measures=measures)) == expected


def test_no_measure_at_all_is_refused_in_words_for_python() -> None:
    for measures in ([], "", (), None, " "):
        text = said(regua.Error, lambda: score(H, R, measures=measures))
        assert text.startswith("say what to measure, as in `measures=")
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'measures'"):
        regua.score(H, R)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("options", "kind", "expected"),
    [
        ({"ci": "yes"}, TypeError, "`ci` must be True or False, not 'yes'"),
        ({"ci": 1}, TypeError, "`ci` must be True or False, not 1"),
        ({"ci": True, "resamples": -1}, TypeError, f"`resamples` {COUNT} -1"),
        ({"ci": True, "resamples": 2.5}, TypeError, f"`resamples` {COUNT} 2.5"),
        ({"ci": True, "resamples": 10**30}, TypeError, f"`resamples` {COUNT} {10**30}"),
        ({"ci": True, "resamples": 0}, regua.Error, "`resamples=0` is not between 2 and 1000000"),
        ({"ci": True, "seed": -1}, TypeError, f"`seed` {COUNT} -1"),
        ({"ci": True, "seed": "x"}, TypeError, f"`seed` {COUNT} 'x'"),
        ({"ci": True, "seed": 2**64}, TypeError, f"`seed` {COUNT} {2**64}"),
        ({"ci": True, "confidence": "a"}, TypeError, "`confidence` must be a number, not 'a'"),
        (
            {"ci": True, "confidence": 2},
            regua.Error,
            "`confidence=2` is not a share between 0 and 1, such as 0.95",
        ),
        (
            {"ci": True, "confidence": float("nan")},
            regua.Error,
            "`confidence=NaN` is not a share between 0 and 1, such as 0.95",
        ),
        (
            {"ci": True, "rng": "dice"},
            regua.Error,
            "`rng=dice` is unknown: it takes regua, poisson, sacrebleu",
        ),
        (
            {"ci": True, "interval": "wide"},
            regua.Error,
            "`interval=wide` is unknown: it takes percentile, bca",
        ),
        ({"threads": 0}, TypeError, "`threads` must be a whole number from 1 on, not 0"),
        ({"threads": -1}, TypeError, "`threads` must be a whole number from 1 on, not -1"),
        ({"threads": 1.5}, TypeError, "`threads` must be a whole number from 1 on, not 1.5"),
        ({"by": 3}, TypeError, "`by` must be a text or a list of texts, not 3"),
        ({"by": ["domain"]}, regua.Error, "there is no column `domain` to group by; the columns are none"),
        ({"macro": "domain"}, regua.Error, "there is no column `domain` to group by; the columns are none"),
        ({"beam": "worst"}, regua.Error, "`chrf` cannot take `beam=worst`: it takes mean, likeliest, best"),
        (
            {"columns": "x"},
            TypeError,
            '`columns` must be a dictionary, as in {"hypothesis": "pred"}, not \'x\'',
        ),
        ({"save": 3}, TypeError, "`save` must be a path, not 3"),
        ({"segments": "no"}, TypeError, "`segments` must be True or False, not 'no'"),
        (
            {"format": "zip"},
            regua.Error,
            "unknown format `zip`; the formats are `jsonl`, `csv`, `tsv` and `parquet`",
        ),
        ({"progress": 3}, TypeError, "`progress` must be True, False or a function of one number, not 3"),
    ],
)
def test_options_of_the_wrong_kind_are_named(
    options: Dict[str, Any], kind: Type[Exception], expected: str
) -> None:
    assert said(kind, lambda: score(H, R, **options)) == expected


def test_messages_speak_of_arguments_and_not_of_the_command_line() -> None:
    for call in (
        lambda: score(H, R, resamples=10),
        lambda: score(["a"], [""]),
        lambda: score({"pred": H, "hypotheses": H}, columns={"hypothesis": "nothing"}),
        lambda: score([["a", "b"]], ["a"]),
        lambda: score(H, R, bins={"words": "1,2"}),
        lambda: score(H, R, measures=[]),
    ):
        text = said(regua.Error, call)
        assert "--" not in text and "`-m" not in text, text


def test_the_example_in_a_message_is_one_of_the_option() -> None:
    assert "hypothesis" not in said(TypeError, lambda: score(H, R, bins="x"))


@pytest.mark.parametrize(
    ("options", "expected"),
    [({"measure": "bleu"}, "measure"), ({"reference": R}, "reference"), ({"verbose": True}, "verbose")],
)
def test_an_option_that_is_not_there_is_a_type_error(options: Dict[str, Any], expected: str) -> None:
    with pytest.raises(TypeError, match=f"unexpected keyword argument '{expected}'"):
        regua.score(H, R, measures="chrf", **options)


@pytest.mark.parametrize(
    ("call", "kind", "expected"),
    [
        (
            lambda m: m(["a"], ["b"]),
            TypeError,
            "`hypothesis` must be a text, not list; lists go to `score` and `tally`",
        ),
        (lambda m: m("a", 3), TypeError, "`references` must be a list of texts, not int"),
        (lambda m: m("a", "\ud800"), regua.Error, f"`references` {SURROGATE}"),
        (lambda m: m("a"), regua.Error, "unit `1`: `bleu` compares against a reference, but there is none"),
        (lambda m: m.tally([], []), regua.Error, "`hypotheses` is empty: there is nothing to score"),
        (lambda m: m.score(H, "x"), TypeError, None),
        (lambda m: m.read((1, 2)), regua.Error, "`bleu` has 10 slots, and the row has 2 values"),
        (lambda m: m.read(["x"] * 10), TypeError, None),
        (lambda m: m.read([2**64] * 10), (regua.Error, OverflowError), None),
        (lambda m: m.read([None] * 10), TypeError, None),
        (lambda m: m.read(None), TypeError, None),
        (lambda m: regua.Measure("mt"), regua.Error, "a regua.Measure is one measure, and `mt` names 3"),
        (lambda m: regua.Measure("nist"), regua.Error, "`nist` must be fitted on the references first"),
        (lambda m: regua.Measure("blue"), regua.Error, "unknown measure `blue`; did you mean `bleu`?"),
        (lambda m: regua.Measure(None), TypeError, None),
    ],
)
def test_one_measure_refuses_what_it_cannot_take(
    call: Callable[[regua.Measure], object], kind: Any, expected: Any
) -> None:
    with pytest.raises(kind) as raised:
        call(regua.Measure("bleu"))
    assert expected is None or str(raised.value) == expected


def test_threads_of_a_measure_are_checked_by_name() -> None:
    with pytest.raises((TypeError, ValueError), match="threads"):
        regua.Measure("bleu").tally(H, R, threads=0)
