"""Words: a text cut into pieces that can be copied, and the numbers by which nano knows them.

A piece is a number, a run of letters, a Chinese character or a sign. Its units are what it is compared and
embedded by: the word, its beginning (so that `cancelled` is near `cancel`), the parts of a time, pairs of
Chinese characters. No word list: a unit is a hash, so every language and every name has one.
Invariant: the same text gives the same units on every machine.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

NUM_UNITS = 32_768
NUM_SIGNS = 2_048
"""The first ones are for roles, resource ids and kinds of actions; they are never compared with words."""
STEM = 5
MOST_CHARS = 400
"""Of one text; nobody points at more."""
_PIECE = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_㐀-鿿]+|[㐀-鿿]|[^\s]")
_TIME = re.compile(r"(\d{1,2}):(\d\d)\Z")


class Word(NamedTuple):
    """One piece of a text, and where it stands there."""

    text: str
    start: int
    end: int
    units: tuple[int, ...]
    """The first one is the word itself."""


def unit(text: str) -> int:
    return NUM_SIGNS + crc32(text.encode()) % (NUM_UNITS - NUM_SIGNS)


def sign(kind: str, text: str) -> int:
    """A number for what is no word: a role, a part of a resource id. 0 is for nothing at all."""
    return 1 + crc32(f"{kind}/{text}".encode()) % (NUM_SIGNS - 1)


@lru_cache(maxsize=50_000)
def words_of(text: str) -> tuple[Word, ...]:
    """The pieces of a text, in order."""
    found = [(match[0], match.start(), match.end()) for match in _PIECE.finditer(text[:MOST_CHARS])]
    result = []
    for place, (piece, start, end) in enumerate(found):
        after = found[place + 1][0] if place + 1 < len(found) and found[place + 1][1] == end else ""
        result.append(Word(piece, start, end, _units(piece, after)))
    return tuple(result)


@lru_cache(maxsize=50_000)
def _units(piece: str, after: str) -> tuple[int, ...]:
    known = [_one(plain(piece))]
    if time := _TIME.match(piece):
        known += [str(int(time[1])), str(int(time[2]))]
    elif piece[0].isdigit():
        number = piece.replace(",", "").rstrip("0").rstrip(".") if "." in piece else piece.replace(",", "")
        known += [number.lstrip("0") or "0"]
    elif is_chinese(piece):
        known += [piece + after] if after and is_chinese(after) else []
    elif len(piece) > STEM:
        known.append("stem/" + known[0][:STEM])
    return tuple(dict.fromkeys(unit(one) for one in known))


def _one(word: str) -> str:
    """`notes` as `note`: one and many are the same word."""
    return word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] not in "su" else word


@lru_cache(maxsize=50_000)
def plain(text: str) -> str:
    """Small letters without accents, one space between words."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    return " ".join("".join(letter for letter in folded if not unicodedata.combining(letter)).split())


def is_chinese(piece: str) -> bool:
    return "㐀" <= piece[:1] <= "鿿"


def is_sign(word: Word) -> bool:
    """Punctuation: no letter, no digit."""
    return not word.text[0].isalnum()
