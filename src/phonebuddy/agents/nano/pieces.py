"""Pieces: what a text falls into: numbers, runs of letters, Chinese characters, signs; and their plain forms.

Invariant: cutting depends on the text alone, and every piece stands in it as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

PIECE = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_㐀-鿿]+|[㐀-鿿]|[^\s]")
ENDINGS = ("", "s", "es", "d", "ed", "ing", "ting", "led", "ling", "ped", "ping")
"""What English adds to a word, doubled letters too."""
SHORTEST = 3


@lru_cache(maxsize=50_000)
def plain(text: str) -> str:
    """Small letters without accents, one space between words."""
    if text.isascii():
        return " ".join(text.lower().split())
    folded = unicodedata.normalize("NFKD", text).casefold()
    return " ".join("".join(letter for letter in folded if not unicodedata.combining(letter)).split())


def cut(text: str) -> tuple[str, ...]:
    """The pieces of a text in their plain form."""
    return tuple(plain(match[0]) for match in PIECE.finditer(text))


def is_chinese(piece: str) -> bool:
    return "㐀" <= piece[:1] <= "鿿"


def forms(word: str) -> Iterator[str]:
    """The words that a word may be a form of, itself first: `moving` of `mov` and `move`."""
    yield word
    for ending in ENDINGS[1:]:
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST:
            yield word[: -len(ending)]
            yield word[: -len(ending)] + "e"


def root(word: str) -> str:
    """What the forms of a word have in common, roughly: `move`, `moves`, `moved` and `moving` give `mov`."""
    for ending in ("ing", "ed", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= SHORTEST and not word.endswith("ss"):
            return word[: -len(ending)]
    return word
