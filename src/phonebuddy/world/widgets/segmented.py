"""segmented: a few values beside each other in one frame, one of them chosen."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, SELECTED, Box, Placed, Touch
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import NO_EFFECTS, Bind, EffectsOnValue, Labels
from phonebuddy.world.spec.template import show
from phonebuddy.world.widgets.base import Widget, fitting, text_box, text_width
from phonebuddy.world.widgets.tabs import chooser

STYLE = "label"


class Segmented(Widget, frozen=True):
    """Words beside each other in one frame; the chosen one is filled and has a tick.

    variable: the variable that says which one is chosen
    options: its values, each with the word for it
    on_change: what else choosing does; :value is the chosen value
    """

    NAME: ClassVar[str] = "segmented"
    MAIN: ClassVar[str] = "variable"
    variable: Bind
    options: Labels
    on_change: EffectsOnValue = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        height, inset, count = look.dp(48), look.dp(4), max(1, len(self.options))
        edges = tuple(width * index // count for index in range(count + 1))
        parts = tuple(
            Placed(self._segment(place, right - left, height, value, show(label)), left, 0, value)
            for (value, label), left, right in zip(self.options.items(), edges, edges[1:], strict=False)
        )
        chosen = tuple(
            index for index, value in enumerate(self.options) if show(self.variable.value) == value
        )
        radius = min(look.round(20), (height - 2 * inset) / 2)

        def paint(canvas: skia.Canvas) -> None:
            line = skia.Paint(Color=theme.outline, AntiAlias=True, StrokeWidth=look.dp(1))
            line.setStyle(skia.Paint.kStroke_Style)
            half = look.dp(1) / 2
            frame = skia.Rect.MakeLTRB(0, inset, width, height - inset)
            canvas.save()
            canvas.clipRRect(skia.RRect.MakeRectXY(frame, radius, radius), skia.ClipOp.kIntersect, True)
            for index in chosen:
                area = skia.Rect.MakeLTRB(edges[index], inset, edges[index + 1], height - inset)
                canvas.drawRect(area, skia.Paint(Color=theme.secondary_container))
            for x in edges[1:-1]:
                canvas.drawLine(x, inset, x, height - inset, line)
            canvas.restore()
            canvas.drawRoundRect(frame.makeInset(half, half), radius - half, radius - half, line)

        return Box(width, height, parts=parts, paint=paint, role="tabs")

    def _segment(self, place: Place, width: int, height: int, value: str, label: str) -> Box:
        look, theme = place.look, place.look.theme
        chosen = show(self.variable.value) == value
        color = theme.on_secondary_container if chosen else theme.on_surface
        size, room = look.dp(18), max(1, width - look.dp(12))
        lead = size + look.dp(8)
        # The tick is left out before the word would be cut.
        ticked = chosen and text_width(label, look.text(STYLE)) + lead <= room
        style = fitting(look, label, room, STYLE, "label_medium", "label_small")
        words = text_box(look, label, style, color, room, role="")
        left = (width - words.width - (lead if ticked else 0)) // 2

        def paint(canvas: skia.Canvas) -> None:
            if ticked:
                draw_icon(canvas, "check", left, (height - size) // 2, size, color)

        start = left + (lead if ticked else 0)
        return Box(
            width, height, parts=(Placed(words, start, (height - words.height) // 2, "label"),), paint=paint,
            role="tab", text=label, flags=ENABLED | CLICKABLE | (SELECTED if chosen else 0),
            touch=Touch(tap=chooser(self.variable, value, self.on_change)),
        )  # fmt: skip
