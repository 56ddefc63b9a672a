"""stepper: a small number, one more or one less."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box, Paint, Placed
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import NO_EFFECTS, EffectsOnValue, Number, Text
from phonebuddy.world.spec.template import show
from phonebuddy.world.widgets.base import Widget, icon_box, round_outline, text_box, text_width

STYLE = "title"


class Stepper(Widget, frozen=True):
    """A number with a button for less and one for more; at an end the button is grey.

    value: the number now
    min: the least it can be
    max: the most it can be
    label: what it counts; the words before it, which make it as wide as it may be
    on_change: what a button does; :value is the new number
    """

    NAME: ClassVar[str] = "stepper"
    MAIN: ClassVar[str] = "value"
    value: Number
    min: Number = 0
    max: Number = 99
    label: Text = ""
    on_change: EffectsOnValue = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        pill = self._pill(look)
        if not self.label:
            return pill
        room = max(1, width - pill.width - look.dp(12))
        words = text_box(look, self.label, look.text("body_large"), look.theme.on_surface, room, max_lines=2)
        height = max(pill.height, words.height)
        parts = (
            Placed(words, 0, (height - words.height) // 2, "label"),
            Placed(pill, width - pill.width, (height - pill.height) // 2, "pill"),
        )
        return Box(width, height, parts=parts)

    def _pill(self, look: Look) -> Box:
        theme, side = look.theme, look.dp(48)
        less, more = self._button(look, "minus", "Less", -1), self._button(look, "plus", "More", 1)
        style, text = look.text(STYLE), show(_plain(self.value))
        room = max(look.dp(32), text_width(text, style) + look.dp(4))
        number = text_box(look, text, style, theme.on_surface, room, align="center")
        parts = (
            Placed(less, 0, 0, "less"),
            Placed(number, side, (side - number.height) // 2, "value"),
            Placed(more, side + room, 0, "more"),
        )
        width = 2 * side + room
        return Box(width, side, parts=parts, paint=_outline(look, width, side), role="stepper",
                   description=self.label)  # fmt: skip

    def _button(self, look: Look, icon: str, word: str, step: int) -> Box:
        target = self.value + step
        there = self.min <= target <= self.max
        tap = self.on_change.handler(value=_plain(target)) if there else None
        label = f"{look.said(word)}: {self.label}" if self.label else look.said(word)
        return icon_box(look, icon, label, look.theme.primary, tap)


def _plain(number: float) -> int | float:
    return int(number) if number == int(number) else number


def _outline(look: Look, width: int, height: int) -> Paint:
    inset = look.dp(4)

    def paint(canvas: skia.Canvas) -> None:
        radius = min(look.round(20), (height - 2 * inset) / 2)
        color = look.theme.outline_variant
        round_outline(canvas, 0, inset, width, height - inset, radius, color, look.dp(1))

    return paint
