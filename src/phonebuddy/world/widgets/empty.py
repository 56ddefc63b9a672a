"""empty: what a page says when there is nothing to show."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.look import Look
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
    VOLATILE: ClassVar[bool] = True  # it stands in the middle of the room, and a keyboard takes room
    text: Text
    icon: Icon = ""

    def layout(self, place: Place, width: int) -> Box:
        content = _content(place.look, self.text, self.icon, width)
        height = max(content.height + place.look.dp(64), place.height * 2 // 3)
        return Box(width, height, parts=(Placed(content, 0, (height - content.height) // 2, "content"),))


@lru_cache(maxsize=256)
def _content(look: Look, text: str, icon: str, width: int) -> Box:
    """Icon and words; the same box wherever they stand, so that they are drawn once."""
    size = look.dp(64) if icon else 0
    gap = look.dp(16) if icon else 0
    words = text_box(
        look, text, look.text("body_large"), look.theme.on_surface_variant, max(1, width - look.dp(64)),
        max_lines=4, align="center",
    )  # fmt: skip

    def paint(canvas: skia.Canvas) -> None:
        if icon:
            draw_icon(canvas, icon, (width - size) // 2, 0, size, look.theme.outline)

    part = Placed(words, look.dp(32), size + gap, "text")
    return Box(width, size + gap + words.height, parts=(part,), paint=paint, background=look.background)
