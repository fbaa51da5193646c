"""Makes `cases/free.jsonl`: measures that look at a text by itself, beside its source, or among all texts.

The reference tools are NLTK (Self-BLEU), lexicalrichness (type–token ratios) and summ-eval (extractive fragments, novel
and repeated n-grams); for the rest the definition is written out here in plain Python.
"""

import json
import math
import sys
import types
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import version

import nltk
from lexicalrichness import LexicalRichness
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

from common import CASES, EMPTY_REFERENCE, Expectation, Readings, Segment, select, write_lines

# summ-eval loads spaCy's tokeniser and gin's configuration as it is imported; neither is used on words between blanks.
sys.modules["spacy"] = types.SimpleNamespace(load=lambda _name: None)  # type: ignore[assignment]
sys.modules["gin"] = types.SimpleNamespace(configurable=lambda made: made)  # type: ignore[assignment]
from summ_eval.data_stats_metric import DataStatsMetric  # noqa: E402

SCRIPT = "tools/golden_free.py"
PLAIN = "plain Python"
SUMMEVAL = f"summ-eval {version('summ-eval')}"
RICHNESS = f"lexicalrichness {version('lexicalrichness')}"
ORDERS = [1, 2, 3, 4]
WINDOWS = [5, 50]
# NLTK compares every text with every other.
MOST_FOR_NLTK = 250

# So many of so many, by reading: what a segment contributes.
Parts = dict[str, tuple[int, int]]


@dataclass(frozen=True)
class Summary(Segment):
    """A segment with its source."""

    source: str = ""


def ngrams(words: list[str], order: int) -> list[tuple[str, ...]]:
    """All n-grams of a text, in order."""
    return [tuple(words[at : at + order]) for at in range(len(words) - order + 1)]


def read(parts: Parts) -> Readings:
    """The quotients that there are."""
    return {name: over / under for name, (over, under) in parts.items() if under}


def added(rows: Iterable[Parts]) -> Parts:
    """The parts of all segments together."""
    total: dict[str, tuple[int, int]] = {}
    for row in rows:
        for name, (over, under) in row.items():
            before = total.get(name, (0, 0))
            total[name] = (before[0] + over, before[1] + under)
    return total


def with_all_orders(headline: str, parts: Parts) -> Parts:
    """The share of all orders together beside that of each."""
    return {headline: (sum(over for over, _ in parts.values()), sum(under for _, under in parts.values()))} | parts


def length(segment: Segment) -> Parts:
    """Words and characters."""
    return {"words": (len(segment.hypothesis.split()), 1), "characters": (len(segment.hypothesis), 1)}


def repeated(segment: Segment) -> Parts:
    """N-grams that are not the first of their kind."""
    words = segment.hypothesis.split()
    every = {order: ngrams(words, order) for order in ORDERS}
    parts = {f"rep{order}": (len(found) - len(set(found)), len(found)) for order, found in every.items()}
    return with_all_orders("repetitiveness", parts)


def repeated_blanche(segment: Segment) -> Parts:
    """Words, and different words that occur more than once."""
    words = segment.hypothesis.split()
    more_than_once = [word for word, times in Counter(words).items() if times > 1]
    return {"repetitiveness": (len(words) + len(more_than_once), 1)}


def novel(segment: Segment, given: list[str]) -> Parts:
    """N-grams that no given text has."""
    words = segment.hypothesis.split()
    parts = {}
    for order in ORDERS:
        known = {ngram for text in given for ngram in ngrams(text.split(), order)}
        found = ngrams(words, order)
        parts[f"novel{order}"] = (sum(ngram not in known for ngram in found), len(found))
    return with_all_orders("abstractness", parts)


def novel_blanche(segment: Segment) -> Parts:
    """Words that are a substring of no reference."""
    words = segment.hypothesis.split()
    new = [word for word in words if not any(word in reference for reference in segment.references)]
    return {"abstractness": (len(new), len(words))}


def plain(measure: str, parts: Callable[[Segment], Parts], segments: list[Segment], notes: str) -> Expectation:
    """A measure whose parts add up over segments."""
    rows = {segment.id: parts(segment) for segment in segments}
    return Expectation(
        measure=measure,
        tool=PLAIN,
        script=SCRIPT,
        readings=read(added(rows.values())),
        segments={name: read(row) for name, row in rows.items()},
        exclude=(),
        notes=notes,
    )


def distinct(segments: list[Segment]) -> Expectation:
    """Different n-grams over n-grams, of each text and of all together."""

    def shares(texts: list[str]) -> Readings:
        parts = {}
        for order in ORDERS:
            found = [ngram for text in texts for ngram in ngrams(text.split(), order)]
            parts[f"distinct{order}"] = (len(set(found)), len(found))
        return read(parts)

    return Expectation(
        measure="distinct",
        tool=PLAIN,
        script=SCRIPT,
        readings=shares([segment.hypothesis for segment in segments]),
        segments={segment.id: shares([segment.hypothesis]) for segment in segments},
        exclude=(),
        notes="the total is that of all texts together and no mean",
    )


def richness(text: str) -> LexicalRichness:
    """Words between blanks, as they are."""
    return LexicalRichness(text, preprocessor=None, tokenizer=str.split)


def type_token_ratio(segments: list[Segment]) -> Expectation:
    """Of each text and of all together."""

    def ratios(text: str) -> Readings:
        if not text.split():
            return {}
        counted = richness(text)
        return {"ttr": counted.ttr, "root-ttr": counted.rttr, "types": counted.terms, "tokens": counted.words}

    return Expectation(
        measure="ttr",
        tool=RICHNESS,
        script=SCRIPT,
        readings=ratios("\n".join(segment.hypothesis for segment in segments)),
        segments={segment.id: ratios(segment.hypothesis) for segment in segments},
        exclude=(),
        notes="the total is that of all texts together and no mean",
    )


def moving_ratio(segments: list[Segment], window: int) -> Expectation:
    """The total is the mean over all windows of all texts."""
    ratios: list[float] = []
    rows: dict[str, Readings] = {}
    for segment in segments:
        words = segment.hypothesis.split()
        inside = [words[at : at + window] for at in range(len(words) - window + 1)] or ([words] if words else [])
        ratios += [len(set(part)) / len(part) for part in inside]
        if len(words) >= window:
            rows[segment.id] = {"mattr": richness(segment.hypothesis).mattr(window_size=window)}
        else:
            rows[segment.id] = {"mattr": len(set(words)) / len(words)} if words else {}
    return Expectation(
        measure=f"mattr(window={window})",
        tool=RICHNESS,
        script=SCRIPT,
        readings={"mattr": math.fsum(ratios) / len(ratios), "windows": len(ratios)},
        segments=rows,
        tolerance=1e-12,
        exclude=(),
        notes="a text shorter than the window, for which the tool has no value, is one window",
    )


def self_bleu(segments: list[Segment], order: int) -> Expectation:
    """Each text against all others; the mean of a correctly rounded sum."""
    texts = [segment.hypothesis.split() for segment in segments]
    smoothing = SmoothingFunction().method1
    weights = (1 / order,) * order
    values = [
        float(sentence_bleu(texts[:own] + texts[own + 1 :], text, weights, smoothing_function=smoothing))
        for own, text in enumerate(texts)
    ]
    return Expectation(
        measure=f"self-bleu(order={order})",
        tool=f"nltk {nltk.__version__}",
        script=SCRIPT,
        readings={"self-bleu": math.fsum(values) / len(values), "texts": len(values)},
        segments={segment.id: {} for segment in segments},
        exclude=(),
        notes="sentence_bleu with SmoothingFunction().method1 and weights of 1/order, all other texts as references",
    )


def statistics(summary: str, text: str) -> dict[str, float]:
    """What summ-eval says of words between blanks; fragments are found without regard to case."""
    return DataStatsMetric(n_gram=max(ORDERS), case=False, tokenize=False).evaluate_example(summary, text)


def summeval(segments: list[Summary]) -> Iterator[Expectation]:
    """Extractive fragments, novel and repeated n-grams of each segment, and their means."""
    with_words = [segment for segment in segments if segment.hypothesis.split()]
    found = {segment.id: statistics(segment.hypothesis, segment.source) for segment in with_words}

    def expectation(measure: str, names: dict[str, str], *, mean: bool) -> Expectation:
        rows = {
            segment.id: {name: found[segment.id][key] for name, key in names.items() if key in found[segment.id]}
            if segment.id in found
            else {}
            for segment in segments
        }
        first = next(iter(names))
        mean_of = math.fsum(row[first] for row in rows.values() if row) / len(with_words)
        return Expectation(
            measure=measure,
            tool=SUMMEVAL,
            script=SCRIPT,
            readings={"mean": mean_of} if mean else {},
            segments=rows,
            exclude=(),
            notes="DataStatsMetric(case=False, tokenize=False) against the source; a summary without words has no value",
        )

    for name in ("coverage", "density", "compression"):
        yield expectation(name, {name: name}, mean=False)
        yield expectation(f"{name}(mean=yes)", {"mean": name}, mean=True)
    novel_names = {f"novel{order}": f"percentage_novel_{order}-gram" for order in ORDERS}
    yield expectation("abstractness(variant=summeval,against=source)", novel_names, mean=False)
    repeated_names = {f"rep{order}": f"percentage_repeated_{order}-gram_in_summ" for order in ORDERS}
    yield expectation("repetitiveness(variant=summeval)", repeated_names, mean=False)


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """What needs no source."""
    chosen = select(segments, exclude=(EMPTY_REFERENCE,))
    without_source = [
        plain("length", length, chosen, "means over segments"),
        plain("repetitiveness", repeated, chosen, "n-grams that the same text had before over n-grams"),
        plain("repetitiveness(variant=blanche)", repeated_blanche, chosen, "mean over segments"),
        plain(
            "abstractness",
            lambda segment: novel(segment, segment.references),
            chosen,
            "n-grams that are in none of the references over n-grams",
        ),
        plain("abstractness(variant=blanche)", novel_blanche, chosen, "substrings of the text, not words"),
        distinct(chosen),
        type_token_ratio(chosen),
        *(moving_ratio(chosen, window) for window in WINDOWS),
    ]
    if len(chosen) <= MOST_FOR_NLTK:
        without_source += [self_bleu(chosen, order) for order in (2, 4)]
    yield from (replace(made, exclude=(EMPTY_REFERENCE,)) for made in without_source)


def with_source(summaries: list[Summary]) -> Iterator[Expectation]:
    """What looks at the source, too."""
    yield plain(
        "abstractness(against=source)",
        lambda segment: novel(segment, [segment.source]),  # type: ignore[attr-defined]
        list(summaries),
        "n-grams that the source does not have over n-grams",
    )
    yield from summeval(summaries)


def read_summaries() -> list[Summary]:
    """The segments of `cases/summaries.jsonl`."""
    text = (CASES / "summaries.jsonl").read_text(encoding="utf-8")
    return [Summary(**json.loads(line)) for line in text.split("\n") if line]


if __name__ == "__main__":
    every = read_summaries()
    made = [*expectations(list(every)), *with_source(every)]
    write_lines(CASES / "free.jsonl", (expectation.to_json() for expectation in made))
