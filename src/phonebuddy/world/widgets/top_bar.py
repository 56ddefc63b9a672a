"""top_bar: the bar at the top of a page: a way back, a title, a few actions."""

from __future__ import annotations

from typing import ClassVar, Literal

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.text import line_height
from phonebuddy.world.runtime import Runtime
from phonebuddy.world.spec.kinds import NO_EFFECTS, Children, Effects, Number, Text
from phonebuddy.world.spec.plan import Part
from phonebuddy.world.spec.template import show
from phonebuddy.world.widgets.base import Widget, fitting, icon_box, text_box

_WORDS = {"back": ("arrow-left", "Back"), "close": ("close", "Close")}


class TopBar(Widget, frozen=True):
    """The bar at the top of a page.

    title: the words on it
    subtitle: a smaller line under the title
    leave: back (an arrow), close (a cross) or none
    actions: icon buttons at its right end
    selected: how many rows are chosen; above 0 it counts them instead of showing the title
    on_clear: what the cross does while it counts
    selection_actions: icon buttons at its right end while it counts
    """

    NAME: ClassVar[str] = "top_bar"
    MAIN: ClassVar[str] = "title"
    title: Text
    subtitle: Text = ""
    leave: Literal["none", "back", "close"] = "none"
    actions: Children = ()
    selected: Number = 0
    on_clear: Effects = NO_EFFECTS
    selection_actions: Children = ()

    def layout(self, place: Place, width: int) -> Box:
        if self.selected > 0:
            return self._counting(place, width)
        return self._bar(place, width, self.title, self.subtitle, self.actions, self._leave(place))

    def _counting(self, place: Place, width: int) -> Box:
        """The bar while rows are chosen."""
        color = place.look.theme.surface_container
        inside = place.on(color)
        ink = place.look.theme.on_surface
        clear = icon_box(
            inside.look, "close", inside.look.said("Clear selection"), ink, self.on_clear.handler()
        )
        title = inside.look.said("# selected", show(int(self.selected)))
        box = self._bar(inside, width, title, "", self.selection_actions, clear)
        box.background = color
        return box

    def _leave(self, place: Place) -> Box | None:
        if self.leave == "none":
            return None
        icon, label = _WORDS[self.leave]
        return icon_box(place.look, icon, place.look.said(label), place.look.theme.on_surface, _go_back)

    def _bar(
        self,
        place: Place,
        width: int,
        words: str,
        subtitle: str,
        actions: tuple[Part, ...],
        leave: Box | None,
    ) -> Box:
        look, theme = place.look, place.look.theme
        height, pad = self._height(look, subtitle), look.dp(4)
        parts: list[Placed] = []
        right = width - pad
        for part in reversed(actions):
            box = part.box(place, look.dp(160))
            right -= box.width
            parts.append(Placed(box, right, (height - box.height) // 2, f"action_{part.key}"))
        left = look.dp(16)
        if leave is not None:
            parts.append(Placed(leave, pad, (height - leave.height) // 2, "leave"))
            left = look.dp(60)
        room = max(1, right - left - look.dp(4))
        style = fitting(look, words, room, "title_large", "title", "label")
        title = text_box(look, words, style, theme.on_surface, room)
        if subtitle:
            style = fitting(look, subtitle, room, "body_small", "label_small")
            small = text_box(look, subtitle, style, theme.on_surface_variant, room)
            top = (height - title.height - small.height) // 2
            parts += [Placed(title, left, top, "title"), Placed(small, left, top + title.height, "subtitle")]
        else:
            parts.append(Placed(title, left, (height - title.height) // 2, "title"))
        return Box(width, height, parts=tuple(parts))

    def _height(self, look: Look, subtitle: str) -> int:
        """Material's bar, higher where larger letters need it."""
        styles = ("title_large", "body_small") if subtitle else ("title_large",)
        return max(look.dp(64), sum(line_height(look.text(style)) for style in styles) + look.dp(12))


def _go_back(runtime: Runtime, _x: int, _y: int) -> None:
    runtime.focus(None)
    runtime.back()
