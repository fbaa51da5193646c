#!/usr/bin/env python3
"""Writes `cases/wordnet/`, a dictionary of a few dozen sets in the format of WordNet's `dict` folder.

    python3 tools/make_wordnet.py            write the files
    python3 tools/make_wordnet.py --check    change nothing; exit 1 if a file would change

The sets, glosses and irregular forms below are of our own writing, around the words of `segments.jsonl`; nothing in them
comes from WordNet. The format is that of the manual pages wndb(5) and lexnames(5): a line of `data.*` begins with its own
place in the file, in bytes. Running it twice gives the same bytes. Only the standard library is needed.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "cases" / "wordnet"

HEADER = """\
A small dictionary for tests, in the format of the files of a WordNet.
It was written for this project and holds nothing of the dictionary
of that name but the format of its files. It may be used as the
project itself.

WordNet 0.1 Copyright 2025 by the authors of this project.
"""

# part of speech, letter, number of its names in `lexnames`
PARTS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
LEXNAMES = [("adj.all", 3), ("adv.all", 4), ("noun.all", 1), ("verb.all", 2)]
LEXNAME = {"adj": 0, "adv": 1, "noun": 2, "verb": 3}

# One line is one set: its words, then what they mean. "> word" names a more general set, "~ word" (adjectives) the head
# that this set is similar to. Blanks in words are written as underscores; a marker in brackets belongs to its word.
SETS = {
    "noun": """
ferry ferryboat > boat | a boat that carries people and vehicles across water
boat | a small vessel
harbour harbor haven seaport port > place | a place where ships are safe
place spot | a part of space
fog mist murk | a cloud that lies on the ground
station > place | a place where trains stop
spring > thing | a piece of metal that goes back to its form
spring springtime > season | the season between winter and summer
season | a part of the year
fall autumn > season | the season between summer and winter
fall drop > event | going down quickly
event | what happens
report account > text | a text about what happened
text | words that belong together
owner proprietor > person | who has something
person | a man, woman or child
teacher instructor > person | who teaches
baker bread_maker > person | who makes bread
neighbour neighbor > person | who lives next to somebody
worker > person | who works
taxi cab taxicab > car | a car that is hired with its driver
car auto automobile > thing | what drives on four wheels
van > car | a car for goods
thing | what can be touched
painting picture > thing | what was painted
clock timepiece > thing | what shows the time
goose > bird | a large bird that swims
bird | what has feathers and wings
cat true_cat > animal | what catches mice
dog domestic_dog hound > animal | what barks
mouse > animal | what cats catch
animal beast | what lives and moves
Moon moon > thing | what shines at night
moon > thing | what goes around any planet
Lisbon Lisboa capital_of_Portugal > place | the city at the mouth of the Tagus
fire_escape emergency_exit > place | the way out in a fire
rose > thing | a flower with thorns
visitor visitant > person | who comes to see something
glass > thing | what windows are made of
""",
    "verb": """
repair mend fix > act | make whole again
act do | be busy with something
close shut > act | make closed
sleep slumber > act | rest with closed eyes
run > act | go fast on foot
run operate > act | make something work
rise go_up > move | become more or higher
fall drop > move | become less or lower
move | change its place
collapse break_down fall_down > move | fall to pieces
leave go_forth > move | go away from a place
arrive come > move | reach a place
publish bring_out > act | make known in print
sail > move | go by ship
insist assert > act | say with force
want desire | wish to have
ask inquire > act | say that one wants to know
offer proffer > act | say that somebody may have something
refuse decline > act | say that one does not want something
explain > act | make clear
know cognize | have in the mind
rehearse practise practice > act | do again to do it better
look appear seem | be as if
vanish disappear > move | be no longer seen
wait > act | stay until something happens
""",
    "adj": """
big large | of great size
great(a) ~ big | very big
old | of many years
ancient ~ old | from times long past
quiet | without noise
calm ~ quiet | without storm or noise
asleep(p) sleeping(a) | not awake
grey gray ~ quiet | between black and white
well-known celebrated(a) ~ old | known to many
slow | not fast
galore(ip) ~ big | in great number
warm | rather hot
heavy | of great weight
good | as it should be
""",
    "adv": """
again once_more once_again | one time more
quickly rapidly fast | in little time
well good | as it should be done
never ne'er | at no time
Today today | on this very day
""",
}

# An irregular form and its base forms.
EXCEPTIONS = {
    "noun": "geese goose; mice mouse; spectacles spectacle glass; glasses glass",
    "verb": "came come; fallen fall; fell fall; knew know; known know; left leave; ran run; risen rise; rose rise; slept sleep; went go",
    "adj": "best good; better good well; bigger big; biggest big; larger large; oldest old",
    "adv": "best well; better well",
}


@dataclass
class Set:
    """One set of words, before it has a place in the file."""

    part: str
    words: list[str]
    gloss: str
    general: str | None
    head: str | None
    offset: int = 0

    @property
    def kind(self) -> str:
        return "s" if self.head else PARTS[self.part]

    def names(self) -> list[str]:
        """The words as `index.*` has them."""
        return [word.split("(")[0].lower() for word in self.words]


def read_sets(part: str) -> list[Set]:
    sets = []
    for line in SETS[part].strip().split("\n"):
        fields, gloss = line.split(" | ")
        words, _, head = fields.partition(" ~ ")
        words, _, general = words.partition(" > ")
        sets.append(Set(part, words.split(), gloss, general or None, head or None))
    return sets


def header() -> str:
    lines = HEADER.rstrip("\n").split("\n")
    return "".join(f"  {number} {line}  \n" for number, line in enumerate(lines, start=1))


def pointers(entry: Set, sets: list[Set]) -> list[tuple[str, Set]]:
    """The relations of a set: what is more general, and what an adjective is similar to."""
    found = []
    for other in sets:
        if entry.general in other.names() and other is not entry:
            found.append(("@", other))
            break
    for other in sets:
        if entry.head in other.names() or other.head in entry.names():
            found.append(("&", other))
    return found


def data_line(entry: Set, sets: list[Set], numbers: dict[int, list[int]]) -> str:
    words = " ".join(f"{word} {number:x}" for word, number in zip(entry.words, numbers[id(entry)], strict=True))
    relations = pointers(entry, sets)
    targets = "".join(f" {symbol} {other.offset:08d} {other.kind} 0000" for symbol, other in relations)
    frames = " 01 + 02 00" if entry.part == "verb" else ""
    start = f"{entry.offset:08d} {LEXNAME[entry.part]:02d} {entry.kind} {len(entry.words):02x} {words}"
    return f"{start} {len(relations):03d}{targets}{frames} | {entry.gloss}  \n"


def data_file(sets: list[Set]) -> str:
    """The lines of `data.*`; gives each set its place."""
    seen: dict[str, int] = {}
    numbers: dict[int, list[int]] = {}
    for entry in sets:
        numbers[id(entry)] = []
        for name in entry.names():
            numbers[id(entry)].append(seen.get(name, 0))
            seen[name] = seen.get(name, 0) + 1
    # A place has always eight digits, so that a first pass with wrong places finds the lengths.
    place = len(header())
    for entry in sets:
        entry.offset = place
        place += len(data_line(entry, sets, numbers).encode())
    return header() + "".join(data_line(entry, sets, numbers) for entry in sets)


def index_file(part: str, sets: list[Set]) -> str:
    senses: dict[str, list[Set]] = {}
    for entry in sets:
        for name in entry.names():
            if entry not in senses.setdefault(name, []):
                senses[name].append(entry)
    lines = []
    for name, entries in sorted(senses.items()):
        symbols = sorted({symbol for entry in entries for symbol, _ in pointers(entry, sets)})
        places = " ".join(f"{entry.offset:08d}" for entry in entries)
        relations = " ".join([str(len(symbols)), *symbols])
        lines.append(f"{name} {PARTS[part]} {len(entries)} {relations} {len(entries)} 0 {places}  \n")
    return header() + "".join(lines)


def files() -> dict[str, str]:
    """Every file with its text."""
    found = {"lexnames": "".join(f"{i:02d}\t{name}\t{part}\n" for i, (name, part) in enumerate(LEXNAMES))}
    for part in PARTS:
        sets = read_sets(part)
        found[f"data.{part}"] = data_file(sets)
        found[f"index.{part}"] = index_file(part, sets)
        found[f"{part}.exc"] = "".join(f"{line.strip()}\n" for line in EXCEPTIONS[part].split(";"))
    return found


def main() -> int:
    stale = []
    for name, text in sorted(files().items()):
        path = FOLDER / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
    if "--check" in sys.argv:
        print(f"cases/wordnet: {len(stale)} files would change{': ' if stale else ''}{', '.join(stale)}")
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
    sets = sum(len(read_sets(part)) for part in PARTS)
    print(f"cases/wordnet: {sets} sets, {len(stale)} files changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
