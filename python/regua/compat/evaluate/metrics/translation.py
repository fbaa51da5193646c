"""BLEU, Google BLEU, NIST and METEOR as `evaluate` has them."""

from __future__ import annotations

import importlib
import math
import re
from typing import Any, Callable, Dict, List, Optional, Tuple
from xml.sax.saxutils import unescape

import regua
from regua import Measure

from ...respelling import Respelling
from ..features import TEXT_PAIRS_OR_LISTS
from ..info import MetricInfo
from ..module import Metric
from .shared import (
    References,
    check_any,
    described,
    lists_of_references,
    numpy_float,
    reading,
    scored,
    tallied,
)

Tokenizer = Callable[[str], List[Any]]


class Bleu(Metric):
    """BLEU from 0 to 1 by the rules of TensorFlow's NMT script.

    It counts as `bleu` does. The shortest reference gives the length to reach (not the closest), and `smooth`
    adds one to matches and totals of every order.

    >>> result = Bleu().compute(predictions=["a red fox ran home"], references=[["a red fox ran off"]])
    >>> round(result["bleu"], 4), result["translation_length"]
    (0.6687, 5)
    """

    def _info(self) -> MetricInfo:
        return described(
            "BLEU: runs of up to four words that are in a reference, with a penalty for brevity.",
            TEXT_PAIRS_OR_LISTS,
            "`tokenizer` makes tokens from a text (13a if not given), `max_order` is the longest run, "
            "`smooth` adds one "
            "to matches and totals. Result: bleu (0 to 1), precisions, brevity_penalty, length_ratio, "
            "translation_length, reference_length.",
            "Papineni, Roukos, Ward, Zhu (2002), BLEU: a Method for Automatic Evaluation of Machine "
            "Translation",
        )

    def _compute(
        self,
        predictions: List[str],
        references: References,
        tokenizer: Optional[Tokenizer] = None,
        max_order: int = 4,
        smooth: bool = False,
    ) -> Dict[str, Any]:
        check_any(predictions)
        predictions, lists, tok = _tokenisable(predictions, lists_of_references(references), tokenizer)
        measure = Measure(f"bleu(tok={tok},order={max_order})")
        counts = dict(zip(measure.slots, tallied(measure, predictions, lists).total))
        reference_length = _shortest_references(lists, tok)
        precisions = [
            _precision(counts[f"correct{order}"], counts[f"total{order}"], smooth)
            for order in range(1, max_order + 1)
        ]
        if not counts["hyp_len"] or not reference_length:
            raise ZeroDivisionError("bleu is undefined: the predictions or the references have no words")
        ratio = counts["hyp_len"] / reference_length
        penalty = 1.0 if ratio > 1.0 else math.exp(1 - 1.0 / ratio)
        mean = 0.0
        if min(precisions) > 0:
            mean = math.exp(sum((1.0 / max_order) * math.log(precision) for precision in precisions))
        return {
            "bleu": mean * penalty,
            "precisions": precisions,
            "brevity_penalty": penalty,
            "length_ratio": ratio,
            "translation_length": counts["hyp_len"],
            "reference_length": reference_length,
        }


class GoogleBleu(Metric):
    """GLEU: n-grams in common, among those of the text that has more.

    >>> GoogleBleu().compute(predictions=["fog over the bay"], references=["fog over a bay"])
    {'google_bleu': 0.4}
    """

    def _info(self) -> MetricInfo:
        return described(
            "GLEU: runs of one to four words in common, among those of the text that has more.",
            TEXT_PAIRS_OR_LISTS,
            "`tokenizer` makes tokens from a text (13a if not given); `min_len` and `max_len` are the "
            "shortest and the "
            "longest runs. Result: google_bleu (0 to 1).",
            "Wu and others (2016), Google's Neural Machine Translation System",
        )

    def _compute(
        self,
        predictions: List[str],
        references: References,
        tokenizer: Optional[Tokenizer] = None,
        min_len: int = 1,
        max_len: int = 4,
    ) -> Dict[str, float]:
        check_any(predictions)
        predictions, lists, tok = _tokenisable(predictions, lists_of_references(references), tokenizer)
        measure = f"gleu(min_len={min_len},max_len={max_len},tok={tok})"
        return {"google_bleu": scored(measure, "gleu", predictions, lists)}


class NistMt(Metric):
    """NIST as NLTK computes it, on NLTK's tokens.

    >>> text = "ten small green frogs sat"
    >>> result = NistMt().compute(predictions=[text], references=[text])
    >>> round(result["nist_mt"], 4)
    2.3219
    """

    def _info(self) -> MetricInfo:
        return described(
            "NIST: matching runs of words by the information that they carry.",
            TEXT_PAIRS_OR_LISTS,
            "`n` is the longest run, `lowercase` compares in small letters, `western_lang` sets "
            "punctuation off from "
            "words. Result: nist_mt, which has no upper end.",
            "Doddington (2002), Automatic Evaluation of Machine Translation Quality Using N-gram Statistics",
        )

    def _compute(
        self,
        predictions: List[str],
        references: References,
        n: int = 5,
        lowercase: bool = False,
        western_lang: bool = True,
    ) -> Dict[str, float]:
        check_any(predictions)
        predictions, lists = _respelt(
            predictions,
            lists_of_references(references),
            lambda text: _nist_tokens(text, lowercase, western_lang),
        )
        measure = f"nist(variant=nltk,order={n},tok=none)"
        scores = regua.score(
            predictions, lists, measures=[measure], segments=False, allow_empty_reference=True
        )
        return {"nist_mt": reading(scores.to_dict()["results"][0]["readings"], "nist", "nist_mt")}


class Meteor(Metric):
    """METEOR as NLTK computes it, on NLTK's words, with the synonyms of WordNet.

    WordNet must have been added (`regua models add wordnet`), and NLTK with its data `punkt_tab` be
    installed: it cuts texts into words as `evaluate` does.
    """

    def _info(self) -> MetricInfo:
        return described(
            "METEOR: words, stems and synonyms in common, and how scattered they are.",
            TEXT_PAIRS_OR_LISTS,
            "`alpha`, `beta` and `gamma` are the weights. Result: meteor (0 to 1), the mean over texts.",
            "Banerjee, Lavie (2005), METEOR: An Automatic Metric for MT Evaluation with Improved Correlation",
        )

    def _compute(
        self,
        predictions: List[str],
        references: References,
        alpha: float = 0.9,
        beta: float = 3,
        gamma: float = 0.5,
    ) -> Dict[str, Any]:
        check_any(predictions)
        tokenize = _word_tokenizer()
        score = scored(
            f"meteor-nltk(alpha={alpha},beta={beta},gamma={gamma},syn=wordnet)",
            "mean",
            [" ".join(tokenize(prediction)) for prediction in predictions],
            [[" ".join(tokenize(text)) for text in texts] for texts in lists_of_references(references)],
        )
        return {"meteor": numpy_float(score)}


def _tokenisable(
    predictions: List[str], references: List[List[str]], tokenizer: Optional[Tokenizer]
) -> Tuple[List[str], List[List[str]], str]:
    """Texts, and the tokeniser that finds in them what a function or `evaluate`'s 13a would find."""
    if tokenizer is not None:
        return (*_respelt(predictions, references, tokenizer), "none")
    whole = [[_kept_whole(text) for text in texts] for texts in references]
    return [_kept_whole(text) for text in predictions], whole, "13a"


def _kept_whole(text: str) -> str:
    """The text with white space at its end kept, where 13a looks for a hyphen before a line feed.

    Sacrebleu, and Régua with it, drops it beforehand; a mark that 13a removes protects it.
    """
    return f"{text}<skipped>" if text[-1:].isspace() else text


def _respelt(
    predictions: List[str], references: List[List[str]], tokenizer: Tokenizer
) -> Tuple[List[str], List[List[str]]]:
    """The texts in words that stand for the tokens of the tokeniser."""
    words = Respelling()
    return (
        [words.text(tokenizer(prediction)) for prediction in predictions],
        [[words.text(tokenizer(text)) for text in texts] for texts in references],
    )


def _shortest_references(references: List[List[str]], tok: str) -> int:
    """The words of the shortest reference of each prediction, added up."""
    length = Measure(f"length(tok={tok})")
    words = length.slots.index("words")
    rows = tallied(length, [text for texts in references for text in texts]).rows
    lengths = iter([row[words] for row in rows if row is not None])
    return sum(min(next(lengths) for _ in texts) for texts in references)


def _precision(correct: int, total: int, smooth: bool) -> float:
    if smooth:
        return (correct + 1.0) / (total + 1.0)
    return correct / total if total else 0.0


NIST_RULES = (
    (re.compile(r"([{-~\[-` -&(-+:-@/])"), r" \1 "),
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)
"""What mteval's script sets off: signs, points and commas outside numbers, dashes after digits."""

ENTITIES = {"&apos;": "'", "&quot;": '"', "&#124;": "|", "&#91;": "[", "&#93;": "]"}


def _nist_tokens(text: str, lowercase: bool, western: bool) -> List[str]:
    """The tokens of NLTK's `NISTTokenizer`; without `western`, letters keep their case there, too."""
    text = unescape(text.replace("<skipped>", ""), ENTITIES).replace("\u2028", " ")
    if western:
        text = f" {text.lower() if lowercase else text} "
        for pattern, replacement in NIST_RULES:
            text = pattern.sub(replacement, text)
    return text.split()


def _word_tokenizer() -> Tokenizer:
    try:
        tokenizer: Tokenizer = importlib.import_module("nltk.tokenize").word_tokenize
    except ImportError as error:
        raise ImportError(
            "`meteor` takes NLTK's words: `pip install nltk`, and its data `punkt_tab`"
        ) from error
    return tokenizer
