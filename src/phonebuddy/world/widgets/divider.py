"""divider: a thin line between two things."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.widgets.base import Widget


class Divider(Widget, frozen=True):
    """A thin line across the width."""

    NAME: ClassVar[str] = "divider"

    def layout(self, place: Place, width: int) -> Box:
        color, height = place.look.theme.outline_variant, place.look.dp(1)

        def paint(canvas: skia.Canvas) -> None:
            canvas.drawRect(skia.Rect.MakeWH(width, height), skia.Paint(Color=color))

        return Box(width, height, paint=paint)
