"""Makes `cases/meteor-wordnet.jsonl` with NLTK's METEOR and the WordNet 3.0 of Debian's `wordnet-base`.

Only numbers are kept; whoever compares needs the same WordNet, by the name `wordnet` (`tools/resources.sh wordnet`).
"""

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from common import EMPTY_REFERENCE, Expectation, Segment, select, write_expectations
from golden_meteor import expectation
from wordnet import open_wordnet

RESOURCES = Path(__file__).resolve().parent / "resources.sh"


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """With the synonyms of the real WordNet."""
    folder = subprocess.run([RESOURCES, "wordnet"], capture_output=True, text=True, check=True).stdout.strip()
    chosen = select(segments, exclude=(EMPTY_REFERENCE,))
    made = expectation(chosen, {"syn": "wordnet"}, open_wordnet(Path(folder)), {})
    yield replace(made, script="tools/golden_meteor_wordnet.py")


if __name__ == "__main__":
    write_expectations("meteor-wordnet", expectations)
