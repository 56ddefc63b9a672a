"""column: widgets under each other."""

from __future__ import annotations

from typing import ClassVar, Literal

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.place import Place
from phonebuddy.world.spec.kinds import Children, Number
from phonebuddy.world.widgets.base import SPLIT_DP, Widget


class Column(Widget, frozen=True):
    """Widgets under each other.

    children: the widgets
    gap: room between them, in dp
    pad: room around them, in dp
    align: start, center or end
    """

    NAME: ClassVar[str] = "column"
    MAIN: ClassVar[str] = "children"
    children: Children
    gap: Number = 0
    pad: Number = 0
    align: Literal["start", "center", "end"] = "start"

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        pad, gap = look.dp(self.pad), look.dp(self.gap)
        inner = max(1, width - 2 * pad)
        placed: list[Placed] = []
        y = pad
        align = self.align
        for part in self.children:
            plan = part.plan
            box = plan.box(place, part.scope, inner)
            free = 0 if align == "start" else inner - box.width
            placed.append(Placed(box, pad + (free // 2 if align == "center" else free), y, plan.key))
            y += box.height + gap
        height = y - gap + pad if placed else 2 * pad
        split = len(placed) > 1 and height > look.dp(SPLIT_DP)
        return Box(width, height, parts=tuple(placed), split=split)
