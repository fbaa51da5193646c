"""Scores and signatures, and how they are written."""

from __future__ import annotations

import json
import statistics
from typing import Any, Dict, List

from ..version import __version__


class Score:
    """A score with its name, and with an interval if one was asked for.

    >>> print(Score("BLEU", 34.2179).format(width=1))
    BLEU = 34.2
    """

    def __init__(self, name: str, score: float) -> None:
        self.name = name
        self.score = score
        self._mean = -1.0
        self._ci = -1.0
        self._verbose = ""

    def format(
        self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False
    ) -> str:
        """The score as one line of text, as the bare number, or as JSON with every part of the signature."""
        number = f"{self.score:.{width}f}"
        entries: Dict[str, Any] = {"name": self.name, "score": float(number), "signature": signature}
        if self._mean > 0:
            mean, spread = f"{self._mean:.{width}f}", f"{self._ci:.{width}f}"
            interval = f"μ = {mean} ± {spread}"
            number = f"{number} ({interval})"
            entries.update(confidence_mean=float(mean), confidence_var=float(spread), confidence=interval)
        if score_only:
            return number
        if is_json:
            return self._as_json(entries)
        title = f"{self.name}|{signature}" if signature else self.name
        return f"{title} = {number} {self._verbose}".rstrip(" ")

    def _as_json(self, entries: Dict[str, Any]) -> str:
        if self._verbose:
            entries["verbose_score"] = self._verbose
        for setting in entries["signature"].split("|"):
            name, value = setting.split(":")
            entries[name] = value
        return json.dumps(entries, indent=1, ensure_ascii=False)

    def estimate_ci(self, scores: List[Score]) -> None:
        """Keeps the mean of resampled scores and half the width of their middle 95 %."""
        values = sorted(score.score for score in scores)
        outside = len(values) // 40
        self._ci = 0.5 * (values[-1 - outside] - values[outside])
        self._mean = statistics.mean(values)

    def __repr__(self) -> str:
        return self.format()


class Signature:
    """The settings that a score depends on, as sacrebleu writes them.

    >>> print(Signature({"num_refs": 2}))
    nrefs:2|version:2.6.0
    """

    def __init__(self, args: Dict[str, Any]) -> None:
        if "num_refs" not in args:
            raise ValueError("the number of references is not known yet: compute a score first")
        self._abbr = {
            "version": "v",
            "nrefs": "#",
            "test": "t",
            "lang": "l",
            "subset": "S",
            "origlang": "o",
            "bs": "bs",
            "ar": "ar",
            "seed": "rs",
        }
        self.info: Dict[str, Any] = {
            "version": __version__,
            "nrefs": "var" if args["num_refs"] == -1 else args["num_refs"],
            "bs": args.get("n_bootstrap"),
            "ar": None,
            "seed": args.get("seed"),
            "test": args.get("test_set"),
            "lang": args.get("langpair"),
            "origlang": args.get("origlang"),
            "subset": args.get("subset"),
        }

    def format(self, short: bool = False) -> str:
        """The settings in one line, with abbreviated names if wanted; the version comes last."""
        words = {True: "yes", False: "no"}
        parts = []
        for name in [*(name for name in self.info if name != "version"), "version"]:
            value = self.info[name]
            if isinstance(value, bool):
                value = words[value]
            if value is not None:
                parts.append(f"{self._abbr[name] if short else name}:{value}")
        return "|".join(parts)

    def update(self, key: str, value: Any) -> None:
        """Adds a setting, or changes it."""
        self.info[key] = value

    def __str__(self) -> str:
        return self.format()

    def __repr__(self) -> str:
        return self.format()
