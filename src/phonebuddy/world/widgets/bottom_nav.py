"""bottom_nav: the bar at the bottom of an app's main pages."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.place import Place
from phonebuddy.world.spec.kinds import Children, Text
from phonebuddy.world.spec.plan import Part
from phonebuddy.world.widgets.base import Widget
from phonebuddy.world.widgets.nav_item import HEIGHT_DP, NavItem


class BottomNav(Widget, frozen=True):
    """The main places of an app, one of them chosen.

    current: the value of the place that is chosen
    items: its places, each a nav_item
    """

    NAME: ClassVar[str] = "bottom_nav"
    MAIN: ClassVar[str] = "current"
    UNDER_KEYBOARD: ClassVar[bool] = True
    current: Text
    items: Children

    def layout(self, place: Place, width: int) -> Box:
        color = place.look.theme.surface_container
        inside = place.on(color)
        count = max(1, len(self.items))
        edges = [width * index // count for index in range(count + 1)]
        parts = tuple(
            Placed(self._item(inside, part, right - left), left, 0, part.key)
            for part, left, right in zip(self.items, edges, edges[1:], strict=False)
        )
        return Box(width, place.look.dp(HEIGHT_DP), parts=parts, background=color)

    def _item(self, place: Place, part: Part, width: int) -> Box:
        # Only the bar knows which place is chosen, so it lays its items out itself.
        item = part.plan.fill(part.scope)
        if not isinstance(item, NavItem):
            return part.box(place, width)
        box = item.item_box(place, width, chosen=item.value == self.current)
        box.resource = part.plan.resource
        return box
