"""list: one widget for each row of a query."""

from __future__ import annotations

from typing import Annotated, ClassVar

from phonebuddy.world.box import Box, Rows
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.spec.app import CARET_PREFIX
from phonebuddy.world.spec.kinds import NO_EFFECTS, ColumnKind, EachKind, Icon, Number, Query, Text
from phonebuddy.world.spec.plan import Listed, Part, Plan, Script
from phonebuddy.world.spec.row_kinds import MoveKind
from phonebuddy.world.spec.template import Value
from phonebuddy.world.widgets.base import Widget
from phonebuddy.world.widgets.empty import Empty
from phonebuddy.world.widgets.handle import HANDLE_DP, with_handle


class ListWidget(Widget, frozen=True):
    """One widget for each row of a query, under each other.

    rows: a SELECT; a column called id names the row
    each: the widget drawn for a row
    section: a column: rows with the same value in it stand under one header
    header: the widget drawn above each section; it sees the row's columns
    empty: what to say when there are no rows
    empty_icon: the icon above it
    gap: room between rows, in dp
    on_move: gives each row a handle; dragging it to another row runs these, which see the ids of both rows
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
    on_move: Annotated[Script, MoveKind("rows")] = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        parts = self.each.parts(place.rows(self.rows))
        if not parts:
            return Empty(self.empty, self.empty_icon).layout(place, width) if self.empty else Box(width, 0)

        def make(rows: tuple[Part, ...]) -> Box:
            return self._rows(place, width, rows)

        key: tuple[object, ...] = (place.look, width, self.gap, self.section, self.on_move)
        if self.header is not None:
            if self.header.each.plan.volatile:
                return make(parts)
            key += self.header.page_values()
        return self.each.each.boxed(parts, key, make)

    def _rows(self, place: Place, width: int, parts: tuple[Part, ...]) -> Box:
        """Where each row and header starts; rows that know their height are made when they come in sight."""
        look, gap = place.look, place.look.dp(self.gap)
        plan = self.each.each.plan
        inner = max(1, width - look.dp(HANDLE_DP)) if self.on_move else width
        rows_place = place.plain()
        height_of = getattr(plan.cls, "row_height", _unknown)(plan, look)
        starts: list[int] = []
        keys: list[str] = []
        things: list[Part | Box] = []
        ready: dict[int, Box] = {}
        y = 0
        section: tuple[Value, ...] = ()
        for index, (part, key) in enumerate(zip(parts, self.each.keys(parts), strict=True)):
            if self.header is not None and self.section and (part.scope[self.section],) != section:
                section = (part.scope[self.section],)
                header = self.header.each.plan.box(place, {**self.header.scope, **part.scope}, width)
                starts.append(y)
                keys.append(f"section{index}")
                things.append(header)
                y += header.height
            starts.append(y)
            keys.append(key)
            things.append(part)
            if height_of is not None:
                height = height_of(part.scope)
            else:
                box = part.box(place, inner)
                height = box.height
                if plan.volatile:
                    # A row that shows rows itself asks for them now, while note is taken.
                    ready[len(things) - 1] = box
            y += height + gap

        def make(index: int) -> Box:
            thing = things[index]
            if isinstance(thing, Box):
                return thing
            box = ready[index] if index in ready else thing.box(rows_place, inner)
            return with_handle(look, box, index, starts, things, self.on_move) if self.on_move else box

        fields = any(name.startswith(CARET_PREFIX) for name in plan.needs)
        return Rows(width, y - gap, starts=starts, keys=keys, make=make, fields=fields)


def _unknown(_plan: Plan, _look: Look) -> None:
    return None
