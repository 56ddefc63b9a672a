"""Skies: the light of a scene.

Its invariant: all colours of an outdoor scene are derived from one Light, so that they go together.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.world.render.colors import mix, with_alpha
from phonebuddy.world.render.pictures.brush import Brush
from phonebuddy.world.render.pictures.dice import Dice


class Light(NamedTuple):
    """The colours of an hour."""

    high: int
    low: int
    sun: int
    shade: int
    """What near, dark things tend to."""
    night: bool = False


NOON = Light(0xFF3F8EDB, 0xFFCBE7F8, 0xFFFFF8DC, 0xFF2B4A3F)
DAWN = Light(0xFF7C93CF, 0xFFFFD9BC, 0xFFFFF3CF, 0xFF3D4466)
SUNSET = Light(0xFF4A3F7A, 0xFFFFA26B, 0xFFFFE6A3, 0xFF38234B)
DUSK = Light(0xFF1B2550, 0xFFC27A97, 0xFFFFEBD2, 0xFF141A38, True)
MIST = Light(0xFF9DB4BF, 0xFFEDF1F0, 0xFFFFFFFF, 0xFF3C5158)
LIGHTS = (NOON, NOON, DAWN, SUNSET, DUSK, MIST)


def draw_sky(brush: Brush, dice: Dice, light: Light, horizon: float) -> float:
    """The sky down to a horizon, with sun or moon and clouds; gives the sun's x."""
    brush.gradient((light.high, light.low), 0.0, horizon)
    x = brush.aspect * dice.between(0.2, 0.8)
    y = horizon * (dice.between(0.6, 0.9) if light in (SUNSET, DAWN) else dice.between(0.25, 0.5))
    brush.glow(x, y, 0.55, with_alpha(light.sun, 0.65))
    brush.circle(x, y, dice.between(0.045, 0.065), light.sun)
    if light.night:
        for _ in range(int(40 * brush.aspect)):
            brush.circle(dice.between(0, brush.aspect), dice.between(0, horizon * 0.6), 0.0022, 0xC0FFFFFF)
    elif dice.chance(0.8):
        for _ in range(dice.whole(2, 4)):
            _draw_cloud(brush, dice, light, horizon)
    return x


def _draw_cloud(brush: Brush, dice: Dice, light: Light, horizon: float) -> None:
    color = with_alpha(mix(0xFFFFFFFF, light.low, 0.35), 0.72)
    x, y = dice.between(0, brush.aspect), horizon * dice.between(0.1, 0.6)
    size = dice.between(0.05, 0.11)
    brush.box(x - size * 1.7, y - size * 0.25, x + size * 1.7, y + size * 0.2, color, size * 0.22)
    brush.box(x - size * 0.9, y - size * 0.62, x + size * 0.8, y + size * 0.1, color, size * 0.36)
    brush.box(x - size * 2.4, y - size * 0.02, x - size * 0.2, y + size * 0.3, color, size * 0.16)
