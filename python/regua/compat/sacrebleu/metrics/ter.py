"""Translation edit rate with sacrebleu's names, computed by Régua."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from ..tokenizers.tokenizer_ter import TercomTokenizer
from .base import Metric, ReferenceSets, setting, value_of
from .score import Score, Signature


class TERSignature(Signature):
    """The settings of TER."""

    def __init__(self, args: Dict[str, Any]) -> None:
        super().__init__(args)
        self._abbr.update(case="c", tok="t", norm="nr", punct="pn", asian="as")
        self.info.update(
            case="mixed" if args["case_sensitive"] else "lc",
            tok=args["tokenizer_signature"],
            norm=args["normalized"],
            punct=not args["no_punct"],
            asian=args["asian_support"],
        )


class TERScore(Score):
    """A TER score: the edits, and the length of the references in words."""

    def __init__(self, score: float, num_edits: float, ref_length: float) -> None:
        super().__init__("TER", score)
        self.num_edits = int(num_edits)
        self.ref_length = ref_length


class TER(Metric[TERScore]):
    """Translation edit rate as sacrebleu 2.6.0 computes it.

    >>> print(TER().corpus_score(["at noon the ferry leaves"], [["the ferry leaves at noon today"]]))
    TER = 33.33
    """

    _SIGNATURE_TYPE = TERSignature

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Optional[ReferenceSets] = None,
    ) -> None:
        self.no_punct = no_punct
        self.normalized = normalized
        self.asian_support = asian_support
        self.case_sensitive = case_sensitive
        self.tokenizer = TercomTokenizer(normalized, no_punct, asian_support, case_sensitive)
        self.tokenizer_signature = self.tokenizer.signature()
        super().__init__(
            f"ter(norm={setting(bool(normalized))},punct={setting(not no_punct)},"
            f"asian={setting(bool(asian_support))},case={'mixed' if case_sensitive else 'lower'})"
        )
        if references is not None:
            self._check_references(references)
            self._ref_cache = self._cache_references(references)

    def _score_of(self, total: Tuple[float, ...]) -> TERScore:
        readings = self._measure.read(total)
        return TERScore(*(value_of(readings, name) for name in ("ter", "edits", "ref_len")))
