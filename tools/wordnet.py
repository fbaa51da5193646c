"""NLTK's WordNet reader on a `dict` folder, without the corpora that NLTK would download."""

import io
import warnings
from pathlib import Path
from typing import Any

import nltk
from nltk.corpus.reader.wordnet import WordNetCorpusReader

from common import CASES


class FolderReader(WordNetCorpusReader):
    """The reader itself; what it learns from a second WordNet about numbers in other versions is left out."""

    def __init__(self, folder: Path) -> None:
        nltk.data.path.append(str(folder))  # NLTK opens files in its own folders only
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that there are no other languages
            super().__init__(str(folder), None)

    def open(self, file: str) -> Any:
        """A file of the folder. Debian's has no `lexnames`: the files of its 45 topics are numbered, then."""
        if file == "lexnames" and not Path(str(self.root), file).exists():
            return io.StringIO("".join(f"{number:02} topic-{number} 0\n" for number in range(45)))
        return super().open(file)

    def map_wn(self, version: str = "wordnet") -> None:
        return None


def open_wordnet(folder: Path = CASES / "wordnet") -> FolderReader:
    """A `dict` folder as `nltk.corpus.wordnet`; the small one of `tools/make_wordnet.py` if not told."""
    return FolderReader(folder)
