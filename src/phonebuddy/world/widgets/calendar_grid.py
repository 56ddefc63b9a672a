"""The sheets of calendars: the days of a month, and the years to choose from.

Days are numbers since 1970, months are numbers since year 0. Invariant: equal arguments give the same box.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache

from phonebuddy.world.box import CLICKABLE, ENABLED, SCROLLABLE, SELECTED, Box, Handler, Placed, Scroll, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.render.library import skia
from phonebuddy.world.state.speech import date_text, weekdays
from phonebuddy.world.widgets.base import round_outline, round_rect, text_box
from phonebuddy.world.widgets.picker import put

FIRST_YEAR, LAST_YEAR = 1900, 2100
WEEKS = 6
"""Rows every month takes, so that the arrows stay where they are."""
MOST_DOTS = 3
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


def month_name(month: int, language: str) -> str:
    """`May 2026`."""
    return date_text("month", date(month // 12, month % 12 + 1, 1), language)


def first_day(month: int) -> int:
    return date(month // 12, month % 12 + 1, 1).toordinal() - _EPOCH


Marks = Mapping[int, tuple[int, ...]]
"""The dots under days: their colours."""


@lru_cache(maxsize=64)
def month_box(look: Look, width: int, month: int, chosen: int, today: int) -> Box:
    """The month of the date picker; taps are kept by the picker."""
    return month_sheet(look, width, width // 7, month, (chosen, today), {}, _put_day)


def _put_day(day: int) -> Handler:
    return put(day=day)


def month_sheet(
    look: Look,
    width: int,
    row: int,
    month: int,
    chosen_today: tuple[int, int],
    marks: Marks,
    pick: Callable[[int], Handler],
) -> Box:
    """A month: letters of the weekdays, then a box for each day, in as many rows as it has weeks.

    Days are kept by what they show and by `pick`, so equal ones must be equal: of a month little changes.
    """
    side, (chosen, today) = width // 7, chosen_today
    parts = [
        Placed(_weekday(look, side, row, letter, name), index * side, 0, name)
        for index, (letter, name) in enumerate(weekdays(look.spec.language))
    ]
    first = first_day(month)
    before, num_days = date_of(first).weekday(), monthrange(month // 12, month % 12 + 1)[1]
    for number in range(1, num_days + 1):
        week, column = divmod(before + number - 1, 7)
        day = first + number - 1
        box = _day(look, (side, row), day, (day == chosen, day == today), marks.get(day, ()), pick)
        parts.append(Placed(box, column * side, (week + 1) * row, str(number)))
    num_weeks = (before + num_days + 6) // 7
    # A bitmap for each day: when another one is chosen, the other thirty stay.
    return Box(width, (num_weeks + 1) * row, parts=tuple(parts), background=look.background, split=True)


def sheet_height(width: int) -> int:
    return (WEEKS + 1) * (width // 7)


@lru_cache(maxsize=64)
def _weekday(look: Look, side: int, row: int, letter: str, name: str) -> Box:
    box = text_box(look, letter, look.text("body_large"), look.theme.on_surface, side, align="center")
    return Box(
        side,
        row,
        parts=(Placed(Box(box.width, box.height, paint=box.paint), 0, (row - box.height) // 2, "letter"),),
        role="text",
        text=letter,
        description=name,
        background=look.background,
    )


@lru_cache(maxsize=1 << 10)
def _day(
    look: Look, size: tuple[int, int], day: int, chosen_now: tuple[bool, bool], marks: tuple[int, ...],
    pick: Callable[[int], Handler],
) -> Box:  # fmt: skip
    theme, known, (chosen, now) = look.theme, date_of(day), chosen_now
    color = theme.on_primary if chosen else theme.primary if now else theme.on_surface
    pill = min(look.dp(40), *size)
    says = date_text("long_day", known, look.spec.language)
    if marks:
        says += look.said(", # events" if len(marks) > 1 else ", # event", len(marks))
    box = _choice(look, size, (pill, pill), str(known.day), says, color, chosen, now, pick(day))
    if not marks:
        return box
    dots = _dots(look, tuple(theme.on_primary for _ in marks) if chosen else marks)
    place = Placed(
        dots, (size[0] - dots.width) // 2, (size[1] + pill) // 2 - dots.height - look.dp(4), "dots"
    )
    under, behind = box.parts[0], box.paint
    return Box(
        *size, parts=(under.moved(0, -look.dp(3)), place), paint=behind, role=box.role,
        text=box.text, description=says, flags=box.flags, touch=box.touch, background=look.background,
    )  # fmt: skip


def _dots(look: Look, colors: tuple[int, ...]) -> Box:
    size, gap, shown = look.dp(5), look.dp(2), colors[:MOST_DOTS]

    def paint(canvas: skia.Canvas) -> None:
        for index, color in enumerate(shown):
            left = index * (size + gap)
            round_rect(canvas, left, 0, left + size, size, size / 2, color)

    return Box(len(shown) * (size + gap) - gap, size, paint=paint)


def _choice(
    look: Look,
    size: tuple[int, int],
    pill: tuple[int, int],
    text: str,
    description: str,
    color: int,
    chosen: bool,
    now: bool,
    tap: Handler,
) -> Box:
    """A day or a year: filled when chosen, outlined when it is now."""
    (width, height), (wide, tall), theme = size, pill, look.theme
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
        flags=ENABLED | CLICKABLE | (SELECTED if chosen else 0),
        touch=Touch(tap=tap),
        background=look.background,
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
        flags=ENABLED | SCROLLABLE,
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
        pill = look.dp(36)
        box = _choice(look, (cell, row), (2 * pill, pill), str(year), "", color, chosen, now, tap)
        parts.append(Placed(box, index * cell, 0, str(year)))
    return Box(width, row, parts=tuple(parts), background=look.background)
