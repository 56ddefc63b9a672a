"""Dishes that a name can ask for: a picture of a soup shows a soup.

Its invariant: a dish is drawn around (0, 0) with the shorter side of the picture as the unit.
"""

from __future__ import annotations

import math

from phonebuddy.world.render.colors import mix
from phonebuddy.world.render.pictures.brush import Brush
from phonebuddy.world.render.pictures.dice import Dice

_BROTHS = {
    "pumpkin": 0xFFE08A2B, "tomato": 0xFFC9432B, "leek": 0xFFC9CF8F, "lentil": 0xFFB9773A, "miso": 0xFFC79A5B,
    "dal": 0xFF8C5A2B, "bean": 0xFF7A3B2A, "chilli": 0xFF8E2F20, "curry": 0xFFD9A032, "butter": 0xFFD98238,
    "tofu": 0xFFB23A22, "chicken": 0xFFE3B95A, "greens": 0xFF7FA65A, "risotto": 0xFFE9D9A8,
    "南瓜": 0xFFE08A2B, "番茄": 0xFFC9432B, "土豆": 0xFFC9CF8F, "扁豆": 0xFFB9773A, "味噌": 0xFFC79A5B,
    "黑豆": 0xFF7A3B2A, "咖喱": 0xFFD9A032, "麻婆": 0xFFB23A22, "烩饭": 0xFFE9D9A8,
}  # fmt: skip
"""What colours a bowl, by a word of its name."""
_HERB, _CREAM, _CRUST = 0xFF4F8F3A, 0xFFFBF3E2, 0xFFC98A45


def spots(dice: Dice, count: int, reach: float) -> list[tuple[float, float]]:
    """Places strewn over a round dish."""
    found = []
    for _ in range(count):
        angle, far = dice.between(0, 6.28), dice.between(0, reach)
        found.append((far * math.cos(angle), far * math.sin(angle)))
    return found


def plate(brush: Brush, color: int) -> None:
    brush.shadow(0.02, 0.04, 0.5, 0.5, 0.5)
    brush.circle(0, 0, 0.43, color)
    brush.circle(0, 0, 0.34, mix(color, 0xFF000000, 0.06))
    brush.circle(0, 0.006, 0.33, mix(color, 0xFFFFFFFF, 0.3))


def _bowl(brush: Brush, dice: Dice, inside: int) -> None:
    bowl = dice.pick((0xFFF2EDE4, 0xFF3F5B73, 0xFF4B4744, 0xFFE3D9C6, 0xFF6C8A7A))
    brush.shadow(0.02, 0.05, 0.52, 0.52, 0.5)
    brush.circle(0, 0, 0.42, bowl)
    brush.circle(0, 0, 0.37, mix(bowl, 0xFF000000, 0.25))
    brush.circle(0, 0.005, 0.355, inside)
    brush.circle(-0.03, -0.03, 0.29, mix(inside, 0xFFFFFFFF, 0.08))


def _broth(dice: Dice) -> int:
    """The colour a bowl's name asks for."""
    named = dice.named(_BROTHS)
    return dice.pick((0xFFC9853F, 0xFFE0B36A, 0xFFB5572B)) if named is None else named


def draw_soup(brush: Brush, dice: Dice) -> None:
    soup = _broth(dice)
    _bowl(brush, dice, soup)
    for step in range(3):
        brush.arc(0.02, 0, 0.09 + 0.07 * step, 30 + 70 * step, 190, mix(soup, _CREAM, 0.75), 0.018)
    for x, y in spots(dice, 14, 0.24):
        with brush.centred(x, y, 1.0, dice.between(0, 360)):
            brush.oval(0, 0, 0.03, 0.013, _HERB)
    brush.line([(0.3, -0.34), (0.5, -0.5)], 0xFFC9CCD1, 0.028)


def draw_stew(brush: Brush, dice: Dice) -> None:
    """A thick one with pieces in it, and rice beside."""
    sauce = _broth(dice)
    _bowl(brush, dice, sauce)
    for x, y in spots(dice, 16, 0.26):
        piece = dice.pick((mix(sauce, 0xFF000000, 0.28), mix(sauce, _CREAM, 0.45), 0xFFD8672E))
        brush.box(x - 0.045, y - 0.035, x + 0.045, y + 0.035, piece, 0.025)
    brush.oval(-0.17, 0.13, 0.16, 0.12, 0xFFF6F1E3)
    for x, y in spots(dice, 26, 0.11):
        brush.oval(x - 0.17, y * 0.7 + 0.13, 0.014, 0.007, 0xFFDDD4BD)
    for x, y in spots(dice, 9, 0.2):
        brush.circle(x, y, 0.014, _HERB)


def draw_rice(brush: Brush, dice: Dice) -> None:
    _bowl(brush, dice, 0xFFEFDDB0)
    for x, y in spots(dice, 90, 0.3):
        with brush.centred(x, y, 1.0, dice.between(0, 180)):
            brush.oval(0, 0, 0.02, 0.009, dice.pick((0xFFF8EFD8, 0xFFE2C98F, 0xFFFFF8E6)))
    for x, y in spots(dice, 12, 0.26):
        brush.circle(x, y, 0.02, dice.pick((_HERB, 0xFFE2A53A, 0xFFD8672E)))


def draw_baked(brush: Brush, dice: Dice) -> None:
    """A dish out of the oven: crumble, lasagne, a pie, aubergines."""
    ware = dice.pick((0xFFF1ECE3, 0xFF9DB7B0, 0xFFB9463A))
    brush.shadow(0.02, 0.05, 0.5, 0.4, 0.5)
    brush.box(-0.44, -0.04, 0.44, 0.04, mix(ware, 0xFF000000, 0.1), 0.04)
    brush.box(-0.38, -0.3, 0.38, 0.3, ware, 0.08)
    brush.box(-0.33, -0.25, 0.33, 0.25, mix(_CRUST, 0xFF7A3B1A, 0.25), 0.05)
    for _ in range(60):
        x, y = dice.between(-0.3, 0.3), dice.between(-0.22, 0.22)
        brush.circle(x, y, dice.between(0.02, 0.045), dice.pick((0xFFE0A85A, 0xFFCF8F43, 0xFFF0C988)))
    for _ in range(8):
        x, y = dice.between(-0.26, 0.26), dice.between(-0.18, 0.18)
        brush.circle(x, y, 0.022, 0x90A23A2A)


def draw_loaf(brush: Brush, dice: Dice) -> None:
    crust = dice.pick((0xFFB9763A, 0xFF8E5A30, 0xFFC98A45))
    brush.shadow(0, 0.22, 0.48, 0.12, 0.5)
    brush.box(-0.46, 0.2, 0.46, 0.26, 0xFF8B5E3C, 0.03)
    brush.box(-0.36, -0.02, 0.36, 0.22, crust, 0.1)
    brush.oval(0, -0.02, 0.38, 0.19, mix(crust, 0xFFFFFFFF, 0.08))
    for x in (-0.2, -0.05, 0.1, 0.24):
        brush.line([(x - 0.05, 0.05), (x + 0.05, -0.15)], mix(crust, _CREAM, 0.7), 0.028)
    brush.box(0.26, -0.06, 0.4, 0.21, 0xFFF0D9AE, 0.05)


def draw_pancakes(brush: Brush, dice: Dice) -> None:
    brush.shadow(0, 0.28, 0.48, 0.1, 0.5)
    brush.oval(0, 0.27, 0.44, 0.07, 0xFFEFEBE5)
    for step in range(5):
        y = 0.22 - 0.075 * step
        brush.box(-0.3, y - 0.045, 0.3, y + 0.045, 0xFFD9973F, 0.045)
        brush.box(-0.29, y - 0.04, 0.29, y - 0.005, 0xFFF0C070, 0.02)
    brush.oval(0, -0.13, 0.29, 0.06, 0xFFD28C34)
    brush.shape([(-0.2, -0.14), (0.18, -0.14), (0.15, 0.06), (0.1, -0.08), (-0.08, 0.0)], 0xE0A8541C)
    for x in (-0.12, -0.02, 0.09):
        brush.circle(x, -0.18, 0.045, dice.pick((0xFF46549B, 0xFFC62F3B)))
    brush.box(-0.05, -0.24, 0.05, -0.17, 0xFFFBE7A6, 0.015)


def draw_toast(brush: Brush, dice: Dice) -> None:
    plate(brush, dice.pick((0xFFF4F2EE, 0xFFDDE5DF, 0xFF3C4650)))
    for x, turn in ((-0.13, -10), (0.13, 8)):
        with brush.centred(x, 0, 1.0, turn):
            brush.box(-0.14, -0.2, 0.14, 0.21, 0xFFA9692F, 0.06)
            brush.box(-0.12, -0.18, 0.12, 0.19, 0xFFE9C583, 0.05)
            brush.box(-0.1, -0.15, 0.1, 0.16, 0xFF9CBF5B, 0.05)
    for x, y in spots(dice, 18, 0.22):
        brush.circle(x, y, 0.013, dice.pick((0xFFC9302C, 0xFF2B2B2B, 0xFFFBF6E6)))


def draw_breakfast(brush: Brush, dice: Dice) -> None:
    """Eggs, toast and tomatoes on a plate."""
    plate(brush, dice.pick((0xFFF4F2EE, 0xFFDDE5DF, 0xFF3C4650)))
    with brush.centred(-0.16, 0.08, 1.0, -15):
        brush.box(-0.13, -0.14, 0.13, 0.14, 0xFFA9692F, 0.04)
        brush.box(-0.11, -0.12, 0.11, 0.12, 0xFFE9C583, 0.03)
    for x, y in ((0.1, -0.13), (0.14, 0.12)):
        brush.oval(x, y, 0.13, 0.11, 0xFFFDFBF3)
        brush.circle(x - 0.01, y, 0.052, 0xFFF3A32B)
        brush.circle(x - 0.024, y - 0.016, 0.016, 0xFFFFC65C)
    for x, y in ((-0.16, -0.18), (-0.06, -0.22), (-0.22, -0.08)):
        brush.circle(x, y, 0.05, 0xFFC9302C)
        brush.circle(x - 0.012, y - 0.012, 0.016, 0xFFE8695A)


def draw_eggs(brush: Brush, dice: Dice) -> None:
    """Eggs in tomato sauce, in the pan."""
    brush.shadow(0.02, 0.05, 0.5, 0.5, 0.5)
    brush.box(0.3, -0.04, 0.62, 0.04, 0xFF2B2D33, 0.03)
    brush.circle(0, 0, 0.4, 0xFF2B2D33)
    brush.circle(0, 0, 0.355, 0xFFB8371F)
    for x, y in spots(dice, 30, 0.32):
        brush.circle(x, y, dice.between(0.015, 0.035), dice.pick((0xFFD05433, 0xFF962A18, 0xFFE0763A)))
    for x, y in ((-0.14, -0.1), (0.14, -0.06), (0.0, 0.16)):
        brush.oval(x, y, 0.12, 0.1, 0xFFFDFBF3)
        brush.circle(x, y, 0.05, 0xFFF3A32B)
    for x, y in spots(dice, 14, 0.3):
        brush.circle(x, y, 0.014, _HERB)


def draw_dumplings(brush: Brush, dice: Dice) -> None:
    plate(brush, dice.pick((0xFFF4F2EE, 0xFF3C4650, 0xFFB7443A)))
    places = [(0.23 * math.cos(turn), 0.23 * math.sin(turn)) for turn in (0.3, 1.35, 2.4, 3.45, 4.5, 5.55)]
    for x, y in [*places, (0.0, 0.0)]:
        with brush.centred(x, y, 1.0, dice.between(-30, 30)):
            brush.oval(0, 0.01, 0.1, 0.065, 0xFFD9C49A)
            brush.oval(0, 0, 0.1, 0.06, 0xFFF7ECD0)
            for fold in (-0.05, -0.017, 0.017, 0.05):
                brush.line([(fold, -0.045), (fold * 0.7, 0.0)], 0xFFD9C49A, 0.008)


def draw_roast(brush: Brush, dice: Dice) -> None:
    """Meat or fish with potatoes and something green."""
    plate(brush, dice.pick((0xFFF4F2EE, 0xFFDDE5DF, 0xFF3C4650)))
    with brush.centred(-0.08, 0.02, 1.0, -25):
        brush.oval(0, 0, 0.2, 0.12, 0xFF8E5426)
        brush.oval(-0.01, -0.015, 0.18, 0.1, 0xFFC07A38)
        for step in range(4):
            brush.line([(-0.12 + 0.07 * step, -0.07), (-0.08 + 0.07 * step, 0.06)], 0x80703A18, 0.012)
    for x, y in ((0.16, 0.1), (0.2, -0.02), (0.1, 0.2)):
        brush.oval(x, y, 0.07, 0.055, 0xFFE8C76A)
    for x, y in spots(dice, 7, 0.09):
        brush.circle(x + 0.08, y - 0.2, 0.045, dice.pick((0xFF3F7D36, 0xFF5C9A47)))


def draw_croissant(brush: Brush, dice: Dice) -> None:
    """Two sweet things from the baker's."""
    plate(brush, dice.pick((0xFFF4F2EE, 0xFFE7DCCB, 0xFFDDE5DF)))
    for y, turn in ((-0.09, -16), (0.13, 12)):
        with brush.centred(0, y, 1.0, turn):
            for step in range(-3, 4):
                half = 0.11 - 0.022 * abs(step)
                brush.oval(step * 0.065, 0.012 * step * step, 0.06, half, mix(_CRUST, 0xFF8A4A1C, 0.25))
                brush.oval(step * 0.065 - 0.008, 0.012 * step * step - 0.01, 0.045, half * 0.85, 0xFFDFA458)


def draw_pudding(brush: Brush, dice: Dice) -> None:
    """Something sweet to spoon out of a glass."""
    known = {"chocolate": 0xFF5A3420, "巧克力": 0xFF5A3420, "mango": 0xFFF2B23A, "杨枝": 0xFFF2B23A,
             "pears": 0xFF9C3A50, "梨": 0xFF9C3A50}  # fmt: skip
    filling = dice.named(known) or 0xFFF3E4C4
    brush.shadow(0, 0.3, 0.3, 0.07, 0.5)
    brush.shape([(-0.24, -0.22), (0.24, -0.22), (0.17, 0.3), (-0.17, 0.3)], 0xFFE6EBEE)
    brush.shape([(-0.215, -0.12), (0.215, -0.12), (0.155, 0.28), (-0.155, 0.28)], filling)
    brush.shape([(0.06, -0.12), (0.215, -0.12), (0.155, 0.28), (0.05, 0.28)], mix(filling, 0xFF000000, 0.1))
    brush.oval(0, -0.13, 0.215, 0.05, mix(filling, 0xFFFFFFFF, 0.3))
    for x in (-0.08, 0.02, 0.1):
        brush.circle(x, -0.16, 0.036, dice.pick((0xFFC62F3B, 0xFF46549B, 0xFF8A5A33)))


NAMED_DISHES = {
    "soup": draw_soup, "汤": draw_soup, "wonton": draw_dumplings, "云吞": draw_dumplings,
    "dumplings": draw_dumplings, "饺子": draw_dumplings,
    "curry": draw_stew, "咖喱": draw_stew, "chilli": draw_stew, "辣酱": draw_stew, "stew": draw_stew,
    "dal": draw_stew, "tofu": draw_stew, "豆腐": draw_stew, "butter": draw_stew,
    "rice": draw_rice, "炒饭": draw_rice, "risotto": draw_rice, "烩饭": draw_rice, "biryani": draw_rice,
    "crumble": draw_baked, "酥": draw_baked, "lasagne": draw_baked, "千层面": draw_baked, "pie": draw_baked,
    "aubergine": draw_baked, "茄子": draw_baked, "moussaka": draw_baked, "tart": draw_baked, "塔": draw_baked,
    "baklava": draw_baked, "bread": draw_loaf, "面包": draw_loaf, "naan": draw_loaf,
    "pancakes": draw_pancakes, "煎饼": draw_pancakes, "toast": draw_toast,
    "shakshuka": draw_eggs, "焖蛋": draw_eggs, "breakfast": draw_breakfast,
    "chicken": draw_roast, "鸡": draw_roast, "bass": draw_roast, "fish": draw_roast, "鱼": draw_roast,
    "sour": draw_roast, "kofta": draw_roast, "falafel": draw_roast, "halloumi": draw_roast,
    "croissant": draw_croissant, "scones": draw_croissant, "司康": draw_croissant, "bun": draw_croissant,
    "pudding": draw_pudding, "布丁": draw_pudding, "oats": draw_pudding, "燕麦": draw_pudding,
    "pots": draw_pudding, "巧克力杯": draw_pudding, "sago": draw_pudding, "杨枝甘露": draw_pudding,
    "pears": draw_pudding, "梨": draw_pudding, "tiramisu": draw_pudding,
}  # fmt: skip
"""Dishes by a word of their name; where several fit a Chinese name, the first counts."""
