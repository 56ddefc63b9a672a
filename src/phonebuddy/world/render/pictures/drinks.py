"""Drinks that a name can ask for: coffee and tea from above, cold ones from the side.

Its invariant: a drink is drawn around (0, 0) with the shorter side of the picture as the unit.
"""

from __future__ import annotations

from phonebuddy.world.render.colors import mix
from phonebuddy.world.render.pictures.brush import Brush
from phonebuddy.world.render.pictures.dice import Dice


def draw_glass(brush: Brush, dice: Dice) -> None:
    """A cold drink with ice."""
    known = {"orange": 0xFFF29A2E, "mango": 0xFFF5BE4E, "plum": 0xFF9C3450, "brew": 0xFF4A2A1A,
             "latte": 0xFFC89B6D, "tea": 0xFFC9772B}  # fmt: skip
    drink = dice.named(known) or 0xFFC9772B
    brush.shadow(0, 0.34, 0.28, 0.06, 0.5)
    brush.line([(0.06, -0.2), (0.2, -0.46)], 0xFFE5737B, 0.026)
    brush.shape([(-0.2, -0.32), (0.2, -0.32), (0.15, 0.34), (-0.15, 0.34)], 0xFFDDE6EA)
    brush.shape([(-0.18, -0.2), (0.18, -0.2), (0.138, 0.31), (-0.138, 0.31)], drink)
    for x, y, turn in ((-0.07, -0.12, 15), (0.07, -0.1, -20), (0.0, 0.02, 35)):
        with brush.centred(x, y, 1.0, turn):
            brush.box(-0.05, -0.05, 0.05, 0.05, mix(drink, 0xFFFFFFFF, 0.5), 0.012)
    brush.oval(0, -0.2, 0.18, 0.03, mix(drink, 0xFFFFFFFF, 0.35))
    brush.box(-0.15, -0.14, -0.12, 0.24, 0x60FFFFFF, 0.015)


def _cup(brush: Brush, dice: Dice) -> None:
    cup = dice.pick((0xFFF5F3EF, 0xFF2F5D62, 0xFFD9705A, 0xFF333842))
    brush.shadow(0.02, 0.04, 0.52, 0.52, 0.45)
    brush.circle(0, 0, 0.43, mix(cup, 0xFFFFFFFF, 0.2))
    brush.circle(0, 0, 0.31, mix(cup, 0xFF000000, 0.1))
    brush.box(0.2, -0.05, 0.42, 0.05, cup, 0.05)
    brush.circle(0, 0, 0.28, cup)


def draw_coffee(brush: Brush, dice: Dice) -> None:
    """With milk, and a leaf drawn in it."""
    _cup(brush, dice)
    brush.circle(0, 0, 0.245, 0xFF6B3E22)
    brush.circle(0, 0, 0.23, 0xFFA8693B)
    for step in range(4):
        half = 0.14 - step * 0.028
        y = 0.08 - step * 0.075
        brush.arc(-half / 2, y, half / 2, 180, 180, 0xFFF6E7D2, 0.034)
        brush.arc(half / 2, y, half / 2, 180, 180, 0xFFF6E7D2, 0.034)
    brush.line([(0, 0.15), (0, -0.16)], 0xFFA8693B, 0.008)
    brush.line([(-0.36, 0.3), (0.1, 0.37)], 0xFFC9CCD1, 0.022)
    brush.oval(0.14, 0.375, 0.06, 0.035, 0xFFD8DBDF)


def draw_black_coffee(brush: Brush, dice: Dice) -> None:
    _cup(brush, dice)
    brush.circle(0, 0, 0.245, 0xFF8A5228)
    brush.circle(0, 0, 0.215, 0xFF3A2014)
    brush.arc(0, 0, 0.15, 200, 80, 0x50FFFFFF, 0.02)


def draw_tea(brush: Brush, dice: Dice) -> None:
    said = " ".join(dice.words)
    _cup(brush, dice)
    tea = 0xFF9DB04A if "green" in said or "mint" in said or "camomile" in said else 0xFFB5622A
    brush.circle(0, 0, 0.245, mix(tea, 0xFF000000, 0.25))
    brush.circle(0, 0, 0.23, tea)
    brush.arc(0, 0, 0.16, 200, 80, 0x60FFFFFF, 0.02)
    brush.line([(0.05, -0.2), (0.3, -0.32)], 0xFFEFE7D8, 0.008)
    brush.box(0.28, -0.38, 0.38, -0.28, 0xFFC8553D, 0.01)


NAMED_DRINKS = {
    "juice": draw_glass, "lassi": draw_glass, "brew": draw_glass, "coffee": draw_coffee, "latte": draw_coffee,
    "cappuccino": draw_coffee, "white": draw_coffee, "espresso": draw_black_coffee,
    "americano": draw_black_coffee, "tea": draw_tea, "camomile": draw_tea, "mint": draw_tea,
}  # fmt: skip
"""Drinks by a word of their name."""
