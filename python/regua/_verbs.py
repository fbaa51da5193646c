"""The verbs: what the command line can do, over what is in memory."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Mapping, Sequence, Union

from regua import _regua
from regua._regua import Agreement, Comparison, Correlations, Scores

Path = Union[str, "os.PathLike[str]"]
Texts = Any
"""Texts: a list, a numpy array, a pandas or polars series, an Arrow array."""
Table = Any
"""A table: a pandas or polars data frame, an Arrow table, a list of dictionaries, a pathlib.Path."""
Measures = Any
"""Measures: ``"bleu"``, ``"bleu(tok=intl)"``, a ``regua.Measure``, a class with ``@regua.measure``, or a list."""
Names = Union[str, Sequence[str]]
Progress = Union[bool, Callable[[int], object]]


def score(
    hypotheses: Texts | Table | Mapping[str, Texts],
    references: Any = None,
    *,
    measures: Measures,
    source: Texts | None = None,
    ids: Any = None,
    columns: Mapping[str, str] | None = None,
    by: Names | Mapping[str, Any] | None = None,
    bins: Mapping[str, str] | None = None,
    macro: str | None = None,
    beam: str | None = None,
    each_reference: bool = False,
    allow_empty_reference: bool = False,
    ci: bool = False,
    resamples: int | None = None,
    seed: int | None = None,
    rng: str | None = None,
    confidence: float | None = None,
    interval: str | None = None,
    resample_by: str | None = None,
    fit: Path | None = None,
    save_fit: Path | None = None,
    save: Path | None = None,
    save_texts: bool = False,
    resume: Path | None = None,
    threads: int | None = None,
    percent: bool = False,
    all_readings: bool = False,
    sacrebleu_signatures: bool = False,
    segments: bool = True,
    format: str | None = None,
    progress: Progress | None = None,
) -> Scores:
    """Measure outputs, with references, sources or neither.

    ``hypotheses`` are the outputs of one system, or of several by name; ``references`` hold one
    text, or a list of texts, for each of them. A table has the columns ``hypothesis``,
    ``reference`` or ``references``, ``source``, ``id`` and ``system``; others go by other names
    (``columns={"hypothesis": "pred"}``) or are there to group by. A ``pathlib.Path`` is a file:
    JSONL, CSV, TSV or Parquet.

    ``by`` names columns, or gives their values: ``by={"domain": domains}``. ``ci`` gives every
    reading an interval. ``segments=False`` does not keep the readings of units, for memory that
    does not grow. ``progress`` is True for a tqdm bar, or is called with the number of units
    that are done. The other options are those of ``regua score --help``.

    >>> import regua
    >>> scores = regua.score(
    ...     ["a régua mede o texto", "quem mede sabe"],
    ...     ["a régua mede um texto", "quem mede sabe mais"],
    ...     measures=["bleu", "wer"],
    ... )
    >>> round(scores["wer"], 3)
    0.222
    >>> print(scores)
    system   bleu     wer
    system  45.86  0.2222
    <BLANKLINE>
    bleu|case:mixed|eff:no|tok:13a|smooth:exp|regua:0.1.0
    wer|tok:words|case:mixed|punct:yes|fillers:keep|numbers:keep|regua:0.1.0
    2 units, 1 reference each
    <BLANKLINE>
    """
    options = _given(locals(), "hypotheses", "references")
    if not progress:
        return _regua.score(hypotheses, references, options)
    with _bar(progress) as options["progress"]:
        return _regua.score(hypotheses, references, options)


def read(
    ledger: Path,
    *,
    measures: Measures | None = None,
    by: Names | None = None,
    bins: Mapping[str, str] | None = None,
    macro: str | None = None,
    ci: bool = False,
    resamples: int | None = None,
    seed: int | None = None,
    rng: str | None = None,
    confidence: float | None = None,
    interval: str | None = None,
    resample_by: str | None = None,
    percent: bool = False,
    all_readings: bool = False,
    sacrebleu_signatures: bool = False,
    segments: bool = True,
) -> Scores:
    """Read a saved ledger again: other groups, intervals, other measures of it.

    >>> import regua, tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ledger = pathlib.Path(folder) / "run.parquet"
    ...     scores = regua.score(["um texto"], ["um texto"], measures="chrf", save=ledger)
    ...     regua.read(ledger)["chrf"]
    100.0
    """
    return _regua.read(ledger, _given(locals(), "ledger"))


def compare(
    hypotheses: Texts | Table | Mapping[str, Texts],
    references: Any = None,
    *,
    measures: Measures | None = None,
    baseline: str | None = None,
    test: str | None = None,
    trials: int | None = None,
    alpha: float | None = None,
    adjust: str | None = None,
    between: str | None = None,
    common: bool = False,
    examples: int | None = None,
    differences: bool = False,
    top: int | None = None,
    source: Texts | None = None,
    ids: Any = None,
    columns: Mapping[str, str] | None = None,
    by: Names | Mapping[str, Any] | None = None,
    bins: Mapping[str, str] | None = None,
    macro: str | None = None,
    beam: str | None = None,
    each_reference: bool = False,
    allow_empty_reference: bool = False,
    resamples: int | None = None,
    seed: int | None = None,
    rng: str | None = None,
    confidence: float | None = None,
    interval: str | None = None,
    resample_by: str | None = None,
    fit: Path | None = None,
    threads: int | None = None,
    percent: bool = False,
    all_readings: bool = False,
    format: str | None = None,
) -> Comparison:
    """Compare systems on the same units: intervals, paired tests, where differences come from.

    ``hypotheses`` are the outputs of systems by name, a table with a column ``system``, or the
    paths of ledgers.

    >>> import regua, warnings
    >>> references = ["a casa é azul", "o rio corre", "quem mede sabe"] * 20
    >>> systems = {"ipê": references, "jaca": ["a casa azul", "o rio", "quem sabe"] * 20}
    >>> result = regua.compare(systems, references, measures="chrf").to_dict()
    >>> result["comparisons"][0]["pairs"][0]["significant"]
    True
    """
    return _regua.compare(hypotheses, references, _given(locals(), "hypotheses", "references"))


def correlate(
    hypotheses: Texts | Table | Mapping[str, Texts],
    references: Any = None,
    *,
    measures: Measures | None = None,
    ratings: Table | None = None,
    human: Names | None = None,
    rankings: Table | None = None,
    rating_columns: Mapping[str, Any] | None = None,
    aspect: Names | None = None,
    z_scores: bool = False,
    ignore_unknown: bool = False,
    level: Names | None = None,
    coefficient: Names | None = None,
    reading: Names | None = None,
    test: str | None = None,
    matrix: bool = False,
    ci: bool = False,
    resamples: int | None = None,
    seed: int | None = None,
    confidence: float | None = None,
    source: Texts | None = None,
    ids: Any = None,
    columns: Mapping[str, str] | None = None,
    by: Mapping[str, Any] | None = None,
    beam: str | None = None,
    allow_empty_reference: bool = False,
    fit: Path | None = None,
    threads: int | None = None,
    format: str | None = None,
) -> Correlations:
    """Say how well measures follow the judgements of people.

    Judgements are a table of ``ratings`` (system, segment, rater, aspect, value), columns beside
    the outputs (``human``), or ``rankings`` of outputs against each other.

    >>> import regua
    >>> rows = [
    ...     {"hypothesis": text, "reference": "a régua mede o texto", "adequacy": rating}
    ...     for text, rating in [("a régua mede o texto", 5), ("a régua mede", 4), ("o texto", 2), ("mede", 1)]
    ... ]
    >>> found = regua.correlate(rows, measures="wer", human="adequacy", coefficient="spearman")
    >>> [round(one["value"], 2) for one in found.to_dict()["correlations"]]
    [-1.0]
    """
    options = _given(locals(), "hypotheses", "references")
    return _regua.correlate(hypotheses, references, options)


def agreement(
    ratings: Table,
    *,
    columns: Mapping[str, Any] | None = None,
    aspect: Names | None = None,
    scale: str | None = None,
    ci: bool = False,
    resamples: int | None = None,
    seed: int | None = None,
    confidence: float | None = None,
    overlap: bool = False,
    z_scores: Path | None = None,
) -> Agreement:
    """Say how far raters agree, and how each of them rates.

    ``ratings`` is a table with ``segment``, ``rater``, ``value`` and perhaps ``system`` and ``aspect``.

    >>> import regua
    >>> ratings = [
    ...     {"segment": segment, "rater": rater, "value": value}
    ...     for segment, values in enumerate([(1, 1), (2, 2), (3, 3), (1, 2), (3, 3)])
    ...     for rater, value in zip(["ana", "rui"], values)
    ... ]
    >>> result = regua.agreement(ratings, scale="ordinal")
    >>> [line for line in str(result).splitlines() if "krippendorff" in line.lower()][:1] != []
    True
    """
    return _regua.agreement(ratings, _given(locals(), "ratings"))


def classify(
    gold: Any,
    predicted: Any = None,
    *,
    probabilities: Any = None,
    labels: Sequence[object] | None = None,
    measures: Measures | None = None,
    ids: Any = None,
    columns: Mapping[str, str] | None = None,
    by: Names | Mapping[str, Any] | None = None,
    bins: Mapping[str, str] | None = None,
    macro: str | None = None,
    ci: bool = False,
    resamples: int | None = None,
    seed: int | None = None,
    rng: str | None = None,
    confidence: float | None = None,
    interval: str | None = None,
    resample_by: str | None = None,
    save: Path | None = None,
    resume: Path | None = None,
    threads: int | None = None,
    percent: bool = False,
    all_readings: bool = False,
    segments: bool = True,
) -> Scores:
    """Compare predicted labels with gold labels: confusion matrix, F1, calibration.

    ``predicted`` holds the labels of one system, or of several by name. ``probabilities`` are
    dictionaries (``{"yes": 0.7}``), or rows of numbers with the ``labels`` of their columns.
    Without ``predicted``, ``gold`` is a table with the columns ``gold`` and ``predicted``.

    >>> import regua
    >>> round(regua.classify(["yes", "no", "no"], ["yes", "no", "yes"])["accuracy"], 3)
    0.667
    """
    return _regua.classify(gold, predicted, _given(locals(), "gold", "predicted"))


def spans(
    gold: Any,
    predicted: Any = None,
    *,
    scheme: str | None = None,
    strict: bool = False,
    measures: Measures | None = None,
    ids: Any = None,
    columns: Mapping[str, str] | None = None,
    by: Names | Mapping[str, Any] | None = None,
    bins: Mapping[str, str] | None = None,
    macro: str | None = None,
    ci: bool = False,
    resamples: int | None = None,
    seed: int | None = None,
    rng: str | None = None,
    confidence: float | None = None,
    interval: str | None = None,
    resample_by: str | None = None,
    save: Path | None = None,
    resume: Path | None = None,
    threads: int | None = None,
    percent: bool = False,
    all_readings: bool = False,
    segments: bool = True,
) -> Scores:
    """Compare spans such as named entities with gold spans: precision, recall, F1.

    An annotation of a text is a list of tags (``["B-PER", "O"]``) or of spans
    (``[(0, 4, "PLACE")]``).

    >>> import regua
    >>> regua.spans([["B-PER", "O"]], [["B-PER", "B-LOC"]], measures="spans")["spans.precision"]
    0.5
    """
    return _regua.spans(gold, predicted, _given(locals(), "gold", "predicted"))


def correlation(one: Any, other: Any, coefficient: str = "pearson") -> float:
    """Give a coefficient of correlation between two lists of numbers.

    >>> import regua
    >>> regua.correlation([1, 2, 3], [2, 4, 6])
    1.0
    """
    return _regua.correlation(_numbers(one, "one"), _numbers(other, "other"), coefficient)[0]


def correlation_p(one: Any, other: Any, coefficient: str = "pearson") -> float | None:
    """Give the two-sided p-value of Pearson's or Spearman's coefficient; None for others.

    >>> import regua
    >>> round(regua.correlation_p([1, 2, 3, 4], [1, 3, 2, 4]), 12)
    0.2
    """
    return _regua.correlation(_numbers(one, "one"), _numbers(other, "other"), coefficient)[1]


def measures(*, aspect: str | None = None, needs: str | None = None) -> list[dict[str, Any]]:
    """List the measures there are, or those that look at an aspect or need something.

    >>> import regua
    >>> "bleu" in [measure["name"] for measure in regua.measures(needs="reference")]
    True
    """
    return list(json.loads(_regua.measures(aspect, needs))["measures"])


def explain(measure: Measures) -> str:
    """Say what a measure does and what it is blind to."""
    return _regua.explain(measure)


def _given(names: dict[str, Any], *others: str) -> dict[str, Any]:
    """Options that were given, beside the data. None and False are how most of them are not."""
    for name in others:
        del names[name]
    return {name: value for name, value in names.items() if value is not None and value is not False}


def _numbers(values: Any, name: str) -> list[float]:
    if isinstance(values, (str, bytes)) or not hasattr(values, "__iter__"):
        raise TypeError(f"`{name}` must be a list of numbers, not {values!r}")
    numbers = []
    for position, value in enumerate(values.tolist() if hasattr(values, "tolist") else values):
        if value is None or isinstance(value, (str, bytes)) or not hasattr(type(value), "__float__"):
            raise TypeError(f"{name}[{position}] must be a number, not {value!r}")
        numbers.append(float(value))
    return numbers


class _bar:
    """A tqdm bar for as long as the work takes, where one was asked for."""

    def __init__(self, progress: Progress | None) -> None:
        if not (progress is None or isinstance(progress, bool) or callable(progress)):
            raise TypeError(f"`progress` must be True, False or a function of one number, not {progress!r}")
        self.progress = progress
        self.bar: Any = None

    def __enter__(self) -> Callable[[int], object] | None:
        if self.progress is not True:
            return self.progress or None
        from tqdm.auto import tqdm

        self.bar = tqdm(unit=" units")
        return lambda units: self.bar.update(units - self.bar.n)

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.close()
