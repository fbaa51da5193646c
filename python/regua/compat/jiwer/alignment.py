"""Alignments and errors as text, as jiwer's `alignment`."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import DefaultDict, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from .process import AlignmentChunk, CharacterOutput, WordOutput

__all__ = ["collect_error_counts", "visualize_alignment", "visualize_error_counts"]

Output = Union[WordOutput, CharacterOutput]
Errors = Sequence[Tuple[Tuple[str, ...], int]]

MARKS = {"equal": " ", "substitute": "S", "insert": "I", "delete": "D"}
MISSING = "*"


def visualize_alignment(
    output: Output,
    show_measures: bool = True,
    skip_correct: bool = True,
    line_width: Optional[int] = None,
) -> str:
    """The alignments with a mark under each error, and the rates below them.

    >>> from regua.compat.jiwer import process_words
    >>> output = process_words("the tide is out", "a tide is out again")
    >>> print(visualize_alignment(output, show_measures=False))
    === SENTENCE 1 ===
    <BLANKLINE>
    REF: the tide is out *****
    HYP:   a tide is out again
           S                 I
    <BLANKLINE>

    Sentences without an error are left out if `skip_correct` is set. With a `line_width`, an alignment goes
    on in further lines.
    """
    pairs = zip(output.references, output.hypotheses, output.alignments)
    parts = [
        f"=== SENTENCE {number} ===\n\n{_drawn(output, *pair, line_width)}\n"
        for number, pair in enumerate(pairs, start=1)
        if not (skip_correct and _is_correct(pair[2]))
    ]
    if show_measures:
        return "".join(parts) + _summary(output)
    return "".join(parts)[:-1]


def collect_error_counts(
    output: Output,
) -> Tuple[DefaultDict[Tuple[str, str], int], DefaultDict[str, int], DefaultDict[str, int]]:
    """How often which words were substituted (from, to), inserted and deleted; neighbours count as one.

    >>> from regua.compat.jiwer import process_words
    >>> output = process_words("low tide", "high tide at six")
    >>> substitutions, insertions, deletions = collect_error_counts(output)
    >>> dict(substitutions), dict(insertions), dict(deletions)
    ({('low', 'high'): 1}, {'at six': 1}, {})
    """
    substitutions: DefaultDict[Tuple[str, str], int] = defaultdict(int)
    insertions: DefaultDict[str, int] = defaultdict(int)
    deletions: DefaultDict[str, int] = defaultdict(int)
    separator = _separator(output)
    for reference, hypothesis, chunks in zip(output.references, output.hypotheses, output.alignments):
        for chunk in chunks:
            before = separator.join(reference[chunk.ref_start_idx : chunk.ref_end_idx])
            after = separator.join(hypothesis[chunk.hyp_start_idx : chunk.hyp_end_idx])
            if chunk.type == "substitute":
                substitutions[before, after] += 1
            elif chunk.type == "insert":
                insertions[after] += 1
            elif chunk.type == "delete":
                deletions[before] += 1
    return substitutions, insertions, deletions


def visualize_error_counts(
    output: Output,
    show_substitutions: bool = True,
    show_insertions: bool = True,
    show_deletions: bool = True,
    top_k: Optional[int] = None,
) -> str:
    """The errors of each kind, the most frequent first; with `top_k`, only so many of them.

    >>> from regua.compat.jiwer import process_words
    >>> output = process_words(["low tide", "we sail"], ["high tide", "we sail at six"])
    >>> print(visualize_error_counts(output, show_deletions=False))
    === SUBSTITUTIONS ===
    low  --> high = 1x
    <BLANKLINE>
    === INSERTIONS ===
    at six = 1x
    """
    substitutions, insertions, deletions = collect_error_counts(output)
    sections = []
    if show_substitutions:
        sections.append("=== SUBSTITUTIONS ===\n" + _listed(list(substitutions.items()), top_k))
    if show_insertions:
        sections.append("=== INSERTIONS ===\n" + _listed(_single(insertions), top_k))
    if show_deletions:
        sections.append("=== DELETIONS ===\n" + _listed(_single(deletions), top_k))
    text = "\n".join(sections)
    return text[:-1] if text.endswith("\n") else text


@dataclass
class _Lines:
    """Three lines that grow column by column, and the lines that are full."""

    separator: str
    width: Optional[int]
    full: List[str] = field(default_factory=list)
    reference: str = "REF: "
    hypothesis: str = "HYP: "
    marks: str = "     "

    def add(self, reference: str, hypothesis: str, mark: str) -> None:
        """One more column, on new lines if it does not fit."""
        width = max(len(reference), len(hypothesis), len(mark))
        if self.width is not None and len(self.reference) + width > self.width:
            self.full.append(f"{self._block()}\n")
            self.reference, self.hypothesis, self.marks = "REF: ", "HYP: ", "     "
        self.reference += _filled(reference, width) + self.separator
        self.hypothesis += _filled(hypothesis, width) + self.separator
        self.marks += mark.rjust(width) + self.separator

    def _block(self) -> str:
        lines = (self.reference, self.hypothesis, self.marks)
        return "".join(f"{line[: len(line) - len(self.separator)]}\n" for line in lines)

    def text(self) -> str:
        """All lines."""
        return "".join([*self.full, self._block()])


def _filled(token: str, width: int) -> str:
    return MISSING * width if token == MISSING else token.rjust(width)


def _separator(output: Output) -> str:
    return "" if isinstance(output, CharacterOutput) else " "


def _is_correct(chunks: List[AlignmentChunk]) -> bool:
    return [chunk.type for chunk in chunks] in ([], ["equal"])


def _drawn(
    output: Output,
    reference: List[str],
    hypothesis: List[str],
    chunks: List[AlignmentChunk],
    line_width: Optional[int],
) -> str:
    lines = _Lines(_separator(output), line_width)
    for chunk in chunks:
        for before, after in _columns(reference, hypothesis, chunk):
            lines.add(before, after, MARKS[chunk.type])
    return lines.text()


def _columns(reference: List[str], hypothesis: List[str], chunk: AlignmentChunk) -> Iterator[Tuple[str, str]]:
    before = reference[chunk.ref_start_idx : chunk.ref_end_idx]
    after = hypothesis[chunk.hyp_start_idx : chunk.hyp_end_idx]
    if chunk.type == "delete":
        after = [MISSING] * len(before)
    elif chunk.type == "insert":
        before = [MISSING] * len(after)
    return zip(before, after)


def _summary(output: Output) -> str:
    if isinstance(output, CharacterOutput):
        rates = {"cer": output.cer}
    else:
        rates = {"mer": output.mer, "wil": output.wil, "wip": output.wip, "wer": output.wer}
    return (
        "=== SUMMARY ===\n"
        f"number of sentences: {len(output.alignments)}\n"
        f"substitutions={output.substitutions} deletions={output.deletions} "
        f"insertions={output.insertions} hits={output.hits}\n\n"
        + "".join(f"{name}={rate * 100:.2f}%\n" for name, rate in rates.items())
    )


def _single(errors: Dict[str, int]) -> Errors:
    return [((words,), times) for words, times in errors.items()]


def _listed(errors: Errors, top_k: Optional[int]) -> str:
    """A line for each error; `none`, without a line end, if there are none (as jiwer prints it)."""
    if not errors:
        return "none"
    if top_k is not None and top_k < 1:
        raise ValueError(f"top_k must be 1 or more, and is {top_k}")
    frequent = sorted(errors, key=lambda error: error[1], reverse=True)[:top_k]
    width = max(len(words) for sides, _ in frequent for words in sides)
    return "".join(
        f"{' --> '.join(words.ljust(width) for words in sides)} = {times}x\n" for sides, times in frequent
    )
