#!/usr/bin/env python3
"""Builds the JSONL files under `examples/` from the plain texts beside them.

    python3 tools/make_examples.py            write the derived files
    python3 tools/make_examples.py --check    change nothing; exit 1 if something is wrong

The plain texts are what a person edits; the JSONL files are never edited by hand. Running it twice
gives the same bytes. Only the standard library is needed.
"""

from __future__ import annotations

import argparse
import json
import sys
import unicodedata
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"

TRANSLATION_TEXTS = ["market", "weather", "recipe", "museum", "letter", "football", "kettle", "tale"]
TRANSLATION_SYSTEMS = ["ipe", "jacaranda", "mandacaru"]
SENTENCES_PER_TEXT = 8

SUMMARY_ARTICLES = 12
SUMMARY_SYSTEMS = ["lead", "abstract", "drift"]
LEAD_SENTENCES = 2

GRAPH_SYSTEM = "seq2seq"
GRAPHS_PER_SIZE = 6
LARGEST_GRAPH = 7
BEAM_SIZE = 4


class BadExample(Exception):
    """A plain text that breaks a rule; the message names the rule and the place."""


def relative(path: Path) -> str:
    return path.relative_to(EXAMPLES.parent).as_posix()


def read_lines(path: Path) -> list[str]:
    """The lines of a text file, which must be UTF-8 in NFC with LF endings and no stray spaces."""
    try:
        content = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise BadExample(f"{relative(path)} is missing") from None
    except UnicodeDecodeError as error:
        raise BadExample(f"{relative(path)} is not UTF-8: {error}") from None
    if "\r" in content:
        raise BadExample(f"{relative(path)} has carriage returns; lines end with LF alone")
    if not content.endswith("\n"):
        raise BadExample(f"{relative(path)} does not end with a line feed")
    if unicodedata.normalize("NFC", content) != content:
        raise BadExample(f"{relative(path)} is not in Unicode normal form C")
    lines = content[:-1].split("\n")
    for number, line in enumerate(lines, start=1):
        if line != line.strip():
            raise BadExample(f"{relative(path)}, line {number} begins or ends with white space")
    return lines


def translation_rows() -> list[dict]:
    folder = EXAMPLES / "translation"
    expected = len(TRANSLATION_TEXTS) * SENTENCES_PER_TEXT

    def column(name: str) -> list[str]:
        path = folder / name
        lines = read_lines(path)
        if len(lines) != expected:
            raise BadExample(f"{relative(path)} has {len(lines)} lines, not {expected}; they are paired line by line")
        for number, line in enumerate(lines, start=1):
            if not line:
                raise BadExample(f"{relative(path)}, line {number} is empty")
        return lines

    sources = column("source.en.txt")
    ana = column("reference-ana.pt.txt")
    bruno = column("reference-bruno.pt.txt")
    rows = []
    for system in TRANSLATION_SYSTEMS:
        for index, hypothesis in enumerate(column(f"systems/{system}.txt")):
            text = TRANSLATION_TEXTS[index // SENTENCES_PER_TEXT]
            rows.append(
                {
                    "id": f"{text}-{index % SENTENCES_PER_TEXT + 1}",
                    "text": text,
                    "system": system,
                    "source": sources[index],
                    "hypothesis": hypothesis,
                    "references": [ana[index], bruno[index]],
                }
            )
    return rows


def read_article(path: Path) -> dict[str, list[list[str]]]:
    """The sections of an article: heading to the list of its occurrences, each a list of sentences."""
    sections: dict[str, list[list[str]]] = {}
    sentences: list[str] | None = None
    for number, line in enumerate(read_lines(path), start=1):
        if line.startswith("# "):
            sentences = []
            sections.setdefault(line[2:], []).append(sentences)
        elif not line:
            raise BadExample(f"{relative(path)}, line {number} is empty")
        elif sentences is None:
            raise BadExample(f"{relative(path)} does not begin with a heading")
        else:
            sentences.append(line)
    counts = {heading: len(occurrences) for heading, occurrences in sections.items()}
    if counts != {"topic": 1, "source": 1, "reference": 2, "abstract": 1, "drift": 1}:
        raise BadExample(f"{relative(path)} has the sections {counts}; one of each and two references are wanted")
    return sections


def summary_rows() -> list[dict]:
    folder = EXAMPLES / "summaries" / "articles"
    paths = sorted(folder.glob("*.txt"))
    if len(paths) != SUMMARY_ARTICLES:
        raise BadExample(f"{relative(folder)} has {len(paths)} articles, not {SUMMARY_ARTICLES}")
    articles = [(path.stem.partition("-")[2], read_article(path)) for path in paths]
    rows = []
    for system in SUMMARY_SYSTEMS:
        for identifier, sections in articles:
            source = sections["source"][0]
            hypothesis = source[:LEAD_SENTENCES] if system == "lead" else sections[system][0]
            rows.append(
                {
                    "id": identifier,
                    "topic": " ".join(sections["topic"][0]),
                    "system": system,
                    "source": " ".join(source),
                    "hypothesis": "\n".join(hypothesis),
                    "references": ["\n".join(reference) for reference in sections["reference"]],
                }
            )
    return rows


def read_graph(path: Path, block: str) -> dict:
    identifier = ""
    triples: list[str] = []
    references: list[str] = []
    hypotheses: list[dict] = []
    for line in block.split("\n"):
        keyword, _, rest = line.partition(" ")
        if keyword == "graph":
            identifier = rest
        elif keyword == "triple":
            if len(rest.split(" | ")) != 3:
                raise BadExample(f"{relative(path)}, graph {identifier}: `{rest}` is not subject | relation | object")
            triples.append(rest)
        elif keyword == "reference":
            references.append(rest)
        elif keyword == "hypothesis":
            loglik, _, text = rest.partition(" ")
            try:
                hypotheses.append({"text": text, "loglik": float(loglik)})
            except ValueError:
                raise BadExample(f"{relative(path)}, graph {identifier}: `{loglik}` is not a log-likelihood") from None
        else:
            raise BadExample(f"{relative(path)}, graph {identifier}: unknown keyword `{keyword}`")

    place = f"{relative(path)}, graph {identifier}"
    if identifier.partition("-")[0] != str(len(triples)):
        raise BadExample(f"{place} has {len(triples)} triples; its name begins with their number")
    if not 1 <= len(references) <= 3:
        raise BadExample(f"{place} has {len(references)} references, not 1 to 3")
    if len(hypotheses) != BEAM_SIZE:
        raise BadExample(f"{place} has {len(hypotheses)} hypotheses, not {BEAM_SIZE}")
    likelihoods = [hypothesis["loglik"] for hypothesis in hypotheses]
    if likelihoods != sorted(set(likelihoods), reverse=True) or likelihoods[0] >= 0:
        raise BadExample(f"{place}: the log-likelihoods must be negative and fall down the list")
    return {
        "id": identifier,
        "nodes": len(triples),
        "system": GRAPH_SYSTEM,
        "source": " && ".join(triples),
        "hypotheses": hypotheses,
        "references": references,
    }


def graph_rows() -> list[dict]:
    path = EXAMPLES / "graph-to-text" / "graphs.txt"
    rows = [read_graph(path, block) for block in "\n".join(read_lines(path)).split("\n\n")]
    for size in range(1, LARGEST_GRAPH + 1):
        found = sum(row["nodes"] == size for row in rows)
        if found != GRAPHS_PER_SIZE:
            raise BadExample(f"{relative(path)} has {found} graphs of size {size}, not {GRAPHS_PER_SIZE}")
    return rows


def texts_of(row: dict) -> list[str]:
    """Every text of a row that a measure may read."""
    outputs = [row["hypothesis"]] if "hypothesis" in row else [beam["text"] for beam in row["hypotheses"]]
    return [row["source"], *outputs, *row["references"]]


def check_rows(path: Path, rows: list[dict]) -> None:
    seen = set()
    for row in rows:
        key = (row["system"], row["id"])
        if key in seen:
            raise BadExample(f"{relative(path)}: system {key[0]} has the id {key[1]} twice")
        seen.add(key)
        if not all(text.strip() for text in texts_of(row)):
            raise BadExample(f"{relative(path)}: system {key[0]}, id {key[1]} has an empty text")
    systems = {row["system"] for row in rows}
    identifiers = {row["id"] for row in rows}
    if len(rows) != len(systems) * len(identifiers):
        raise BadExample(f"{relative(path)}: the systems do not all have the same ids")


def derived_files() -> dict[Path, bytes]:
    """The derived files, checked, as path and content."""
    tables = {
        EXAMPLES / "translation" / "translation.jsonl": translation_rows(),
        EXAMPLES / "summaries" / "summaries.jsonl": summary_rows(),
        EXAMPLES / "graph-to-text" / "graphs.jsonl": graph_rows(),
    }
    files = {}
    for path, rows in tables.items():
        check_rows(path, rows)
        files[path] = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode("utf-8")
    return files


def main() -> int:
    parser = argparse.ArgumentParser(description="build the JSONL files under examples/ from the plain texts")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if a rule is broken or a file is out of date"
    )
    arguments = parser.parse_args()
    try:
        files = derived_files()
    except BadExample as problem:
        print(f"error: {problem}", file=sys.stderr)
        return 1
    stale = [path for path, content in files.items() if not path.exists() or path.read_bytes() != content]
    if arguments.check:
        for path in stale:
            print(f"error: {relative(path)} is out of date; run tools/make_examples.py", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.write_bytes(files[path])
        print(f"wrote {relative(path)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
