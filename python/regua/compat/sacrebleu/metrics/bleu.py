"""BLEU with sacrebleu's names, computed by Régua."""

from __future__ import annotations

import operator
from typing import Any, ClassVar, Dict, List, Optional, Sequence, Tuple, Union, cast

import regua

from ..tokenizers import TOKENIZERS, BaseTokenizer, tokenizer_named
from ..utils import sacrelogger
from .base import Metric, ReferenceSets, measure_of, setting, value_of
from .score import Score, Signature

MAX_NGRAM_ORDER = 4
Count = Union[int, float]


class BLEUSignature(Signature):
    """The settings of BLEU."""

    def __init__(self, args: Dict[str, Any]) -> None:
        super().__init__(args)
        self._abbr.update(case="c", eff="e", tok="tok", smooth="s")
        smoothing = args["smooth_method"]
        value = smoothing_value(smoothing, args["smooth_value"])
        self.info.update(
            case="lc" if args["lowercase"] else "mixed",
            eff="yes" if args["effective_order"] else "no",
            tok=args["tokenizer_signature"],
            smooth=smoothing if value is None else f"{smoothing}[{value:.2f}]",
        )


class BLEUScore(Score):
    """A BLEU score and what it is made of: n-grams that match, n-grams there are, precisions, lengths."""

    def __init__(
        self,
        score: float,
        counts: List[Count],
        totals: List[Count],
        precisions: List[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        super().__init__("BLEU", score)
        self.bp = bp
        self.counts = counts
        self.totals = totals
        self.sys_len = sys_len
        self.ref_len = ref_len
        self.precisions = precisions
        self.prec_str = "/".join(f"{precision:.1f}" for precision in precisions)
        self.ratio: float = sys_len / ref_len if ref_len else 0
        lengths = f"ratio = {self.ratio:.3f} hyp_len = {sys_len:d} ref_len = {ref_len:d}"
        self._verbose = f"{self.prec_str} (BP = {bp:.3f} {lengths})"


class BLEU(Metric[BLEUScore]):
    """BLEU as sacrebleu 2.6.0 computes it.

    `tokenize=None` takes the tokenizer of the target language `trg_lang`, which is `13a` for most.
    `force=True` keeps quiet about texts that look tokenised. `effective_order=True` is for single sentences.

    >>> bleu = BLEU()
    >>> print(bleu.corpus_score(["The ferry left at seven."], [["The ferry left at eight."]]))
    BLEU = 53.73 83.3/60.0/50.0/33.3 (BP = 1.000 ratio = 1.000 hyp_len = 6 ref_len = 6)
    >>> print(bleu.get_signature())
    nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0
    """

    SMOOTH_DEFAULTS: ClassVar[Dict[str, Optional[float]]] = {
        "none": None,
        "floor": 0.1,
        "add-k": 1,
        "exp": None,
    }
    TOKENIZERS = TOKENIZERS.keys()
    TOKENIZER_DEFAULT = "13a"
    _TOKENIZER_MAP: ClassVar[Dict[str, str]] = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
    _SIGNATURE_TYPE = BLEUSignature

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: Optional[str] = None,
        smooth_method: str = "exp",
        smooth_value: Optional[float] = None,
        max_ngram_order: int = MAX_NGRAM_ORDER,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Optional[ReferenceSets] = None,
    ) -> None:
        self.trg_lang = trg_lang
        self.lowercase = lowercase
        self.smooth_value = smooth_value
        self.smooth_method = smooth_method
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        self.tokenizer: BaseTokenizer = tokenizer_named(self._tokenizer_name(tokenize))
        self.tokenizer_signature = self.tokenizer.signature()
        settings = formula(smooth_method, smooth_value, max_ngram_order, effective_order)
        settings.update(tok=self.tokenizer.regua_name, case="lower" if lowercase else "mixed")
        super().__init__(written(settings))
        self._force = force
        if references is not None:
            self._check_references(references)
            self._ref_cache = self._cache_references(references)

    def _tokenizer_name(self, asked: Optional[str]) -> str:
        best = self._TOKENIZER_MAP.get(self.trg_lang)
        if asked is None:
            return best or self.TOKENIZER_DEFAULT
        if best and asked != best:
            sacrelogger.warning("for %r the tokenizer %r or 'spm' is better", self.trg_lang, best)
        return asked

    @staticmethod
    def compute_bleu(
        correct: Sequence[Count],
        total: Sequence[Count],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: Optional[float] = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
    ) -> BLEUScore:
        """BLEU off counts: n-grams that match and n-grams there are, from order 1 on, and both lengths."""
        settings = formula(smooth_method, smooth_value, max_ngram_order, effective_order)
        counts = [whole(count) for counts in (correct, total) for count in counts[:max_ngram_order]]
        measure = measure_of(written(settings))
        return score_of(measure, (whole(sys_len), whole(ref_len), *counts), smooth_method, smooth_value)

    def _score_of(self, total: Tuple[float, ...]) -> BLEUScore:
        return score_of(self._measure, total, self.smooth_method, self.smooth_value)

    def sentence_score(self, hypothesis: str, references: Sequence[Optional[str]]) -> BLEUScore:
        """The score of one hypothesis against one or several references."""
        if not self.effective_order:
            sacrelogger.warning("for single sentences, BLEU is better with `effective_order=True`")
        return super().sentence_score(hypothesis, references)


def smoothing_value(method: str, value: Optional[float]) -> Optional[float]:
    """The value that a smoothing works with, if it is one that has a value."""
    if method not in BLEU.SMOOTH_DEFAULTS:
        raise AssertionError(f"unknown smooth_method {method!r}: there are {', '.join(BLEU.SMOOTH_DEFAULTS)}")
    default = BLEU.SMOOTH_DEFAULTS[method]
    return default if default is None or value is None else value


def formula(method: str, value: Optional[float], order: int, effective_order: bool) -> Dict[str, Any]:
    """The settings that say how BLEU is read off counts."""
    settings: Dict[str, Any] = {"smooth": method, "order": order, "eff": effective_order}
    if (value := smoothing_value(method, value)) is not None:
        settings["smooth-value"] = value
    return settings


def written(settings: Dict[str, Any]) -> str:
    """BLEU with these settings, as Régua writes it."""
    return f"bleu({','.join(f'{name}={setting(value)}' for name, value in settings.items())})"


def whole(count: Count) -> int:
    """A count as a whole number, of whatever type it is."""
    return int(count) if isinstance(count, float) and count.is_integer() else operator.index(cast(int, count))


def score_of(
    measure: regua.Measure, total: Tuple[float, ...], method: str, value: Optional[float]
) -> BLEUScore:
    """The score that a sum of tallies stands for."""
    sys_len, ref_len, *counts = (int(count) for count in total)
    order = len(counts) // 2
    readings = measure.read((sys_len, ref_len, *counts))
    correct, totals = smoothed(counts[:order], counts[order:], method, value)
    precisions = [value_of(readings, f"precision{length}") for length in range(1, order + 1)]
    score, penalty = value_of(readings, "bleu"), value_of(readings, "bp")
    return BLEUScore(score, correct, totals, precisions, penalty, sys_len, ref_len)


def smoothed(
    correct: List[int], total: List[int], method: str, value: Optional[float]
) -> Tuple[List[Count], List[Count]]:
    """Counts as sacrebleu shows them: with `add-k`, what is added to them counts as well."""
    added = smoothing_value(method, value) if method == "add-k" and any(correct) else None
    if added is None:
        return list(correct), list(total)
    return (
        [correct[0], *(count + added for count in correct[1:])],
        [total[0], *(count + added for count in total[1:])],
    )
