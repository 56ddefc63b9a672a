"""Strip keys: which content each 40-row strip of a frame shows.

Its invariant: strips with equal keys, widths and heights show equal pixels, whatever frame they belong to.
"""

from __future__ import annotations

from phonebuddy.world.render.display import (
    DisplayList,
    Draw,
    Fill,
    Operation,
    is_opaque,
    number_of,
    visible_rect,
)

STRIP_ROWS = 40
_MOST_SHARES = 1 << 14

Part = tuple[int, ...]
"""One operation as seen from one strip. Draws give 7 numbers and fills 5, so the two never look alike."""

_Share = tuple[int, Part, bool]
"""Strip, what the operation adds to its key, and whether that hides all below. Plain, as many are made."""


StripKey = tuple[Part, ...]


class StripKeys:
    """Keys of frames of one size. What an operation adds to each strip is kept, as most come again."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.count = -(-height // STRIP_ROWS)
        self._shares: dict[tuple[object, ...], tuple[_Share, ...]] = {}
        self._last: tuple[DisplayList, list[StripKey]] = ((), [()] * self.count)

    def rows(self, index: int) -> tuple[int, int]:
        """First row of a strip and the row after its last."""
        return index * STRIP_ROWS, min((index + 1) * STRIP_ROWS, self.height)

    def of(self, display: DisplayList) -> list[StripKey]:
        """The key of each strip, top to bottom."""
        if display is self._last[0]:
            return self._last[1]
        known = self._shares
        if len(known) > _MOST_SHARES:
            known.clear()
        strips: list[list[Part]] = [[] for _ in range(self.count)]
        for operation in display:
            name: tuple[object, ...] = operation
            if type(operation) is Draw:
                tile, x, y, clip = operation
                name = tile.number or number_of(tile), x, y, clip
            shares = known.get(name)
            if shares is None:
                shares = known[name] = self._divide(operation)
            for strip, part, covers in shares:
                if covers:
                    strips[strip] = [part]
                else:
                    strips[strip].append(part)
        keys = [tuple(parts) for parts in strips]
        self._last = display, keys
        return keys

    def _divide(self, operation: Operation) -> tuple[_Share, ...]:
        left, top, right, bottom = visible_rect(operation, self.width, self.height)
        if right <= left or bottom <= top:
            return ()
        wide_cover = left == 0 and right == self.width and is_opaque(operation)
        shares = []
        for strip in range(top // STRIP_ROWS, (bottom - 1) // STRIP_ROWS + 1):
            start = strip * STRIP_ROWS
            end = min(start + STRIP_ROWS, self.height)
            first = max(top, start) - start
            after = min(bottom, end) - start
            part: Part
            if isinstance(operation, Fill):
                part = operation.color, left, first, right, after
            else:
                part = operation.tile.number, operation.x, operation.y - start, left, first, right, after
            shares.append((strip, part, wide_cover and first == 0 and after == end - start))
        return tuple(shares)
