"""slider: a number chosen by moving a handle."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Handler, Paint, Placed, Touch
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.kinds import NO_EFFECTS, EffectsOnValue, Number, Text
from phonebuddy.world.spec.template import show
from phonebuddy.world.widgets.base import Widget, round_rect, text_box


class Slider(Widget, frozen=True):
    """A number between two others, chosen by tapping or moving a handle.

    value: the number now
    min: the least it can be
    max: the most it can be
    step: the distance between two numbers it can be; 0 for any
    label: what it sets; the words above it
    on_change: what moving it does; :value is the number
    """

    NAME: ClassVar[str] = "slider"
    MAIN: ClassVar[str] = "value"
    value: Number
    min: Number = 0
    max: Number = 100
    step: Number = 1
    label: Text = ""
    on_change: EffectsOnValue = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        height, above = look.dp(48), 0
        parts: tuple[Placed, ...] = ()
        if self.label:
            words = text_box(look, self.label, look.text("body"), look.theme.on_surface, width, role="")
            parts, above = (Placed(words, 0, 0, "label"),), words.height
        edge = look.dp(2)
        room = max(1, width - 2 * edge)
        move = self._mover(edge, room)
        paint = self._paint(place, width, above, edge + room * self._share())
        return Box(
            width, above + height, parts=parts, paint=paint,
            role="slider", text=show(self.value), description=self.label,
            flags=ENABLED | CLICKABLE, touch=Touch(tap=move, slide=move),
        )  # fmt: skip

    def _share(self) -> float:
        """Where the handle stands between both ends: 0 to 1."""
        span = self.max - self.min
        return max(0.0, min(1.0, (self.value - self.min) / span)) if span > 0 else 0.0

    def _mover(self, edge: int, room: int) -> Handler:
        def move(runtime: Runtime, x: int, _y: int) -> None:
            runtime.run(self.on_change, value=self.value_at((x - edge) / room))

        return move

    def value_at(self, share: float) -> int | float:
        """The number a touch means, as near as the steps allow."""
        found = self.min + max(0.0, min(1.0, share)) * max(0.0, self.max - self.min)
        if self.step > 0:
            found = min(self.max, self.min + round((found - self.min) / self.step) * self.step)
        found = round(found, 6)
        return int(found) if found == int(found) else found

    def _paint(self, place: Place, width: int, above: int, handle: float) -> Paint:
        look, theme = place.look, place.look.theme
        middle = above + look.dp(48) / 2
        half, tall, gap = look.dp(16) / 2, look.dp(44) / 2, look.dp(8)

        def paint(canvas: skia.Canvas) -> None:
            radius = look.dp(8)
            if handle - gap > radius:
                round_rect(canvas, 0, middle - half, handle - gap, middle + half, radius, theme.primary)
            if handle + gap < width - radius:
                rest = theme.secondary_container
                round_rect(canvas, handle + gap, middle - half, width, middle + half, radius, rest)
            thin = look.dp(2)
            round_rect(
                canvas, handle - thin, middle - tall, handle + thin, middle + tall, thin, theme.primary
            )

        return paint
