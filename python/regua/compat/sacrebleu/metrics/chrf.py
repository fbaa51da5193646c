"""chrF and chrF++ with sacrebleu's names, computed by Régua."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from .base import Metric, ReferenceSets, setting, value_of
from .score import Score, Signature


class CHRFSignature(Signature):
    """The settings of chrF."""

    def __init__(self, args: Dict[str, Any]) -> None:
        super().__init__(args)
        self._abbr.update(case="c", eff="e", nc="nc", nw="nw", space="s")
        self.info.update(
            case="lc" if args["lowercase"] else "mixed",
            eff="no" if args["eps_smoothing"] else "yes",
            nc=args["char_order"],
            nw=args["word_order"],
            space="yes" if args["whitespace"] else "no",
        )


class CHRFScore(Score):
    """A chrF score; its name tells β and, with a `+` for each, the orders of words."""

    def __init__(self, score: float, char_order: int, word_order: int, beta: int) -> None:
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order
        super().__init__(f"chrF{beta}{'+' * word_order}", score)


class CHRF(Metric[CHRFScore]):
    """chrF as sacrebleu 2.6.0 computes it; chrF++ with `word_order=2`.

    >>> print(CHRF(word_order=2).corpus_score(["The ferries left."], [["The ferry left."]]))
    chrF2++ = 59.15
    """

    CHAR_ORDER = 6
    WORD_ORDER = 0
    BETA = 2
    _SIGNATURE_TYPE = CHRFSignature

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: int = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Optional[ReferenceSets] = None,
    ) -> None:
        self.beta = beta
        self.char_order = char_order
        self.word_order = word_order
        self.order = char_order + word_order
        self.lowercase = lowercase
        self.whitespace = whitespace
        self.eps_smoothing = eps_smoothing
        super().__init__(
            f"chrf(order={setting(char_order)},word-order={setting(word_order)},beta={setting(beta)},"
            f"case={'lower' if lowercase else 'mixed'},whitespace={setting(bool(whitespace))},"
            f"eps={setting(bool(eps_smoothing))})"
        )
        if references is not None:
            self._check_references(references)
            self._ref_cache = self._cache_references(references)

    def _score_of(self, total: Tuple[float, ...]) -> CHRFScore:
        score = value_of(self._measure.read(total), "chrf")
        return CHRFScore(score, self.char_order, self.word_order, self.beta)
