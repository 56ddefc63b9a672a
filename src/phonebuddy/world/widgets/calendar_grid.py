"""The sheets of the date picker: the days of a month, and the years to choose from.

Days are numbers since 1970, months are numbers since year 0. Invariant: equal arguments give the same box.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date
from functools import lru_cache

from phonebuddy.screen import Flag
from phonebuddy.world.box import ENABLED, Box, Handler, Placed, Scroll, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.render.library import skia
from phonebuddy.world.widgets.base import round_outline, round_rect, text_box
from phonebuddy.world.widgets.picker import put

FIRST_YEAR, LAST_YEAR = 1900, 2100
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
WEEKS = 6
"""Rows every month takes, so that the arrows stay where they are."""
YEAR_COLUMNS = 3
YEARS_KEY = "years"
_EPOCH = date(1970, 1, 1).toordinal()
FIRST_DAY = date(FIRST_YEAR, 1, 1).toordinal() - _EPOCH
LAST_DAY = date(LAST_YEAR, 12, 31).toordinal() - _EPOCH


def date_of(day: int) -> date:
    return date.fromordinal(day + _EPOCH)


def month_of(day: int) -> int:
    known = date_of(day)
    return known.year * 12 + known.month - 1


def long_date(known: date) -> str:
    """`Tuesday, 12 May 2026`."""
    return f"{WEEKDAYS[known.weekday()]}, {known.day} {known:%B %Y}"


@lru_cache(maxsize=64)
def month_box(look: Look, width: int, month: int, chosen: int, today: int) -> Box:
    """A month: letters of the weekdays, then a box for each day."""
    side = width // 7
    parts = [Placed(_weekday(look, side, name), i * side, 0, name) for i, name in enumerate(WEEKDAYS)]
    first = date(month // 12, month % 12 + 1, 1)
    before = first.weekday()
    for number in range(1, monthrange(first.year, first.month)[1] + 1):
        week, column = divmod(before + number - 1, 7)
        day = first.toordinal() - _EPOCH + number - 1
        box = _day(look, side, day, day == chosen, day == today)
        parts.append(Placed(box, column * side, (week + 1) * side, str(number)))
    return Box(width, sheet_height(width), parts=tuple(parts), background=look.background)


def sheet_height(width: int) -> int:
    return (WEEKS + 1) * (width // 7)


def _weekday(look: Look, side: int, name: str) -> Box:
    box = text_box(look, name[0], look.text("body_large"), look.theme.on_surface, side, align="center")
    return Box(
        side,
        side,
        parts=(Placed(Box(box.width, box.height, paint=box.paint), 0, (side - box.height) // 2, "letter"),),
        role="text",
        text=name[0],
        description=name,
    )


def _day(look: Look, side: int, day: int, chosen: bool, today: bool) -> Box:
    theme, known = look.theme, date_of(day)
    color = theme.on_primary if chosen else theme.primary if today else theme.on_surface
    return _choice(
        look, (side, side), look.dp(40), str(known.day), long_date(known), color,
        chosen, today, put(day=day),
    )  # fmt: skip


def _choice(
    look: Look,
    size: tuple[int, int],
    pill: int,
    text: str,
    description: str,
    color: int,
    chosen: bool,
    now: bool,
    tap: Handler,
) -> Box:
    """A day or a year: filled when chosen, outlined when it is now."""
    (width, height), theme = size, look.theme
    tall = min(pill, height)
    wide = tall if width == height else round(tall * 2)
    left, top = (width - wide) // 2, (height - tall) // 2

    def paint(canvas: skia.Canvas) -> None:
        edges = left, top, left + wide, top + tall, tall / 2
        if chosen:
            round_rect(canvas, *edges, theme.primary)
        elif now:
            round_outline(canvas, *edges, theme.primary, look.dp(1))

    label = text_box(look, text, look.text("body_large"), color, width, align="center", role="")
    return Box(
        width,
        height,
        parts=(Placed(label, 0, (height - label.height) // 2, "label"),),
        paint=paint,
        role="button",
        text=text,
        description=description,
        flags=ENABLED | Flag.CLICKABLE | (Flag.SELECTED if chosen else 0),
        touch=Touch(tap=tap),
    )


@lru_cache(maxsize=64)
def years_box(look: Look, width: int, month: int, this_year: int, scrolled: int | None) -> Box:
    """All years, in a window as high as a month; before it was scrolled the month's year is in its middle."""
    height, row = sheet_height(width), look.dp(52)
    content = _all_years(look, width, month, this_year)
    extent = content.height - height
    middle = (month // 12 - FIRST_YEAR) // YEAR_COLUMNS * row - (height - row) // 2
    offset = max(0, min(middle if scrolled is None else scrolled, extent))
    return Box(
        width,
        height,
        parts=(Placed(content, 0, -offset, "content"),),
        composite=True,
        scroll=Scroll(YEARS_KEY, offset, extent),
        role="scroll",
        flags=ENABLED | Flag.SCROLLABLE,
    )


@lru_cache(maxsize=16)
def _all_years(look: Look, width: int, month: int, this_year: int) -> Box:
    row = look.dp(52)
    firsts = range(FIRST_YEAR, LAST_YEAR + 1, YEAR_COLUMNS)
    parts = tuple(
        Placed(_years(look, width, first, month, this_year), 0, index * row, str(first))
        for index, first in enumerate(firsts)
    )
    return Box(width, row * len(parts), parts=parts, composite=True)


def _years(look: Look, width: int, first: int, month: int, this_year: int) -> Box:
    """One row of years."""
    theme, row, cell = look.theme, look.dp(52), width // YEAR_COLUMNS
    parts: list[Placed] = []
    for index, year in enumerate(range(first, min(first + YEAR_COLUMNS, LAST_YEAR + 1))):
        chosen, now = year == month // 12, year == this_year
        color = theme.on_primary if chosen else theme.primary if now else theme.on_surface_variant
        tap = put(month=year * 12 + month % 12, choosing_year=0)
        box = _choice(look, (cell, row), look.dp(36), str(year), "", color, chosen, now, tap)
        parts.append(Placed(box, index * cell, 0, str(year)))
    return Box(width, row, parts=tuple(parts), background=look.background)
