"""Pictures drawn from content, so that a phone looks alive without a single image file.

Its invariant: kind, seed and size decide every pixel.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from phonebuddy.errors import PhoneBuddyError, nearest
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pasting import paste
from phonebuddy.world.render.pictures.avatar import avatar_color, draw_avatar, initials
from phonebuddy.world.render.pictures.beings import draw_pet, draw_portrait
from phonebuddy.world.render.pictures.brush import Brush
from phonebuddy.world.render.pictures.designs import draw_abstract, draw_album, draw_document
from phonebuddy.world.render.pictures.dice import Dice
from phonebuddy.world.render.pictures.food import draw_food
from phonebuddy.world.render.pictures.kept import kept_picture
from phonebuddy.world.render.pictures.nature import draw_forest, draw_landscape, draw_sea
from phonebuddy.world.render.pictures.things import draw_product
from phonebuddy.world.render.pictures.town import DAY, NIGHT, draw_city, draw_ground, draw_map
from phonebuddy.world.render.pictures.wallpaper import draw_wallpaper

__all__ = [
    "PICTURE_KINDS",
    "avatar_color",
    "draw_avatar",
    "draw_picture",
    "draw_street_map",
    "draw_wallpaper",
    "initials",
]

_SCENES: dict[str, Callable[[Brush, Dice], None]] = {
    "landscape": draw_landscape,
    "sea": draw_sea,
    "city": draw_city,
    "forest": draw_forest,
    "food": draw_food,
    "breakfast": partial(draw_food, shows="breakfast"),
    "cake": partial(draw_food, shows="cake"),
    "noodles": partial(draw_food, shows="noodles"),
    "portrait": draw_portrait,
    "pet": draw_pet,
    "cat": partial(draw_pet, shows="cat"),
    "dog": partial(draw_pet, shows="dog"),
    "product": draw_product,
    "album": draw_album,
    "document": draw_document,
    "map": draw_map,
    "abstract": draw_abstract,
}
PICTURE_KINDS = tuple(_SCENES)


def draw_picture(
    canvas: skia.Canvas, kind: str, seed: str, width: int, height: int, frame: skia.RRect | None = None
) -> None:
    """Fill width x height from the origin with a picture, cut to a frame."""
    scene = _SCENES.get(kind)
    if scene is None:
        raise PhoneBuddyError(
            f"There is no picture kind '{kind}'{nearest(kind, _SCENES)}; there are: {', '.join(_SCENES)}."
        )
    if width <= 0 or height <= 0:
        return

    def paint(own: skia.Canvas) -> None:
        own.scale(height, height)
        scene(Brush(own, width / height), Dice(f"{kind}/{seed}"))

    paste(canvas, kept_picture(f"{kind}/{seed}", width, height, paint), frame)


def draw_street_map(canvas: skia.Canvas, seed: str, width: int, height: int, dark: bool) -> None:
    """A map without places on it, for those who put their own there."""

    def paint(own: skia.Canvas) -> None:
        own.scale(height, height)
        draw_ground(Brush(own, width / height), Dice(f"map/{seed}"), NIGHT if dark else DAY)

    name = f"streets by {'night' if dark else 'day'}/{seed}"
    paste(canvas, kept_picture(name, width, height, paint))
