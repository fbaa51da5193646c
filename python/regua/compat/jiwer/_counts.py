"""The four counts of an alignment, and jiwer's rates of them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ErrorCounts"]


@dataclass(frozen=True)
class ErrorCounts:
    """Hits and errors of any number of sentences.

    >>> counts = ErrorCounts(hits=3, substitutions=1, deletions=1, insertions=0)
    >>> counts.wer, counts.mer
    (0.4, 0.4)
    """

    hits: int
    substitutions: int
    deletions: int
    insertions: int

    @property
    def reference(self) -> int:
        """Words (or characters) of the references."""
        return self.hits + self.substitutions + self.deletions

    @property
    def hypothesis(self) -> int:
        """Words (or characters) of the hypotheses."""
        return self.hits + self.substitutions + self.insertions

    @property
    def errors(self) -> int:
        """Edits of any kind."""
        return self.substitutions + self.deletions + self.insertions

    @property
    def wer(self) -> float:
        """Errors for each word of the references; without any, the number of insertions."""
        return self.errors / self.reference if self.reference else self.insertions

    @property
    def mer(self) -> float:
        """Share of errors among hits and errors."""
        if self.reference:
            return self.errors / (self.hits + self.errors)
        return 1 if self.hypothesis else 0

    @property
    def wip(self) -> float:
        """Word information preserved; all of it if there is no word on either side."""
        if self.reference and self.hypothesis:
            return (self.hits / self.reference) * (self.hits / self.hypothesis)
        return 0 if self.reference or self.hypothesis else 1

    @property
    def wil(self) -> float:
        """Word information lost."""
        return 1 - self.wip
