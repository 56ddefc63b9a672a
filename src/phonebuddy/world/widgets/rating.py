"""rating: up to five stars, to look at or to give."""

from __future__ import annotations

from typing import ClassVar

from phonebuddy.world.box import CLICKABLE, ENABLED, SELECTED, Box, Placed, Touch
from phonebuddy.world.look import Look
from phonebuddy.world.place import Place
from phonebuddy.world.render.icons import draw_icon
from phonebuddy.world.render.library import skia
from phonebuddy.world.spec.kinds import NO_EFFECTS, EffectsOnValue, Number, Text
from phonebuddy.world.spec.template import show
from phonebuddy.world.widgets.base import Widget, text_box

STARS = 5
STAR_DP, SMALL_DP = 32, 16
GOLD = 0xFFE59A00
"""Brighter than the amber words are written in: a star need not be read."""


class Rating(Widget, frozen=True):
    """Stars: how good something was found; with on_change each star can be tapped.

    value: from 0 to 5; halves show as half a star
    count: how many people say so, shown in brackets
    on_change: what tapping a star does; :value is 1 to 5
    """

    NAME: ClassVar[str] = "rating"
    MAIN: ClassVar[str] = "value"
    value: Number
    count: Text = ""
    on_change: EffectsOnValue = NO_EFFECTS

    def layout(self, place: Place, width: int) -> Box:
        if self.on_change:
            return self._given(place, width)
        look = place.look
        size, value = look.dp(SMALL_DP), self.value
        stars = STARS * size
        parts: tuple[Placed, ...] = ()
        height, taken = size, stars
        if self.count:
            style, grey = look.text("body_small"), look.theme.on_surface_variant
            words = text_box(look, f"({self.count})", style, grey, max(1, width - stars - look.dp(6)))
            height, taken = max(size, words.height), stars + look.dp(6) + words.width
            parts = (Placed(words, stars + look.dp(6), (height - words.height) // 2, "count"),)

        def paint(canvas: skia.Canvas) -> None:
            for star in range(STARS):
                _draw_star(canvas, look, value - star, star * size, (height - size) // 2, size)

        says = look.said("# of # stars", show(round(value, 1)).removesuffix(".0"), STARS)
        return Box(taken, height, parts=parts, paint=paint, role="rating", description=says)

    def _given(self, place: Place, width: int) -> Box:
        look = place.look
        side, high = max(1, min(look.dp(48), width // STARS)), look.dp(48)
        parts = tuple(
            Placed(self._star(look, star, side, high), star * side, 0, str(star + 1)) for star in range(STARS)
        )
        return Box(STARS * side, high, parts=parts, role="rating")

    def _star(self, look: Look, star: int, width: int, height: int) -> Box:
        size, value = min(width, look.dp(STAR_DP)), self.value

        def paint(canvas: skia.Canvas) -> None:
            _draw_star(canvas, look, value - star, (width - size) // 2, (height - size) // 2, size)

        words = look.said("# star" if star == 0 else "# stars", star + 1)
        chosen = round(value) == star + 1
        return Box(
            width, height, paint=paint, role="button", description=words,
            flags=ENABLED | CLICKABLE | (SELECTED if chosen else 0),
            touch=Touch(tap=self.on_change.handler(value=star + 1)),
        )  # fmt: skip


def _draw_star(canvas: skia.Canvas, look: Look, filled: float, x: int, y: int, size: int) -> None:
    """One star, filled as far as the number reaches into it."""
    icon = "star" if filled >= 0.75 else "star-half-full" if filled >= 0.25 else "star-outline"
    gold = look.role("amber") if look.theme.dark else GOLD
    color = gold if filled >= 0.25 else look.theme.outline
    draw_icon(canvas, icon, x, y, size, color)
