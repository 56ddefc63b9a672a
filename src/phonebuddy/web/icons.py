"""The icons of the apps as PNGs, for the page's list of apps."""

from __future__ import annotations

from phonebuddy.world.image import Image
from phonebuddy.world.render.library import skia
from phonebuddy.world.system.app_icon import draw_app_icon

SIZE = 96


def draw_icons(image: Image) -> dict[str, bytes]:
    """File name to PNG."""
    icons: dict[str, bytes] = {}
    for app in image.apps.apps.values():
        surface = skia.Surface(SIZE, SIZE)
        draw_app_icon(surface.getCanvas(), app.manifest.icon, app.manifest.color, 0, 0, SIZE)
        icons[f"{app.name}.png"] = bytes(surface.makeImageSnapshot().encodeToData())
    return icons
