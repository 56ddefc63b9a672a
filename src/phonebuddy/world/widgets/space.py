"""space: room that holds nothing."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box
from phonebuddy.world.place import Place
from phonebuddy.world.spec.kinds import Number
from phonebuddy.world.widgets.base import Widget


class Space(Widget, frozen=True):
    """Room between two widgets, down a column or along a row.

    height: how much, in dp
    """

    NAME: ClassVar[str] = "space"
    MAIN: ClassVar[str] = "height"
    height: Number

    def layout(self, place: Place, width: int) -> Box:
        size = max(0, place.look.dp(self.height))
        return Box(min(width, size), size)
