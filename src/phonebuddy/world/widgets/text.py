"""text: words on the page."""

from __future__ import annotations

from typing import ClassVar, Literal

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.place import Place
from phonebuddy.world.spec.kinds import Color, Number, Text
from phonebuddy.world.widgets.base import Widget, text_box


class TextWidget(Widget, frozen=True):
    """Words on the page.

    value: the words
    style: how large: display_large, display, headline, title_large, title, body_large, body, label and more
    color: a colour role, such as on_surface or primary
    align: start, center or end
    lines: the most lines it may take; 0 for as many as it needs
    pad: room left and right, in dp
    gap: room above and below, in dp
    """

    NAME: ClassVar[str] = "text"
    MAIN: ClassVar[str] = "value"
    value: Text
    style: Literal[
        "body", "display_large", "display", "display_small", "headline", "headline_small", "title_large",
        "title", "body_large", "body_small", "label", "label_small",
    ] = "body"  # fmt: skip
    color: Color = "on_surface"
    align: Literal["start", "center", "end"] = "start"
    lines: Number = 0
    pad: Number = 0
    gap: Number = 0

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        pad, gap = look.dp(self.pad), look.dp(self.gap)
        inner = text_box(
            look,
            self.value,
            look.text(self.style),
            look.role(self.color),
            max(1, width - 2 * pad),
            max_lines=int(self.lines) or None,
            align=self.align,
        )
        if not pad and not gap:
            return inner
        return Box(inner.width + 2 * pad, inner.height + 2 * gap, parts=(Placed(inner, pad, gap, "text"),))
