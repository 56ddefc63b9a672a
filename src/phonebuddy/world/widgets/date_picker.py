"""date_picker: choose a day from a calendar, over the page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.state.speech import date_text
from phonebuddy.world.uistate import Value
from phonebuddy.world.widgets.base import icon_box, text_box
from phonebuddy.world.widgets.calendar_grid import (
    FIRST_DAY,
    LAST_DAY,
    YEARS_KEY,
    date_of,
    month_box,
    month_name,
    month_of,
    sheet_height,
    years_box,
)
from phonebuddy.world.widgets.picker import Picker, framed, kept, put

DAY_S, DAY_MS = 86_400, 86_400_000
WIDTH_DP, SIDE_DP = 360, 12


class DatePicker(Picker, frozen=True):
    """A calendar over the page to choose a day from.

    variable: the variable that holds the day: midnight UTC in seconds; none, 0 or nonsense starts at today
    title: the small words at its top
    on_pick: what happens once a day was chosen; the variable is set first
    """

    NAME: ClassVar[str] = "date_picker"
    MAIN: ClassVar[str] = "variable"

    def layout(self, place: Place, width: int) -> Box:
        look, state = place.look, place.state
        width = min(width, look.dp(WIDTH_DP))
        side, inner = look.dp(SIDE_DP), width - 2 * look.dp(SIDE_DP)
        today = place.today
        day = self._day(state, today * DAY_MS)
        month = kept(state, "month", month_of(day))
        choosing_year = bool(kept(state, "choosing_year", 0))
        head = _head(look, width, self.title or look.said("Select date"), day)
        bar = _bar(look, inner, month, choosing_year)
        if choosing_year:
            sheet = years_box(look, inner, month, date_of(today).year, place.scrolled(YEARS_KEY))
        else:
            sheet = month_box(look, inner, month, day, today)
        below = head.height + bar.height
        parts = (
            Placed(head, 0, 0, "head"),
            Placed(bar, side, head.height, "bar"),
            Placed(sheet, side, below, "years" if choosing_year else "month"),
        )
        # As high as the longest month, so that the buttons stay where they are.
        return framed(look, width, below + sheet_height(inner) + look.dp(4), parts)

    def chosen(self, state: Mapping[str, Value], time_ms: int) -> int:
        return self._day(state, time_ms) * DAY_S

    def _day(self, state: Mapping[str, Value], time_ms: int) -> int:
        value, start = self.variable.value, time_ms // DAY_MS
        if value and isinstance(value, (int, float)) and FIRST_DAY * DAY_S <= value < (LAST_DAY + 1) * DAY_S:
            start = int(value // DAY_S)
        return kept(state, "day", start)


@lru_cache(maxsize=64)
def _head(look: Look, width: int, title: str, day: int) -> Box:
    """The title and the chosen day, above a line."""
    theme, pad, known = look.theme, look.dp(24), date_of(day)
    room = width - 2 * pad
    words = text_box(look, title, look.text("label"), theme.on_surface_variant, room)
    shown = date_text("picked", known, look.spec.language)
    large = text_box(look, shown, look.text("headline"), theme.on_surface, room, max_lines=2)
    y = look.dp(16) + words.height + look.dp(28)
    height = y + large.height + look.dp(13)

    def paint(canvas: skia.Canvas) -> None:
        line = skia.Rect.MakeLTRB(0, height - look.dp(1), width, height)
        canvas.drawRect(line, skia.Paint(Color=theme.outline_variant))

    parts = (Placed(words, pad, look.dp(16), "title"), Placed(large, pad, y, "chosen"))
    return Box(width, height, parts=parts, paint=paint)


@lru_cache(maxsize=64)
def _bar(look: Look, width: int, month: int, choosing_year: bool) -> Box:
    """The month shown, which opens the years, and the arrows to its neighbours."""
    name = _month_name(look, month, choosing_year)
    height, side = look.dp(56), look.dp(48)
    top = (height - side) // 2
    parts = [Placed(name, 0, top, "name")]
    if not choosing_year:
        arrows = (("chevron-left", "Previous month", month - 1), ("chevron-right", "Next month", month + 1))
        for index, (icon, label, target) in enumerate(arrows):
            there = month_of(FIRST_DAY) <= target <= month_of(LAST_DAY)
            tap = put(month=target) if there else None
            box = icon_box(look, icon, look.said(label), look.theme.on_surface_variant, tap)
            parts.append(Placed(box, width - (2 - index) * side, top, label.split()[0].lower()))
    return Box(width, height, parts=tuple(parts), background=look.background)


def _month_name(look: Look, month: int, choosing_year: bool) -> Box:
    color, size, pad = look.theme.on_surface_variant, look.dp(24), look.dp(12)
    text = month_name(month, look.spec.language)
    label = text_box(look, text, look.text("label"), color, look.dp(200), role="")
    height, end = look.dp(48), pad + label.width + look.dp(2)
    icon = "menu-up" if choosing_year else "menu-down"

    def paint(canvas: skia.Canvas) -> None:
        draw_icon(canvas, icon, end, (height - size) // 2, size, color)

    return Box(
        end + size + look.dp(4),
        height,
        parts=(Placed(label, pad, (height - label.height) // 2, "label"),),
        paint=paint,
        role="button",
        text=text,
        description=look.said("Back to the days" if choosing_year else "Choose the year"),
        flags=ENABLED | CLICKABLE,
        touch=Touch(tap=put(choosing_year=int(not choosing_year))),
    )
