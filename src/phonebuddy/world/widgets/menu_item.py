"""menu_item: one thing to do, in a menu."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import NO_EFFECTS, Effects, Icon, Text
from phonebuddy.world.widgets.base import Widget, text_box, text_width
from phonebuddy.world.widgets.dialog import closing

STYLE = "body_large"


class MenuItem(Widget, frozen=True):
    """One thing to do, in a menu.

    text: what it does, in a word or two
    icon: an icon before the words
    on_tap: what it does; the menu closes first
    """

    NAME: ClassVar[str] = "menu_item"
    MAIN: ClassVar[str] = "text"
    text: Text
    icon: Icon = ""
    on_tap: Effects = NO_EFFECTS

    def needed(self, look: Look) -> int:
        """The width that shows all its words."""
        return self._start(look) + text_width(self.text, look.text(STYLE)) + look.dp(12)

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        start, size, icon = self._start(look), look.dp(24), self.icon
        room = max(1, width - start - look.dp(12))
        label = text_box(look, self.text, look.text(STYLE), theme.on_surface, room, role="")
        height = max(look.dp(48), label.height + look.dp(16))

        def paint(canvas: skia.Canvas) -> None:
            if icon:
                draw_icon(canvas, icon, look.dp(12), (height - size) // 2, size, theme.on_surface_variant)

        return Box(
            width,
            height,
            parts=(Placed(label, start, (height - label.height) // 2, "label"),),
            paint=paint,
            role="item",
            text=self.text,
            flags=ENABLED | CLICKABLE,
            touch=Touch(tap=closing(self.on_tap)),
        )

    def _start(self, look: Look) -> int:
        """Where its words start."""
        return look.dp(48 if self.icon else 12)
