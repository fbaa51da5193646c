"""How texts become words for ROUGE, under the names of `rouge_score.tokenize`.

Only for programs that call it themselves: scores are of texts that Régua has cut into words.
"""

from __future__ import annotations

import re
from typing import Any, List, Optional

NON_ALPHANUM_PATTERN = r"[^a-z0-9]+"
NON_ALPHANUM_RE = re.compile(NON_ALPHANUM_PATTERN)
SPACES_PATTERN = r"\s+"
SPACES_RE = re.compile(SPACES_PATTERN)
VALID_TOKEN_PATTERN = r"^[a-z0-9]+$"
VALID_TOKEN_RE = re.compile(VALID_TOKEN_PATTERN)

LONGEST_WITHOUT_STEM = 3


def tokenize(text: str, stemmer: Optional[Any]) -> List[str]:
    """The runs of a–z and 0–9 of a lower-cased text; those of four characters and more stemmed, if need be.

    >>> tokenize("Two ships, one harbour.", None)
    ['two', 'ships', 'one', 'harbour']
    """
    words = NON_ALPHANUM_RE.sub(" ", text.lower()).split()
    if stemmer is None:
        return words
    stems = [stemmer.stem(word) if len(word) > LONGEST_WITHOUT_STEM else word for word in words]
    return [stem for stem in stems if VALID_TOKEN_RE.match(stem)]
