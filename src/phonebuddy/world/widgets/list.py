"""list: one widget for each row of a query."""

from __future__ import annotations

from typing import Annotated, ClassVar

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.place import Place
from phonebuddy.world.spec.kinds import ColumnKind, EachKind, Icon, Number, Query, Text
from phonebuddy.world.spec.plan import Listed, Part
from phonebuddy.world.widgets.base import Widget
from phonebuddy.world.widgets.empty import Empty


class ListWidget(Widget, frozen=True):
    """One widget for each row of a query, under each other.

    rows: a SELECT; a column called id names the row
    each: the widget drawn for a row
    section: a column: rows with the same value in it stand under one header
    header: the widget drawn above each section; it sees the row's columns
    empty: what to say when there are no rows
    empty_icon: the icon above it
    gap: room between rows, in dp
    """

    NAME: ClassVar[str] = "list"
    MAIN: ClassVar[str] = "rows"
    VOLATILE: ClassVar[bool] = True
    rows: Query
    each: Annotated[Listed, EachKind("rows")]
    section: Annotated[str, ColumnKind("rows")] = ""
    header: Annotated[Listed | None, EachKind("rows")] = None
    empty: Text = ""
    empty_icon: Icon = ""
    gap: Number = 0

    def layout(self, place: Place, width: int) -> Box:
        parts = self.each.parts(place.rows(self.rows))
        if not parts:
            return Empty(self.empty, self.empty_icon).layout(place, width) if self.empty else Box(width, 0)

        def make(rows: tuple[Part, ...]) -> Box:
            placed, height = self._stack(place, width, rows)
            return Box(width, height, parts=placed, role="list", composite=True)

        key: tuple[object, ...] = (place.look, width, self.gap, self.section)
        if self.header is not None:
            if self.header.each.plan.volatile:
                return make(parts)
            key += self.header.page_values()
        return self.each.each.boxed(parts, key, make)

    def _stack(self, place: Place, width: int, parts: tuple[Part, ...]) -> tuple[tuple[Placed, ...], int]:
        gap = place.look.dp(self.gap)
        placed: list[Placed] = []
        seen: set[str] = set()
        y, section = 0, None
        for index, part in enumerate(parts):
            if self.header is not None and self.section and part.scope[self.section] != section:
                section = part.scope[self.section]
                header = self.header.each.plan.box(place, {**self.header.scope, **part.scope}, width)
                placed.append(Placed(header, 0, y, f"section{index}"))
                y += header.height
            box = part.box(place, width)
            key = self.each.key(part, index)
            placed.append(Placed(box, 0, y, key if key not in seen else f"{key}.{index}"))
            seen.add(key)
            y += box.height + gap
        return tuple(placed), y - gap
