"""icon: a sign without a touch of its own."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import Color, Icon, Number
from phonebuddy.world.widgets.base import Widget


class IconWidget(Widget, frozen=True):
    """An icon to look at; one that does something is an icon_button.

    icon: the icon
    size: how large, in dp
    color: a colour role
    """

    NAME: ClassVar[str] = "icon"
    MAIN: ClassVar[str] = "icon"
    icon: Icon
    size: Number = 24
    color: Color = "on_surface_variant"

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        size = max(1, min(width, look.dp(self.size)))
        color, icon = look.role(self.color), self.icon

        def paint(canvas: skia.Canvas) -> None:
            if icon:
                draw_icon(canvas, icon, 0, 0, size, color)

        return Box(size, size, paint=paint, role="icon")
