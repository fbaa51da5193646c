"""SentencePiece models of FLORES and spBLEU-1K, where their files are."""

from __future__ import annotations

import os

from ..utils import SACREBLEU_DIR, sacrelogger
from .tokenizer_base import BaseTokenizer

MODELS = {
    "flores101": "sacrebleu_tokenizer_spm.model",
    "flores200": "flores200sacrebleuspm",
    "spBLEU-1K": "spbleu-1k_tokenizer_spm.model",
}
"""The file of each model, as sacrebleu names it in its folder."""


class TokenizerSPM(BaseTokenizer):
    """Cuts into the pieces of a SentencePiece model."""

    def __init__(self, key: str = "spm") -> None:
        if key == "spm":
            sacrelogger.warning("the tokenizer 'spm' is called 'flores101' now")
        self.name = "flores101" if key == "spm" else key
        path = os.path.join(SACREBLEU_DIR, "models", MODELS[self.name])
        if not os.path.exists(path):
            raise NotImplementedError(
                f"{type(self).__name__}: the model is missing and Régua downloads nothing; put it at {path} "
                "(sacrebleu does so when it is used once with this tokenizer)"
            )
        self.regua_name = f"spm:{path}"

    def signature(self) -> str:
        """The name in signatures."""
        return self.name


class Flores101Tokenizer(TokenizerSPM):
    """Cuts into the pieces of FLORES-101."""

    def __init__(self) -> None:
        super().__init__("flores101")


class Flores200Tokenizer(TokenizerSPM):
    """Cuts into the pieces of FLORES-200."""

    def __init__(self) -> None:
        super().__init__("flores200")


class spBLEU1KTokenizer(TokenizerSPM):
    """Cuts into the pieces of spBLEU-1K."""

    def __init__(self) -> None:
        super().__init__("spBLEU-1K")
