"""month: a calendar month on the page, with dots on the days something happens."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, ClassVar

import msgspec

from phonebuddy.world.box import Box, Handler, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.theme import NAMED_COLORS
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.kinds import NO_EFFECTS, Bind, EffectsOnValue, to_number
from phonebuddy.world.spec.plan import Bound, Script
from phonebuddy.world.spec.row_kinds import RecordsKind
from phonebuddy.world.spec.template import show
from phonebuddy.world.uistate import Value
from phonebuddy.world.widgets.base import Widget, icon_box, text_box
from phonebuddy.world.widgets.calendar_grid import (
    FIRST_DAY,
    LAST_DAY,
    MOST_DOTS,
    first_day,
    month_name,
    month_of,
    month_sheet,
)

DAY_S, DAY_MS = 86_400, 86_400_000
ROW_DP = 48

Dots = tuple[tuple[int, tuple[int, ...]], ...]
"""Days and the colours of their dots."""


class Month(Widget, frozen=True):
    """A calendar month; its neighbours come by its arrows or by swiping, a day is chosen by tapping it.

    variable: the variable that holds the chosen day: midnight UTC in seconds; 0 for none
    shown: the variable that holds a moment, in seconds, of the month shown; 0 is the chosen day's, or today's
    rows: day (midnight in seconds) of what happens, each a dot; color is one such as green, count more dots
    on_pick: what happens once a day was tapped; :value is its midnight, the variable is set first
    """

    NAME: ClassVar[str] = "month"
    MAIN: ClassVar[str] = "variable"
    VOLATILE: ClassVar[bool] = True
    variable: Bind
    shown: Bind
    rows: Annotated[Bound | None, RecordsKind(("day",), ("color", "count"))] = None
    on_pick: EffectsOnValue = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        today = place.today
        chosen = _day_of(self.variable.value)
        shown = _day_of(self.shown.value)
        month = month_of(next(day for day in (shown, chosen, today) if day is not None))
        dots = self._dots(place, month)
        names = (self.variable.name, self.shown.name)
        days = (-1 if chosen is None else chosen, today)
        inner = _month(place.look, width, month, days, dots, names, self.on_pick)
        # The kept box is shared; what belongs to this widget alone goes around it.
        parts = (Placed(inner, 0, 0, "month"),)
        name = month_name(month, place.look.spec.language)
        return Box(width, inner.height, parts=parts, role="calendar", text=name)

    def _dots(self, place: Place, month: int) -> Dots:
        """What happens in the month, by day."""
        if self.rows is None:
            return ()
        columns = self.rows.statement.columns
        first, after = first_day(month), first_day(month + 1)
        found: dict[int, tuple[int, ...]] = {}
        for row in place.rows(self.rows):
            record = dict(zip(columns, row, strict=True))
            day = _day_of(record["day"])
            if day is not None and first <= day < after:
                found[day] = found.get(day, ()) + _colors(place.look, record)
        return tuple(sorted(found.items()))


def _day_of(value: Value) -> int | None:
    """Seconds to the number of the day; None for 0 and for nonsense."""
    if value and isinstance(value, (int, float)) and FIRST_DAY * DAY_S <= value < (LAST_DAY + 1) * DAY_S:
        return int(value // DAY_S)
    return None


def _colors(look: Look, record: dict[str, Value]) -> tuple[int, ...]:
    color = show(record.get("color"))
    count = int(to_number(record["count"])) if "count" in record else 1
    return (look.role(color if color in NAMED_COLORS else "primary"),) * max(0, min(count, 2 * MOST_DOTS))


@lru_cache(maxsize=128)
def _month(
    look: Look,
    width: int,
    month: int,
    chosen_today: tuple[int, int],
    dots: Dots,
    names: tuple[str, str],
    on_pick: Script,
) -> Box:
    """Kept by everything it depends on, so that a frame in which nothing changed has the same box."""
    variable, shown = names
    previous, following = _turn(shown, month - 1), _turn(shown, month + 1)
    head = _head(look, width, month, previous, following)
    row = max(look.dp(ROW_DP), min(width // 7, look.dp(ROW_DP + 4)))
    sheet = month_sheet(look, width, row, month, chosen_today, dict(dots), _Pick(variable, on_pick))
    parts = (Placed(head, 0, 0, "head"), Placed(sheet, 0, head.height, "days"))
    touch = Touch(swipe_left=following, swipe_right=previous)
    return Box(
        width, head.height + sheet.height, parts=parts, touch=touch, background=look.background, split=True
    )


class _Pick(msgspec.Struct, frozen=True):
    """What a tap on a day does, equal for equal months."""

    variable: str
    on_pick: Script

    def __call__(self, day: int) -> Handler:
        def tap(runtime: Runtime, _x: int, _y: int) -> None:
            runtime.set(self.variable, day * DAY_S)
            runtime.run(self.on_pick, value=day * DAY_S)

        return tap


def _turn(shown: str, month: int) -> Handler | None:
    """Show another month, where there is one."""
    if not month_of(FIRST_DAY) <= month <= month_of(LAST_DAY):
        return None
    moment = first_day(month) * DAY_S
    return lambda runtime, _x, _y: runtime.set(shown, moment)


def _head(look: Look, width: int, month: int, previous: Handler | None, following: Handler | None) -> Box:
    theme, side, height = look.theme, look.dp(48), look.dp(56)
    name = text_box(
        look,
        month_name(month, look.spec.language),
        look.text("title_large"),
        theme.on_surface,
        max(1, width - 2 * side - look.dp(20)),
    )
    top = (height - side) // 2
    color = theme.on_surface_variant
    parts = (
        Placed(name, look.dp(16), (height - name.height) // 2, "name"),
        Placed(
            icon_box(look, "chevron-left", look.said("Previous month"), color, previous),
            width - 2 * side,
            top,
            "previous",
        ),
        Placed(
            icon_box(look, "chevron-right", look.said("Next month"), color, following),
            width - side,
            top,
            "next",
        ),
    )
    return Box(width, height, parts=parts, background=look.background)
