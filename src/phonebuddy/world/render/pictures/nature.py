"""Outdoor scenes: mountains, the sea, a forest.

Its invariant: what is farther away is drawn first and is closer to the colour of the sky.
"""

from __future__ import annotations

import math

from phonebuddy.world.render.colors import mix, with_alpha
from phonebuddy.world.render.pictures.brush import Brush, Point, jagged, rolling
from phonebuddy.world.render.pictures.dice import Dice
from phonebuddy.world.render.pictures.sky import DAWN, DUSK, LIGHTS, MIST, NOON, SUNSET, Light, draw_sky

_MEADOWS = (0xFF6FA04A, 0xFF8DAA4B, 0xFFB59A4A, 0xFF5B8F5F)


def draw_landscape(brush: Brush, dice: Dice) -> None:
    """Mountains, hills, and a lake or trees in front."""
    light = dice.pick(LIGHTS)
    draw_sky(brush, dice, light, 0.75)
    rock = mix(0xFF5D6B86, light.shade, 0.2)
    _draw_mountains(brush, dice, light, mix(rock, light.low, 0.55), 0.50, 0.24)
    _draw_mountains(brush, dice, light, mix(rock, light.low, 0.2), 0.60, 0.20)
    meadow = mix(dice.pick(_MEADOWS), light.shade, 0.55 if light.night else 0.1)
    brush.ground(rolling(dice, brush.aspect, 0.68, 0.05), mix(meadow, light.low, 0.35))
    if dice.chance(0.45):
        _draw_lake(brush, dice, light)
    else:
        brush.ground(rolling(dice, brush.aspect, 0.77, 0.05), mix(meadow, light.low, 0.12))
    front = rolling(dice, brush.aspect, 0.90, 0.05)
    brush.ground(front, mix(meadow, light.shade, 0.25))
    for _ in range(int(dice.between(3, 10) * brush.aspect)):
        x, y = dice.pick(front)
        draw_fir(
            brush, x, y + 0.02, dice.between(0.08, 0.17), mix(meadow, light.shade, dice.between(0.55, 0.8))
        )


def _draw_mountains(brush: Brush, dice: Dice, light: Light, color: int, level: float, height: float) -> None:
    ridge = jagged(dice, brush.aspect, level, height)
    brush.ground(ridge, color)
    snow_line = min(y for _, y in ridge) + height * 0.3
    edge = jagged(dice, brush.aspect, snow_line, height * 0.16)
    _draw_snow(brush, ridge, edge, mix(0xFFFFFFFF, mix(light.low, color, 0.3), 0.25))


def _draw_snow(brush: Brush, ridge: list[Point], edge: list[Point], color: int) -> None:
    """Snow on every peak that stands above an edge; both lines have the same steps."""
    top: list[Point] = []
    bottom: list[Point] = []
    for peak, low in zip([*ridge, (0.0, 1.0)], [*edge, (0.0, 0.0)], strict=True):
        if peak[1] < low[1]:
            top.append(peak)
            bottom.append(low)
        elif top:
            brush.shape([*top, *reversed(bottom)], color)
            top, bottom = [], []


def _draw_lake(brush: Brush, dice: Dice, light: Light) -> None:
    brush.gradient((mix(light.low, light.high, 0.35), mix(light.high, light.shade, 0.2)), 0.74, 1.0)
    for _ in range(int(26 * brush.aspect)):
        x, y = dice.between(0, brush.aspect), dice.between(0.75, 0.95)
        half = dice.between(0.01, 0.06)
        brush.line([(x - half, y), (x + half, y)], with_alpha(light.low, 0.35), 0.003)


def draw_sea(brush: Brush, dice: Dice) -> None:
    """Water to the horizon, a track of light, a boat or an island, and a beach."""
    light = dice.pick((NOON, NOON, SUNSET, DAWN, DUSK))
    horizon = dice.between(0.42, 0.56)
    sun = draw_sky(brush, dice, light, horizon)
    deep = dice.pick((0xFF0E6E8C, 0xFF1B5FA8, 0xFF138A86))
    brush.gradient((mix(deep, light.low, 0.6), mix(deep, light.shade, 0.25)), horizon, 1.0)
    if dice.chance(0.5):
        far = rolling(dice, brush.aspect, horizon - 0.01, 0.04)
        start = dice.between(-0.2, 0.6) * brush.aspect
        island = [
            (start + x / 2, horizon - (horizon + 0.04 - y) * math.sin(math.pi * x / brush.aspect))
            for x, y in far
        ]
        brush.shape(island, mix(light.shade, light.low, 0.35))
    _draw_glitter(brush, dice, light, sun, horizon)
    if dice.chance(0.65):
        _draw_boat(brush, dice, light, horizon)
    if dice.chance(0.6):
        _draw_beach(brush, dice, light)


def _draw_glitter(brush: Brush, dice: Dice, light: Light, sun: float, horizon: float) -> None:
    for _ in range(90):
        depth = dice.between(0.02, 1.0)
        y = horizon + (1 - horizon) * depth
        x = sun + dice.between(-1, 1) * (0.04 + 0.22 * depth)
        half = 0.008 + 0.03 * depth * dice.between(0.3, 1)
        brush.line([(x - half, y), (x + half, y)], with_alpha(light.sun, 0.5), 0.002 + 0.005 * depth)
    for _ in range(int(40 * brush.aspect)):
        y, x = dice.between(horizon + 0.03, 1), dice.between(0, brush.aspect)
        half = 0.02 * (0.3 + y - horizon)
        brush.line([(x - half, y), (x + half, y)], 0x30FFFFFF, 0.003)


def _draw_boat(brush: Brush, dice: Dice, light: Light, horizon: float) -> None:
    size = dice.between(0.12, 0.2)
    sail = mix(dice.pick((0xFFFDFDFD, 0xFFF3E3C3, 0xFFE25B45)), light.low, 0.15)
    with brush.centred(brush.aspect * dice.between(0.2, 0.8), horizon + dice.between(0.04, 0.12), size):
        brush.oval(0, 0.17, 0.5, 0.035, 0x40102030)
        brush.shape([(-0.45, 0), (0.48, 0), (0.34, 0.16), (-0.32, 0.16)], mix(light.shade, 0xFF8A3B2A, 0.4))
        brush.shape([(0.02, -0.06), (0.02, -1.0), (0.44, -0.06)], sail)
        brush.shape([(-0.04, -0.06), (-0.04, -0.85), (-0.38, -0.06)], mix(sail, light.high, 0.18))


def _draw_beach(brush: Brush, dice: Dice, light: Light) -> None:
    shore = rolling(dice, brush.aspect, 0.88, 0.045)
    brush.ground([(x, y - 0.025) for x, y in shore], 0x70FFFFFF)
    brush.ground([(x, y - 0.012) for x, y in shore], 0xD8FFFFFF)
    brush.ground(shore, mix(0xFFEBD3A0, light.shade, 0.3 if light.night else 0.04))
    brush.ground(
        [(x, y + 0.05) for x, y in shore], mix(0xFFE2C48A, light.shade, 0.35 if light.night else 0.06)
    )


_FIR = ((0.0, -1.02), (0.14, -0.62), (0.07, -0.62), (0.2, -0.36), (0.11, -0.36), (0.26, -0.1), (0.0, -0.1))
"""The right half of a conifer of height 1, from its top down."""


def draw_fir(brush: Brush, x: float, foot: float, height: float, color: int) -> None:
    """A conifer, its right half in shadow."""
    right = [(x + across * height, foot + down * height) for across, down in _FIR]
    left = [(2 * x - across, down) for across, down in right]
    trunk = [(x, foot - height * 0.1), (x, foot)]
    brush.line(trunk, mix(color, 0xFF2A1A10, 0.25), height * 0.05)
    brush.shape([*left, *reversed(right)], color)
    brush.shape(right, mix(color, 0xFF000000, 0.12))


def draw_forest(brush: Brush, dice: Dice) -> None:
    """Rows of firs that fade into haze, with light from behind."""
    light = dice.pick((MIST, MIST, DAWN, NOON, SUNSET))
    green = dice.pick((0xFF1F4A37, 0xFF24503F, 0xFF2F5233, 0xFF1D4450))
    haze = mix(light.low, green, 0.08)
    brush.gradient((mix(light.high, light.low, 0.4), haze), 0, 1)
    brush.glow(
        brush.aspect * dice.between(0.25, 0.75), dice.between(0.15, 0.35), 0.6, with_alpha(light.sun, 0.8)
    )
    for row in range(5):
        depth = row / 4
        color = mix(haze, green, 0.22 + 0.7 * depth)
        ridge = rolling(dice, brush.aspect, 0.5 + 0.12 * row, 0.03)
        brush.ground(ridge, color)
        for _ in range(int((26 - 4 * row) * max(brush.aspect, 0.4))):
            x, y = dice.pick(ridge)
            draw_fir(
                brush, x + dice.between(-0.01, 0.01), y + 0.03, dice.between(0.16, 0.26) + 0.11 * depth, color
            )
        brush.gradient(
            (haze & 0xFFFFFF, with_alpha(haze, 0.30 - 0.06 * row)), 0.4 + 0.12 * row, 0.75 + 0.08 * row
        )
    brush.ground(rolling(dice, brush.aspect, 0.96, 0.02), mix(green, 0xFF000000, 0.25))
