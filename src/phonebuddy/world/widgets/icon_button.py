"""icon_button: an icon that does something."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Touch
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import NO_EFFECTS, Color, Effects, Icon, Text
from phonebuddy.world.widgets.base import Widget


class IconButton(Widget, frozen=True):
    """An icon that does something when tapped.

    icon: the icon
    label: what it is called; icons have no words of their own
    color: a colour role
    on_tap: what it does
    """

    NAME: ClassVar[str] = "icon_button"
    MAIN: ClassVar[str] = "icon"
    icon: Icon
    label: Text
    color: Color = "on_surface_variant"
    on_tap: Effects = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        side, size = look.dp(48), look.dp(24)
        color, icon = look.role(self.color), self.icon

        def paint(canvas: skia.Canvas) -> None:
            draw_icon(canvas, icon, (side - size) // 2, (side - size) // 2, size, color)

        return Box(
            side,
            side,
            paint=paint,
            role="icon_button",
            description=self.label,
            flags=ENABLED | CLICKABLE,
            touch=Touch(tap=self.on_tap.handler()),
        )
