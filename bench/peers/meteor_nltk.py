"""METEOR by NLTK with the WordNet that `REGUA_WORDNET` names: the plain mean over segments."""

import io
import math
import os
import warnings
from pathlib import Path
from typing import Any

import nltk
from driver import drive
from nltk.corpus.reader.wordnet import WordNetCorpusReader
from nltk.translate.meteor_score import meteor_score


class FolderReader(WordNetCorpusReader):
    """NLTK's reader on a `dict` folder such as Debian's, without the corpora that it would ask for."""

    def __init__(self, folder: str) -> None:
        nltk.data.path.append(folder)  # NLTK opens files in its own folders only
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that there are no other languages
            super().__init__(folder, None)

    def open(self, file: str) -> Any:
        """A file of the folder. Debian's has no `lexnames`: the files of its 45 topics are numbered, then."""
        if file == "lexnames" and not Path(str(self.root), file).exists():
            return io.StringIO("".join(f"{number:02} topic-{number} 0\n" for number in range(45)))
        return super().open(file)

    def map_wn(self, version: str = "wordnet") -> None:
        """What a second WordNet says about numbers in other versions is not needed."""


def score(hypotheses: list[str], references: list[str]) -> dict[str, float]:
    """Mean METEOR, 0 to 1."""
    wordnet = FolderReader(os.environ["REGUA_WORDNET"])
    scores = [
        meteor_score([reference.split()], hypothesis.split(), wordnet=wordnet)
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]
    return {"meteor-nltk": math.fsum(scores) / len(scores)}


drive("nltk", score)
