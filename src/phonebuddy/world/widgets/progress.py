"""progress: how far something is."""

from __future__ import annotations

from typing import ClassVar, Literal

from phonebuddy.world.box import Box, Paint
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import Number
from phonebuddy.world.widgets.base import Widget, round_rect

UNKNOWN_PART = (0.2, 0.55)
"""What is drawn while nobody knows how long it takes: time stands still between two steps."""


class Progress(Widget, frozen=True):
    """How far something is.

    value: from 0 to 1; below 0 means that nobody knows
    shape: bar or circle
    """

    NAME: ClassVar[str] = "progress"
    MAIN: ClassVar[str] = "value"
    value: Number
    shape: Literal["bar", "circle"] = "bar"

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        start, end = UNKNOWN_PART if self.value < 0 else (0.0, min(1.0, self.value))
        says = f"{round(end * 100)}%" if self.value >= 0 else ""
        spoken = "" if says else look.said("In progress")
        if self.shape == "circle":
            side = min(width, look.dp(48))
            paint = _circle(place, side, start, end)
            return Box(side, side, paint=paint, role="progress", text=says, description=spoken)
        height = look.dp(4)
        paint = _bar(place, width, height, start, end)
        return Box(width, height, paint=paint, role="progress", text=says, description=spoken)


def _bar(place: Place, width: int, height: int, start: float, end: float) -> Paint:
    theme = place.look.theme

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, 0, width, height, height / 2, theme.secondary_container)
        if end > start:
            round_rect(canvas, width * start, 0, width * end, height, height / 2, theme.primary)

    return paint


def _circle(place: Place, side: int, start: float, end: float) -> Paint:
    theme, stroke = place.look.theme, place.look.dp(4)
    frame = skia.Rect.MakeLTRB(stroke, stroke, side - stroke, side - stroke)

    def arc(canvas: skia.Canvas, first: float, last: float, color: int) -> None:
        paint = skia.Paint(Color=color, AntiAlias=True, Style=skia.Paint.kStroke_Style, StrokeWidth=stroke)
        paint.setStrokeCap(skia.Paint.kRound_Cap)
        canvas.drawArc(frame, first * 360 - 90, (last - first) * 360, False, paint)

    def paint(canvas: skia.Canvas) -> None:
        arc(canvas, 0, 1, theme.secondary_container)
        if end > start:
            arc(canvas, start, end, theme.primary)

    return paint
