"""Makes `cases/spm/`: tiny SentencePiece models, trained on our own texts, and the pieces they give.

The models are small on purpose: they have many unknown characters and many pieces of equal score.
"""

import io
import random
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import sentencepiece
from sentencepiece import sentencepiece_model_pb2

from common import CASES, read_segments, write_lines

FOLDER = CASES / "spm"
SEED = 11
ORDINARY = 120
LONGEST = 400

# Replacement rules of our own: from, to. Several characters at once, blanks, nothing, and one into many.
RULES = [
    ("\t", " "), ("\n", " "), ("\r", " "), ("\u00a0", " "), ("\u2028", " "), ("\u3000", " "), ("\u200b", ""), ("\u00ad", ""),
    ("\ufeff", ""), ("e\u0301", "é"), ("a\u0303", "ã"), ("...", "…"), ("ß", "ss"), ("½", " 1/2"), ("«", '"'), ("»", '"'),
    ("\u2019", "'"), ("ﬁ", "fi"), ("①", "(1)"), ("£", "GBP "),
]  # fmt: skip
FOLDED = [(chr(letter), chr(letter).lower()) for letter in range(ord("A"), ord("Z") + 1)]
FOLDED += [(chr(letter + 0xFEE0), chr(letter)) for letter in range(ord("!"), ord("~") + 1)]
SYMBOLS = ["ing", "ing the", "<sep>", "é", "\u2581the", "中文"]
# By name: what the trainer is told.
MODELS: dict[str, dict[str, Any]] = {
    "unigram": {"model_type": "unigram", "vocab_size": 400},
    "unigram-bytes": {"model_type": "unigram", "vocab_size": 600, "byte_fallback": True, "rules": RULES},
    "unigram-suffix": {"model_type": "unigram", "vocab_size": 400, "treat_whitespace_as_suffix": True, "rules": RULES},
    "unigram-symbols": {"model_type": "unigram", "vocab_size": 400, "user_defined_symbols": SYMBOLS, "unused": 5},
    "bpe": {"model_type": "bpe", "vocab_size": 400, "rules": RULES + FOLDED},
    "bpe-bytes": {"model_type": "bpe", "vocab_size": 600, "byte_fallback": True, "remove_extra_whitespaces": False},
    "bpe-symbols": {"model_type": "bpe", "vocab_size": 400, "user_defined_symbols": SYMBOLS, "unused": 5},
    "bpe-plain": {"model_type": "bpe", "vocab_size": 400, "add_dummy_prefix": False, "rules": RULES},
    "char": {"model_type": "char", "vocab_size": 120, "user_defined_symbols": SYMBOLS},
    "word": {"model_type": "word", "vocab_size": 200},
}


def texts() -> list[str]:
    """All different texts of the segments."""
    found = {text: None for segment in read_segments() for text in (segment.hypothesis, *segment.references)}
    return list(found)


def train(lines: list[str], rules: list[tuple[str, str]] | None = None, unused: int = 0, **settings: Any) -> bytes:
    """A model without the names of files, in which some pieces may be marked as unused."""
    writer = io.BytesIO()
    with tempfile.TemporaryDirectory() as folder:
        if rules is None:
            settings["normalization_rule_name"] = "identity"
        else:
            table = Path(folder) / "rules.tsv"
            codes = [[" ".join(f"{ord(letter):X}" for letter in side) for side in rule] for rule in rules]
            table.write_text("".join("\t".join(rule) + "\n" for rule in codes), encoding="utf-8")
            settings["normalization_rule_tsv"] = str(table)
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines),
            model_writer=writer,
            character_coverage=0.98,
            num_threads=1,
            hard_vocab_limit=False,
            minloglevel=2,
            **settings,
        )
    model = sentencepiece_model_pb2.ModelProto.FromString(writer.getvalue())
    model.normalizer_spec.ClearField("normalization_rule_tsv")
    model.trainer_spec.ClearField("model_prefix")
    normal = [piece for piece in model.pieces if piece.type == piece.NORMAL and len(piece.piece) > 1]
    for piece in normal[::unused] if unused else []:
        piece.type = piece.UNUSED
    return model.SerializeToString(deterministic=True)


def chosen_texts(everything: list[str]) -> list[str]:
    """Every trap, and some of the ordinary texts."""
    traps = {segment.hypothesis for segment in read_segments() if "trap" in segment.tags}
    traps |= {text for segment in read_segments() if "trap" in segment.tags for text in segment.references}
    short = [text for text in everything if len(text) <= LONGEST]
    ordinary = [text for text in short if text not in traps]
    return [text for text in short if text in traps] + random.Random(SEED).sample(ordinary, ORDINARY)


def lines(processors: dict[str, sentencepiece.SentencePieceProcessor], chosen: list[str]) -> Iterator[dict[str, Any]]:
    """One line a text: the pieces of each model, with a blank between them, which is in no piece."""
    tool = f"sentencepiece {version('sentencepiece')}"
    for text in chosen:
        pieces = {name: processor.encode(text, out_type=str) for name, processor in processors.items()}
        assert not any(" " in piece for found in pieces.values() for piece in found)
        yield {"tool": tool, "text": text, "pieces": {name: " ".join(found) for name, found in pieces.items()}}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    everything = texts()
    material = [line for text in everything for line in text.split("\n") if line.strip() and "\0" not in line]
    processors = {}
    for name, settings in MODELS.items():
        blob = train(material, **settings)
        (FOLDER / f"{name}.model").write_bytes(blob)
        processors[name] = sentencepiece.SentencePieceProcessor(model_proto=blob)
    write_lines(FOLDER / "pieces.jsonl", lines(processors, chosen_texts(everything)))
