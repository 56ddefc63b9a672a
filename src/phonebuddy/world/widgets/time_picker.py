"""time_picker: choose a time of day from a clock, over the page."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, SELECTED, Box, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.text import TextStyle
from phonebuddy.world.uistate import Value
from phonebuddy.world.widgets.base import round_rect, text_box
from phonebuddy.world.widgets.clock_dial import dial_box
from phonebuddy.world.widgets.picker import Picker, framed, kept, put

DAY_MINUTES = 24 * 60
WIDTH_DP = 328
NUMBER_WIDTH_DP, NUMBER_HEIGHT_DP, COLON_DP = 114, 80, 24


class TimePicker(Picker, frozen=True):
    """A clock over the page to choose a time of day from.

    variable: the variable that holds the time: minutes since midnight; none or nonsense starts at 00:00
    title: the small words at its top
    on_pick: what happens once a time was chosen; the variable is set first
    """

    NAME: ClassVar[str] = "time_picker"
    MAIN: ClassVar[str] = "variable"

    def layout(self, place: Place, width: int) -> Box:
        look, state = place.look, place.state
        width = min(width, look.dp(WIDTH_DP))
        # A time of day that was not chosen yet does not depend on the clock.
        hour, minute = divmod(self.chosen(state, 0), 60)
        field = "minute" if state.get("field") == "minute" else "hour"
        title = _title(look, self.title or look.said("Select time"), width)
        numbers = _numbers(look, hour, minute, field)
        dial = dial_box(look, field, hour if field == "hour" else minute)
        pad = look.dp(24)
        above = pad + title.height + look.dp(20)
        below = above + numbers.height + look.dp(28)
        parts = (
            Placed(title, pad, pad, "title"),
            Placed(numbers, (width - numbers.width) // 2, above, "time"),
            Placed(dial, (width - dial.width) // 2, below, "dial"),
        )
        return framed(look, width, below + dial.height + look.dp(20), parts)

    def chosen(self, state: Mapping[str, Value], time_ms: int) -> int:
        value = self.variable.value
        start = int(value) if isinstance(value, (int, float)) and 0 <= value < DAY_MINUTES else 0
        return kept(state, "hour", start // 60) * 60 + kept(state, "minute", start % 60)


@lru_cache(maxsize=64)
def _title(look: Look, title: str, width: int) -> Box:
    color = look.theme.on_surface_variant
    return text_box(look, title, look.text("label"), color, width - look.dp(48))


@lru_cache(maxsize=64)
def _numbers(look: Look, hour: int, minute: int, field: str) -> Box:
    """The hour and the minute; a tap says which of them the dial is for."""
    wide, gap, height = look.dp(NUMBER_WIDTH_DP), look.dp(COLON_DP), look.dp(NUMBER_HEIGHT_DP)
    colon = text_box(look, ":", _style(look), look.theme.on_surface, gap, align="center", role="")
    parts = (
        Placed(_number(look, "hour", hour, field), 0, 0, "hour"),
        Placed(colon, wide, (height - colon.height) // 2, "colon"),
        Placed(_number(look, "minute", minute, field), wide + gap, 0, "minute"),
    )
    return Box(2 * wide + gap, height, parts=parts, background=look.background)


def _number(look: Look, name: str, value: int, field: str) -> Box:
    theme, is_shown = look.theme, name == field
    width, height = look.dp(NUMBER_WIDTH_DP), look.dp(NUMBER_HEIGHT_DP)
    back = theme.primary_container if is_shown else theme.surface_highest
    front = theme.on_primary_container if is_shown else theme.on_surface
    digits = text_box(look, f"{value:02d}", _style(look), front, width, align="center", role="")

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, 0, width, height, look.dp(8), back)

    return Box(
        width,
        height,
        parts=(Placed(digits, 0, (height - digits.height) // 2, "digits"),),
        paint=paint,
        role="button",
        text=digits.text,
        description=look.said(name.capitalize()),
        flags=ENABLED | CLICKABLE | (SELECTED if is_shown else 0),
        touch=Touch(tap=put(field=name)),
    )


def _style(look: Look) -> TextStyle:
    # In dp, not sp: its box does not grow with the font.
    return TextStyle(look.dp(52), 400)
