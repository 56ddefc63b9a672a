"""scene: a page whose things stand at fixed places, as a recording of a real phone shows them."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box
from phonebuddy.world.place import Place
from phonebuddy.world.spec.kinds import Children
from phonebuddy.world.widgets.base import Widget
from phonebuddy.world.widgets.node import holds_window, place_children, scene_height


class Scene(Widget, frozen=True):
    """Nodes at fixed places between the bars of the phone; the only widget of a page with `scrolls: false`.

    children: the nodes
    """

    NAME: ClassVar[str] = "scene"
    MAIN: ClassVar[str] = "children"
    children: Children

    def layout(self, place: Place, width: int) -> Box:
        parts = place_children(self.children, place, 0, 0, width)
        return Box(width, scene_height(place.look), parts=parts, composite=holds_window(parts))
