"""table: the rows of a query in columns with titles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, ClassVar, NamedTuple
from zlib import crc32

from phonebuddy.world.box import ENABLED, SCROLLABLE, Box, Placed, Scroll
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.text import line_height
from phonebuddy.world.spec.kinds import Query, Text
from phonebuddy.world.spec.row_kinds import ColumnsKind
from phonebuddy.world.spec.template import show
from phonebuddy.world.widgets.base import Widget, text_box, text_width
from phonebuddy.world.widgets.empty import Empty

PAD_DP, MOST_DP = 12, 220
HEAD, CELL = "label", "body"


class Column(NamedTuple):
    """One column: its title, its cells as text, where they stand, and how wide it is."""

    name: str
    title: str
    cells: tuple[str, ...]
    align: str


class Table(Widget, frozen=True):
    """The rows of a query under the titles of their columns; it scrolls sideways when it is too wide.

    rows: a SELECT
    columns: the columns to show, each with its title
    align: columns that stand otherwise than at the start; numbers stand at the end by themselves
    empty: what to say when there are no rows
    """

    NAME: ClassVar[str] = "table"
    MAIN: ClassVar[str] = "rows"
    VOLATILE: ClassVar[bool] = True
    rows: Query
    columns: Annotated[Mapping[str, str], ColumnsKind("rows")]
    align: Annotated[Mapping[str, str], ColumnsKind("rows", ("start", "center", "end"))] = {}
    empty: Text = ""

    def layout(self, place: Place, width: int) -> Box:
        rows = place.rows(self.rows)
        if not rows and self.empty:
            return Empty(self.empty, "").layout(place, width)
        known = self.rows.statement.columns
        columns: list[Column] = []
        for name, title in self.columns.items():
            values = [row[known.index(name)] for row in rows]
            numbers = bool(values) and all(isinstance(value, (int, float)) for value in values)
            align = self.align.get(name, "end" if numbers else "start")
            columns.append(Column(name, title, tuple(map(show, values)), align))
        content = _content(place.look, width, tuple(columns))
        extent = max(0, content.width - width)
        # The query names the table: two on one page that ask for the same move together.
        key = f"table{crc32(self.rows.statement.sql.encode())}"
        offset = max(0, min(place.scrolled(key) or 0, extent))
        return Box(
            width, content.height, parts=(Placed(content, -offset, 0, "content"),), composite=True,
            scroll=Scroll(key, offset, extent, horizontal=True), role="scroll" if extent else "table",
            flags=ENABLED | (SCROLLABLE if extent else 0),
        )  # fmt: skip


@lru_cache(maxsize=64)
def _content(look: Look, width: int, columns: tuple[Column, ...]) -> Box:
    """All rows, wider than the width where they need it."""
    widths = _widths(look, width, columns)
    head = _row(look, widths, [(column.name, column.title, column.align) for column in columns], header=True)
    placed, y = [Placed(head, 0, 0, "head")], head.height
    for index in range(len(columns[0].cells) if columns else 0):
        cells = [(column.name, column.cells[index], column.align) for column in columns]
        row = _row(look, widths, cells, header=False)
        placed.append(Placed(row, 0, y, str(index)))
        y += row.height
    return Box(sum(widths), y, parts=tuple(placed), composite=True)


def _widths(look: Look, width: int, columns: tuple[Column, ...]) -> list[int]:
    """As wide as each needs; room left over is shared by all."""
    head, cell = look.text(HEAD), look.text(CELL)
    pad, most = 2 * look.dp(PAD_DP), look.dp(MOST_DP)
    needed = [
        min(most, max(text_width(c.title, head), *(text_width(text, cell) for text in c.cells), 0)) + pad
        for c in columns
    ]
    left = max(0, width - sum(needed))
    return [one + left // len(needed) for one in needed]


def _row(look: Look, widths: list[int], cells: list[tuple[str, str, str]], header: bool) -> Box:
    theme, pad = look.theme, look.dp(PAD_DP)
    style = look.text(HEAD if header else CELL)
    color = theme.on_surface_variant if header else theme.on_surface
    height, width = max(look.dp(48), line_height(style) + look.dp(20)), sum(widths)
    parts, x = [], 0
    for (name, text, align), wide in zip(cells, widths, strict=True):
        box = text_box(look, text, style, color, max(1, wide - 2 * pad))
        free = wide - 2 * pad - box.width
        shift = {"start": 0, "center": free // 2, "end": free}[align]
        parts.append(Placed(box, x + pad + shift, (height - box.height) // 2, name))
        x += wide

    def paint(canvas: skia.Canvas) -> None:
        line = skia.Rect.MakeLTRB(0, height - look.dp(1), width, height)
        canvas.drawRect(line, skia.Paint(Color=theme.outline if header else theme.outline_variant))

    return Box(width, height, parts=tuple(parts), paint=paint, role="item", background=look.background)
