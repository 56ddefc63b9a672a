"""empty: what a page says when there is nothing to show."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import Icon, Text
from phonebuddy.world.widgets.base import Widget, text_box


class Empty(Widget, frozen=True):
    """A friendly line in the middle of an empty page.

    text: what to say
    icon: the icon above it
    """

    NAME: ClassVar[str] = "empty"
    MAIN: ClassVar[str] = "text"
    text: Text
    icon: Icon = ""

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        size = look.dp(64) if self.icon else 0
        gap = look.dp(16) if self.icon else 0
        words = text_box(
            look, self.text, look.text("body_large"), theme.on_surface_variant, width - look.dp(64),
            max_lines=4, align="center",
        )  # fmt: skip
        content = size + gap + words.height
        height = max(content + look.dp(64), place.height * 2 // 3)
        top = (height - content) // 2
        icon = self.icon

        def paint(canvas: skia.Canvas) -> None:
            if icon:
                draw_icon(canvas, icon, (width - size) // 2, top, size, theme.outline)

        return Box(width, height, parts=(Placed(words, look.dp(32), top + size + gap, "text"),), paint=paint)
