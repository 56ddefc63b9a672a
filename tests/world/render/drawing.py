"""Display lists for tests: operations that may lie outside the frame, and what of them a frame shows."""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.world.box import overlap
from phonebuddy.world.render.display import DisplayList, Draw, Fill, Operation, Rect, Tile


class Wish(NamedTuple):
    """A tile to be drawn at a place, as far as a rectangle lets it show."""

    tile: Tile
    x: int
    y: int
    clip: Rect


def shown(wish: Wish | Fill, width: int, height: int) -> Operation | None:
    """A wish as an operation, or None where the frame shows nothing of it."""
    frame = 0, 0, width, height
    if isinstance(wish, Fill):
        rect = _both(frame, wish.rect)
        return None if rect is None else Fill(wish.color, rect)
    tile, x, y, clip = wish
    inside = _both(frame, clip)
    rect = inside and overlap(inside, x, y, tile.width, tile.height)
    return None if rect is None else Draw(tile, x, y, rect)


def _both(one: Rect, other: Rect) -> Rect | None:
    left, top, right, bottom = other
    return overlap(one, left, top, right - left, bottom - top)


def display_of(wishes: list[Wish | Fill], width: int, height: int) -> DisplayList:
    found = (shown(wish, width, height) for wish in wishes)
    return tuple(operation for operation in found if operation is not None)
