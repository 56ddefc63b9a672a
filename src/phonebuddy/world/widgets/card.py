"""card: widgets that belong together, on a surface of their own."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, Literal

from phonebuddy.world.box import Box, Placed
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import Children, Color, Number
from phonebuddy.world.widgets.base import SPLIT_DP, Widget, round_outline, round_rect, shadow

RADIUS_DP = 12


class Card(Widget, frozen=True):
    """Widgets under each other, on a surface with round corners.

    children: the widgets
    style: filled, outlined or elevated
    pad: room around them, in dp
    gap: room between them, in dp
    color: a colour role for the surface, where it says something; otherwise the style decides
    """

    NAME: ClassVar[str] = "card"
    MAIN: ClassVar[str] = "children"
    children: Children
    style: Literal["filled", "outlined", "elevated"] = "filled"
    pad: Number = 16
    gap: Number = 8
    color: Color = ""

    def layout(self, place: Place, width: int) -> Box:
        look, theme = place.look, place.look.theme
        styled = {
            "filled": theme.surface_container,
            "outlined": theme.surface,
            "elevated": theme.surface_low,
        }[self.style]
        color = look.role(self.color) if self.color else styled
        placed, height = self._stack(place.on(color), width)
        surface = _surface(look, width, height, color, self.style)
        raised = self.style == "elevated"
        # Bitmaps of their own must not cover the round corners.
        split = height > look.dp(SPLIT_DP) and self.pad >= RADIUS_DP
        return Box(
            width, height, parts=(Placed(surface, 0, 0, "surface"), *placed), role="card", floats=raised,
            background=0 if raised or split else look.background, outset=surface.outset, split=split,
        )  # fmt: skip

    def _stack(self, place: Place, width: int) -> tuple[tuple[Placed, ...], int]:
        look = place.look
        side = max(look.dp(self.pad), look.dp(1) if self.style == "outlined" else 0)
        # Rows of a list are bitmaps of their own and would cover the round corners.
        listed = any(part.plan.volatile for part in self.children)
        edge = max(side, look.dp(RADIUS_DP)) if listed else side
        gap, inner = look.dp(self.gap), max(1, width - 2 * side)
        placed: list[Placed] = []
        y = edge
        for part in self.children:
            box = part.box(place, inner)
            placed.append(Placed(box, side, y, part.key))
            y += box.height + gap
        return tuple(placed), (y - gap if placed else y) + edge


@lru_cache(maxsize=512)
def _surface(look: Look, width: int, height: int, color: int, style: str) -> Box:
    """What lies under the widgets; the same box while they change."""
    radius, raised = look.round(RADIUS_DP), style == "elevated"

    def paint(canvas: skia.Canvas) -> None:
        if raised:
            shadow(canvas, 0, 0, width, height, radius, look.dp(2))
        round_rect(canvas, 0, 0, width, height, radius, color)
        if style == "outlined":
            round_outline(canvas, 0, 0, width, height, radius, look.theme.outline_variant, look.dp(1))

    return Box(
        width, height, paint=paint, floats=raised, background=0 if raised else look.background,
        outset=look.dp(6) if raised else 0,
    )  # fmt: skip
