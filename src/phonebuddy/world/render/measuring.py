"""Measuring text and cutting it to a width.

Its invariant: widths are sums of whole font units, so a width does not depend on how a text was split.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import accumulate
from math import ceil
from typing import NamedTuple

from phonebuddy.world.render import fonts

ELLIPSIS = "\u2026"

# A multiple of 2048 (Roboto, emoji) and 1000 (Chinese): advances in this unit are whole numbers.
UNITS_PER_EM = 256_000
_LINE, _ASCENT, _DESCENT = 1.35, 0.927, 0.244
# Of a character that no font has.
BOX_ADVANCE = UNITS_PER_EM * 6 // 10


class TextStyle(NamedTuple):
    """How a text looks: size in pixels and weight (400, 500 or 700)."""

    size: int
    weight: int = 400


def is_invisible(character: str) -> bool:
    """Characters that steer other characters and have no shape or width of their own."""
    code = ord(character)
    return (
        code < 0x20
        and code != 0x09
        or 0x7F <= code < 0xA0
        or 0x200B <= code <= 0x200F
        or 0x202A <= code <= 0x202E
        or 0x2060 <= code <= 0x2069
        or 0xFE00 <= code <= 0xFE0F
        or code == 0xFEFF
        or 0x1F3FB <= code <= 0x1F3FF
        or 0xE0000 <= code <= 0xE01EF
    )


class _Advances(dict[str, int]):
    """Advance of each character of one weight, in units; grows by one font query per new character."""

    def __init__(self, weight: int) -> None:
        super().__init__()
        self._weight = weight

    def __missing__(self, character: str) -> int:
        advance = self._ask(" " if character == "\t" else character)
        self[character] = advance
        return advance

    def _ask(self, character: str) -> int:
        if is_invisible(character):
            return 0
        family = fonts.family_of(character)
        if family is None:
            return BOX_ADVANCE
        font = fonts.font(family, self._weight, 2048)
        width = float(font.getWidths([font.unicharToGlyph(ord(character))])[0])
        return round(width * (UNITS_PER_EM // 2048))


@cache
def advances(weight: int) -> dict[str, int]:
    """The advance table of a weight, in units of 1/UNITS_PER_EM of the size."""
    snapped = fonts.snap_weight(weight)
    return _Advances(weight) if snapped == weight else advances(snapped)


def units(text: str, weight: int) -> int:
    """Width of a text in units, exact."""
    return sum(map(advances(weight).__getitem__, text))


def ends(text: str, weight: int) -> list[int]:
    """Where each character of a text ends, in units; first of all where the text starts."""
    return list(accumulate(map(advances(weight).__getitem__, text), initial=0))


def measure(text: str, style: TextStyle) -> float:
    """Width of one line of text in pixels."""
    size, weight = style
    return sum(map(advances(weight).__getitem__, text)) * size / UNITS_PER_EM


@lru_cache(maxsize=1 << 16)
def text_width(text: str, style: TextStyle) -> int:
    """The whole pixels a line takes."""
    return ceil(measure(text, style))


def line_height(style: TextStyle) -> int:
    """Height of one line in pixels; the same for every text in a style."""
    return round(style.size * _LINE)


def baseline(style: TextStyle) -> int:
    """From the top of a line down to its baseline."""
    size = style.size
    return round((round(size * _LINE) + size * (_ASCENT - _DESCENT)) / 2)


@lru_cache(maxsize=1 << 14)
def ellipsize(text: str, width: float, style: TextStyle) -> str:
    """The text, or as much of its start as fits before an ellipsis; empty when not even that fits."""
    size, weight = style
    room = int(width * UNITS_PER_EM // size)
    if units(text, weight) <= room:
        return text
    room -= units(ELLIPSIS, weight)
    if room < 0:
        return ""
    kept = 0
    for total in accumulate(map(advances(weight).__getitem__, text)):
        if total > room:
            break
        kept += 1
    return text[:kept].rstrip() + ELLIPSIS
