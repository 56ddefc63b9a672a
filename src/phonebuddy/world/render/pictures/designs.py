"""Flat designs: album covers, documents and abstract colour.

Its invariant: no letters; a title is a bar, so that a picture never contradicts the text next to it.
"""

from __future__ import annotations

import math

from phonebuddy.world.render.colors import from_lch, mix, with_alpha
from phonebuddy.world.render.pictures.brush import Brush, rolling
from phonebuddy.world.render.pictures.dice import Dice


def _colors(dice: Dice) -> tuple[int, int, int, int]:
    """A dark, a strong, a light and a contrasting colour that go together."""
    hue = dice.between(0, 360)
    other = (hue + dice.pick((40.0, 150.0, 180.0, 300.0))) % 360
    return from_lch(22, 34, hue), from_lch(52, 62, hue), from_lch(88, 24, hue), from_lch(68, 66, other)


def draw_album(brush: Brush, dice: Dice) -> None:
    """A record cover."""
    dark, strong, light, contrast = _colors(dice)
    brush.diagonal((dark, strong) if dice.chance(0.5) else (light, mix(light, strong, 0.6)))
    design = dice.pick((_draw_sun, _draw_rings, _draw_waves, _draw_grid, _draw_peaks))
    with brush.middle():
        design(brush, dice, (dark, strong, light, contrast))
        if dice.chance(0.6):
            ink = dice.pick((light, 0xFFFFFFFF))
            brush.box(-0.44, 0.38, -0.44 + dice.between(0.2, 0.45), 0.405, ink, 0.004)
            brush.box(-0.44, 0.425, -0.44 + dice.between(0.1, 0.25), 0.437, with_alpha(ink, 0.7), 0.003)


Colors = tuple[int, int, int, int]


def _draw_sun(brush: Brush, dice: Dice, colors: Colors) -> None:
    dark, _, _, contrast = colors
    brush.circle(0, -0.02, 0.31, contrast)
    for step in range(6):
        y = 0.02 + step * 0.052
        brush.box(-0.4, y, 0.4, y + 0.008 + step * 0.006, dark)


def _draw_rings(brush: Brush, dice: Dice, colors: Colors) -> None:
    x, y = dice.between(-0.25, 0.25), dice.between(-0.25, 0.2)
    for step in range(9, 0, -1):
        brush.circle(x, y, step * 0.062, colors[step % 4])


def _draw_waves(brush: Brush, dice: Dice, colors: Colors) -> None:
    phase = dice.between(0, 6)
    for step in range(16):
        level = -0.4 + step * 0.05
        bend = 0.13 * math.sin(phase + step * 0.22)
        points = [
            (x / 30 - 0.55, level + bend * math.exp(-((x / 30 - 0.55) ** 2) * 16) * math.sin(x * 0.7 + step))
            for x in range(34)
        ]
        brush.line(points, colors[2] if step % 4 else colors[3], 0.009)


def _draw_grid(brush: Brush, dice: Dice, colors: Colors) -> None:
    for row in range(4):
        for column in range(4):
            x, y = -0.36 + column * 0.24, -0.36 + row * 0.24
            color = dice.pick(colors)
            with brush.centred(x, y, 1.0, 90.0 * dice.whole(0, 3)):
                if dice.chance(0.4):
                    brush.circle(0, 0, 0.1, color)
                elif dice.chance(0.5):
                    brush.box(-0.11, -0.11, 0.11, 0.11, color)
                else:
                    brush.shape([(-0.11, -0.11), (0.11, -0.11), (-0.11, 0.11)], color)


def _draw_peaks(brush: Brush, dice: Dice, colors: Colors) -> None:
    dark, strong, light, contrast = colors
    brush.circle(dice.between(-0.2, 0.2), -0.18, 0.15, contrast)
    for step, color in enumerate((mix(light, strong, 0.5), strong, dark)):
        x, top = dice.between(-0.3, 0.3), -0.16 + step * 0.15
        brush.shape([(x - 0.75, 0.52), (x, top), (x + 0.75, 0.52)], color)


def draw_abstract(brush: Brush, dice: Dice) -> None:
    """Soft clouds of colour under curved bands."""
    dark, strong, light, contrast = _colors(dice)
    brush.diagonal((light, strong))
    for _ in range(5):
        x, y = dice.between(0, brush.aspect), dice.between(0, 1)
        brush.glow(x, y, dice.between(0.35, 0.75), with_alpha(dice.pick((strong, light, contrast)), 0.75))
    level = dice.between(0.35, 0.5)
    for step in range(4):
        ridge = rolling(dice, brush.aspect, level + step * 0.15, 0.1)
        brush.ground(ridge, with_alpha(mix(contrast if step % 2 else strong, dark, step * 0.22), 0.55))


def draw_document(brush: Brush, dice: Dice) -> None:
    """A printed page on a desk."""
    desk = dice.pick((0xFFC9CDD3, 0xFFB89B7C, 0xFFD9D3C7, 0xFF8D99A6))
    brush.diagonal((mix(desk, 0xFFFFFFFF, 0.2), desk))
    accent = dice.pick((0xFF1A66C9, 0xFFB3402A, 0xFF2F7D4F, 0xFF5B4A9E, 0xFF333A44))
    half = min(0.36, brush.aspect * 0.42)
    with brush.centred(brush.aspect / 2, 0.5, 1.0, dice.between(-2.5, 2.5)):
        brush.shadow(0.01, 0.03, half * 1.5, 0.62, 0.4)
        brush.box(-half, -0.46, half, 0.46, 0xFFFDFDFB, 0.006)
        left, right = -half * 0.8, half * 0.8
        brush.box(left, -0.39, left + half * dice.between(0.7, 1.2), -0.355, accent, 0.006)
        brush.box(left, -0.33, left + half * 0.5, -0.318, 0xFFA9AEB5, 0.004)
        y = _draw_lines(brush, dice, left, right, -0.28, dice.whole(4, 6))
        y = dice.pick((_draw_chart, _draw_table))(brush, dice, accent, (left, right, y + 0.02))
        _draw_lines(brush, dice, left, right, y + 0.03, 20)


def _draw_lines(brush: Brush, dice: Dice, left: float, right: float, top: float, most: int) -> float:
    """Lines of text as bars, as many as fit on the page; gives the y below them."""
    y = top
    for line in range(most):
        if y > 0.41:
            break
        end = right - (right - left) * (dice.between(0.2, 0.6) if line % 5 == 4 else dice.between(0, 0.05))
        brush.box(left, y, end, y + 0.012, 0xFFBFC3C9, 0.003)
        y += 0.028 if line % 5 != 4 else 0.045
    return y


def _draw_chart(brush: Brush, dice: Dice, accent: int, place: tuple[float, float, float]) -> float:
    left, right, top = place
    bottom = top + 0.2
    step = (right - left) / 7
    for bar in range(7):
        height = dice.between(0.04, 0.19)
        color = accent if bar % 2 else mix(accent, 0xFFFFFFFF, 0.45)
        brush.box(left + step * (bar + 0.15), bottom - height, left + step * (bar + 0.85), bottom, color)
    brush.line([(left, bottom), (right, bottom)], 0xFF8A8F96, 0.004)
    return bottom


def _draw_table(brush: Brush, dice: Dice, accent: int, place: tuple[float, float, float]) -> float:
    left, right, top = place
    brush.box(left, top, right, top + 0.035, mix(accent, 0xFFFFFFFF, 0.75))
    for row in range(6):
        y = top + row * 0.035
        brush.line([(left, y), (right, y)], 0xFFD5D8DC, 0.002)
        for column in range(3):
            x = left + (right - left) * (column / 3 + 0.03)
            brush.box(
                x, y + 0.012, x + (right - left) * dice.between(0.1, 0.24), y + 0.022, 0xFFB4B9C0, 0.003
            )
    return top + 0.21
