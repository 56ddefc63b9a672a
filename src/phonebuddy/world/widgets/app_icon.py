"""app_icon: the icon of an app, as on the home screen."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.theme import SCHEMES
from phonebuddy.world.spec.kinds import Icon, Number, Text
from phonebuddy.world.system.app_icon import draw_app_icon
from phonebuddy.world.widgets.base import Widget


class AppIcon(Widget, frozen=True):
    """A glyph on a coloured square with round corners, as phone_apps says what an app has.

    icon: the glyph
    color: the app's colour scheme
    size: how large, in dp
    """

    NAME: ClassVar[str] = "app_icon"
    MAIN: ClassVar[str] = "icon"
    icon: Icon
    color: Text
    size: Number = 48

    def layout(self, place: Place, width: int) -> Box:
        side = max(1, min(width, place.look.dp(self.size)))
        icon, color = self.icon, self.color if self.color in SCHEMES else "violet"

        def paint(canvas: skia.Canvas) -> None:
            draw_app_icon(canvas, icon, color, 0, 0, side)

        return Box(side, side, paint=paint)
