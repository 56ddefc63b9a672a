"""sheet: widgets on a surface that comes up from the bottom of the screen."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from phonebuddy.world.box import ENABLED, SCROLLABLE, Box, Placed, Scroll, stack
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import Children, Text
from phonebuddy.world.system.metrics import navigation_height
from phonebuddy.world.widgets.base import Widget, round_rect, text_box

SCROLL_KEY = "sheet"
MOST = 0.8
"""The share of the screen it takes before it scrolls."""


class Sheet(Widget, frozen=True):
    """Widgets on a surface that comes up from the bottom; it scrolls when there are many.

    title: the words at its top; empty leaves them out
    body: the widgets
    """

    NAME: ClassVar[str] = "sheet"
    MAIN: ClassVar[str] = "title"
    OVERLAY: ClassVar[bool] = True
    VOLATILE: ClassVar[bool] = True
    PLACEMENT: ClassVar[str] = "bottom"
    title: Text
    body: Children

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        head = _head(look, self.title, width)
        foot = navigation_height(look) + look.dp(8)
        most = min(round(look.height * MOST), place.height + navigation_height(look)) - head.height - foot
        window = self._window(place.on(look.theme.surface_low), width, max(1, most))
        height = head.height + window.height + foot
        parts = (
            Placed(_surface(look, width, height), 0, 0, "surface"),
            Placed(window, 0, head.height, "body"),
            Placed(head, 0, 0, "head"),
        )
        return Box(width, height, parts=parts, role="sheet", composite=True, floats=True)

    def _window(self, place: Place, width: int, most: int) -> Box:
        placed, inner = stack([(part.box(place, width), part.key) for part in self.body])
        height = min(inner, most)
        extent = inner - height
        offset = max(0, min(place.scrolled(SCROLL_KEY) or 0, extent))
        content = Box(width, inner, parts=placed, composite=True)
        return Box(
            width,
            height,
            parts=(Placed(content, 0, -offset, "content"),),
            composite=True,
            scroll=Scroll(SCROLL_KEY, offset, extent),
            role="scroll" if extent else "",
            flags=ENABLED | (SCROLLABLE if extent else 0),
        )


@lru_cache(maxsize=64)
def _surface(look: Look, width: int, height: int) -> Box:
    """What is drawn behind everything; a box of its own, so that scrolling does not draw it again."""
    radius = look.round(28)

    def paint(canvas: skia.Canvas) -> None:
        round_rect(canvas, 0, 0, width, height + radius, radius, look.theme.surface_low)

    return Box(width, height, paint=paint)


@lru_cache(maxsize=64)
def _head(look: Look, title: str, width: int) -> Box:
    """The handle and the title."""
    theme, pad = look.theme, look.dp(16)
    middle, half, top = width // 2, look.dp(16), look.dp(16)

    def paint(canvas: skia.Canvas) -> None:
        round_rect(
            canvas, middle - half, top, middle + half, top + look.dp(4), look.dp(2), theme.on_surface_variant
        )

    if not title:
        return Box(width, look.dp(36), paint=paint)
    words = text_box(look, title, look.text("title_large"), theme.on_surface, width - 2 * pad, max_lines=2)
    return Box(
        width, look.dp(48) + words.height, parts=(Placed(words, pad, look.dp(36), "title"),), paint=paint
    )
