"""Makes four systems from the corpus: its hypotheses, damaged again, each with a seed of its own.

Two of them are damaged alike, so that their difference is chance; one less, one more. A system depends on the corpus
and its seed alone, and the first lines of a system are the system of the first lines.

    python bench/systems.py --corpus FOLDER
"""

import argparse
import hashlib
import json
import random
from pathlib import Path

# The baseline first.
DAMAGE = {"base": 0.02, "twin": 0.02, "better": 0.01, "worse": 0.05}


def damaged(line: str, share: float, generator: random.Random) -> str:
    """The line with this share of its words dropped, doubled or exchanged with the next."""
    words = line.split(" ")
    kept: list[str] = []
    while words:
        word = words.pop(0)
        if generator.random() >= share:
            kept.append(word)
            continue
        match generator.randrange(3):
            case 0 if words or kept:
                pass
            case 1 if words:
                kept += [words.pop(0), word]
            case _:
                kept += [word, word]
    return " ".join(kept)


def write_systems(corpus: Path) -> None:
    """Writes `NAME.txt` for each system beside the corpus; every line has a seed of its own."""
    for number, (name, share) in enumerate(DAMAGE.items()):
        with (
            (corpus / "hyp.txt").open(encoding="utf-8", newline="\n") as lines,
            (corpus / f"{name}.txt").open("w", encoding="utf-8", newline="\n") as output,
        ):
            for place, line in enumerate(lines):
                generator = random.Random(number << 40 | place)
                output.write(damaged(line.rstrip("\n"), share, generator) + "\n")


def main() -> None:
    """Writes the systems, unless they are there already."""
    parser = argparse.ArgumentParser(description="writes four systems beside hyp.txt and ref.txt, one text a line")
    parser.add_argument("--corpus", type=Path, required=True, metavar="DIR", help="a folder that corpus.py has made")
    corpus = parser.parse_args().corpus

    maker = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()
    wanted = {"maker": maker, "corpus": json.loads((corpus / "corpus.json").read_text(encoding="utf-8"))}
    note = corpus / "systems.json"
    if note.exists() and json.loads(note.read_text(encoding="utf-8")) == wanted:
        return
    note.unlink(missing_ok=True)
    for stale in corpus.glob("*.npz"):
        stale.unlink()
    write_systems(corpus)
    note.write_text(json.dumps(wanted, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
