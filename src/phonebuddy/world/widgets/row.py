"""row: widgets beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.place import Place
from phonebuddy.world.spec.kinds import Children, Number
from phonebuddy.world.spec.plan import Part
from phonebuddy.world.widgets.base import Widget


class Row(Widget, frozen=True):
    """Widgets beside each other; those with `grow` share the room the others leave.

    children: the widgets
    gap: room between them, in dp
    pad: room around them, in dp
    align: where lower ones stand: start (top), center or end
    spread: start, center, end or between, when there is room left
    """

    NAME: ClassVar[str] = "row"
    MAIN: ClassVar[str] = "children"
    children: Children
    gap: Number = 8
    pad: Number = 0
    align: Literal["center", "start", "end"] = "center"
    spread: Literal["start", "center", "end", "between"] = "start"

    def layout(self, place: Place, width: int) -> Box:
        look = place.look
        pad, gap = look.dp(self.pad), look.dp(self.gap)
        room = max(1, width - 2 * pad - gap * max(0, len(self.children) - 1))
        boxes = self._boxes(place, room)
        height = max([box.height for box in boxes], default=0)
        x, step = self._start(pad, gap, room - sum([box.width for box in boxes]), len(boxes))
        placed: list[Placed] = []
        align = self.align
        for part, box in zip(self.children, boxes, strict=True):
            free = 0 if align == "start" else height - box.height
            placed.append(Placed(box, x, pad + (free // 2 if align == "center" else free), part.plan.key))
            x += box.width + step
        return Box(width, height + 2 * pad, parts=tuple(placed))

    def _boxes(self, place: Place, room: int) -> list[Box]:
        """Fixed ones first, each in what is left; growing ones share the rest."""
        left = room
        fixed: list[Box | None] = []
        for part in self.children:
            plan = part.plan
            box = None if plan.grow else plan.box(place, part.scope, max(1, left))
            left -= 0 if box is None else box.width
            fixed.append(box)
        growing = [part for part in self.children if part.plan.grow]
        shared = _share(place, growing, max(0, left))
        return [next(shared) if box is None else box for box in fixed]

    def _start(self, pad: int, gap: int, free: int, count: int) -> tuple[int, int]:
        """Where the first stands, and the room between two."""
        free = max(0, free)
        if self.spread == "between" and count > 1:
            return pad, gap + free // (count - 1)
        return pad + {"center": free // 2, "end": free}.get(self.spread, 0), gap


def _share(place: Place, growing: list[Part], room: int) -> Iterator[Box]:
    total = sum([part.plan.grow for part in growing])
    for part in growing:
        share = max(1, int(room * part.grow / total))
        box = part.box(place, share)
        yield box if box.width == share else _widened(box, share)


def _widened(box: Box, width: int) -> Box:
    """A box in a wider frame, so that what follows stands where its share ends."""
    return Box(width, box.height, parts=(Placed(box, 0, 0, "inner"),), composite=box.composite)
