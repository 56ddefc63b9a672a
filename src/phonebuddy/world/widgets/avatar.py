"""avatar: a person's initials on a disc."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures import draw_avatar
from phonebuddy.world.spec.kinds import Number, Text
from phonebuddy.world.widgets.base import Widget


class Avatar(Widget, frozen=True):
    """The initials of a name on a disc whose colour belongs to the name.

    name: the name
    size: how large, in dp
    """

    NAME: ClassVar[str] = "avatar"
    MAIN: ClassVar[str] = "name"
    name: Text
    size: Number = 40

    def layout(self, place: Place, width: int) -> Box:
        size = max(1, min(width, place.look.dp(self.size)))
        name = self.name

        def paint(canvas: skia.Canvas) -> None:
            draw_avatar(canvas, name, 0, 0, size)

        return Box(size, size, paint=paint, role="image", description=name)
