"""What all tokenizers have in common."""

from __future__ import annotations


class BaseTokenizer:
    """A way to cut a line into words."""

    regua_name = ""
    """What the setting `tok` of Régua's measures calls it."""

    def signature(self) -> str:
        """The name in signatures."""
        return self.regua_name

    def __call__(self, line: str) -> str:
        """The words of a line with a space between."""
        raise NotImplementedError(
            f"{type(self).__name__}: Régua cuts texts inside its measures and does not hand out the words; "
            "give the texts to a metric with `tokenize=`, as they are"
        )
