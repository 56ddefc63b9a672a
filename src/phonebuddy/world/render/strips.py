"""Strips: a frame cut from side to side where its content begins and ends, each strip known by what it shows.

A row of a list is one strip wherever it stands, so one that was compressed before it was scrolled is known
again. Its invariant: strips with equal numbers show equal pixels, whatever frame they belong to and wherever.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import count, pairwise
from typing import NamedTuple

from phonebuddy.world.render.display import DisplayList, Draw, Operation, Rect, number_of

LOWEST = 24
"""Rows of a strip: a line between two things is not worth one of its own."""
HIGHEST = 240
"""Something small that moves over a large thing must not make all of it new."""
MOST_ROWS = HIGHEST + 2 * LOWEST
"""Of a strip, with what was too low for one of its own."""
_MOST_NUMBERS = 1 << 16

Seen = tuple[Operation, Rect, bool]
"""An operation, where it shows, and whether nothing shows through it from side to side of the frame. Plain,
as are strips: many are made."""
Strip = tuple[int, int, int]
"""Rows of a frame: the first, the one after the last, and the number of what they show."""
_Key = tuple[int, ...]
"""The size of a strip, then seven numbers for each operation that shows in it, topmost first."""

_numbers: dict[_Key, int] = {}
_next_number = count(1).__next__


class Cut(NamedTuple):
    """A frame: what can be seen in it, topmost first, and its strips from top to bottom."""

    seen: list[Seen]
    strips: list[Strip]


@lru_cache(maxsize=256)
def cut(display: DisplayList, width: int, height: int) -> Cut:
    """Cut a frame at the edges of all that is half as wide as it or wider."""
    seen: list[Seen] = []
    edges = {0, height}
    for operation in reversed(display):
        rect = operation[-1]
        left, top, right, bottom = rect
        wide = right - left
        seen.append((operation, rect, wide == width and _is_opaque(operation)))
        if 2 * wide >= width and bottom - top >= LOWEST:
            edges.add(top)
            edges.add(bottom)
    tops = _tops(sorted(edges))
    numbers = map(_number, _keys(seen, tops, width))
    return Cut(seen, list(zip(tops, tops[1:], numbers, strict=False)))


def _is_opaque(operation: Operation) -> bool:
    return operation.tile.opaque if isinstance(operation, Draw) else operation.color >> 24 == 0xFF


def _tops(edges: list[int]) -> list[int]:
    """Where strips start, and where the last one ends: at edges, neither too close nor too far apart."""
    tops = [0]
    for edge in edges:
        while edge - tops[-1] > HIGHEST + LOWEST:
            tops.append(tops[-1] + HIGHEST)
        if edge - tops[-1] >= LOWEST:
            tops.append(edge)
    if tops[-1] != edges[-1]:
        # What is left at the foot is too low, and goes to the strip above.
        tops[max(1, len(tops) - 1) :] = [edges[-1]]
    return tops


def _keys(seen: list[Seen], tops: list[int], width: int) -> list[_Key]:
    """What each strip shows; what lies below something that covers it does not count."""
    keys = [[width, after - start] for start, after in pairwise(tops)]
    is_open = [True] * len(keys)
    for operation, (left, top, right, bottom), covers in seen:
        if isinstance(operation, Draw):
            tile, x, y, _ = operation
            number = tile.number or number_of(tile)
        else:
            # Numbers of tiles are above 0, so the two never look alike.
            number, x, y = -1 - operation.color, 0, 0
        for strip in range(bisect_right(tops, top) - 1, bisect_left(tops, bottom)):
            if is_open[strip]:
                start, after = tops[strip], tops[strip + 1]
                first = top if top > start else start
                last = bottom if bottom < after else after
                at = y - start if number > 0 else 0
                keys[strip] += (number, x, at, left, first - start, right, last - start)
                is_open[strip] = not covers or last - first < after - start
    return list(map(tuple, keys))


def _number(key: _Key) -> int:
    """The number that stands for a key: short to hash, where a key is long."""
    number = _numbers.get(key)
    if number is None:
        if len(_numbers) >= _MOST_NUMBERS:
            # Forgetting is safe: a key met again gets a new number, and what it shows is drawn again.
            _numbers.clear()
        number = _numbers[key] = _next_number()
    return number
