"""Made places: a city skyline and a street map.

Its invariant: a map has no names on it, so it never claims to show a real place.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from phonebuddy.world.render.colors import mix, with_alpha
from phonebuddy.world.render.pictures.brush import Brush, rolling
from phonebuddy.world.render.pictures.dice import Dice
from phonebuddy.world.render.pictures.sky import DAWN, DUSK, NOON, SUNSET, Light, draw_sky


def draw_city(brush: Brush, dice: Dice) -> None:
    """Three rows of buildings against the sky, sometimes over water."""
    light = dice.pick((DUSK, DUSK, SUNSET, NOON, DAWN))
    water = dice.chance(0.5)
    ground = 0.78 if water else 0.97
    draw_sky(brush, dice, light, ground)
    wall = dice.pick((0xFF4E5D78, 0xFF6B5B6E, 0xFF47606B))
    for row in range(3):
        color = mix(mix(wall, light.shade, 0.3 * row), light.low, 0.6 - 0.28 * row)
        _draw_row(brush, dice, light, color, ground, (0.52, 0.40, 0.26)[row])
    if not water:
        brush.box(0, ground, brush.aspect, 1.0, mix(light.shade, 0xFF000000, 0.3))
        return
    brush.gradient((mix(light.low, light.shade, 0.35), mix(light.high, light.shade, 0.5)), ground, 1.0)
    for _ in range(int(70 * brush.aspect)):
        x, y = dice.between(0, brush.aspect), dice.between(ground + 0.01, 1)
        half = dice.between(0.005, 0.03)
        brush.line([(x - half, y), (x + half, y)], with_alpha(dice.pick((light.sun, light.low)), 0.28), 0.004)


def _draw_row(brush: Brush, dice: Dice, light: Light, color: int, ground: float, height: float) -> None:
    x = -dice.between(0, 0.08)
    while x < brush.aspect:
        width = dice.between(0.08, 0.16)
        top = ground - height * dice.between(0.5, 1.15)
        shade = mix(color, dice.pick((0xFF000000, 0xFFFFFFFF)), dice.between(0, 0.07))
        brush.box(x, top, x + width, ground, shade)
        if dice.chance(0.25):
            middle = x + width / 2
            brush.line([(middle, top), (middle, top - dice.between(0.03, 0.09))], shade, 0.006)
        elif dice.chance(0.3):
            brush.box(x + width * 0.25, top - 0.025, x + width * 0.75, top, shade)
        _draw_windows(brush, dice, light, shade, (x, top, width, ground))
        x += width + dice.between(-0.01, 0.02)


def _draw_windows(
    brush: Brush, dice: Dice, light: Light, wall: int, building: tuple[float, float, float, float]
) -> None:
    left, top, width, ground = building
    columns = max(2, round(width / 0.026))
    step = width / columns
    lit_share = 0.55 if light.night else 0.2
    glass = mix(wall, light.low, 0.3)
    y = top + 0.02
    while y < ground - 0.02:
        for column in range(columns):
            color = 0xFFFFDF95 if dice.chance(lit_share) else glass
            x = left + step * (column + 0.25)
            brush.box(x, y, x + step * 0.5, y + 0.014, color)
        y += 0.032


class Ground(NamedTuple):
    """The colours of a map: land, park, water, street, and a motorway with its edge."""

    land: int
    park: int
    water: int
    street: int
    motorway: int
    edge: int


DAY = Ground(0xFFEDEEF0, 0xFFC5E4C2, 0xFFA9D3F2, 0xFFFFFFFF, 0xFFFFDC82, 0xFFE8B84E)
NIGHT = Ground(0xFF24282E, 0xFF2B3F33, 0xFF1D3850, 0xFF3C424B, 0xFF6E5F35, 0xFF4A4229)


def draw_map(brush: Brush, dice: Dice) -> None:
    """Streets, parks, water, a route and a pin."""
    across = draw_ground(brush, dice, DAY)
    route = [(0.15 * brush.aspect, 0.85), (across, 0.62), (across, 0.45), (0.62 * brush.aspect, 0.36)]
    brush.line(route, 0xFF1558B0, 0.032)
    brush.line(route, 0xFF4A8DF6, 0.022)
    brush.circle(*route[0], 0.026, 0xFFFFFFFF)
    brush.circle(*route[0], 0.018, 0xFF1A73E8)
    _draw_pin(brush, *route[-1])


def draw_ground(brush: Brush, dice: Dice, ground: Ground) -> float:
    """A map with nothing on it yet: streets, parks and water. Gives an x a route may turn at."""
    brush.box(0, 0, brush.aspect, 1, ground.land)
    turn = dice.between(-25, 25)
    with brush.centred(brush.aspect / 2, 0.5, max(brush.aspect, 1.0), turn):
        for _ in range(3):
            x, y = dice.between(-0.6, 0.5), dice.between(-0.6, 0.5)
            brush.box(x, y, x + dice.between(0.12, 0.28), y + dice.between(0.1, 0.22), ground.park, 0.02)
        _draw_river(brush, dice, ground)
        return _draw_streets(brush, dice, ground)


def _draw_river(brush: Brush, dice: Dice, ground: Ground) -> None:
    points = [(x - 1.0, y - 0.5) for x, y in rolling(dice, 2.0, dice.between(0.2, 0.8), 0.12)]
    brush.line(points, ground.water, dice.between(0.05, 0.11))


def _draw_streets(brush: Brush, dice: Dice, ground: Ground) -> float:
    """A bent grid: small streets, then avenues, then one motorway. Gives an x the route may turn at."""
    for width, gap in ((0.010, 0.07), (0.022, 0.24)):
        place = -0.9
        while place < 0.9:
            bend = dice.between(-0.05, 0.05)
            brush.line([(place, -0.9), (place + bend, 0), (place, 0.9)], ground.street, width)
            brush.line([(-0.9, place), (0, place + bend), (0.9, place)], ground.street, width)
            place += gap * dice.between(0.7, 1.3)
    angle = dice.between(0.3, 1.2)
    reach = (math.cos(angle), math.sin(angle))
    motorway = [(-reach[0], -reach[1] + 0.2), (0.0, 0.1), reach]
    brush.line(motorway, ground.edge, 0.036)
    brush.line(motorway, ground.motorway, 0.026)
    return brush.aspect * dice.between(0.3, 0.5)


def _draw_pin(brush: Brush, x: float, y: float) -> None:
    brush.shadow(x, y, 0.05, 0.018)
    brush.shape([(x, y), (x - 0.052, y - 0.095), (x + 0.052, y - 0.095)], 0xFFD93025)
    brush.circle(x, y - 0.115, 0.056, 0xFFD93025)
    brush.circle(x, y - 0.115, 0.021, 0xFF8C1D18)
