"""fab: the floating button of a page."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Placed, Touch
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import NO_EFFECTS, Effects, Icon, Text
from phonebuddy.world.widgets.base import Widget, round_rect, shadow, text_box


class Fab(Widget, frozen=True):
    """The floating button: the main thing to do on a page.

    icon: the icon on it
    label: what it is called
    text: words beside the icon
    on_tap: what it does
    """

    NAME: ClassVar[str] = "fab"
    MAIN: ClassVar[str] = "icon"
    icon: Icon
    label: Text
    text: Text = ""
    on_tap: Effects = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        side, size = look.dp(56), look.dp(24)
        words = text_box(look, self.text, look.text("label"), theme.on_primary_container, width // 2, role="")
        taken = side if not self.text else words.width + look.dp(68)
        icon = self.icon

        def paint(canvas: skia.Canvas) -> None:
            shadow(canvas, 0, 0, taken, side, look.round(16), look.dp(6))
            round_rect(canvas, 0, 0, taken, side, look.round(16), theme.primary_container)
            draw_icon(canvas, icon, look.dp(16), (side - size) // 2, size, theme.on_primary_container)

        parts = (Placed(words, look.dp(48), (side - words.height) // 2, "text"),) if self.text else ()
        return Box(
            taken, side, parts=parts, paint=paint, role="button", text=self.text, description=self.label,
            flags=ENABLED | CLICKABLE, touch=Touch(tap=self.on_tap.handler()), outset=look.dp(16),
            floats=True,
        )  # fmt: skip
