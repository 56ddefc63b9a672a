"""chip: a small word that filters, chooses or tags."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, SELECTED, Box, Placed, Touch
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import NO_EFFECTS, Effects, Icon, Text, Yes
from phonebuddy.world.widgets.base import Widget, fitting, round_outline, round_rect, text_box


class Chip(Widget, frozen=True):
    """A small word that filters, chooses or, without on_tap, only tags.

    text: the word on it
    icon: an icon before the word; a selected one without an icon has a tick
    selected: whether it is chosen
    on_tap: what it does
    """

    NAME: ClassVar[str] = "chip"
    MAIN: ClassVar[str] = "text"
    text: Text
    icon: Icon = ""
    selected: Yes = False
    on_tap: Effects = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        icon = self.icon or ("check" if self.selected else "")
        color = theme.on_secondary_container if self.selected else theme.on_surface_variant
        sign = color if self.selected else theme.primary
        size, left = look.dp(18), look.dp(34 if icon else 16)
        room = max(1, width - left - look.dp(16))
        style = fitting(look, self.text, room, "label", "label_medium", "label_small")
        label = text_box(look, self.text, style, color, room, role="")
        taken = min(width, left + label.width + look.dp(16))
        height, body = look.dp(48), max(look.dp(32), label.height + look.dp(8))
        top, selected = (height - body) // 2, self.selected

        def paint(canvas: skia.Canvas) -> None:
            if selected:
                round_rect(canvas, 0, top, taken, top + body, look.round(8), theme.secondary_container)
            else:
                round_outline(
                    canvas, 0, top, taken, top + body, look.round(8), theme.outline_variant, look.dp(1)
                )
            if icon:
                draw_icon(canvas, icon, look.dp(8), (height - size) // 2, size, sign)

        part = Placed(label, left, (height - label.height) // 2, "label")
        flags = ENABLED | (SELECTED if selected else 0) | (CLICKABLE if self.on_tap else 0)
        touch = Touch(tap=self.on_tap.handler()) if self.on_tap else None
        return Box(
            taken, height, parts=(part,), paint=paint, role="chip", text=self.text, flags=flags, touch=touch
        )
