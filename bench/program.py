"""The two sides of a comparison: the `regua` program and the drivers of its peers."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from child import Cost, run

BENCH = Path(__file__).resolve().parent
Readings = dict[str, float]


@dataclass(frozen=True)
class Texts:
    """A pair of files, one text a line."""

    hypotheses: Path
    references: Path
    pairs: int

    @classmethod
    def make(cls, work: Path, pairs: int, seed: int) -> "Texts":
        """The corpus of this size, made anew only if the folder does not hold it."""
        folder = work / f"{pairs}-pairs-seed-{seed}"
        run(
            [
                sys.executable,
                str(BENCH / "corpus.py"),
                "--pairs",
                str(pairs),
                "--seed",
                str(seed),
                "--work",
                str(folder),
            ]
        )
        return cls(folder / "hyp.txt", folder / "ref.txt", pairs)

    @property
    def arguments(self) -> list[str]:
        """How the program is given them."""
        return ["--hyp", str(self.hypotheses), "--ref", str(self.references)]

    def first(self, pairs: int) -> "Texts":
        """The first pairs, in files of their own."""
        if pairs >= self.pairs:
            return self
        return Texts(first_lines(self.hypotheses, pairs), first_lines(self.references, pairs), pairs)

    def describe(self) -> dict[str, float]:
        """What the corpus maker wrote about them."""
        return json.loads((self.hypotheses.parent / "corpus.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Table:
    """The same pairs as a table in one file."""

    path: Path
    pairs: int

    @property
    def arguments(self) -> list[str]:
        """How the program is given it."""
        return [str(self.path)]


def first_lines(path: Path, count: int) -> Path:
    """A file with the first lines of another, beside it."""
    shorter = path.with_name(f"{path.stem}-first-{count}{path.suffix}")
    with path.open(encoding="utf-8", newline="\n") as lines, shorter.open("w", encoding="utf-8", newline="\n") as kept:
        kept.writelines(line for line, _ in zip(lines, range(count), strict=False))
    return shorter


def build(*target: str, name: str = "regua") -> Path:
    """Builds a program in release mode, `regua` unless another target of cargo's is named, and returns where it is."""
    wanted = target or ("-p", "regua-cli")
    command = ["cargo", "build", "--release", *wanted, "--message-format", "json-render-diagnostics"]
    built = subprocess.run(command, cwd=BENCH.parent, stdout=subprocess.PIPE, text=True, check=False)
    if built.returncode != 0:
        sys.exit(2)
    messages = (json.loads(line) for line in built.stdout.splitlines() if line.startswith("{"))
    executables = [message["executable"] for message in messages if message.get("executable")]
    named = [Path(path) for path in executables if Path(path).stem == name]
    if not named:
        print(f"cargo built no program named `{name}`", file=sys.stderr)
        sys.exit(2)
    return named[-1]


@dataclass(frozen=True)
class Regua:
    """The program under test."""

    path: Path

    def score(self, texts: Texts | Table, measures: str, threads: int = 1) -> tuple[Cost, Readings]:
        """Runs `regua score` and reads the headline of each measure."""
        command = [str(self.path), "score", *texts.arguments, "-m", measures, "--threads", str(threads), "--json"]
        cost = run(command, one_thread=threads == 1)
        results = json.loads(cost.output)["results"]
        for result in results:
            if result["units"] != texts.pairs or result.get("unscored"):
                print(f"{result['measure']}: not all of {texts.pairs} pairs were scored", file=sys.stderr)
                sys.exit(1)
        return cost, {result["measure"]: result["readings"][result["headline"]] for result in results}

    def add_wordnet(self, work: Path) -> None:
        """Gives the program the WordNet that the peers use, in a folder for its resources of its own."""
        os.environ["REGUA_DATA"] = str(work / "data")
        run([str(self.path), "models", "add", "wordnet", os.environ["REGUA_WORDNET"]])

    def version(self) -> str:
        """What `regua --version` prints."""
        return run([str(self.path), "--version"]).output.strip()


def score_with(driver: str, texts: Texts | None) -> tuple[Cost, Readings, str]:
    """Runs the driver of a peer, or only starts it where there are no texts; its readings and its name and version."""
    files = [str(texts.hypotheses), str(texts.references)] if texts else ["--empty"]
    cost = run([sys.executable, str(BENCH / "peers" / driver), *files])
    answer = json.loads(cost.output)
    return cost, answer["readings"], answer["tool"]
