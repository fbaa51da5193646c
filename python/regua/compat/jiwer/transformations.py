"""Chains of steps that are ready to use, as jiwer's `transformations`.

>>> wer_standardize("Let's sail  [noise] NOW")
[['let', 'us', 'sail', 'now']]
"""

from __future__ import annotations

from .transforms import (
    Compose,
    ExpandCommonEnglishContractions,
    ReduceToListOfListOfChars,
    ReduceToListOfListOfWords,
    ReduceToSingleSentence,
    RemoveKaldiNonWords,
    RemoveMultipleSpaces,
    RemoveWhiteSpace,
    Strip,
    ToLowerCase,
)

__all__ = [
    "cer_contiguous",
    "cer_default",
    "wer_contiguous",
    "wer_default",
    "wer_standardize",
    "wer_standardize_contiguous",
]

wer_default = Compose([RemoveMultipleSpaces(), Strip(), ReduceToListOfListOfWords()])
"""Words between blanks: what `process_words` does if it is told nothing else."""

wer_contiguous = Compose(
    [RemoveMultipleSpaces(), Strip(), ReduceToSingleSentence(), ReduceToListOfListOfWords()]
)
"""As `wer_default`, with all sentences joined: their numbers may differ."""

wer_standardize = Compose(
    [
        ToLowerCase(),
        ExpandCommonEnglishContractions(),
        RemoveKaldiNonWords(),
        RemoveWhiteSpace(replace_by_space=True),
        RemoveMultipleSpaces(),
        Strip(),
        ReduceToListOfListOfWords(),
    ]
)
"""Words in lower case, with contractions written out and without noises."""

wer_standardize_contiguous = Compose(
    [
        ToLowerCase(),
        ExpandCommonEnglishContractions(),
        RemoveKaldiNonWords(),
        RemoveWhiteSpace(replace_by_space=True),
        RemoveMultipleSpaces(),
        Strip(),
        ReduceToSingleSentence(),
        ReduceToListOfListOfWords(),
    ]
)
"""As `wer_standardize`, with all sentences joined: their numbers may differ."""

cer_default = Compose([Strip(), ReduceToListOfListOfChars()])
"""Characters, inner blanks included: what `process_characters` does if it is told nothing else."""

cer_contiguous = Compose([Strip(), ReduceToSingleSentence(), ReduceToListOfListOfChars()])
"""As `cer_default`, with all sentences joined: their numbers may differ."""
