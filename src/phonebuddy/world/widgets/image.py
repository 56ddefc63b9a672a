"""image: a picture drawn from what it shows."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures import draw_picture
from phonebuddy.world.spec.kinds import Number, Picture, Text
from phonebuddy.world.widgets.base import Widget


class ImageWidget(Widget, frozen=True):
    """A picture; the same kind and seed always give the same one.

    kind: what it shows: landscape, food, product, portrait and so on
    seed: which one of its kind, such as its title; also what a screen reader says
    width: in dp; 0 takes the whole width
    height: in dp
    radius: how round its corners are, in dp
    """

    NAME: ClassVar[str] = "image"
    MAIN: ClassVar[str] = "kind"
    kind: Picture
    seed: Text
    width: Number = 0
    height: Number = 180
    radius: Number = 12

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        taken = min(width, look.dp(self.width)) if self.width else width
        height = max(1, look.dp(self.height))
        radius = min(look.round(self.radius), taken // 2, height // 2)
        kind, seed = self.kind, self.seed

        def paint(canvas: skia.Canvas) -> None:
            frame = skia.RRect.MakeRectXY(skia.Rect.MakeWH(taken, height), radius, radius)
            draw_picture(canvas, kind, seed, taken, height, frame)

        return Box(taken, height, paint=paint, role="image", description=seed)
