"""menu: a few things to do, over the page, where the finger is."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import Box, stack
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import Children
from phonebuddy.world.widgets.base import Widget, round_rect, shadow
from phonebuddy.world.widgets.menu_item import MenuItem

MIN_DP, MAX_DP = 112, 280


class Menu(Widget, frozen=True):
    """A few things to do, opened where the finger is; it closes when one is chosen.

    items: the things to do: a list of menu_item
    """

    NAME: ClassVar[str] = "menu"
    MAIN: ClassVar[str] = "items"
    OVERLAY: ClassVar[bool] = True
    PLACEMENT: ClassVar[str] = "finger"
    items: Children

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        inside = place.on(theme.surface_high)
        taken = min(width, look.dp(MAX_DP), max(look.dp(MIN_DP), self._needed(place)))
        pad, radius = look.dp(8), look.round(4)
        placed, inner = stack([(part.box(inside, taken), part.key) for part in self.items])
        height = inner + 2 * pad

        def paint(canvas: skia.Canvas) -> None:
            shadow(canvas, 0, 0, taken, height, radius, look.dp(4))
            round_rect(canvas, 0, 0, taken, height, radius, theme.surface_high)

        parts = tuple(part.moved(0, pad) for part in placed)
        return Box(taken, height, parts=parts, paint=paint, role="menu", outset=look.dp(12), floats=True)

    def _needed(self, place: Place) -> int:
        filled = [part.plan.fill(part.scope) for part in self.items]
        return max((item.needed(place.look) for item in filled if isinstance(item, MenuItem)), default=0)
