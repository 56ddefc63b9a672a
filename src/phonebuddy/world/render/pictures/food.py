"""Food, photographed from above or from the side.

Its invariant: a dish is drawn around (0, 0) with the shorter side of the picture as the unit.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from phonebuddy.world.render.colors import mix, with_alpha
from phonebuddy.world.render.pictures.brush import Brush
from phonebuddy.world.render.pictures.dice import Dice
from phonebuddy.world.render.pictures.dishes import NAMED_DISHES, plate
from phonebuddy.world.render.pictures.drinks import NAMED_DRINKS, draw_coffee, draw_glass

Dish = Callable[[Brush, Dice], None]

_TABLES = (0xFFB98556, 0xFF8B5E3C, 0xFFE6DFD5, 0xFF4A5560, 0xFFD8C3A5, 0xFF9FB8AD)


def draw_food(brush: Brush, dice: Dice, shows: str = "") -> None:
    """A table and one dish: what `shows` or else its name says, or anything."""
    table = dice.pick(_TABLES)
    brush.diagonal((mix(table, 0xFFFFFFFF, 0.15), mix(table, 0xFF000000, 0.12)))
    for plank in range(1, 6):
        y = plank / 6 + dice.between(-0.01, 0.01)
        brush.line([(0, y), (brush.aspect, y)], with_alpha(mix(table, 0xFF000000, 0.5), 0.25), 0.004)
    any_dish = dice.pick((_draw_pizza, _draw_noodles, draw_coffee, _draw_salad, _draw_burger, _draw_cake))
    dish = named_dish([shows] if shows else dice.words) or any_dish
    with brush.middle():
        dish(brush, dice)


def _around(count: int, radius: float, start: float = 0.0) -> list[tuple[float, float]]:
    """Places on a circle, evenly spaced."""
    turn = 2 * math.pi / count
    return [
        (radius * math.cos(start + turn * step), radius * math.sin(start + turn * step))
        for step in range(count)
    ]


def _draw_pizza(brush: Brush, dice: Dice) -> None:
    brush.shadow(0.02, 0.04, 0.52, 0.52, 0.5)
    brush.circle(0, 0, 0.42, 0xFFC98A45)
    brush.circle(0, 0, 0.405, 0xFFDDA45A)
    brush.circle(0, 0, 0.355, 0xFFC23B22)
    brush.circle(0, 0, 0.34, 0xFFF2C55C)
    for _ in range(26):
        angle, reach = dice.between(0, 6.28), dice.between(0, 0.3)
        brush.circle(reach * math.cos(angle), reach * math.sin(angle), dice.between(0.02, 0.05), 0x60FFF0B8)
    toppings = [*_around(8, 0.25, dice.between(0, 1)), *_around(4, 0.12, dice.between(0, 1))]
    for x, y in toppings:
        brush.circle(x, y + 0.005, 0.05, 0xFF8E2A1A)
        brush.circle(x, y, 0.047, 0xFFC8412C)
        brush.circle(x - 0.012, y - 0.01, 0.012, 0x70F0A080)
    for x, y in _around(9, 0.19, dice.between(0, 1)):
        with brush.centred(x, y, 1.0, dice.between(0, 360)):
            brush.oval(0, 0, 0.034, 0.016, 0xFF3F7D36)
    for x, y in _around(4, 0.41, 0.4):
        brush.line([(0, 0), (x, y)], 0x409A5A20, 0.006)
        brush.line([(0, 0), (-x, -y)], 0x409A5A20, 0.006)


def _draw_noodles(brush: Brush, dice: Dice) -> None:
    bowl = dice.pick((0xFFB33A32, 0xFF2F4858, 0xFFF2EDE4, 0xFF3D3A38))
    brush.shadow(0.02, 0.05, 0.52, 0.52, 0.5)
    brush.circle(0, 0, 0.42, bowl)
    brush.circle(0, 0, 0.37, mix(bowl, 0xFF000000, 0.3))
    brush.circle(0, 0.005, 0.355, dice.pick((0xFFC9853F, 0xFFE0B36A, 0xFFB5572B)))
    for _ in range(16):
        x, y, radius = dice.between(-0.17, 0.1), dice.between(-0.14, 0.18), dice.between(0.06, 0.13)
        brush.arc(x, y, radius, dice.between(0, 360), dice.between(120, 240), 0xFFF3D893, 0.016)
    for x, y in ((0.16, -0.1), (0.19, 0.09)):
        brush.oval(x, y, 0.085, 0.1, 0xFFFDFBF3)
        brush.circle(x, y + 0.01, 0.052, 0xFFF3A32B)
        brush.circle(x - 0.012, y - 0.004, 0.018, 0xFFFFC65C)
    brush.box(-0.3, -0.2, -0.12, -0.1, 0xFF2E4A3B, 0.01)
    for _ in range(22):
        x, y = dice.between(-0.2, 0.06), dice.between(0.02, 0.24)
        brush.ring(x, y, 0.011, 0xFF5BA24A, 0.007)
    for lift in (0.0, 0.035):
        brush.line([(0.1 + lift, -0.52), (0.46 + lift, 0.02)], 0xFF6B3F23, 0.018)


def _draw_salad(brush: Brush, dice: Dice) -> None:
    plate(brush, dice.pick((0xFFF4F2EE, 0xFF3C4650, 0xFFDDE5DF)))
    for _ in range(34):
        angle, reach = dice.between(0, 6.28), dice.between(0, 0.26)
        green = dice.pick((0xFF4F8F3A, 0xFF79B04A, 0xFF2F6B35, 0xFF9CC25B))
        with brush.centred(reach * math.cos(angle), reach * math.sin(angle), 1.0, dice.between(0, 360)):
            brush.oval(0, 0, 0.085, 0.042, green)
            brush.line([(-0.07, 0), (0.07, 0)], mix(green, 0xFFFFFFFF, 0.35), 0.005)
    for x, y in _around(6, 0.19, dice.between(0, 1)):
        brush.circle(x, y, 0.05, 0xFFC9302C)
        brush.circle(x - 0.012, y - 0.012, 0.02, 0xFFE8695A)
    for x, y in _around(5, 0.1, dice.between(0, 1)):
        brush.circle(x, y, 0.043, 0xFFDDECC2)
        brush.ring(x, y, 0.041, 0xFF5C9A47, 0.008)
    for _ in range(9):
        x, y = dice.between(-0.2, 0.2), dice.between(-0.2, 0.2)
        with brush.centred(x, y, 1.0, dice.between(0, 90)):
            brush.box(-0.02, -0.02, 0.02, 0.02, 0xFFFBF6E6, 0.005)


def _draw_burger(brush: Brush, dice: Dice) -> None:
    brush.shadow(0, 0.3, 0.46, 0.09, 0.55)
    brush.oval(0, 0.29, 0.42, 0.05, 0xFFEDE8E0)
    bun = dice.pick((0xFFD9933F, 0xFFC57F35, 0xFFE0A552))
    brush.box(-0.31, 0.14, 0.31, 0.27, mix(bun, 0xFF000000, 0.05), 0.06)
    brush.box(-0.33, 0.06, 0.33, 0.16, 0xFF5B3321, 0.045)
    brush.shape(
        [(-0.33, 0.05), (0.33, 0.05), (0.2, 0.12), (0.1, 0.06), (-0.08, 0.13), (-0.2, 0.06)], 0xFFF4B731
    )
    brush.box(-0.3, 0.0, 0.3, 0.06, 0xFFD4392D, 0.02)
    for step in range(10):
        brush.circle(-0.31 + 0.069 * step, -0.01, 0.045, 0xFF6FB043 if step % 2 else 0xFF86C25A)
    brush.box(-0.32, -0.16, 0.32, -0.02, bun, 0.04)
    brush.oval(0, -0.12, 0.32, 0.2, bun)
    brush.arc(0, -0.08, 0.24, 205, 60, 0x50FFFFFF, 0.03)
    for _ in range(16):
        x = dice.between(-0.22, 0.22)
        with brush.centred(x, dice.between(-0.28, -0.14) + x * x * 1.2, 1.0, dice.between(-40, 40)):
            brush.oval(0, 0, 0.016, 0.009, 0xFFFBEFD0)


def _draw_cake(brush: Brush, dice: Dice) -> None:
    cream = dice.pick((0xFFFBEFE6, 0xFFF6C9CF, 0xFF6B4230))
    sponge = dice.pick((0xFFE8B872, 0xFF7A4A2E))
    brush.shadow(0, 0.31, 0.46, 0.08, 0.5)
    brush.oval(0, 0.29, 0.42, 0.055, 0xFFEFEBE5)
    brush.box(-0.28, -0.08, 0.28, 0.28, sponge, 0.03)
    for y in (0.03, 0.15):
        brush.box(-0.28, y, 0.28, y + 0.04, cream)
    brush.box(-0.3, -0.14, 0.3, -0.03, cream, 0.05)
    for step in range(8):
        x = -0.25 + 0.0714 * step
        drip = dice.between(0.02, 0.1)
        brush.box(x - 0.025, -0.06, x + 0.025, -0.03 + drip, cream, 0.025)
    berry = dice.pick((0xFFC62F3B, 0xFF46549B))
    for x in (-0.2, -0.1, 0.0, 0.1, 0.2):
        brush.circle(x, -0.17, 0.048, berry)
        brush.circle(x - 0.014, -0.185, 0.015, mix(berry, 0xFFFFFFFF, 0.5))


_NAMED = {
    "pizza": _draw_pizza, "salad": _draw_salad, "沙拉": _draw_salad, "cucumber": _draw_salad,
    "黄瓜": _draw_salad, "greens": _draw_salad, "burger": _draw_burger, "noodles": _draw_noodles,
    "noodle": _draw_noodles, "面": _draw_noodles, "ramen": _draw_noodles, "linguine": _draw_noodles,
    "cake": _draw_cake, "蛋糕": _draw_cake,
}  # fmt: skip
"""Dishes by a word of their name; without one, chance decides."""


def named_dish(words: list[str]) -> Dish | None:
    """The dish a name tells of: that of the last telling word, so that an apple salad is a salad.

    Chinese has no spaces between words: there any part of the name may tell. What is iced stands in a glass.
    """
    if "iced" in words:
        return draw_glass
    for word in reversed(words):
        for known, dish in {**NAMED_DISHES, **NAMED_DRINKS, **_NAMED}.items():
            if word == known or (not known.isascii() and known in word):
                return dish
    return None
