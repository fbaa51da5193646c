"""Makes `cases/python/evaluate.jsonl` with the metrics of Hugging Face's evaluate 0.4.6.

Its metrics are scripts of its repository, and one of them needs a script of another repository:
`REGUA_EVALUATE` names a checkout of huggingface/evaluate at v0.4.6, `REGUA_NMT_BLEU` the file
`nmt/scripts/bleu.py` of tensorflow/nmt. Without them the file stays as it is. Besides `requirements.txt` it
takes the packages evaluate 0.4.6 and sacremoses 0.1.1.

METEOR is not here: it needs data that NLTK downloads.
"""

import os
import random
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from common import CASES, EMPTY_REFERENCE, Segment, read_segments, select, write_lines
from elsewhere import Elsewhere

FILE = CASES / "python" / "evaluate.jsonl"
NMT_BLEU = Elsewhere(
    "tensorflow/nmt, nmt/scripts/bleu.py",
    "https://github.com/tensorflow/nmt at 0be86425",
    "REGUA_NMT_BLEU",
    "d35b20182f82f22f1c31232df1d25977328cf011178fcd381c2d82ee4116b40b",
)
PACKAGES = (
    "evaluate",
    "jiwer",
    "nltk",
    "numpy",
    "rouge_score",
    "sacrebleu",
    "scikit-learn",
    "scipy",
    "seqeval",
)

Case = dict[str, Any]


def texts(metric: str, choice: Case, **settings: Any) -> Case:
    """A case on texts of `cases/`, which `choice` selects."""
    return {"metric": metric, "texts": choice, "settings": settings}


def inputs(metric: str, columns: Case, config: str | None = None, **settings: Any) -> Case:
    """A case on columns of its own."""
    return {"metric": metric, "config": config, "inputs": columns, "settings": settings}


ONE = {"file": "segments.jsonl", "references": 1, "exclude": [EMPTY_REFERENCE]}
TWO = {"file": "segments.jsonl", "references": 2, "exclude": [EMPTY_REFERENCE]}
ALL = {"file": "segments.jsonl", "exclude": [EMPTY_REFERENCE]}
SHORT = {"file": "segments.jsonl", "exclude": [EMPTY_REFERENCE, "long"]}
SHORT_ONE = {"file": "segments.jsonl", "references": 1, "exclude": [EMPTY_REFERENCE, "long"]}
SIMPLE = {"file": "simplify.jsonl"}


def text_cases() -> Iterator[Case]:
    """Metrics of texts, under their settings."""
    yield texts("bleu", ONE)
    yield texts("bleu", ALL)
    yield texts("bleu", ALL, max_order=2)
    yield texts("bleu", ALL, smooth=True)
    yield texts("google_bleu", ALL)
    yield texts("google_bleu", ONE, min_len=2, max_len=6)
    yield texts("sacrebleu", TWO)
    yield texts("sacrebleu", ONE, tokenize="intl", smooth_method="floor", smooth_value=0.2)
    yield texts("sacrebleu", ONE, lowercase=True, tokenize="char", use_effective_order=True)
    yield texts("chrf", TWO)
    yield texts("chrf", ONE, word_order=2, beta=3, lowercase=True)
    yield texts("chrf", ONE, char_order=4, whitespace=True, eps_smoothing=True)
    yield texts("ter", {**TWO, "exclude": [EMPTY_REFERENCE, "long"]})
    yield texts(
        "ter", SHORT_ONE, normalized=True, ignore_punct=True, support_zh_ja_chars=True, case_sensitive=True
    )
    yield texts("nist_mt", ALL)
    yield texts("nist_mt", ONE, n=3, lowercase=True)
    yield texts("nist_mt", ONE, n=4, western_lang=False)
    yield texts("rouge", SHORT)
    yield texts("rouge", SHORT_ONE, use_stemmer=True, rouge_types=["rouge1", "rouge3", "rougeLsum"])
    yield texts("rouge", {**SHORT_ONE, "only": ["lines"]}, use_aggregator=False)
    yield texts("wer", SHORT_ONE)
    yield texts("wer", SHORT_ONE, concatenate_texts=True)
    yield texts("cer", SHORT_ONE)
    yield texts("exact_match", ONE)
    yield texts("exact_match", ONE, ignore_case=True, ignore_punctuation=True)
    yield texts("exact_match", ONE, regexes_to_ignore=["the ", "[aeiou]"], ignore_numbers=True)
    yield texts("sari", SIMPLE)
    yield texts("wiki_split", {**SIMPLE, "references": 1})


def label_cases() -> Iterator[Case]:
    """Metrics of labels, probabilities and numbers, on random ones."""
    chance = random.Random(20)
    three = {
        "predictions": [chance.choice([0, 1, 1, 2, 7]) for _ in range(60)],
        "references": [chance.choice([0, 1, 2, 2, 3]) for _ in range(60)],
    }
    two = {
        "predictions": [chance.choice([0, 1, 1]) for _ in range(50)],
        "references": [chance.choice([0, 0, 1]) for _ in range(50)],
    }
    yield inputs("accuracy", three)
    yield inputs("accuracy", three, normalize=False)
    for metric in ("precision", "recall", "f1"):
        yield inputs(metric, two)
        yield inputs(metric, two, pos_label=0)
        for average in ("micro", "macro", "weighted", None):
            yield inputs(metric, three, average=average)
            yield inputs(metric, three, average=average, labels=[2, 0, 9])
    yield inputs("precision", three, average="macro", zero_division=1)
    yield inputs("recall", three, average="weighted", zero_division=1)
    yield inputs("matthews_correlation", two)
    yield inputs("matthews_correlation", three)
    for settings in (
        {},
        {"normalize": "true"},
        {"normalize": "pred"},
        {"normalize": "all"},
        {"labels": [7, 2, 0]},
    ):
        yield inputs("confusion_matrix", three, **settings)
    grid = {
        "predictions": [[chance.randrange(2) for _ in range(3)] for _ in range(30)],
        "references": [[chance.randrange(2) for _ in range(3)] for _ in range(30)],
    }
    yield inputs("accuracy", grid, "multilabel")
    for metric in ("precision", "recall", "f1"):
        for average in ("micro", "macro", "weighted", None):
            yield inputs(metric, grid, "multilabel", average=average)
    yield inputs("matthews_correlation", grid, "multilabel")
    yield inputs("matthews_correlation", grid, "multilabel", average="macro")
    scores = [round(chance.random(), 2) for _ in range(50)]
    yield inputs("brier_score", {"references": two["references"], "predictions": scores})
    named = ["ham" if reference else "eggs" for reference in two["references"]]
    yield inputs("brier_score", {"references": named, "predictions": scores}, pos_label="ham")
    yield inputs(
        "roc_auc", {"references": two["references"], "prediction_scores": [4 * s - 2 for s in scores]}
    )
    rows = [[chance.random() for _ in range(3)] for _ in range(40)]
    shares = [[value / sum(row) for value in row] for row in rows]
    classes = {"references": [chance.randrange(3) for _ in range(40)], "prediction_scores": shares}
    for average in ("macro", "weighted", None):
        yield inputs("roc_auc", classes, "multiclass", multi_class="ovr", average=average)
    several = {
        "references": [[chance.randrange(2) for _ in range(3)] for _ in range(40)],
        "prediction_scores": rows,
    }
    for average in ("macro", "weighted", "micro", None):
        yield inputs("roc_auc", several, "multilabel", average=average)
    yield from number_cases(chance, two, three)


def number_cases(chance: random.Random, two: Case, three: Case) -> Iterator[Case]:
    """Correlations, and the benchmarks that read labels or numbers."""
    numbers = {
        "predictions": [round(chance.gauss(0, 2), 3) for _ in range(25)],
        "references": [round(chance.gauss(1, 1), 1) for _ in range(25)],
    }
    for metric in ("pearsonr", "spearmanr"):
        yield inputs(metric, numbers)
    yield inputs("glue", numbers, "stsb")
    for config in ("cola", "mrpc", "qqp", "sst2", "mnli"):
        yield inputs("glue", two, config)
    for config in ("axb", "cb", "boolq"):
        yield inputs("super_glue", two, config)
    yield inputs("xnli", three)


def answer_cases() -> Iterator[Case]:
    """SQuAD's two metrics."""
    pairs = [
        ("the Douro", ["Douro", "the river Douro"]),
        ("In 1904.", ["1904"]),
        ("a stone bridge", ["an iron bridge", "iron"]),
        ("", ["forty metres"]),
        ("A!", ["the"]),
        ("two ferries, daily", ["daily ferries", "ferries"]),
    ]
    questions = [f"q{place}" for place in range(len(pairs))]
    references = [
        {"id": question, "answers": {"text": right, "answer_start": [0] * len(right)}}
        for question, (_, right) in zip(questions, pairs)
    ]
    predictions = [{"id": question, "prediction_text": said} for question, (said, _) in zip(questions, pairs)]
    yield inputs("squad", {"predictions": predictions, "references": references})
    doubts = [0.1, 0.25, 0.6, 0.97, 0.3, 0.2, 0.8, 0.05]
    unanswerable = [{"id": name, "answers": {"text": [], "answer_start": []}} for name in ("q6", "q7")]
    more = [{"id": "q6", "prediction_text": ""}, {"id": "q7", "prediction_text": "on a hill"}]
    doubted = [
        {**prediction, "no_answer_probability": doubt}
        for prediction, doubt in zip(predictions + more, doubts)
    ]
    columns = {"predictions": doubted, "references": references + unanswerable}
    yield inputs("squad_v2", columns)
    yield inputs("squad_v2", columns, no_answer_threshold=0.5)


def tag_cases() -> Iterator[Case]:
    """Tagged tokens."""
    chance = random.Random(21)
    tags = ["O", "O", "B-PER", "I-PER", "B-LOC", "I-LOC", "E-LOC", "S-PER"]
    gold = [[chance.choice(tags) for _ in range(12)] for _ in range(15)]
    said = [[tag if chance.random() < 0.8 else chance.choice(tags) for tag in line] for line in gold]
    columns = {"predictions": said, "references": gold}
    yield inputs("seqeval", columns)
    yield inputs("seqeval", columns, mode="strict", scheme="IOBES")
    for scheme, renamed in (("IOB1", "BIIB"), ("IOB2", "BIIB"), ("IOE1", "IIEE"), ("IOE2", "IIEE")):
        prefixes = str.maketrans("BIES", renamed)
        respelt = {
            name: [[tag[0].translate(prefixes) + tag[1:] for tag in line] for line in lines]
            for name, lines in columns.items()
        }
        yield inputs("seqeval", respelt, mode="strict", scheme=scheme)
    rare = {"predictions": [["B-PER", "O", "B-ORG"]], "references": [["B-PER", "B-LOC", "O"]]}
    yield inputs("seqeval", rare)
    yield inputs("seqeval", rare, zero_division=1)
    words = ["NOUN", "VERB", "ADJ", "ADP", "X"]
    spoken = [[chance.choice(words[:-1]) for _ in range(9)] for _ in range(10)]
    heard = [[chance.choice(words) if chance.random() < 0.3 else tag for tag in line] for line in spoken]
    yield inputs("poseval", {"predictions": heard, "references": spoken})
    yield inputs("poseval", {"predictions": heard, "references": spoken}, zero_division=1)


def columns_of(choice: Case) -> Case:
    """The texts that a case chooses, as columns."""
    segments: list[Segment] = select(
        read_segments(choice["file"]),
        tuple(choice.get("exclude", ())),
        tuple(choice.get("only", ())),
        choice.get("references"),
    )
    one = choice.get("references") == 1
    columns: Case = {
        "predictions": [segment.hypothesis for segment in segments],
        "references": [segment.references[0] if one else segment.references for segment in segments],
    }
    if choice["file"] == "simplify.jsonl":
        columns["sources"] = [segment.source for segment in segments]
    return columns


def plain(value: Any) -> Any:
    """A result without numpy's types."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if hasattr(value, "tolist"):
        return value.tolist()
    return [plain(part) for part in value] if isinstance(value, list) else value


def types_of(result: Any) -> Any:
    """The types of a result's values."""
    if isinstance(result, dict):
        return {name: types_of(value) for name, value in result.items()}
    return type(result).__name__


class Scripts:
    """The metrics of a checkout."""

    def __init__(self, checkout: Path, nmt_bleu: Path) -> None:
        self.folder = Path(tempfile.mkdtemp()) / "metrics"
        shutil.copytree(checkout / "metrics", self.folder)
        shutil.copy(nmt_bleu, self.folder / "bleu" / "nmt_bleu.py")
        script = self.folder / "bleu" / "bleu.py"
        # The comment makes evaluate fetch the file that was copied above.
        lines = script.read_text(encoding="utf-8").split("\n")
        script.write_text(
            "\n".join(
                line.split("  # From:")[0] if line.startswith("from .nmt_bleu") else line for line in lines
            ),
            encoding="utf-8",
        )

    def result(self, case: Case) -> Any:
        """What the metric gives."""
        import evaluate

        metric = evaluate.load(str(self.folder / case["metric"]), case.get("config"), seed=7)
        columns = columns_of(case["texts"]) if "texts" in case else case["inputs"]
        return metric.compute(**columns, **case["settings"])


def lines(scripts: Scripts) -> Iterator[Case]:
    """What is written."""
    yield {"made_by": "tools/golden_evaluate.py", "versions": {name: version(name) for name in PACKAGES}}
    for make in (text_cases, label_cases, answer_cases, tag_cases):
        for case in make():
            result = scripts.result(case)
            written = {name: value for name, value in case.items() if value not in (None, {})}
            yield {**written, "result": plain(result), "types": types_of(result)}


def main() -> None:
    """Makes the file, if the scripts are there."""
    checkout = os.environ.get("REGUA_EVALUATE")
    nmt_bleu = NMT_BLEU.path
    if checkout is None or nmt_bleu is None:
        print(f"evaluate's scripts are not here (REGUA_EVALUATE, REGUA_NMT_BLEU): {FILE.name} stays as it is")
        return
    os.environ.update(HF_HUB_OFFLINE="1", HF_MODULES_CACHE=tempfile.mkdtemp(), HF_EVALUATE_OFFLINE="1")
    warnings.simplefilter("ignore")
    import nltk.corpus

    # NLTK's NIST tokeniser opens lists of characters that only its international variant needs.
    nltk.corpus.perluniprops = SimpleNamespace(chars=lambda kind: "0")
    FILE.parent.mkdir(exist_ok=True)
    write_lines(FILE, lines(Scripts(Path(checkout), nmt_bleu)))


if __name__ == "__main__":
    main()
