"""Compares the `regua` program with METEOR's own jar, live: statistics, segment scores and the final score.

Needs Java, the jar (`data/paraphrase-en.gz` beside it is used if it is there) and the program; nothing is installed. The
jar's data are compiled into a store of their own, which is removed at the end. Exit code 1 if anything differs.

    python tools/parity_meteor15.py --jar PATH/meteor-1.5.jar --program target/release/regua --data FOLDER
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from common import Expectation, Segment, select
from golden_meteor15 import VARIANTS, expect
from parity import compare, segments_in_folder, spread
from random_texts import random_segments

# A text of thousands of words takes the jar minutes.
MOST_WORDS = 400


# Java promises `Math.pow` to within one unit in the last place, and no two libraries agree in that place.
LAST_BIT = 2.5e-16


def parse_arguments() -> argparse.Namespace:
    """What was typed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jar", type=Path, required=True, help="meteor-1.5.jar")
    parser.add_argument("--program", default="regua", help="the program to compare (default: %(default)s)")
    parser.add_argument(
        "--data", type=Path, metavar="FOLDER", help="also compare on the outputs in this folder's JSONL files"
    )
    parser.add_argument("--segments", type=int, default=2000, metavar="N", help="of each source (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the random texts (default: %(default)s)")
    return parser.parse_args()


def short(segments: list[Segment]) -> list[Segment]:
    """The segments without the longest texts, and without empty references."""
    chosen = select(segments, exclude=("empty-reference",))
    return [one for one in chosen if max(len(text.split()) for text in [one.hypothesis, *one.references]) <= MOST_WORDS]


def variants(jar: Path, segments: list[Segment]) -> Iterator[Expectation]:
    """What the jar says, with each set of settings that it can follow."""
    has_paraphrases = (jar.parent / "data" / "paraphrase-en.gz").is_file()
    for settings, options in VARIANTS:
        if has_paraphrases or "paraphrase=no" in settings:
            yield replace(expect(jar, segments, settings, options, None, "meteor-1.5"), tolerance=LAST_BIT)


def main() -> int:
    """Compares on each source of texts; the number of settings that differ decides the exit code."""
    arguments = parse_arguments()
    sources = {f"random texts, seed {arguments.seed}": list(random_segments(arguments.segments, arguments.seed))}
    if arguments.data:
        sources[arguments.data.name] = spread(list(segments_in_folder(arguments.data)), arguments.segments)
    differing = 0
    with tempfile.TemporaryDirectory() as store:
        os.environ |= {"REGUA_DATA": store, "REGUA_CACHE": str(Path(store, "cache"))}
        subprocess.run([arguments.program, "models", "add", "meteor-1.5", str(arguments.jar)], check=True)
        for source, segments in sources.items():
            chosen = short(segments)
            print(f"{source}: {len(chosen)} segments")
            for comparison in compare(arguments.program, chosen, list(variants(arguments.jar, chosen))):
                print(comparison, flush=True)
                differing += comparison.mismatches > 0
    print(f"{differing} sets of settings differ" if differing else "no differences")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
