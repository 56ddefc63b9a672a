"""The picture behind the home and the lock screen, one box for each look."""

from __future__ import annotations

from functools import lru_cache

from phonebuddy.world.box import Box
from phonebuddy.world.look import Look
from phonebuddy.world.render.enlarge import draw_enlarged
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures import draw_wallpaper

SHRINK = 3


@lru_cache(maxsize=16)
def wallpaper_box(look: Look) -> Box:
    spec, dark = look.spec, look.theme.dark

    def paint(small: skia.Canvas) -> None:
        width, height = -(-look.width // SHRINK), -(-look.height // SHRINK)
        draw_wallpaper(small, spec.wallpaper, spec.scheme, width, height, dark)

    def enlarge(canvas: skia.Canvas) -> None:
        # Glows over a whole screen take a third of a second; a wallpaper is soft enough to be enlarged.
        draw_enlarged(canvas, paint, look.width, look.height, SHRINK)

    return Box(look.width, look.height, paint=enlarge, background=look.theme.surface)
