"""Makes `cases/worked.jsonl`: small examples whose result can be followed by hand."""

from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import jiwer
from sacrebleu.metrics import BLEU
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

from common import CASES, Segment, write_lines
from golden_wer import error_rate, position_independent

SCRIPT = "tools/golden_worked.py"
SACREBLEU = f"sacrebleu {version('sacrebleu')}"

# Seven reference words, six of them kept; then six words with one of them changed. The number is the one known
# from the literature for this pattern, to as many digits as it is printed.
UNSMOOTHED = [
    ("one word dropped", "every morning two swans the pond", "every morning two swans cross the pond", "51.15"),
    ("fifth of six words changed", "the train stops near every village", "the train stops near each village", "53.73"),
    ("third of six words changed", "the train halts near every village", "the train stops near every village", "0.00"),
    ("last of six words changed", "the train stops near every town", "the train stops near every village", "75.98"),
]

# Five of seven words, one of six pairs, no triple: where the smoothings part.
PROBE = ("one girl sang beside our lake yesterday", "our boy sang beside one lake")
PROBE_BLEU = {
    "exp": 16.515821590069034,
    "floor": 8.783602619713964,
    "add-k": 28.7190894500909,
    "none": 0.0,
}

# One word moved and one replaced: three edits, but only two words are not found in the other sentence.
MOVED = ("yesterday the small fishing boat reached the coast", "yesterday the small boat slowly reached the shore")

THIRTEEN_A = ("U.S.A... 3.14,5 a-b 5-6 1,000.", "U . S . A . . . 3.14,5 a-b 5 - 6 1,000 .")

# Matched words, hypothesis words, reference words, chunks; METEOR with alpha 0.9, beta 3, gamma 0.5.
FIVE = "rain fell on dry ground"
INSERTED = ("we heard music from upstairs again", "we heard music from somewhere upstairs again")
METEOR = [
    ("meteor-nltk", "one identical word", ("hello", "hello"), (1, 1, 1, 1), "0.500000"),
    ("meteor-nltk", "five identical words", (FIVE, FIVE), (5, 5, 5, 1), "0.996000"),
    ("meteor", "one word inserted", INSERTED, (6, 6, 7, 2), "0.853462"),
]


def case(name: str, measure: str, tool: str, texts: tuple[str, str], headline: float) -> dict[str, Any]:
    """One segment with one reference; the headline is that of the segment and of a corpus of it alone."""
    hypothesis, reference = texts
    return {
        "name": name,
        "measure": measure,
        "tool": tool,
        "script": SCRIPT,
        "tolerance": 1e-12 if tool == "formula" else 0,
        "hypothesis": hypothesis,
        "references": [reference],
        "headline": headline,
    }


def check(name: str, value: float, printed: str) -> None:
    """Stops where a computed number is not the printed one."""
    digits = len(printed.partition(".")[2])
    if f"{value:.{digits}f}" != printed:
        raise ValueError(f"{name}: computed {value!r}, printed {printed}")


def bleu_cases() -> Iterator[dict[str, Any]]:
    """BLEU on blank-separated words, the smoothings, and a text against itself."""
    plain = BLEU(tokenize="none", smooth_method="none", effective_order=True)
    for name, hypothesis, reference, printed in UNSMOOTHED:
        score = plain.sentence_score(hypothesis, [reference]).score
        check(name, score, printed)
        yield case(name, "bleu(tok=none,smooth=none,eff=yes)", SACREBLEU, (hypothesis, reference), score)
    for smoothing, expected in PROBE_BLEU.items():
        score = BLEU(smooth_method=smoothing, effective_order=True).sentence_score(PROBE[0], [PROBE[1]]).score
        check(smoothing, score, repr(expected))
        measure = f"bleu(smooth={smoothing},eff=yes)"
        yield case(f"effective order, {smoothing}", measure, SACREBLEU, PROBE, score)
    same = "identical text is not clamped to one hundred"
    score = BLEU(effective_order=True).sentence_score(same, [same]).score
    check(same, score, "100.00000000000004")
    yield case("identical text", "bleu(eff=yes)", SACREBLEU, (same, same), score)


def error_rate_cases() -> Iterator[dict[str, Any]]:
    """WER and PER on one pair."""
    hypothesis, reference = MOVED
    wer = jiwer.process_words(reference, hypothesis).wer
    check("wer", wer, repr(3 / 8))
    yield case("a moved word, wer", "wer", f"jiwer {version('jiwer')}", MOVED, wer)
    per = error_rate(position_independent(Segment("moved", hypothesis, [reference])))
    check("per", per, repr(2 / 8))
    yield case("a moved word, per", "per", "formula", MOVED, per)


def meteor_cases() -> Iterator[dict[str, Any]]:
    """METEOR from its formula, on words that no stemmer or thesaurus is needed for."""
    for measure, name, texts, (matches, ours, theirs, chunks), printed in METEOR:
        precision, recall = matches / ours, matches / theirs
        mean = precision * recall / (0.9 * precision + 0.1 * recall)
        score = mean * (1 - 0.5 * (chunks / matches) ** 3)
        check(name, score, printed)
        yield case(name, measure, "formula", texts, score)


def tokenisation_case() -> dict[str, Any]:
    """What 13a does to full stops, commas and hyphens next to digits."""
    text, expected = THIRTEEN_A
    tokens = Tokenizer13a()(text).split()
    if tokens != expected.split():
        raise ValueError(f"13a: {tokens}")
    name = "full stops and digits"
    return {"name": name, "tok": "13a", "tool": SACREBLEU, "script": SCRIPT, "text": text, "tokens": tokens}


if __name__ == "__main__":
    write_lines(CASES / "worked.jsonl", [*bleu_cases(), *error_rate_cases(), *meteor_cases(), tokenisation_case()])
