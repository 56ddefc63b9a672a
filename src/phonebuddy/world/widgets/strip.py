"""strip: one widget for each row of a query, beside each other, to move sideways."""

from __future__ import annotations

from typing import Annotated, ClassVar
from zlib import crc32

from phonebuddy.world.box import ENABLED, SCROLLABLE, Box, Placed, Scroll
from phonebuddy.world.place import Place
from phonebuddy.world.spec.kinds import EachKind, Number, Query
from phonebuddy.world.spec.plan import Listed, Part
from phonebuddy.world.widgets.base import Widget


class Strip(Widget, frozen=True):
    """One widget for each row of a query, beside each other; it scrolls sideways when there are many.

    rows: a SELECT; a column called id names the row
    each: the widget drawn for a row
    width: the width of each, in dp, for cards; 0 for as wide as it needs
    gap: room between them, in dp
    pad: room before the first and after the last, in dp
    """

    NAME: ClassVar[str] = "strip"
    MAIN: ClassVar[str] = "rows"
    VOLATILE: ClassVar[bool] = True
    rows: Query
    each: Annotated[Listed, EachKind("rows")]
    width: Number = 0
    gap: Number = 8
    pad: Number = 0

    def layout(self, place: Place, width: int) -> Box:
        pad = place.look.dp(self.pad)
        room = max(1, width - 2 * pad)
        room = min(room, place.look.dp(self.width)) if self.width > 0 else room
        placed, taken = self._line(place, room, self.each.parts(place.rows(self.rows)), pad)
        height = max((part.box.height for part in placed), default=0)
        extent = max(0, taken - width)
        # The query names the strip: two on one page that ask for the same show the same.
        key = f"strip{crc32(self.rows.statement.sql.encode())}"
        offset = max(0, min(place.scrolled(key) or 0, extent))
        content = Box(max(width, taken), height, parts=placed, composite=True)
        return Box(
            width,
            height,
            parts=(Placed(content, -offset, 0, "content"),),
            composite=True,
            scroll=Scroll(key, offset, extent, horizontal=True),
            role="scroll" if extent else "list",
            flags=ENABLED | (SCROLLABLE if extent else 0),
        )

    def _line(
        self, place: Place, room: int, parts: tuple[Part, ...], pad: int
    ) -> tuple[tuple[Placed, ...], int]:
        """Where each stands, and the width of all."""
        gap, x = place.look.dp(self.gap), pad
        placed: list[Placed] = []
        for part, key in zip(parts, self.each.keys(parts), strict=True):
            box = part.box(place, room)
            placed.append(Placed(box, x, 0, key))
            x += box.width + gap
        return tuple(placed), x - gap + pad if placed else 2 * pad
