"""row: widgets beside each other."""

from __future__ import annotations

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
        height = max((box.height for box in boxes), default=0)
        x, step = self._start(pad, gap, room - sum(box.width for box in boxes), len(boxes))
        placed: list[Placed] = []
        for part, box in zip(self.children, boxes, strict=True):
            free = height - box.height
            y = pad + {"start": 0, "center": free // 2, "end": free}[self.align]
            placed.append(Placed(box, x, y, part.key))
            x += box.width + step
        return Box(width, height + 2 * pad, parts=tuple(placed))

    def _boxes(self, place: Place, room: int) -> list[Box]:
        """Fixed ones first, each in what is left; growing ones share the rest."""
        found: dict[int, Box] = {}
        left = room
        for index, part in enumerate(self.children):
            if not part.grow:
                found[index] = part.box(place, max(1, left))
                left -= found[index].width
        growing = [(index, part) for index, part in enumerate(self.children) if part.grow]
        found.update(_share(place, growing, max(0, left)))
        return [found[index] for index in range(len(self.children))]

    def _start(self, pad: int, gap: int, free: int, count: int) -> tuple[int, int]:
        """Where the first stands, and the room between two."""
        free = max(0, free)
        if self.spread == "between" and count > 1:
            return pad, gap + free // (count - 1)
        return pad + {"center": free // 2, "end": free}.get(self.spread, 0), gap


def _share(place: Place, growing: list[tuple[int, Part]], room: int) -> dict[int, Box]:
    total = sum(part.grow for _, part in growing)
    boxes: dict[int, Box] = {}
    for index, part in growing:
        share = max(1, int(room * part.grow / total))
        box = part.box(place, share)
        boxes[index] = box if box.width == share else _widened(box, share)
    return boxes


def _widened(box: Box, width: int) -> Box:
    """A box in a wider frame, so that what follows stands where its share ends."""
    return Box(width, box.height, parts=(Placed(box, 0, 0, "inner"),), composite=box.composite)
