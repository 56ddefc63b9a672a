"""badge: a small count that asks to be noticed."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box, Paint, Placed
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import Text
from phonebuddy.world.widgets.base import Widget, round_rect, text_box


class Badge(Widget, frozen=True):
    """A count on a small red pill; without words, a dot.

    text: the count, or a word such as New
    """

    NAME: ClassVar[str] = "badge"
    MAIN: ClassVar[str] = "text"
    text: Text

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        if not self.text:
            dot = look.dp(6)
            return Box(dot, dot, paint=_pill(dot, dot, theme.error))
        style, pad = look.text("label_small"), look.dp(4)
        words = text_box(look, self.text, style, theme.on_error, max(1, width - 2 * pad), role="")
        height = max(look.dp(16), words.height)
        taken = max(height, words.width + 2 * pad)
        part = Placed(words, (taken - words.width) // 2, (height - words.height) // 2, "label")
        return Box(
            taken, height, parts=(part,), paint=_pill(taken, height, theme.error), role="text", text=self.text
        )


def _pill(width: int, height: int, color: int) -> Paint:
    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, 0, width, height, height / 2, color)

    return paint
