"""refresh: pulling the page down asks for what is new."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box, Touch
from phonebuddy.world.place import Place
from phonebuddy.world.spec.kinds import Effects
from phonebuddy.world.widgets.base import Widget


class Refresh(Widget, frozen=True):
    """Nothing to see: as the first widget of a body, it lets the page be pulled down while it is at its top.

    on_refresh: what pulling down does
    """

    NAME: ClassVar[str] = "refresh"
    MAIN: ClassVar[str] = "on_refresh"
    on_refresh: Effects

    def layout(self, place: Place, width: int) -> Box:
        # The scaffold hands this on to the body, which is what a finger meets.
        return Box(width, 0, touch=Touch(swipe_down=self.on_refresh.handler()))
