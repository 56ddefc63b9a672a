"""App icons: a glyph on a rounded, coloured square, as on the home screen and in the share sheet."""

from __future__ import annotations

from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.theme import make_theme
from phonebuddy.world.widgets.base import round_rect


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
