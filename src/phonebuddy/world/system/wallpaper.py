"""The picture behind the home and the lock screen, one box for each look."""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.world.box import Box
from phonebuddy.world.look import Look
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures import draw_wallpaper


@lru_cache(maxsize=16)
def wallpaper_box(look: Look) -> Box:
    spec, dark = look.spec, look.theme.dark

    def paint(canvas: skia.Canvas) -> None:
        draw_wallpaper(canvas, spec.wallpaper, spec.scheme, look.width, look.height, dark)

    return Box(look.width, look.height, paint=paint, background=look.theme.surface)
