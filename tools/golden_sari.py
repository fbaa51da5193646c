"""Makes `cases/sari.jsonl` with EASSE, Hugging Face's evaluate and the script of SARI's authors."""

from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace

from common import Expectation, Readings, Segment, mean_readings, write_expectations
from reference_files import ReferenceFile

EASSE = ("feralvam/easse", "6a4352ec299ed03fda8ee45445ca43d9c7673e89")
EASSE_SARI = ReferenceFile(
    *EASSE, "easse/sari.py", "e554cddeb9a3b75a2d7d69d64b5cb0ff4c11c968b5e94bb89c814a32a30b71ff"
)
EASSE_TEXTS = ReferenceFile(
    *EASSE, "easse/utils/preprocessing.py", "21f923662f660bee4662339795a15dc0fd3480e4358871b1df6492e2936dced2"
)
EVALUATE = ReferenceFile(
    "huggingface/evaluate",
    "d5b868ba64c7613406bb76cb8230e3821913ac4f",
    "metrics/sari/sari.py",
    "c13a0034a2bfd2f041c418bca1bde6401405bd8f6806947f86ce8a4e37d21486",
)
ORIGINAL = ReferenceFile(
    "cocoxu/simplification",
    "35570464faa28f8f64d75e1c35b6770048e04adc",
    "SARI.py",
    "9cbdfc4a3f0474c140a14350f9e1d117aed9f2639d4689d518411e06f037b1db",
)
OPERATIONS = ["add", "keep", "delete"]


def easse_readings(easse: ModuleType, texts: ModuleType, segments: list[Segment], tok: str) -> Readings:
    """Segments together, however many references each has: counts are added up as EASSE adds them."""
    total: list[list[int]] = [[0] * 4 for _ in range(9)]
    for segment in segments:
        source, hypothesis, *references = (
            texts.normalize(text, tokenizer=tok) for text in (segment.source, segment.hypothesis, *segment.references)
        )
        counts = easse.compute_ngram_stats([source], [hypothesis], [[reference] for reference in references])
        total = [[a + b for a, b in zip(row, more, strict=True)] for row, more in zip(total, counts, strict=True)]
    scores = [100.0 * score for score in easse.compute_macro_sari(*total)]
    return {"sari": (scores[0] + scores[1] + scores[2]) / 3} | dict(zip(OPERATIONS, scores, strict=True))


def check_easse(easse: ModuleType, segments: list[Segment]) -> None:
    """Stops where the above is not what EASSE's own function for a corpus gives."""
    for segment in segments[:20]:
        references = [[reference] for reference in segment.references]
        whole = easse.corpus_sari([segment.source], [segment.hypothesis], references)
        if whole != easse_readings(easse, easse.utils_prep, [segment], "13a")["sari"]:
            raise ValueError(f"{segment.id}: corpus_sari gives {whole!r}")


def sentence_readings(script: ModuleType, prepare: Callable[[str], str], segment: Segment) -> Readings:
    """SARI of a sentence, and the mean of what it hands over for each operation, which it keeps to itself."""
    heard: list[tuple[float, float, float]] = []
    silent = script.SARIngram

    def listening(*grams: object) -> tuple[float, float, float]:
        heard.append(silent(*grams))
        return heard[-1]

    script.SARIngram = listening
    try:
        references = [prepare(reference) for reference in segment.references]
        sari = script.SARIsent(prepare(segment.source or ""), prepare(segment.hypothesis), references)
    finally:
        script.SARIngram = silent
    keep, delete, add = (sum(scores) / 4 for scores in zip(*heard, strict=True))
    values = {"sari": sari, "add": add, "keep": keep, "delete": delete}
    return {name: 100 * value for name, value in values.items()}


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """One line for each implementation; segments without a source are left out."""
    chosen = [segment for segment in segments if segment.source is not None]
    texts = EASSE_TEXTS.load()
    utilities = SimpleNamespace(preprocessing=texts)
    easse = EASSE_SARI.load(
        {"easse": SimpleNamespace(utils=utilities), "easse.utils": utilities, "easse.utils.preprocessing": texts}
    )
    check_easse(easse, chosen)
    shared = {"script": "tools/golden_sari.py", "exclude": ()}
    for tok in ("13a", "intl"):
        yield Expectation(
            measure=f"sari(compat=easse,tok={tok})",
            tool="easse 0.2.4, commit 6a4352e",
            readings=easse_readings(easse, texts, chosen, tok),
            segments={segment.id: easse_readings(easse, texts, [segment], tok) for segment in chosen},
            notes="compute_ngram_stats of each segment, added up, then compute_macro_sari; lower-cased",
            **shared,
        )
    evaluate, original = EVALUATE.load(), ORIGINAL.load()
    scripts = {
        "evaluate": (evaluate, evaluate.normalize, "evaluate 0.4.6, metrics/sari"),
        "original": (original, str, "SARI.py of cocoxu/simplification, commit 3557046"),
    }
    for name, (script, prepare, tool) in scripts.items():
        readings = {segment.id: sentence_readings(script, prepare, segment) for segment in chosen}
        yield Expectation(
            measure=f"sari(compat={name})",
            tool=tool,
            readings=mean_readings(readings.values()),
            segments=readings,
            mean_tolerance=1e-11,
            notes="SARIsent in percent, and the means of what SARIngram gives; Python 3.11, whose sum() adds plainly",
            **shared,
        )


if __name__ == "__main__":
    write_expectations("sari", expectations, "simplify.jsonl")
