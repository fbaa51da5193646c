"""How TER prepares texts, after tercom."""

from .tokenizer_base import BaseTokenizer


class TercomTokenizer(BaseTokenizer):
    """Holds the settings of TER's preparation; the work is done inside Régua's measure `ter`."""

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
    ) -> None:
        self._normalized = normalized
        self._no_punct = no_punct
        self._asian_support = asian_support
        self._case_sensitive = case_sensitive

    def signature(self) -> str:
        """The name in signatures."""
        return "tercom"
