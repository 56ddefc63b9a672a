"""Filing: the letter a name stands under in an address book, and its place among the others.

A Chinese character stands under the first letter of its reading. GB 2312 lists the 3,755 common characters by
reading, so its code says both. Invariant: names of one letter lie together when sorted by their key.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import lru_cache

Value = None | int | float | str | bytes
OTHER = "#"
LETTERS = "ABCDEFGHJKLMNOPQRSTWXYZ"
FIRST = "啊芭擦搭蛾发噶哈击喀垃妈拿哦啪期然撒塌挖昔压匝"
"""The first common character of each letter; no reading begins with I, U or V."""
LAST = "座"
RARE = {"晏": "Y", "覃": "Q", "佟": "T", "闫": "Y"}
"""Family names among the characters that GB 2312 lists by their strokes."""


def _code(character: str) -> int:
    return int.from_bytes(character.encode("gb2312", "ignore"), "big")


_STARTS = [_code(character) for character in FIRST]
_END = _code(LAST)


@lru_cache(maxsize=1 << 13)
def folded(text: Value) -> str:
    """Text as a search compares it: `Peña` and `PENA` are the same; SQLite's lower() only knows ASCII."""
    plain = "" if text is None else str(text)
    if plain.isascii():
        return plain.lower()
    letters = unicodedata.normalize("NFKD", plain).casefold()
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@lru_cache(maxsize=1 << 13)
def _filed(character: str) -> tuple[str, str]:
    """The letter a character stands under, and what it is sorted by."""
    code = _code(character)
    if _STARTS[0] <= code <= _END:
        letter = LETTERS[bisect_right(_STARTS, code) - 1]
        return letter, letter.lower() + chr(code)
    if character in RARE:
        return RARE[character], RARE[character].lower() + character
    return (character.upper() if "a" <= character <= "z" else OTHER), character


@lru_cache(maxsize=1 << 13)
def initial(name: Value) -> str:
    """The letter a name is filed under, A to Z or `#`."""
    return _filed(folded(name).strip()[:1])[0]


@lru_cache(maxsize=1 << 13)
def filing_key(name: Value) -> str:
    """What names are sorted by: letter by letter, Chinese names after its others, those without one last."""
    keys = "".join(_filed(character)[1] for character in folded(name).strip())
    return keys if initial(name) != OTHER else "\U0010ffff" + keys
