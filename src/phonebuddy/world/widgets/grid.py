"""grid: one widget for each row of a query, in columns."""

from __future__ import annotations

from typing import Annotated, ClassVar

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.place import Place
from phonebuddy.world.spec.kinds import EachKind, Icon, Number, Query, Text, Yes
from phonebuddy.world.spec.plan import Listed, Part
from phonebuddy.world.widgets.base import Widget
from phonebuddy.world.widgets.empty import Empty

MOST_COLUMNS = 12


class Grid(Widget, frozen=True):
    """One widget for each row of a query, beside and under each other in columns of equal width.

    rows: a SELECT; a column called id names the row
    each: the widget drawn for a row
    columns: how many stand beside each other
    least: the least width of a column, in dp: a wide screen has more columns than said
    gap: room between them, in dp
    packed: true for things of different heights: each column is filled by itself, without gaps
    empty: what to say when there are no rows
    empty_icon: the icon above it
    """

    NAME: ClassVar[str] = "grid"
    MAIN: ClassVar[str] = "rows"
    VOLATILE: ClassVar[bool] = True
    rows: Query
    each: Annotated[Listed, EachKind("rows")]
    columns: Number = 2
    least: Number = 0
    gap: Number = 8
    packed: Yes = False
    empty: Text = ""
    empty_icon: Icon = ""

    def layout(self, place: Place, width: int) -> Box:
        parts = self.each.parts(place.rows(self.rows))
        if not parts:
            return Empty(self.empty, self.empty_icon).layout(place, width) if self.empty else Box(width, 0)
        arrange = self._pack if self.packed else self._spread

        def make(rows: tuple[Part, ...]) -> Box:
            placed, height = arrange(place, width, rows)
            return Box(width, height, parts=placed, role="grid", composite=True)

        key = (place.look, width, self.columns, self.least, self.gap, self.packed)
        return self.each.each.boxed(parts, key, make)

    def _num_columns(self, place: Place, width: int) -> int:
        """Their number may come from data."""
        gap, least = place.look.dp(self.gap), place.look.dp(self.least)
        fitting = (width + gap) // (least + gap) if least > 0 else 0
        return max(1, min(MOST_COLUMNS, max(int(self.columns), fitting)))

    def _spread(self, place: Place, width: int, parts: tuple[Part, ...]) -> tuple[tuple[Placed, ...], int]:
        """All of one line start at the same height, and lines follow each other: walks rely on the order."""
        gap, columns = place.look.dp(self.gap), self._num_columns(place, width)
        cell = max(1, (width - gap * (columns - 1)) // columns)
        placed: list[Placed] = []
        keys = self.each.keys(parts)
        y = 0
        for first in range(0, len(parts), columns):
            tallest = 0
            for column, part in enumerate(parts[first : first + columns]):
                box = part.box(place, cell)
                placed.append(Placed(box, column * (cell + gap), y, keys[first + column]))
                tallest = max(tallest, box.height)
            y += tallest + gap
        return tuple(placed), y - gap

    def _pack(self, place: Place, width: int, parts: tuple[Part, ...]) -> tuple[tuple[Placed, ...], int]:
        """Each goes to the column that is shortest so far; every column is a box whose parts are in order."""
        gap, columns = place.look.dp(self.gap), self._num_columns(place, width)
        cell = max(1, (width - gap * (columns - 1)) // columns)
        filled: list[list[Placed]] = [[] for _ in range(columns)]
        ends = [0] * columns
        for part, key in zip(parts, self.each.keys(parts), strict=True):
            column = ends.index(min(ends))
            box = part.box(place, cell)
            filled[column].append(Placed(box, 0, ends[column], key))
            ends[column] += box.height + gap
        height = max(ends) - gap
        boxes = [Box(cell, height, parts=tuple(placed), composite=True) for placed in filled]
        return tuple(
            Placed(box, number * (cell + gap), 0, f"column{number}") for number, box in enumerate(boxes)
        ), height
