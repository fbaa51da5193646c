"""Small edits that turn a text into a plausible wrong one, all drawn from a seeded generator."""

import random
import string
from collections.abc import Callable

Edit = Callable[[list[str], random.Random, list[str]], list[str]]


def drop(words: list[str], rng: random.Random, _vocabulary: list[str]) -> list[str]:
    place = rng.randrange(len(words))
    return words[:place] + words[place + 1 :]


def insert(words: list[str], rng: random.Random, vocabulary: list[str]) -> list[str]:
    place = rng.randint(0, len(words))
    return words[:place] + [rng.choice(vocabulary)] + words[place:]


def swap(words: list[str], rng: random.Random, _vocabulary: list[str]) -> list[str]:
    one, two = rng.randrange(len(words)), rng.randrange(len(words))
    swapped = list(words)
    swapped[one], swapped[two] = words[two], words[one]
    return swapped


def replace(words: list[str], rng: random.Random, vocabulary: list[str]) -> list[str]:
    place = rng.randrange(len(words))
    return words[:place] + [rng.choice(vocabulary)] + words[place + 1 :]


def duplicate(words: list[str], rng: random.Random, _vocabulary: list[str]) -> list[str]:
    start = rng.randrange(len(words))
    end = min(len(words), start + rng.randint(1, 3))
    return words[:end] + words[start:end] + words[end:]


def change_case(words: list[str], rng: random.Random, _vocabulary: list[str]) -> list[str]:
    place = rng.randrange(len(words))
    change = rng.choice([str.upper, str.title, str.swapcase])
    return words[:place] + [change(words[place])] + words[place + 1 :]


def change_punctuation(words: list[str], rng: random.Random, _vocabulary: list[str]) -> list[str]:
    place = rng.randrange(len(words))
    word = words[place]
    bare = word.strip(string.punctuation + "—«»¿¡。，；،।")
    changed = rng.choice([bare, f"{bare},", f"({bare})", f"{bare}!?", f'"{bare}"', f"{bare}...", f"- {bare}"])
    return words[:place] + [changed] * bool(changed) + words[place + 1 :]


EDITS: dict[str, Edit] = {
    "drop": drop,
    "insert": insert,
    "swap": swap,
    "replace": replace,
    "duplicate": duplicate,
    "case": change_case,
    "punctuation": change_punctuation,
}


def edit_text(text: str, names: list[str], rng: random.Random, vocabulary: list[str], glue: str = " ") -> str:
    """Applies the named edits one after another to blank-separated words, or to characters where `glue` is empty."""
    words = text.split(glue) if glue else list(text)
    for name in names:
        if words:
            words = EDITS[name](words, rng, vocabulary)
    return glue.join(words)
