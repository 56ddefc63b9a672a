"""Things for sale that a name can ask for: a picture of a kettle shows a kettle.

Its invariant: as in things.py, a product stands on the line y = 0.36 around (0, 0), the shorter side being
the unit.
"""

from __future__ import annotations

from phonebuddy.world.render.colors import mix
from phonebuddy.world.render.pictures.brush import Brush
from phonebuddy.world.render.pictures.dice import Dice

BLACK, WHITE = 0xFF000000, 0xFFFFFFFF
DARK, WOOD, STEEL = 0xFF25272C, 0xFF8A6240, 0xFFB9BDC4


def draw_book(brush: Brush, color: int, dice: Dice) -> None:
    with brush.centred(0, -0.02, 1.0, dice.between(-6, 2)):
        brush.box(-0.24, -0.36, 0.28, 0.38, 0xFFF4EFE2, 0.02)
        for y in range(6):
            brush.line([(0.255, -0.3 + y * 0.12), (0.275, -0.3 + y * 0.12)], 0xFFCFC8B6, 0.006)
        brush.box(-0.28, -0.38, 0.24, 0.36, color, 0.02)
        brush.box(-0.28, -0.38, -0.22, 0.36, mix(color, BLACK, 0.25), 0.02)
        light = mix(color, WHITE, 0.55)
        brush.box(-0.14, -0.28, 0.16, -0.23, light, 0.01)
        brush.box(-0.1, -0.2, 0.12, -0.17, light, 0.01)
        if dice.chance(0.5):
            brush.circle(0.01, 0.06, 0.12, light)
            brush.circle(0.05, 0.03, 0.09, color)
        else:
            brush.shape([(-0.14, 0.18), (-0.03, -0.04), (0.05, 0.09), (0.09, 0.03), (0.16, 0.18)], light)
        brush.box(-0.06, 0.27, 0.08, 0.29, light, 0.006)


def draw_shoe(brush: Brush, color: int, dice: Dice) -> None:
    heel, toe = [(-0.4, 0.3), (-0.38, -0.06), (-0.26, -0.1)], [(0.1, 0.1), (0.34, 0.16), (0.42, 0.3)]
    brush.shape([*heel, (-0.16, 0.0), *toe], color)
    brush.shape([(-0.4, 0.24), (-0.38, -0.06), (-0.26, -0.1), (-0.28, 0.24)], mix(color, BLACK, 0.2))
    brush.line([(-0.1, 0.24), (0.06, 0.12)], mix(color, WHITE, 0.6), 0.035)
    brush.line([(0.0, 0.25), (0.14, 0.14)], mix(color, WHITE, 0.6), 0.035)
    for step in range(3):
        x, y = -0.12 + step * 0.075, 0.02 + step * 0.035
        brush.line([(x, y), (x + 0.05, y - 0.05)], 0xFFF8F5EE, 0.02)
    brush.box(-0.42, 0.27, 0.44, 0.36, 0xFFF3F1EC, 0.045)
    brush.box(-0.42, 0.33, 0.44, 0.365, mix(color, BLACK, 0.45), 0.02)


def draw_boot(brush: Brush, color: int, dice: Dice) -> None:
    brush.box(-0.3, -0.34, 0.02, 0.26, color, 0.06)
    brush.shape([(-0.3, 0.0), (0.0, -0.02), (0.2, 0.1), (0.36, 0.16), (0.38, 0.28), (-0.3, 0.28)], color)
    brush.box(-0.32, -0.36, 0.04, -0.26, mix(color, WHITE, 0.45), 0.04)
    for y in (-0.16, -0.06, 0.04):
        brush.line([(-0.06, y), (0.04, y + 0.03)], 0xFFF3E7CD, 0.018)
    brush.box(-0.33, 0.26, 0.4, 0.36, 0xFF3A332E, 0.03)
    brush.box(-0.33, 0.25, 0.4, 0.28, WOOD, 0.01)


def draw_shirt(brush: Brush, color: int, dice: Dice) -> None:
    shade = mix(color, BLACK, 0.14)
    for side in (-1, 1):
        sleeve = [(side * 0.16, -0.32), (side * 0.4, -0.12), (side * 0.31, 0.02), (side * 0.18, -0.08)]
        brush.shape(sleeve, shade)
    brush.shape([(-0.2, -0.32), (0.2, -0.32), (0.22, 0.34), (-0.22, 0.34)], color)
    brush.oval(0, -0.32, 0.1, 0.05, shade)
    if dice.chance(0.4):
        for y in (-0.14, -0.02, 0.1, 0.22):
            brush.box(-0.21, y, 0.21, y + 0.045, mix(color, WHITE, 0.5))
    else:
        brush.box(0.05, -0.12, 0.14, 0.0, mix(color, BLACK, 0.1), 0.01)


def draw_jacket(brush: Brush, color: int, dice: Dice) -> None:
    shade = mix(color, BLACK, 0.2)
    for side in (-1, 1):
        sleeve = [(side * 0.15, -0.28), (side * 0.27, -0.24), (side * 0.38, 0.26), (side * 0.25, 0.29)]
        brush.shape(sleeve, shade)
    brush.box(-0.23, -0.3, 0.23, 0.35, color, 0.05)
    brush.shape([(-0.12, -0.32), (0.12, -0.32), (0.0, -0.16)], mix(color, BLACK, 0.4))
    brush.line([(0, -0.18), (0, 0.34)], 0xFFE6E1D6, 0.014)
    for y in (-0.08, 0.06, 0.2):
        brush.line([(-0.22, y), (-0.02, y)], shade, 0.008)
        brush.line([(0.02, y), (0.22, y)], shade, 0.008)


def draw_kettle(brush: Brush, color: int, dice: Dice) -> None:
    brush.arc(0.1, 0.02, 0.26, -75, 160, DARK, 0.05)
    brush.shape([(-0.2, 0.02), (-0.38, -0.14), (-0.33, -0.18), (-0.16, -0.08)], mix(color, BLACK, 0.15))
    brush.shape([(-0.16, -0.2), (0.16, -0.2), (0.25, 0.3), (-0.25, 0.3)], color)
    brush.shape([(0.05, -0.2), (0.16, -0.2), (0.25, 0.3), (0.1, 0.3)], mix(color, BLACK, 0.12))
    brush.box(-0.13, -0.16, -0.09, 0.22, mix(color, WHITE, 0.4), 0.02)
    brush.box(-0.17, -0.25, 0.17, -0.18, mix(color, BLACK, 0.3), 0.03)
    brush.circle(0, -0.28, 0.04, DARK)
    brush.box(-0.28, 0.29, 0.28, 0.36, DARK, 0.03)


def draw_pan(brush: Brush, color: int, dice: Dice) -> None:
    brush.line([(0.24, 0.12), (0.47, -0.02)], WOOD, 0.055)
    brush.box(-0.36, 0.08, 0.26, 0.34, 0xFF2E3136, 0.09)
    brush.oval(-0.05, 0.1, 0.31, 0.07, 0xFF4A4E55)
    brush.oval(-0.05, 0.11, 0.27, 0.05, 0xFF1E2024)
    for x in (-0.17, -0.02):
        brush.arc(x, -0.14, 0.06, 100, 160, 0x66FFFFFF, 0.018)


def draw_bowl(brush: Brush, color: int, dice: Dice) -> None:
    brush.shape([(-0.38, 0.04), (0.38, 0.04), (0.2, 0.33), (-0.2, 0.33)], color)
    brush.shape([(0.12, 0.04), (0.38, 0.04), (0.2, 0.33), (0.08, 0.33)], mix(color, BLACK, 0.1))
    brush.oval(0, 0.04, 0.38, 0.09, mix(color, WHITE, 0.3))
    brush.oval(0, 0.045, 0.34, 0.07, mix(color, BLACK, 0.25))
    brush.box(-0.16, 0.31, 0.16, 0.36, mix(color, BLACK, 0.2), 0.02)


def draw_knife(brush: Brush, color: int, dice: Dice) -> None:
    with brush.centred(0, 0.02, 1.0, -38):
        brush.shape([(-0.08, -0.08), (0.42, -0.06), (0.48, -0.01), (0.36, 0.06), (-0.08, 0.08)], 0xFFD5D9DF)
        brush.shape([(-0.08, 0.03), (0.42, 0.01), (0.36, 0.06), (-0.08, 0.08)], 0xFFEFF2F6)
        brush.box(-0.46, -0.07, -0.07, 0.06, WOOD, 0.04)
        for x in (-0.38, -0.27, -0.16):
            brush.circle(x, 0, 0.014, STEEL)


def draw_jar(brush: Brush, color: int, dice: Dice) -> None:
    brush.box(-0.22, -0.2, 0.22, 0.36, mix(color, WHITE, 0.3), 0.07)
    brush.box(-0.19, -0.04, 0.19, 0.33, color, 0.05)
    brush.box(-0.2, -0.31, 0.2, -0.2, WOOD, 0.03)
    brush.box(-0.15, 0.04, 0.15, 0.22, 0xFFF8F5EE, 0.02)
    brush.box(-0.1, 0.08, 0.1, 0.105, mix(color, BLACK, 0.3), 0.01)
    brush.box(-0.07, 0.14, 0.07, 0.155, 0xFFB9B4AA, 0.007)
    brush.box(-0.19, -0.14, -0.15, 0.28, 0x66FFFFFF, 0.02)


def draw_carton(brush: Brush, color: int, dice: Dice) -> None:
    brush.shape([(0.2, -0.26), (0.32, -0.34), (0.32, 0.26), (0.2, 0.36)], mix(color, BLACK, 0.3))
    brush.shape([(-0.28, -0.26), (-0.16, -0.34), (0.32, -0.34), (0.2, -0.26)], mix(color, WHITE, 0.25))
    brush.box(-0.28, -0.26, 0.2, 0.36, color)
    light = mix(color, WHITE, 0.6)
    brush.box(-0.21, -0.18, 0.13, -0.1, light, 0.02)
    shape = dice.whole(0, 2)
    if shape == 0:
        brush.circle(-0.04, 0.12, 0.14, light)
        brush.circle(-0.04, 0.12, 0.08, color)
    elif shape == 1:
        brush.shape([(-0.18, 0.24), (-0.04, -0.02), (0.1, 0.24)], light)
    else:
        for x, y in ((-0.16, 0.0), (-0.02, 0.0), (-0.16, 0.14), (-0.02, 0.14)):
            brush.box(x, y, x + 0.11, y + 0.11, light, 0.02)


def draw_ball(brush: Brush, color: int, dice: Dice) -> None:
    brush.circle(0, 0.05, 0.31, color)
    brush.ring(0, 0.05, 0.29, mix(color, BLACK, 0.15), 0.03)
    dark = mix(color, BLACK, 0.45)
    brush.line([(0, -0.26), (0, 0.36)], dark, 0.014)
    brush.line([(-0.31, 0.05), (0.31, 0.05)], dark, 0.014)
    brush.arc(-0.36, 0.05, 0.24, -52, 104, dark, 0.014)
    brush.arc(0.36, 0.05, 0.24, 128, 104, dark, 0.014)
    brush.circle(-0.11, -0.08, 0.06, 0x50FFFFFF)


def draw_speaker(brush: Brush, color: int, dice: Dice) -> None:
    brush.box(-0.22, -0.38, 0.22, 0.36, color, 0.08)
    brush.box(-0.18, -0.34, 0.18, 0.32, mix(color, BLACK, 0.35), 0.06)
    for y, radius in ((-0.16, 0.1), (0.12, 0.15)):
        brush.circle(0, y, radius, DARK)
        brush.ring(0, y, radius * 0.8, 0xFF5A5E66, 0.012)
        brush.circle(0, y, radius * 0.35, 0xFF8C9097)


def draw_screen(brush: Brush, color: int, dice: Dice) -> None:
    brush.box(-0.38, -0.3, 0.38, 0.22, DARK, 0.03)
    brush.box(-0.355, -0.275, 0.355, 0.195, mix(color, WHITE, 0.2), 0.015)
    brush.circle(0.14, -0.12, 0.08, mix(color, WHITE, 0.6))
    hills = [(-0.355, 0.1), (-0.16, -0.08), (0.02, 0.08), (0.16, -0.01), (0.355, 0.12)]
    brush.shape([*hills, (0.355, 0.195), (-0.355, 0.195)], mix(color, BLACK, 0.25))
    brush.shape([(-0.38, 0.22), (0.38, 0.22), (0.46, 0.33), (-0.46, 0.33)], STEEL)
    brush.box(-0.46, 0.32, 0.46, 0.355, 0xFF8C9097, 0.015)
    brush.box(-0.09, 0.275, 0.09, 0.31, 0xFF9DA2AA, 0.01)


def draw_keyboard(brush: Brush, color: int, dice: Dice) -> None:
    brush.box(-0.44, 0.02, 0.44, 0.34, mix(color, BLACK, 0.2), 0.04)
    for row in range(3):
        for key in range(9):
            x, y = -0.4 + key * 0.09, 0.055 + row * 0.075
            brush.box(x, y, x + 0.072, y + 0.058, mix(color, WHITE, 0.55), 0.014)
    brush.box(-0.22, 0.285, 0.22, 0.325, mix(color, WHITE, 0.55), 0.014)


def draw_cushion(brush: Brush, color: int, dice: Dice) -> None:
    brush.box(-0.33, -0.24, 0.33, 0.36, color, 0.12)
    brush.box(-0.27, -0.18, 0.27, 0.3, mix(color, WHITE, 0.12), 0.1)
    stripe = mix(color, WHITE, 0.45)
    for x in (-0.16, 0.0, 0.16):
        brush.line([(x, -0.15), (x, 0.27)], stripe, 0.018)
    for x, y in ((-0.33, -0.24), (0.33, -0.24), (-0.33, 0.36), (0.33, 0.36)):
        brush.circle(x * 0.93, y * 0.93, 0.03, mix(color, BLACK, 0.15))


def draw_cloth(brush: Brush, color: int, dice: Dice) -> None:
    for step, shade in enumerate((0.25, 0.1, 0.0)):
        top = 0.2 - step * 0.17
        tone = mix(color, BLACK, shade)
        brush.box(-0.33, top, 0.33, top + 0.16, tone, 0.06)
        brush.box(-0.33, top + 0.05, 0.33, top + 0.075, mix(tone, WHITE, 0.45))
    for step in range(9):
        x = -0.28 + step * 0.07
        brush.line([(x, 0.02), (x, 0.06)], mix(color, WHITE, 0.5), 0.012)


def draw_bear(brush: Brush, color: int, dice: Dice) -> None:
    fur = mix(0xFFB07B4F, color, 0.25)
    light = mix(fur, WHITE, 0.45)
    for side in (-1, 1):
        brush.circle(side * 0.15, -0.32, 0.08, fur)
        brush.circle(side * 0.15, -0.32, 0.045, light)
        brush.oval(side * 0.23, 0.04, 0.07, 0.14, mix(fur, BLACK, 0.08))
        brush.oval(side * 0.16, 0.29, 0.1, 0.08, mix(fur, BLACK, 0.08))
    brush.oval(0, 0.14, 0.21, 0.22, fur)
    brush.oval(0, 0.16, 0.12, 0.14, light)
    brush.circle(0, -0.18, 0.19, fur)
    brush.oval(0, -0.12, 0.09, 0.07, light)
    brush.circle(0, -0.15, 0.03, DARK)
    for side in (-1, 1):
        brush.circle(side * 0.08, -0.22, 0.02, DARK)
    brush.shape([(-0.1, 0.0), (0, 0.03), (-0.1, 0.07)], color)
    brush.shape([(0.1, 0.0), (0, 0.03), (0.1, 0.07)], color)


def draw_weight(brush: Brush, color: int, dice: Dice) -> None:
    brush.box(-0.24, 0.12, 0.24, 0.2, STEEL, 0.02)
    for side in (-1, 1):
        for x, high in ((0.24, 0.2), (0.34, 0.15)):
            left = side * x - 0.045
            brush.box(left, 0.16 - high, left + 0.09, 0.16 + high, mix(color, BLACK, 0.3), 0.03)
            brush.box(left + 0.02, 0.18 - high, left + 0.04, 0.14 + high, mix(color, WHITE, 0.2), 0.01)


def draw_mat(brush: Brush, color: int, dice: Dice) -> None:
    brush.shape([(-0.2, 0.2), (0.46, 0.2), (0.46, 0.34), (-0.2, 0.36)], mix(color, BLACK, 0.12))
    brush.box(-0.34, -0.3, -0.08, 0.36, color, 0.1)
    brush.oval(-0.21, -0.26, 0.13, 0.06, mix(color, WHITE, 0.3))
    for radius in (0.1, 0.07, 0.035):
        brush.ring(-0.21, -0.26, radius * 0.6, mix(color, BLACK, 0.3), 0.01)
    brush.box(-0.35, -0.06, -0.07, -0.02, 0xFFF3E7CD)


def draw_cable(brush: Brush, color: int, dice: Dice) -> None:
    for radius in (0.26, 0.22, 0.18):
        brush.ring(0, 0.06, radius, mix(color, BLACK, 0.1), 0.024)
    brush.line([(0.24, 0.14), (0.4, 0.3)], color, 0.024)
    brush.box(-0.16, -0.02, 0.16, 0.14, mix(color, BLACK, 0.3), 0.04)
    brush.box(-0.05, -0.08, -0.02, 0.0, STEEL)
    brush.box(0.02, -0.08, 0.05, 0.0, STEEL)
    brush.box(0.36, 0.26, 0.46, 0.34, DARK, 0.02)


def draw_clock(brush: Brush, color: int, dice: Dice) -> None:
    brush.circle(0, 0, 0.34, color)
    brush.circle(0, 0, 0.3, 0xFFFBFAF6)
    for x, y in ((0, -0.25), (0.25, 0), (0, 0.25), (-0.25, 0)):
        brush.circle(x, y, 0.018, DARK)
    brush.line([(0, 0), (0.1, -0.1)], DARK, 0.024)
    brush.line([(0, 0), (-0.06, -0.21)], DARK, 0.016)
    brush.circle(0, 0, 0.02, color)


def draw_bread(brush: Brush, color: int, dice: Dice) -> None:
    brush.box(-0.38, -0.06, 0.38, 0.36, 0xFFB9783E, 0.16)
    brush.box(-0.36, -0.08, 0.36, 0.3, 0xFFD39A58, 0.17)
    for x in (-0.2, -0.02, 0.16):
        brush.line([(x - 0.05, 0.12), (x + 0.08, -0.04)], 0xFFF0D3A0, 0.035)


def draw_pot(brush: Brush, color: int, dice: Dice) -> None:
    clay = 0xFFC06B45
    brush.shape([(-0.25, -0.1), (0.25, -0.1), (0.18, 0.34), (-0.18, 0.34)], clay)
    brush.shape([(0.06, -0.1), (0.25, -0.1), (0.18, 0.34), (0.05, 0.34)], mix(clay, BLACK, 0.12))
    brush.box(-0.29, -0.2, 0.29, -0.08, mix(clay, WHITE, 0.12), 0.02)
    brush.oval(0, 0.34, 0.26, 0.035, mix(clay, BLACK, 0.15))


NAMED = {
    "boots": draw_boot, "shoes": draw_shoe, "jacket": draw_jacket, "shirt": draw_shirt, "jumper": draw_shirt,
    "kettlebell": draw_weight, "dumbbell": draw_weight, "kettle": draw_kettle, "pan": draw_pan,
    "saucepan": draw_pan, "bowl": draw_bowl, "scales": draw_bowl, "mixer": draw_kettle, "knife": draw_knife,
    "press": draw_jar, "grinder": draw_jar, "jar": draw_jar, "box": draw_carton, "puzzle": draw_carton,
    "game": draw_carton, "tea": draw_carton, "coffee": draw_carton, "pasta": draw_carton, "tool": draw_carton,
    "ball": draw_ball, "football": draw_ball, "basketball": draw_ball, "speaker": draw_speaker,
    "radio": draw_speaker, "laptop": draw_screen, "tablet": draw_screen, "keyboard": draw_keyboard,
    "bank": draw_cable, "cable": draw_cable, "cushion": draw_cushion, "blanket": draw_cloth,
    "towel": draw_cloth, "towels": draw_cloth, "scarf": draw_cloth, "socks": draw_cloth, "bear": draw_bear,
    "chocolate": draw_carton, "biscuits": draw_carton, "muesli": draw_carton, "bread": draw_bread,
    "pot": draw_pot, "mat": draw_mat, "clock": draw_clock, "book": draw_book, "notebook": draw_book,
}  # fmt: skip
"""A word of a name to the thing it means."""
