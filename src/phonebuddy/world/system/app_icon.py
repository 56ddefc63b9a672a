"""App icons: a glyph on a rounded, coloured square, as on the home screen, in the drawer and in sheets."""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.theme import make_theme
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.app import Head
from phonebuddy.world.widgets.base import round_rect, text_box

ICON_DP = 56
DOT_DP = 12


def draw_app_icon(canvas: skia.Canvas, icon: str, scheme: str, left: int, top: int, size: int) -> None:
    """The same in light and dark, as on a real phone."""
    theme = make_theme(scheme, dark=False)
    draw_glyph_icon(canvas, icon, theme.primary, theme.on_primary, left, top, size)


def draw_glyph_icon(
    canvas: skia.Canvas, icon: str, back: int, front: int, left: int, top: int, size: int
) -> None:
    round_rect(canvas, left, top, left + size, top + size, size * 0.28, back)
    glyph = round(size * 0.56)
    draw_icon(canvas, icon, left + (size - glyph) // 2, top + (size - glyph) // 2, glyph, front)


def columns_of(look: Look, width: int) -> int:
    """How many icons stand beside each other in a width: four on a phone, more where there is room."""
    return max(4, min(7, width // look.dp(100)))


def launch_box(look: Look, head: Head, width: int, dot: bool, labelled: bool = True) -> Box:
    """An icon that opens its app; the dot says that it has something to tell."""
    return _launch_box(
        look, head.name, head.title_in(look.spec.language), head.icon, head.color, width, dot, labelled
    )


@lru_cache(maxsize=512)
def _launch_box(
    look: Look, name: str, title: str, icon: str, color: str, width: int, dot: bool, labelled: bool
) -> Box:
    size, top = look.dp(ICON_DP), look.dp(8)
    left, height = (width - size) // 2, top + size + top
    parts: tuple[Placed, ...] = ()
    if labelled:
        label = text_box(look, title, look.text("body_small"), look.theme.on_surface, width, align="center")
        parts = (Placed(label, 0, top + size + look.dp(6), "label"),)
        height += label.height + look.dp(12)

    def paint(canvas: skia.Canvas) -> None:
        draw_app_icon(canvas, icon, color, left, top, size)
        if dot:
            _draw_dot(canvas, look, left + size, top)

    def start(running: Runtime, _x: int, _y: int) -> None:
        running.start_app(name)

    return Box(
        width, height, parts=parts, paint=paint, role="app", description=title,
        flags=ENABLED | CLICKABLE, touch=Touch(tap=start),
    )  # fmt: skip


def _draw_dot(canvas: skia.Canvas, look: Look, right: int, top: int) -> None:
    """At the upper right corner, with an edge that sets it off from the icon."""
    size, edge = look.dp(DOT_DP), look.dp(2)
    x, y = right - size + edge, top - edge
    round_rect(canvas, x - edge, y - edge, x + size + edge, y + size + edge, size, look.theme.surface)
    round_rect(canvas, x, y, x + size, y + size, size / 2, look.theme.error)
