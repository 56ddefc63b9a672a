"""button: a word that does something."""

from __future__ import annotations

from typing import ClassVar, Literal

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Placed, Touch
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import NO_EFFECTS, Effects, Icon, Text, Yes
from phonebuddy.world.widgets.base import (
    Widget,
    fitting,
    mix,
    round_outline,
    round_rect,
    text_box,
    text_width,
)

WIDEST_DP = 440
"""On a tablet a wide button stands in the middle and is no wider than on a large phone."""


class Button(Widget, frozen=True):
    """A word that does something when tapped.

    text: the word on it
    style: filled (the main thing to do), tonal, outlined, text, or danger
    icon: an icon before the word
    enabled: false greys it out
    wide: true to take the whole width, on a tablet that of a large phone
    on_tap: what it does
    """

    NAME: ClassVar[str] = "button"
    MAIN: ClassVar[str] = "text"
    text: Text
    style: Literal["filled", "tonal", "outlined", "text", "danger"] = "filled"
    icon: Icon = ""
    enabled: Yes = True
    wide: Yes = False
    on_tap: Effects = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        widest = place.look.dp(WIDEST_DP)
        if not self.wide or width <= widest:
            return self._button(place, width)
        button = self._button(place, widest)
        return Box(width, button.height, parts=(Placed(button, (width - widest) // 2, 0, "button"),))

    def _button(self, place: Place, width: int) -> Box:
        look = place.look
        back, front, outline = self._colors(place)
        size = look.dp(18) if self.icon else 0
        lead = size + look.dp(8) if self.icon else 0
        side = look.dp(12 if self.style == "text" else 24)
        if text_width(self.text, look.text("label")) + 2 * side + lead > width:
            side = look.dp(8)
        room = max(1, width - 2 * side - lead)
        style = fitting(look, self.text, room, "label", "label_medium", "label_small")
        label = text_box(look, self.text, style, front, room, role="")
        needed = label.width + 2 * side + lead
        taken = width if self.wide else min(width, needed)
        height, inset = look.dp(48), look.dp(4)
        start = (taken - label.width - lead) // 2
        icon = self.icon

        def paint(canvas: skia.Canvas) -> None:
            radius = look.round((height - 2 * inset) / 2 / look.density)
            if back:
                round_rect(canvas, 0, inset, taken, height - inset, radius, back)
            if outline:
                round_outline(canvas, 0, inset, taken, height - inset, radius, outline, look.dp(1))
            if icon:
                draw_icon(canvas, icon, start, (height - size) // 2, size, front)

        part = Placed(label, start + lead, (height - label.height) // 2, "label")
        return Box(
            taken,
            height,
            parts=(part,),
            paint=paint,
            role="button",
            text=self.text,
            flags=ENABLED | CLICKABLE if self.enabled else CLICKABLE,
            touch=Touch(tap=self.on_tap.handler()) if self.enabled else Touch(),
        )

    def _colors(self, place: Place) -> tuple[int, int, int]:
        """Background, word, outline; 0 where there is none."""
        theme, under = place.look.theme, place.look.background
        if not self.enabled:
            grey = mix(theme.on_surface, under, 0.38)
            back = 0 if self.style in ("text", "outlined") else mix(theme.on_surface, under, 0.12)
            return back, grey, grey if self.style == "outlined" else 0
        return {
            "filled": (theme.primary, theme.on_primary, 0),
            "tonal": (theme.secondary_container, theme.on_secondary_container, 0),
            "outlined": (0, theme.primary, theme.outline),
            "text": (0, theme.primary, 0),
            "danger": (theme.error, theme.on_error, 0),
        }[self.style]
