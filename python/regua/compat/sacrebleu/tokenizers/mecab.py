"""Words by a MeCab dictionary, which comes as a package of its own."""

from __future__ import annotations

from importlib import import_module

from .tokenizer_base import BaseTokenizer


class DictionaryTokenizer(BaseTokenizer):
    """Cuts as MeCab does. MeCab itself is not needed, only the dictionary that sacrebleu takes."""

    package = ""
    """The package with the dictionary."""
    prefix = ""
    """What Régua calls dictionaries of this language."""
    version = ""
    """The analyser and dictionary whose words these are, as sacrebleu writes them in signatures."""

    def __init__(self) -> None:
        try:
            folder = import_module(self.package).DICDIR
        except ImportError as error:
            distribution = self.package.replace("_", "-")
            raise RuntimeError(
                f"{type(self).__name__}: the dictionary is not installed: pip install {distribution}"
            ) from error
        self.regua_name = f"{self.prefix}:{folder}"

    def signature(self) -> str:
        """The name in signatures."""
        return self.version
