"""Makes `cases/meteor-1.5.jsonl` with METEOR's own jar, on the data of our own in `cases/meteor15/`.

Needs Java and the jar: `$REGUA_METEOR_JAR`, or that of an installed pycocoevalcap. Without them nothing is changed.
"""

from collections.abc import Iterator
from pathlib import Path

from common import CASES, EMPTY_REFERENCE, Expectation, Segment, select, write_expectations
from meteor_jar import find_jar, score

DATA = CASES / "meteor15"
# As the tests of `regua-measures` see the folder.
DATA_IN_TESTS = "../../cases/meteor15"
LONG = "long"
WITHOUT_PARAPHRASES = ["-m", "exact stem synonym"]
# Told to use other parameters, the jar takes other weights of the modules, too, unless it is told these.
WEIGHTS = ["-w", "1.0 0.6 0.8 0.6"]
# Settings of the measure and what the jar is told instead.
VARIANTS = [
    ("norm=yes,paraphrase=yes", ["-norm"]),
    ("norm=yes,paraphrase=no", ["-norm", *WITHOUT_PARAPHRASES]),
    ("norm=no-punct,paraphrase=yes", ["-norm", "-noPunct"]),
    ("norm=lower,paraphrase=yes", ["-lower"]),
    ("norm=no,paraphrase=no", WITHOUT_PARAPHRASES),
    ("norm=yes,paraphrase=yes,alpha=0.7,beta=1.4,gamma=0.3,delta=0.6", ["-norm", "-p", "0.7 1.4 0.3 0.6", *WEIGHTS]),
]
NOTES = (
    "the folder cases/meteor15 stands before the jar on the class path, so that its function words, prefixes, synonyms "
    "and paraphrases take the place of the jar's; line ends in texts are blanks to the jar"
)


def expect(
    jar: Path, segments: list[Segment], settings: str, options: list[str], data: Path | None, name: str
) -> Expectation:
    """What one set of settings must read."""
    chosen = select(segments, exclude=(EMPTY_REFERENCE, LONG))
    scored = score(jar, chosen, options, data)
    tally = {slot: sum(row[slot] for row in scored.statistics) for slot in scored.statistics[0]}
    rows = zip(chosen, scored.scores, scored.statistics, strict=True)
    return Expectation(
        measure=f"meteor-1.5(data={name},{settings})",
        tool="meteor-1.5.jar of pycocoevalcap 1.2",
        script="tools/golden_meteor15.py",
        readings={"meteor": scored.total, "chunks": tally["chunks"]},
        segments={one.id: {"meteor": value, "chunks": row["chunks"]} for one, value, row in rows},
        tally=tally,
        exclude=(EMPTY_REFERENCE, LONG),
        notes=NOTES,
    )


def expectations(segments: list[Segment]) -> Iterator[Expectation]:
    """One line for each set of settings."""
    jar = find_jar()
    if jar is None:
        raise SystemExit("there is no meteor-1.5.jar: set REGUA_METEOR_JAR")
    for settings, options in VARIANTS:
        yield expect(jar, segments, settings, options, DATA, DATA_IN_TESTS)


if __name__ == "__main__":
    if find_jar() is None:
        print("meteor-1.5.jsonl: left as it is; there is no meteor-1.5.jar (set REGUA_METEOR_JAR)")
    else:
        write_expectations("meteor-1.5", expectations)
