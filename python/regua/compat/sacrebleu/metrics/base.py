"""What BLEU, chrF and TER have in common: how texts reach Régua's measures.

The numbers are those of `regua.Measure`; nothing is counted or computed here.
"""

from __future__ import annotations

import json
import os
import secrets
from functools import lru_cache
from typing import (
    Any,
    ClassVar,
    Generic,
    Iterable,
    List,
    Mapping,
    NoReturn,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
    Union,
)

import regua

from ..utils import sacrelogger
from .score import Score, Signature

References = List[List[str]]
"""The references of each segment."""
ReferenceSets = Sequence[Sequence[Optional[str]]]
"""Sets of references, each with one for every segment, or `None`."""

ScoreType = TypeVar("ScoreType", bound=Score)


class Metric(Generic[ScoreType]):
    """A measure of Régua with sacrebleu's manners: references come as one list for each set of them."""

    _SIGNATURE_TYPE: ClassVar[Type[Signature]] = Signature

    def __init__(self, measure: str) -> None:
        try:
            self._measure = measure_of(measure)
            self.measure_text = measure
        except regua.Error as error:
            name = type(self).__name__
            raise NotImplementedError(f"{name}: Régua does not cover this: {error}") from error
        self._ref_cache: Optional[References] = None
        # Only BLEU looks whether texts are tokenised already.
        self._force = True
        self.n_bootstrap: Optional[int] = None
        self.seed: Optional[str] = None
        self.num_refs: int

    def _score_of(self, total: Tuple[float, ...]) -> ScoreType:
        """The score that a sum of tallies stands for."""
        raise NotImplementedError

    def sentence_score(self, hypothesis: str, references: Sequence[Optional[str]]) -> ScoreType:
        """The score of one hypothesis against one or several references."""
        self._check_sentence_score_args(hypothesis, references)
        return self._score_of(self._tallies([hypothesis], [[text] for text in references]).total)

    def corpus_score(
        self,
        hypotheses: Sequence[str],
        references: Optional[ReferenceSets],
        n_bootstrap: int = 1,
    ) -> ScoreType:
        """The score of many hypotheses, with one list of references for each set of them.

        `None` in place of a reference says that the segment has none in this set. `None` in place of all
        references takes those that were given to the constructor. From 2 on, `n_bootstrap` resamples give a
        95 % interval, with sacrebleu's draws.
        """
        self._check_corpus_score_args(hypotheses, references)
        score = self._score_of(self._tallies(hypotheses, references).total)
        if n_bootstrap > 1:
            self.n_bootstrap = n_bootstrap
            self.seed, seed = seed_of_environment()
            score._mean, score._ci = self.interval(hypotheses, references, n_bootstrap, seed)
        return score

    def interval(
        self,
        hypotheses: Sequence[str],
        references: Optional[ReferenceSets],
        resamples: int,
        seed: int,
    ) -> Tuple[float, float]:
        """The mean of resampled scores and half the width of their middle 95 %, from sacrebleu's draws."""
        result = regua.score(
            list(hypotheses),
            self.references_by_segment(references),
            measures=[self.measure_text],
            allow_empty_reference=True,
            ci=True,
            rng="sacrebleu",
            resamples=resamples,
            segments=False,
            seed=seed,
        ).to_dict()["results"][0]
        found = result["intervals"][result["headline"]]
        return found["mean"], 0.5 * (found["high"] - found["low"])

    def get_signature(self) -> Signature:
        """The settings of the last score; there is none before the first."""
        return self._SIGNATURE_TYPE(self.__dict__)

    def _tallies(self, hypotheses: Sequence[str], references: Optional[ReferenceSets]) -> regua.Tallies:
        by_segment = self.references_by_segment(references)
        self._check_lengths(hypotheses, references, by_segment)
        self._warn_of_tokens(hypotheses)
        tallies = self._measure.tally(list(hypotheses), by_segment)
        for segment, reason in tallies.unscored.items():
            self._refuse(f"segment {segment} cannot be scored: {reason}", regua.Error)
        return tallies

    def references_by_segment(self, references: Optional[ReferenceSets]) -> References:
        """The references of each segment: these, or those that were given to the constructor."""
        if references:
            return self._cache_references(references)
        if self._ref_cache:
            return self._ref_cache
        self._refuse("no references are given, here or to the constructor", RuntimeError)

    def _cache_references(self, references: ReferenceSets) -> References:
        """The references of each segment, without those that are missing."""
        sizes = {len(texts) for texts in references}
        if len(sizes) > 1:
            rule = "each needs one for every hypothesis, `None` where there is none"
            self._refuse(f"the sets of references have {listed(sizes)} segments; {rule}", regua.Error)
        by_segment = [[text for text in texts if text is not None] for texts in zip(*references)]
        for segment, texts in enumerate(by_segment):
            if not texts:
                self._refuse(f"segment {segment} has no reference: all are None", regua.Error)
        counts = {len(texts) for texts in by_segment}
        self.num_refs = counts.pop() if len(counts) == 1 else -1
        return by_segment

    def _check_lengths(
        self,
        hypotheses: Sequence[str],
        references: Optional[ReferenceSets],
        by_segment: References,
    ) -> None:
        if len(hypotheses) == len(by_segment):
            return
        message = f"there are {len(hypotheses)} hypotheses but references for {len(by_segment)} segments"
        if references and len(references) == len(hypotheses):
            message += (
                "; `references` holds one list for each set of references, not one for each hypothesis: "
                "turn it with `list(zip(*references))`"
            )
        self._refuse(message, regua.Error)

    def _warn_of_tokens(self, hypotheses: Sequence[str]) -> None:
        if self._force:
            return
        tokenised = sum(text.endswith(" .") for text in hypotheses)
        if tokenised >= 100:
            sacrelogger.warning(
                "%d hypotheses end in a full stop after a space: they look tokenised, which is bad for BLEU; "
                "detokenise them, or say `force=True` if they are as they should be",
                tokenised,
            )

    def _check_sentence_score_args(self, hyp: Any, refs: Any) -> None:
        if not isinstance(hyp, str):
            self._refuse("`hyp` should be a string")
        if isinstance(refs, str) or not isinstance(refs, Sequence):
            self._refuse("`refs` should be a sequence of strings")
        if not all(text is None or isinstance(text, str) for text in self._some("references", refs)):
            self._refuse("each element of `refs` should be a string or None")

    def _check_corpus_score_args(self, hyps: Any, refs: Any) -> None:
        if isinstance(hyps, str) or not isinstance(hyps, Sequence):
            self._refuse("`hyps` should be a sequence of strings")
        if any(text is None for text in self._some("hypotheses", hyps)):
            self._refuse("a hypothesis is None")
        if not all(isinstance(text, str) for text in hyps):
            self._refuse("each element of `hyps` should be a string")
        if refs is not None:
            self._check_references(refs)

    def _check_references(self, refs: Any) -> None:
        if isinstance(refs, str) or not isinstance(refs, Sequence):
            self._refuse("`refs` should be a sequence of sequences of strings")
        for texts in self._some("references", refs):
            if isinstance(texts, str) or not isinstance(texts, Sequence):
                self._refuse("each element of `refs` should be a sequence of strings")
            if not all(text is None or isinstance(text, str) for text in self._some("references", texts)):
                self._refuse("each reference should be a string or None")

    def _some(self, what: str, texts: Sequence[Any]) -> Sequence[Any]:
        if not len(texts):
            self._refuse(f"there are no {what}", IndexError)
        return texts

    def _refuse(self, rule: str, error: Type[Exception] = TypeError) -> NoReturn:
        raise error(f"{type(self).__name__}: {rule}")


# `sentence_bleu` and its like make a metric for every sentence.
@lru_cache(maxsize=64)
def measure_of(text: str) -> regua.Measure:
    """The measure with these settings, made once."""
    return regua.Measure(text)


def value_of(readings: Mapping[str, Optional[float]], name: str) -> float:
    """A reading that BLEU, chrF and TER have for all texts."""
    value = readings[name]
    if value is None:
        raise regua.Error(f"{name} cannot be read off these texts")
    return value


def setting(value: Union[bool, int, float, str]) -> str:
    """A value as it is written in the settings of a measure."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def listed(numbers: Iterable[int]) -> str:
    """Numbers in words: `2, 3 and 4`."""
    *most, last = [str(number) for number in sorted(numbers)]
    return f"{', '.join(most)} and {last}" if most else last


def seed_of_environment() -> Tuple[str, int]:
    """The seed that the variable SACREBLEU_SEED asks for, as it is written in signatures and as a number."""
    text = os.environ.get("SACREBLEU_SEED", "12345").lower()
    return text, secrets.randbits(32) if text == "none" else int(text)
