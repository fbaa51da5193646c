"""Makes `cases/nist.jsonl` with NLTK's NIST and, where REGUA_MTEVAL names it, NIST's own script."""

from collections.abc import Iterator

import nltk
from common import CASES, EMPTY_REFERENCE, PLAIN_WORDS, Expectation, Segment, read_segments, select, write_lines
from mteval import MTEVAL, nist
from nltk.translate.nist_score import corpus_nist, sentence_nist
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

SCRIPT = "tools/golden_nist.py"
NLTK_ORDERS = [5, 2]
NLTK_NOTES = (
    "tokens are those of Python's str.split(); information comes from the references of all segments together, "
    "or of the one segment where it is fitted alone; segments without n-grams of the highest order have no value, "
    "since NLTK divides by zero"
)
MTEVAL_NOTES = (
    "options -n -c --metricsMATR-output, 15 digits; texts were cut by sacrebleu's 13a, which the script's own rules "
    "leave as they are; the word `0`, which Perl takes for false, was written in another way"
)


def in_words(segment: Segment) -> tuple[list[list[str]], list[str]]:
    """References and hypothesis as NLTK wants them."""
    return [reference.split() for reference in segment.references], segment.hypothesis.split()


def nltk_expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """For each order the corpus as a whole, and each segment as a corpus of its own."""
    chosen = select(segments, exclude=(EMPTY_REFERENCE,))
    references, hypotheses = zip(*map(in_words, chosen), strict=True)
    for order in NLTK_ORDERS:
        shared = {
            "measure": f"nist(variant=nltk,order={order},tok=none)",
            "tool": f"nltk {nltk.__version__}",
            "script": SCRIPT,
            "units": len(chosen),
            "notes": NLTK_NOTES,
        }
        total = corpus_nist(references, hypotheses, n=order)
        yield Expectation(**shared, readings={"nist": total}, segments={}, mean_tolerance=1e-12)
        values = {
            segment.id: {"nist": sentence_nist(*in_words(segment), n=order)}
            for segment in chosen
            if len(segment.hypothesis.split()) >= order
        }
        yield Expectation(**shared, readings={}, segments=values, fitted_alone=True)


def for_mteval(text: str) -> str:
    """The text as words between blanks, none of them false in Perl."""
    return " ".join("nought" if word == "0" else word for word in Tokenizer13a()(text).split())


def mteval_expectation(
    segments: list[Segment], references: int, exclude: tuple[str, ...], only: tuple[str, ...] = ()
) -> Iterator[Expectation]:
    """The segments with so many references, if there are any."""
    chosen = select(segments, exclude, only, references)
    if not chosen or not MTEVAL.path:
        return
    texts = [[for_mteval(text) for text in segment.references] for segment in chosen]
    total, values = nist(MTEVAL.path, [for_mteval(segment.hypothesis) for segment in chosen], texts)
    yield Expectation(
        measure="nist(variant=mteval,tok=13a)",
        tool=MTEVAL.name,
        script=SCRIPT,
        readings={"nist": total},
        segments={segment.id: {"nist": value} for segment, value in zip(chosen, values, strict=True)},
        tolerance=1e-12,
        references=references,
        exclude=exclude,
        only=only,
        notes=MTEVAL_NOTES,
    )


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """What can be compared on any texts."""
    yield from nltk_expectations(segments)
    yield from mteval_expectation(segments, 1, (EMPTY_REFERENCE,), (PLAIN_WORDS,))


def several(segments: list[Segment]) -> Iterator[Expectation]:
    """The script with several references, on texts that can be written in SGML."""
    for references in (1, 2, 3):
        yield from mteval_expectation(segments, references, (EMPTY_REFERENCE, "lines", "trap"))


if __name__ == "__main__":
    found = read_segments()
    lines = [expectation.to_json() for expectation in [*expectations(found), *several(found)]]
    if not MTEVAL.path:
        lines += MTEVAL.kept("nist.jsonl")
    write_lines(CASES / "nist.jsonl", lines)
