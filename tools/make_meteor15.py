#!/usr/bin/env python3
"""Writes `cases/meteor15/`: a few words in the formats of the files that METEOR 1.5 keeps in its jar.

    python3 tools/make_meteor15.py            write the files
    python3 tools/make_meteor15.py --check    change nothing; exit 1 if a file would change

All words, sets, forms and paraphrases below are of our own choosing, around the words of `segments.jsonl`; nothing comes
from METEOR, WordNet or Moses but the formats. Put before the jar on Java's class path, the folder takes the place of the
jar's own data, so that the original can be asked, too. Running this twice gives the same bytes.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "cases" / "meteor15"

FUNCTION_WORDS = """a an the of to in on at by for with from and or but it is was were be been has had , . " 's de a o que""".split()

PREFIXES = """
# Words that keep their dot, always or before a number; lists are read as those of the Moses tokeniser.
Dr
Prof
Mr

St
No #NUMERIC_ONLY#
pp #NUMERIC_ONLY#
Art #NUMERIC_ONLY#
""".strip().split("\n")

# Sets of words that can stand for each other.
SETS = """
ferry ferryboat barge
harbour port haven
fog mist haze
leave depart go sail
lift rise climb
rise increase go
fall drop decrease
repair mend fix
old aged elder
big large great
small little
red crimson
neighbour acquaintance
station stop
train railway
committee board panel
report study account
publish issue print
cat feline
dog hound canine
tree plant
sit perch
run race hurry
mat rug carpet
sleep slumber rest
walk stroll go
taxi cab
home house dwelling
hour time
show display reveal
insist maintain
paint picture
call phone ring
box carton
wish hope
glass tumbler
pony horse
man person
hop jump leap
casa lar
gato felino
""".strip().split("\n")

# A word and its irregular forms.
IRREGULAR = {
    "leave": "left", "go": "went gone", "rise": "rose risen", "fall": "fell fallen", "sit": "sat",
    "run": "ran running", "sleep": "slept", "rest": "left", "man": "men", "show": "shown",
}  # fmt: skip

# A phrase and one that can stand for it; some go both ways, some overlap, one is longer than the other.
PARAPHRASES = """
before the fog lifted | in thick fog
the fog had lifted | the fog was gone
had lifted | lifted
fell down | collapsed
collapsed | fell down
go up | rose
went up | rose
rose | went up
rose by | were up
per cent | %
% | per cent
one more hour | another hour
another hour | one more hour
would rather | had rather
is to be published | will publish
will publish | is to be published
looks after | keeps
looks bigger | seems larger
seems larger | looks bigger
larger | bigger
fails again | breaks down once more
breaks down | fails
do not | don 't
don 't | do not
no longer exists | is gone
of the gallery | gallery
the owner | owner
on the | upon the
under the | below the
sat on | ran on
cat sat | dog ran
the cat | a cat
a cat | the cat
the | a
a | the
on a mat | under the tree
on | under
under | on
""".strip().split("\n")


def files() -> dict[str, bytes]:
    """The contents of each file."""
    sets: dict[str, list[int]] = {}
    for number, words in enumerate(SETS, start=1000):
        for word in words.split():
            sets.setdefault(word, []).append(number)
    synsets = [line for word in sorted(sets) for line in (word, " ".join(f"{number:08}" for number in sets[word]))]
    exceptions = [line for base in sorted(IRREGULAR) for line in (base, IRREGULAR[base])]
    pairs = [line.split(" | ") for line in PARAPHRASES]
    paraphrases = [line for phrase, other in pairs for line in ("0.5", phrase, other)]
    texts = {
        "function/english.words": FUNCTION_WORDS,
        "nonbreaking/english.prefixes": PREFIXES,
        "synonym/english.exceptions": exceptions,
        "synonym/english.synsets": synsets,
        "data/paraphrase-en.gz": paraphrases,
    }
    made = {name: "".join(f"{line}\n" for line in lines).encode() for name, lines in texts.items()}
    made["data/paraphrase-en.gz"] = gzip.compress(made["data/paraphrase-en.gz"], mtime=0)
    return made


def is_current(path: Path, contents: bytes) -> bool:
    """Whether a file has these contents; compressed files are compared unpacked, as the packing is up to zlib."""
    if not path.is_file():
        return False
    found = path.read_bytes()
    return gzip.decompress(found) == gzip.decompress(contents) if path.suffix == ".gz" else found == contents


def main() -> int:
    """Writes the files that differ, or only says which do."""
    stale = {name: contents for name, contents in files().items() if not is_current(FOLDER / name, contents)}
    for name, contents in stale.items():
        print(f"cases/meteor15/{name}")
        if "--check" not in sys.argv:
            (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
            (FOLDER / name).write_bytes(contents)
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
