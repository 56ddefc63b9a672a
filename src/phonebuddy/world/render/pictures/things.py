"""Things for sale, in front of a plain studio wall.

Its invariant: a product stands on the line y = 0.36 around (0, 0), the shorter side being the unit.
"""

from __future__ import annotations

from phonebuddy.world.render.colors import mix
from phonebuddy.world.render.pictures.brush import Brush
from phonebuddy.world.render.pictures.dice import Dice
from phonebuddy.world.render.pictures.goods import NAMED

_COLORS = (0xFF2F5D8A, 0xFFC8553D, 0xFF3E7C62, 0xFF2B2D33, 0xFFE0A63A, 0xFF7A4E8A, 0xFFDADCE0, 0xFF2A8C92)
_WALLS = (0xFFEFF1F4, 0xFFF5EBDD, 0xFFE3ECE6, 0xFFF3E1E1, 0xFFE4E5F3)


def draw_product(brush: Brush, dice: Dice) -> None:
    """One thing and its shadow: what its name says, or anything."""
    wall = dice.pick(_WALLS)
    brush.gradient((wall, mix(wall, 0xFF000000, 0.06)), 0, 0.72)
    brush.gradient((mix(wall, 0xFF000000, 0.11), mix(wall, 0xFFFFFFFF, 0.3)), 0.72, 1)
    thing = dice.pick(tuple(_THINGS.values()))
    # The last word that means something counts: a phone case is a case.
    named = [found for word in dice.words if (found := _THINGS.get(word) or NAMED.get(word)) is not None]
    thing = named[-1] if named else thing
    with brush.middle():
        brush.shadow(0, 0.36, 0.4, 0.07, 0.4)
        thing(brush, dice.pick(_COLORS), dice)


def _draw_mug(brush: Brush, color: int, dice: Dice) -> None:
    brush.ring(0.24, 0.1, 0.12, mix(color, 0xFF000000, 0.12), 0.05)
    brush.box(-0.24, -0.16, 0.24, 0.36, color, 0.06)
    brush.box(0.1, -0.12, 0.24, 0.36, mix(color, 0xFF000000, 0.1), 0.06)
    brush.oval(0, -0.14, 0.24, 0.055, mix(color, 0xFFFFFFFF, 0.3))
    brush.oval(0, -0.135, 0.215, 0.042, 0xFF4E2F1E)
    brush.box(-0.18, -0.02, -0.14, 0.26, mix(color, 0xFFFFFFFF, 0.35), 0.02)
    for x in (-0.05, 0.05):
        brush.arc(x, -0.3, 0.04, 90, 180, 0x55FFFFFF, 0.016)


def _draw_bottle(brush: Brush, color: int, dice: Dice) -> None:
    brush.box(-0.06, -0.4, 0.06, -0.2, mix(color, 0xFF000000, 0.1), 0.02)
    brush.box(-0.075, -0.42, 0.075, -0.33, 0xFF2E2E33, 0.02)
    brush.box(-0.16, -0.22, 0.16, 0.36, color, 0.07)
    brush.box(0.07, -0.2, 0.16, 0.36, mix(color, 0xFF000000, 0.13), 0.06)
    brush.box(-0.16, -0.02, 0.16, 0.22, 0xFFF8F5EE)
    brush.box(-0.1, 0.03, 0.1, 0.055, mix(color, 0xFF000000, 0.2), 0.01)
    brush.box(-0.07, 0.09, 0.07, 0.105, 0xFFB9B4AA, 0.007)
    brush.box(-0.07, 0.13, 0.07, 0.145, 0xFFB9B4AA, 0.007)
    brush.box(-0.125, -0.17, -0.1, -0.05, mix(color, 0xFFFFFFFF, 0.45), 0.012)


def _draw_headphones(brush: Brush, color: int, dice: Dice) -> None:
    brush.arc(0, 0.06, 0.29, 180, 180, mix(color, 0xFF000000, 0.25), 0.06)
    brush.arc(0, 0.06, 0.3, 195, 90, mix(color, 0xFFFFFFFF, 0.25), 0.014)
    for side in (-1, 1):
        with brush.centred(side * 0.28, 0.17, 1.0, side * -6):
            brush.box(-0.09, -0.15, 0.09, 0.19, color, 0.08)
            inner = -0.055 if side > 0 else 0.055
            brush.box(inner - 0.05, -0.13, inner + 0.05, 0.17, 0xFF25272C, 0.05)
            brush.circle(side * 0.03, 0.02, 0.035, mix(color, 0xFFFFFFFF, 0.4))


def _draw_phone(brush: Brush, color: int, dice: Dice) -> None:
    with brush.centred(0, -0.03, 1.0, dice.between(-8, 8)):
        brush.box(-0.2, -0.39, 0.2, 0.39, mix(color, 0xFF000000, 0.3), 0.055)
        brush.box(-0.185, -0.375, 0.185, 0.375, 0xFF15171C, 0.045)
        brush.box(-0.17, -0.36, 0.17, 0.36, mix(color, 0xFFFFFFFF, 0.15), 0.035)
        brush.circle(0.05, -0.1, 0.1, mix(color, 0xFFFFFFFF, 0.45))
        brush.shape(
            [(-0.17, 0.2), (-0.02, 0.0), (0.17, 0.22), (0.17, 0.32), (-0.17, 0.32)],
            mix(color, 0xFF101830, 0.4),
        )
        brush.circle(0, -0.325, 0.012, 0xFF15171C)
        for x in (-0.105, -0.035, 0.035, 0.105):
            brush.box(x - 0.025, 0.27, x + 0.025, 0.32, 0xE0FFFFFF, 0.014)


def _draw_watch(brush: Brush, color: int, dice: Dice) -> None:
    brush.box(-0.11, -0.42, 0.11, 0.38, mix(color, 0xFF000000, 0.2), 0.05)
    for y in (0.26, 0.3, 0.34):
        brush.circle(0, y, 0.012, mix(color, 0xFF000000, 0.5))
    brush.box(0.2, -0.06, 0.245, 0.02, 0xFF8C9097, 0.015)
    brush.circle(0, -0.02, 0.22, 0xFFB9BDC4)
    brush.circle(0, -0.02, 0.19, dice.pick((0xFF16181D, 0xFFFAFAF7, 0xFF1E3350)))
    brush.ring(0, -0.02, 0.165, color, 0.014)
    brush.line([(0, -0.02), (0.07, -0.09)], 0xFFE8A33D, 0.016)
    brush.line([(0, -0.02), (-0.05, -0.13)], 0xFFE8A33D, 0.012)
    brush.circle(0, -0.02, 0.016, 0xFFE8A33D)


def _draw_lamp(brush: Brush, color: int, dice: Dice) -> None:
    brush.glow(0, -0.1, 0.42, 0x90FFE9A8)
    brush.box(-0.012, -0.1, 0.012, 0.33, 0xFF7A6A55)
    brush.oval(0, 0.34, 0.14, 0.03, 0xFF7A6A55)
    brush.shape([(-0.13, -0.38), (0.13, -0.38), (0.25, -0.06), (-0.25, -0.06)], color)
    brush.shape([(0.03, -0.38), (0.13, -0.38), (0.25, -0.06), (0.06, -0.06)], mix(color, 0xFF000000, 0.1))
    brush.oval(0, -0.06, 0.25, 0.025, 0xFFFFF1C4)


def _draw_plant(brush: Brush, color: int, dice: Dice) -> None:
    for step in range(9):
        green = dice.pick((0xFF3F8F4F, 0xFF2F6F45, 0xFF66A65A))
        with brush.centred(0, 0.08, 1.0, -70 + 17.5 * step + dice.between(-6, 6)):
            reach = dice.between(0.3, 0.46)
            brush.oval(0, -reach / 2, 0.05, reach / 2, green)
            brush.line([(0, 0), (0, -reach * 0.9)], mix(green, 0xFFFFFFFF, 0.3), 0.006)
    brush.shape([(-0.17, 0.06), (0.17, 0.06), (0.125, 0.36), (-0.125, 0.36)], color)
    brush.shape([(0.04, 0.06), (0.17, 0.06), (0.125, 0.36), (0.03, 0.36)], mix(color, 0xFF000000, 0.12))
    brush.box(-0.19, 0.03, 0.19, 0.1, mix(color, 0xFFFFFFFF, 0.12), 0.015)


def _draw_bag(brush: Brush, color: int, dice: Dice) -> None:
    brush.arc(0, -0.2, 0.09, 180, 180, mix(color, 0xFF000000, 0.35), 0.035)
    brush.box(-0.25, -0.26, 0.25, 0.36, color, 0.13)
    brush.box(0.12, -0.2, 0.25, 0.34, mix(color, 0xFF000000, 0.1), 0.1)
    brush.box(-0.19, 0.06, 0.19, 0.3, mix(color, 0xFF000000, 0.14), 0.05)
    brush.line([(-0.15, 0.1), (0.15, 0.1)], 0xFFE8D9B5, 0.012)
    brush.arc(0, -0.02, 0.2, 200, 140, 0xFFE8D9B5, 0.012)
    brush.box(-0.03, -0.2, 0.03, -0.14, 0xFFF3E7CD, 0.01)


_THINGS = {
    "mug": _draw_mug, "bottle": _draw_bottle, "headphones": _draw_headphones, "phone": _draw_phone,
    "watch": _draw_watch, "lamp": _draw_lamp, "plant": _draw_plant, "bag": _draw_bag,
}  # fmt: skip
"""Things by the word for them; without one, chance decides."""
