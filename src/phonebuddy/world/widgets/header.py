"""header: the line above a part of a page."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, Box, Placed, Touch
from phonebuddy.world.place import Place
from phonebuddy.world.spec.kinds import NO_EFFECTS, Effects, Text
from phonebuddy.world.widgets.base import Widget, text_box


class Header(Widget, frozen=True):
    """The line above a part of a page.

    text: what the part is called
    action: a word at its end, such as See all
    on_action: what that word does
    """

    NAME: ClassVar[str] = "header"
    MAIN: ClassVar[str] = "text"
    text: Text
    action: Text = ""
    on_action: Effects = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        left, height = look.dp(16), look.dp(48)
        parts: list[Placed] = []
        right = width - left
        if self.action:
            button = self._action(place, width // 2)
            right = width - look.dp(4) - button.width
            parts.append(Placed(button, right, 0, "action"))
        words = text_box(look, self.text, look.text("label"), theme.primary, max(1, right - left))
        parts.insert(0, Placed(words, left, (height - words.height) // 2, "text"))
        return Box(width, height, parts=tuple(parts))

    def _action(self, place: Place, room: int) -> Box:
        look = place.look
        side, height = look.dp(12), look.dp(48)
        label = text_box(
            look, self.action, look.text("label"), look.theme.primary, max(1, room - 2 * side), role=""
        )
        part = Placed(label, side, (height - label.height) // 2, "label")
        return Box(
            label.width + 2 * side, height, parts=(part,), role="button", text=self.action,
            flags=ENABLED | CLICKABLE, touch=Touch(tap=self.on_action.handler()),
        )  # fmt: skip
