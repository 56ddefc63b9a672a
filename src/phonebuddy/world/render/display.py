"""The display list: what a frame shows, as bitmaps at whole pixels and filled rectangles.

Its invariant: tiles with equal keys have equal pixels, and a tile's number is never given to another key.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable
from typing import NamedTuple

from phonebuddy.world.render.library import skia

Rect = tuple[int, int, int, int]
"""left, top, right, bottom; right and bottom lie outside."""

Paint = Callable[[skia.Canvas], None]

_MOST_NUMBERS = 1 << 16
_numbers: dict[Hashable, int] = {}
_next_number = itertools.count(1)


class Tile:
    """One widget subtree as a bitmap. An opaque background is filled in first; 0 leaves it transparent."""

    __slots__ = ("background", "height", "key", "number", "paint", "width")

    def __init__(self, key: Hashable, width: int, height: int, background: int, paint: Paint) -> None:
        self.key = key
        self.width = width
        self.height = height
        self.background = background
        self.paint = paint
        self.number = 0
        """The key's number, 0 until somebody asks: short to hash, where a key may be long."""

    @property
    def opaque(self) -> bool:
        return self.background >> 24 == 0xFF


def number_of(tile: Tile) -> int:
    """The number that stands for a tile's key."""
    number = tile.number
    if not number:
        if len(_numbers) >= _MOST_NUMBERS:
            # Forgetting is safe: a key met again gets a new number and is painted again.
            _numbers.clear()
        number = tile.number = _numbers.get(tile.key) or _numbers.setdefault(tile.key, next(_next_number))
    return number


class Draw(NamedTuple):
    """A tile at a place, and the rectangle of the frame in which it shows: inside both, and not empty."""

    tile: Tile
    x: int
    y: int
    rect: Rect


class Fill(NamedTuple):
    """A rectangle of the frame in one colour; a colour that is not opaque is blended."""

    color: int
    rect: Rect


Operation = Draw | Fill
DisplayList = tuple[Operation, ...]
