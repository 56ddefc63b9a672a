"""switch: on or off."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CHECKABLE, CHECKED, CLICKABLE, ENABLED, Box, Touch
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import NO_EFFECTS, EffectsOnValue, Text, Yes
from phonebuddy.world.widgets.base import Widget, round_outline, round_rect


class Switch(Widget, frozen=True):
    """On or off, at once.

    value: whether it is on
    label: what it switches
    on_change: what switching does; :value is 1 or 0
    """

    NAME: ClassVar[str] = "switch"
    MAIN: ClassVar[str] = "value"
    value: Yes
    label: Text = ""
    on_change: EffectsOnValue = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        track_w, track_h = look.dp(52), look.dp(32)
        height = look.dp(48)
        top = (height - track_h) // 2
        is_on = self.value

        def paint(canvas: skia.Canvas) -> None:
            if is_on:
                round_rect(canvas, 0, top, track_w, top + track_h, track_h / 2, theme.primary)
                x, size, color = track_w - track_h / 2, look.dp(12), theme.on_primary
            else:
                round_rect(canvas, 0, top, track_w, top + track_h, track_h / 2, theme.surface_highest)
                round_outline(canvas, 0, top, track_w, top + track_h, track_h / 2, theme.outline, look.dp(2))
                x, size, color = track_h / 2, look.dp(8), theme.outline
            canvas.drawCircle(x, top + track_h / 2, size, skia.Paint(Color=color, AntiAlias=True))

        flags = ENABLED | CLICKABLE | CHECKABLE | (CHECKED if is_on else 0)
        return Box(
            track_w,
            height,
            paint=paint,
            role="switch",
            description=self.label,
            flags=flags,
            touch=Touch(tap=self.on_change.handler(value=0 if is_on else 1)),
        )
