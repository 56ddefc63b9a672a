"""Words: a text cut into pieces that can be copied, and the numbers by which nano knows them.

A piece is a number, a run of letters, a Chinese character or a sign. Its units are what it is compared and
embedded by: the word (of Chinese a pair of characters), what its forms have in common, the parts of a time,
the groups of words that mean the same. A unit is a hash, so every language and every name has one.
Invariant: the same text gives the same units on every machine.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from functools import lru_cache
from zlib import crc32

import msgspec

from phonebuddy.agents.nano.concepts import meant_by
from phonebuddy.agents.nano.pieces import PIECE, is_chinese, plain, root

NUM_UNITS = 32_768
NUM_SIGNS = 2_048
"""The first ones are for roles, resource ids and kinds of actions; they are never compared with words."""
STEM = 6
MOST_UNITS = 20
"""Of one token."""
MOST_CHARS = 400
"""Of one text; nobody points at more."""
_TIME = re.compile(r"(\d{1,2}):(\d\d)\Z")


class Word(msgspec.Struct, frozen=True, gc=False):
    """One piece of a text, and where it stands there. Many are kept: none holds what could hold it."""

    text: str
    start: int
    end: int
    units: tuple[int, ...]
    """The first one is the word itself."""
    groups: tuple[int, ...]
    """What it means, where the list of concepts knows it."""
    says: bool
    """Whether it says anything: no sign, no `the`."""
    known_by: tuple[int, ...]
    """Everything it can agree by: units and groups."""
    plain: str


@lru_cache(maxsize=50_000)
def unit(text: str) -> int:
    return NUM_SIGNS + crc32(text.encode()) % (NUM_UNITS - NUM_SIGNS)


@lru_cache(maxsize=50_000)
def sign(kind: str, text: str) -> int:
    """A number for what is no word: a role, a part of a resource id. 0 is for nothing at all."""
    return 1 + crc32(f"{kind}/{text}".encode()) % (NUM_SIGNS - 1)


@lru_cache(maxsize=50_000)
def words_of(text: str) -> tuple[Word, ...]:
    """The pieces of a text, in order."""
    found = [*PIECE.finditer(text[:MOST_CHARS])]
    plains = [plain(match[0]) for match in found]
    result = []
    for place, (match, meant) in enumerate(zip(found, meant_by(plains), strict=True)):
        piece = match[0]
        units = _units(piece, _after(found, place) if is_chinese(piece) else "")
        groups = tuple(unit(f"concept/{name}") for name in meant.groups) if meant.groups else ()
        says = piece[0].isalnum() and not meant.is_filler
        result.append(Word(piece, *match.span(), units, groups, says, units + groups, plains[place]))
    return tuple(result)


def _after(found: Sequence[re.Match[str]], place: int) -> str:
    """The piece that follows at once."""
    follows = place + 1 < len(found) and found[place + 1].start() == found[place].end()
    return found[place + 1][0] if follows else ""


@lru_cache(maxsize=50_000)
def _units(piece: str, after: str) -> tuple[int, ...]:
    known = [_one(plain(piece))]
    if time := _TIME.match(piece):
        known += [str(int(time[1])), str(int(time[2]))]
    elif piece[0].isdigit():
        number = piece.replace(",", "").rstrip("0").rstrip(".") if "." in piece else piece.replace(",", "")
        known += [number.lstrip("0") or "0"]
    elif is_chinese(piece):
        # One character is in too many words: two are a word.
        known = [piece + after, piece] if after and is_chinese(after) else known
    elif len(piece) > 3:
        known.append("stem/" + root(known[0])[:STEM])
    return tuple(dict.fromkeys(unit(one) for one in known))


def kept_units(words: Sequence[Word], last: tuple[int, ...] = ()) -> tuple[int, ...]:
    """What a token of some words is known by: the words and what they mean first, their other forms while
    there is room, and `last` always."""
    some = words[:MOST_UNITS]
    first = [unit for word in some for unit in (word.units[0], *word.groups)]
    rest = [unit for word in some for unit in word.units[1:]]
    return (*tuple(dict.fromkeys(first + rest))[: MOST_UNITS - len(last)], *last)


def numbers(some: Sequence[int], width: int) -> bytes:
    """As many numbers as a token holds, the rest 0, as they are packed."""
    return array("H", some[:width]).tobytes().ljust(2 * width, b"\0")


def _one(word: str) -> str:
    """`notes` as `note`: one and many are the same word."""
    return word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] not in "su" else word


def is_sign(word: Word) -> bool:
    """Punctuation: no letter, no digit."""
    return not word.text[0].isalnum()
