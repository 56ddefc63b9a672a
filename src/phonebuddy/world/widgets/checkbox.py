"""checkbox: a box that is ticked or not, with words beside it."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CHECKABLE, CHECKED, CLICKABLE, ENABLED, Box, Paint, Placed, Touch
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import NO_EFFECTS, EffectsOnValue, Text, Yes
from phonebuddy.world.widgets.base import Widget, text_box


class Checkbox(Widget, frozen=True):
    """Ticked or not.

    value: whether it is ticked
    label: the words beside it; where another widget says them, give a description instead
    on_change: what a tap does; :value is 1 or 0
    """

    NAME: ClassVar[str] = "checkbox"
    MAIN: ClassVar[str] = "value"
    value: Yes
    label: Text = ""
    on_change: EffectsOnValue = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        theme = place.look.theme
        icon = "checkbox-marked" if self.value else "checkbox-blank-outline"
        color = theme.primary if self.value else theme.on_surface_variant
        touch = Touch(tap=self.on_change.handler(value=0 if self.value else 1))
        return choice_box(place, width, "checkbox", icon, color, self.label, self.value, touch)


def choice_box(
    place: Place, width: int, role: str, icon: str, color: int, label: str, is_on: bool, touch: Touch
) -> Box:
    """A sign and the words beside it, both of them one thing to tap."""
    look = place.look
    side, size = look.dp(48), look.dp(24)
    flags = ENABLED | CLICKABLE | CHECKABLE | (CHECKED if is_on else 0)
    parts: tuple[Placed, ...] = ()
    taken, height = side, side
    if label:
        room = max(1, width - side - look.dp(8))
        words = text_box(
            look, label, look.text("body_large"), look.theme.on_surface, room, max_lines=3, role=""
        )
        taken = min(width, side + words.width + look.dp(8))
        height = max(side, words.height + look.dp(16))
        parts = (Placed(words, side, (height - words.height) // 2, "label"),)
    paint = _sign(icon, (side - size) // 2, (height - size) // 2, size, color)
    return Box(taken, height, parts=parts, paint=paint, role=role, text=label, flags=flags, touch=touch)


def _sign(icon: str, left: int, top: int, size: int, color: int) -> Paint:
    def paint(canvas: skia.Canvas) -> None:
        draw_icon(canvas, icon, left, top, size, color)

    return paint
