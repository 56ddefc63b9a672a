"""Strips: a frame cut from side to side where its content begins and ends, each strip known by what it shows.

A row of a list is one strip wherever it stands, so one that was compressed before it was scrolled is known
again. Its invariant: strips with equal numbers show equal pixels, whatever frame they belong to and wherever.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right
from typing import NamedTuple

from phonebuddy.world.render.display import DisplayList, Draw, Operation, number_of

LOWEST = 24
"""Rows of a strip: a line between two things is not worth one of its own."""
HIGHEST = 240
"""Something small that moves over a large thing must not make all of it new."""
_MOST_NUMBERS = 1 << 16

Seen = tuple[Operation, int, int, int, int, bool]
"""An operation, the rectangle of the frame it can change (left, top, right, bottom), and whether nothing
shows through it from side to side. Plain, as are strips: many are made."""
Strip = tuple[int, int, int]
"""Rows of a frame: the first, the one after the last, and the number of what they show."""
_Key = tuple[object, ...]
"""The size of a strip, then what each operation adds to it, topmost first. Draws add 7 numbers and fills 5,
so the two never look alike."""

_numbers: dict[_Key, int] = {}
_next_number = itertools.count(1).__next__


class Cut(NamedTuple):
    """A frame: what can be seen in it, topmost first, and its strips from top to bottom."""

    seen: list[Seen]
    strips: list[Strip]


def cut(display: DisplayList, width: int, height: int) -> Cut:
    """Cut a frame at the edges of all that is half as wide as it or wider."""
    seen: list[Seen] = []
    edges = {0, height}
    for operation in reversed(display):
        if isinstance(operation, Draw):
            tile, x, y, (left, top, right, bottom) = operation
            left, top = max(left, x, 0), max(top, y, 0)
            right, bottom = min(right, x + tile.width, width), min(bottom, y + tile.height, height)
            color = tile.background
        else:
            color, (left, top, right, bottom) = operation
            left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
        if right <= left or bottom <= top:
            continue
        seen.append((operation, left, top, right, bottom, right - left == width and color >> 24 == 0xFF))
        if 2 * (right - left) >= width and bottom - top >= LOWEST:
            edges.add(top)
            edges.add(bottom)
    tops = _tops(sorted(edges))
    numbers = map(_number, _keys(seen, tops, width))
    return Cut(seen, list(zip(tops, tops[1:], numbers, strict=False)))


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
    keys: list[list[object]] = [[width, after - start] for start, after in itertools.pairwise(tops)]
    is_open = [True] * len(keys)
    for operation, left, top, right, bottom, covers in seen:
        for strip in range(bisect_right(tops, top) - 1, bisect_left(tops, bottom)):
            if not is_open[strip]:
                continue
            start, after = tops[strip], tops[strip + 1]
            first, last = max(top, start) - start, min(bottom, after) - start
            if isinstance(operation, Draw):
                tile, x, y, _ = operation
                keys[strip].append((tile.number or number_of(tile), x, y - start, left, first, right, last))
            else:
                keys[strip].append((operation[0], left, first, right, last))
            is_open[strip] = not covers or last - first < after - start
    return [tuple(key) for key in keys]


def _number(key: _Key) -> int:
    """The number that stands for a key: short to hash, where a key is long."""
    number = _numbers.get(key)
    if number is None:
        if len(_numbers) >= _MOST_NUMBERS:
            # Forgetting is safe: a key met again gets a new number, and what it shows is drawn again.
            _numbers.clear()
        number = _numbers[key] = _next_number()
    return number
