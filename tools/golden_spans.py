"""Makes `cases/spans.jsonl` with seqeval and nervaluate: what measures of spans must read."""

import random
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

import numpy
from nervaluate.evaluator import Evaluator
from seqeval.metrics.sequence_labeling import get_entities, precision_recall_fscore_support
from seqeval.metrics.v1 import precision_recall_fscore_support as strict
from seqeval.scheme import BILOU, IOB1, IOB2, IOBES, IOE1, IOE2, Entities

from common import CASES, write_lines

SCRIPT = "tools/golden_spans.py"
SEQEVAL = f"seqeval {version('seqeval')}"
NERVALUATE = f"nervaluate {version('nervaluate')}"
SCHEMES = {"iob1": (IOB1, "BI"), "iob2": (IOB2, "BI"), "ioe1": (IOE1, "IE"), "ioe2": (IOE2, "IE")}
SCHEMES |= {"iobes": (IOBES, "BIES"), "bilou": (BILOU, "BILU")}
LABELS = ["ORG", "PER", "PLACE"]


def tags(generator: random.Random, prefixes: str, length: int) -> list[str]:
    """Random tags, most of which go on as the one before."""
    found: list[str] = []
    for _ in range(length):
        if generator.random() < 0.4:
            found.append("O")
        elif found and found[-1] != "O" and generator.random() < 0.6:
            found.append(f"{generator.choice(prefixes)}-{found[-1][2:]}")
        else:
            found.append(f"{generator.choice(prefixes)}-{generator.choice(LABELS)}")
    return found


def changed(generator: random.Random, gold: list[str], prefixes: str) -> list[str]:
    """The tags with some of them replaced."""
    other = tags(generator, prefixes, len(gold))
    return [mine if generator.random() < 0.75 else theirs for mine, theirs in zip(gold, other, strict=True)]


def data(name: str, prefixes: str, sentences: int, seed: int) -> dict[str, Any]:
    """Sentences with random tags."""
    generator = random.Random(seed)
    gold = [tags(generator, prefixes, generator.randint(1, 14)) for _ in range(sentences)]
    return {"data": name, "gold": gold, "predicted": [changed(generator, one, prefixes) for one in gold]}


def averages(score: Callable[..., Any], case: dict[str, Any], **scheme: Any) -> dict[str, float]:
    """Precision, recall and F1 of all spans together."""
    readings = {}
    for average, suffix in (("micro", ""), ("macro", "-macro"), ("weighted", "-weighted")):
        values = score(case["gold"], case["predicted"], average=average, zero_division=0, **scheme)
        for name, value in zip(("precision", "recall", "f1"), values, strict=False):
            readings[f"{name}{suffix}"] = float(numpy.ravel(value)[0])
        readings["gold"] = float(values[3])
    return readings


def strict_rates(case: dict[str, Any], scheme: Any) -> dict[str, float]:
    """What seqeval reads in strict mode."""
    found = Entities(case["gold"], scheme).unique_tags | Entities(case["predicted"], scheme).unique_tags
    each = strict(case["gold"], case["predicted"], average=None, zero_division=0, scheme=scheme)
    return averages(strict, case, scheme=scheme) | by_label(sorted(found), each)


def by_label(labels: list[str], values: Any) -> dict[str, float]:
    """Readings of single labels; a rate of 0 that may stand for none is left out."""
    readings = {}
    for place, label in enumerate(labels):
        precision, recall, f1, gold = (float(value[place]) for value in values)
        readings |= {f"f1[{label}]": f1, f"gold[{label}]": gold}
        if precision:
            readings |= {f"precision[{label}]": precision, f"recall[{label}]": recall}
    return readings


def lenient_rates(case: dict[str, Any]) -> dict[str, float]:
    """What seqeval reads by default."""
    found = {label for label, _, _ in [*get_entities(case["gold"]), *get_entities(case["predicted"])]}
    each = precision_recall_fscore_support(case["gold"], case["predicted"], average=None, zero_division=0)
    return averages(precision_recall_fscore_support, case) | by_label(sorted(found), each)


def spans_of(sentences: list[list[str]]) -> list[list[dict[str, Any]]]:
    """Spans by their first and last token, in order."""
    return [
        sorted(
            ({"label": label, "start": start, "end": end} for label, start, end in get_entities(sentence)),
            key=lambda span: (span["start"], span["end"], span["label"]),
        )
        for sentence in sentences
    ]


def semeval(case: dict[str, Any], overlap: float) -> dict[str, float]:
    """What nervaluate reads, with its names for the ways to match."""
    gold, predicted = spans_of(case["gold"]), spans_of(case["predicted"])
    evaluator = Evaluator(gold, predicted, tags=LABELS, loader="dict", min_overlap_percentage=overlap)
    found = evaluator.evaluate()
    readings = {}
    words = {"strict": "strict", "exact": "exact", "partial": "partial", "ent_type": "type"}
    for theirs, word in words.items():
        overall = found["overall"][theirs]
        for count in ("correct", "incorrect", "partial", "missed", "spurious"):
            readings[f"{count}-{word}"] = float(getattr(overall, count))
        readings |= rates_of(overall, word, "")
        for label, results in found["entities"].items():
            readings |= rates_of(results[theirs], word, f"[{label}]")
    return dict(sorted(readings.items()))


def rates_of(result: Any, word: str, suffix: str) -> dict[str, float]:
    """Rates that have something below the line."""
    readings = {}
    if result.actual:
        readings[f"precision-{word}{suffix}"] = float(result.precision)
    if result.possible:
        readings[f"recall-{word}{suffix}"] = float(result.recall)
    if result.actual + result.possible:
        readings[f"f1-{word}{suffix}"] = float(result.f1)
    return readings


def line(case: dict[str, Any], measure: str, tool: str, readings: dict[str, float]) -> dict[str, Any]:
    """One expectation."""
    start = {"of": case["data"], "measure": measure, "tool": tool, "script": SCRIPT, "tolerance": 0}
    return start | {"readings": readings}


def lines() -> Iterator[dict[str, Any]]:
    """The data, each followed by what measures read of it."""
    versions = {name: version(name) for name in ("nervaluate", "numpy", "seqeval")}
    yield {"made_by": SCRIPT, "versions": versions}
    for seed, (word, (scheme, prefixes)) in enumerate(SCHEMES.items()):
        case = data(word, prefixes, 40, seed)
        yield case
        yield line(case, f"spans(scheme={word})", SEQEVAL, strict_rates(case, scheme))
        if word != "bilou":
            yield line(case, "spans", SEQEVAL, lenient_rates(case))
        if word == "iob2":
            for overlap in (1, 40, 100):
                measure = f"spans-semeval(overlap={overlap})"
                yield line(case, measure, NERVALUATE, semeval(case, float(overlap)))


# It warns of labels without a value, and of tags that break the scheme.
warnings.filterwarnings("ignore")

if __name__ == "__main__":
    write_lines(CASES / "spans.jsonl", lines())
