"""top_bar: the bar at the top of a page: a way back, a title, a few actions."""

from __future__ import annotations

from typing import ClassVar, Literal

from phonebuddy.screen import Flag
from phonebuddy.world.box import ENABLED, Box, Placed, Touch
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.kinds import Children, Text
from phonebuddy.world.widgets.base import Widget, text_box

_WORDS = {"back": ("arrow-left", "Back"), "close": ("close", "Close")}


class TopBar(Widget, frozen=True):
    """The bar at the top of a page.

    title: the words on it
    subtitle: a smaller line under the title
    leave: back (an arrow), close (a cross) or none
    actions: icon buttons at its right end
    """

    NAME: ClassVar[str] = "top_bar"
    MAIN: ClassVar[str] = "title"
    title: Text
    subtitle: Text = ""
    leave: Literal["none", "back", "close"] = "none"
    actions: Children = ()

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        height, pad = look.dp(64), look.dp(4)
        parts: list[Placed] = []
        right = width - pad
        for part in reversed(self.actions):
            box = part.box(place, look.dp(160))
            right -= box.width
            parts.append(Placed(box, right, (height - box.height) // 2, f"action_{part.key}"))
        left = look.dp(16)
        if self.leave != "none":
            parts.append(Placed(_leave(place, self.leave), pad, (height - look.dp(48)) // 2, "leave"))
            left = look.dp(60)
        room = max(1, right - left - look.dp(4))
        title = text_box(look, self.title, look.text("title_large"), theme.on_surface, room)
        if self.subtitle:
            small = text_box(look, self.subtitle, look.text("body_small"), theme.on_surface_variant, room)
            top = (height - title.height - small.height) // 2
            parts += [Placed(title, left, top, "title"), Placed(small, left, top + title.height, "subtitle")]
        else:
            parts.append(Placed(title, left, (height - title.height) // 2, "title"))
        return Box(width, height, parts=tuple(parts))


def _leave(place: Place, kind: str) -> Box:
    look = place.look
    icon, label = _WORDS[kind]
    side, size = look.dp(48), look.dp(24)
    color = look.theme.on_surface

    def paint(canvas: skia.Canvas) -> None:
        draw_icon(canvas, icon, (side - size) // 2, (side - size) // 2, size, color)

    def tap(runtime: Runtime, _x: int, _y: int) -> None:
        runtime.focus(None)
        runtime.back()

    return Box(
        side, side, paint=paint, role="icon_button", description=label,
        flags=ENABLED | Flag.CLICKABLE, touch=Touch(tap=tap),
    )  # fmt: skip
