"""Wallpapers: calm pictures behind the home and the lock screen.

Its invariant: light ones stay light (tones above 58) and dark ones dark (tones below 42), so that words on
them can be read wherever they stand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from phonebuddy.world.render.colors import from_lch, with_alpha
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures.brush import Brush, jagged, rolling
from phonebuddy.world.render.pictures.dice import Dice


class Shades(NamedTuple):
    """The tones a wallpaper may use, from the backmost to the nearest thing."""

    dark: bool

    def color(self, depth: float, chroma: float, hue: float, alpha: float = 1.0) -> int:
        """Depth 0 is the far background, 1 the nearest and strongest thing."""
        tone = 9 + 25 * depth if self.dark else 95 - 31 * depth
        return with_alpha(from_lch(round(tone, 2), chroma, round(hue % 360, 2)), alpha)

    def light(self, chroma: float, hue: float) -> int:
        """What shines: sun, moon, stars."""
        return from_lch(40 if self.dark else 98, chroma, hue)


def draw_wallpaper(canvas: skia.Canvas, kind: str, seed: str, width: int, height: int, dark: bool) -> None:
    """Fill width x height from the origin; the seed chooses among the pictures of a kind."""
    canvas.save()
    canvas.clipRect(skia.Rect.MakeWH(width, height), skia.ClipOp.kIntersect, False)
    canvas.scale(height, height)
    _KINDS[kind](Brush(canvas, width / height), Dice(f"wallpaper/{kind}/{seed}"), Shades(dark))
    canvas.restore()


def _draw_waves(brush: Brush, dice: Dice, shades: Shades) -> None:
    """Soft bands of colour that overlap like water."""
    hue = dice.between(0, 360)
    other = hue + dice.between(35, 80)
    brush.gradient((shades.color(0, 22, hue), shades.color(0.35, 28, other)))
    for _ in range(3):
        x, y = dice.between(0, brush.aspect), dice.between(0, 0.7)
        brush.glow(x, y, dice.between(0.25, 0.5), shades.color(0.6, 36, other, 0.45))
    for step in range(4):
        ridge = rolling(dice, brush.aspect, 0.5 + 0.13 * step, 0.09)
        brush.ground(ridge, shades.color(0.35 + 0.14 * step, 34, hue + (other - hue) * step / 4, 0.7))


def _draw_dawn(brush: Brush, dice: Dice, shades: Shades) -> None:
    """A low sun over hills that fade into haze."""
    warm = dice.between(35, 60)
    cool = dice.between(290, 320)
    brush.gradient((shades.color(0.35, 30, cool), shades.color(0.12, 34, warm), shades.color(0.3, 40, 20)))
    x, y = brush.aspect * dice.between(0.3, 0.7), dice.between(0.46, 0.52)
    brush.glow(x, y, 0.5, with_alpha(shades.light(40, warm + 25), 0.8))
    brush.circle(x, y, 0.085, shades.light(34, warm + 30))
    for step in range(5):
        ridge = jagged(dice, brush.aspect, 0.6 + 0.085 * step, 0.1 - 0.012 * step)
        brush.ground(ridge, shades.color(0.3 + 0.17 * step, 26, 20 - 18 * step, 0.85))


def _draw_forest(brush: Brush, dice: Dice, shades: Shades) -> None:
    """Rows of firs, the nearer the stronger, mist between them."""
    hue = dice.between(140, 175)
    brush.gradient((shades.color(0.02, 14, hue + 50), shades.color(0.25, 20, hue)))
    for step in range(5):
        level = 0.44 + 0.13 * step
        color = shades.color(0.25 + 0.18 * step, 26, hue - 6 * step)
        ridge = rolling(dice, brush.aspect, level, 0.05)
        brush.ground(ridge, color)
        size = 0.09 + 0.02 * step
        x = dice.between(-size, 0)
        while x < brush.aspect + size:
            _draw_fir(brush, x, level + 0.05, size * dice.between(0.8, 1.35), color)
            x += size * dice.between(0.35, 0.75)
        brush.gradient(
            (shades.color(0.1, 10, hue, 0.0), shades.color(0.1, 10, hue, 0.28)), level, level + 0.16
        )


def _draw_fir(brush: Brush, x: float, foot: float, height: float, color: int) -> None:
    for layer in range(3):
        half = height * (0.16 + 0.07 * layer)
        low = foot - height * (0.62 - 0.31 * layer)
        brush.shape([(x, low - height * 0.62), (x + half, low), (x - half, low)], color)


def _draw_night(brush: Brush, dice: Dice, shades: Shades) -> None:
    """Stars and a moon over dunes; by day the same in pale blue."""
    hue = dice.between(265, 295)
    brush.gradient((shades.color(0.3, 34, hue), shades.color(0.05, 24, hue - 20), shades.color(0.2, 26, 320)))
    for _ in range(int(130 * brush.aspect)):
        x, y = dice.between(0, brush.aspect), dice.between(0, 0.62)
        brush.circle(x, y, dice.between(0.0009, 0.0024), with_alpha(shades.light(6, hue), 0.9))
    x, y = brush.aspect * dice.between(0.62, 0.8), dice.between(0.36, 0.44)
    brush.glow(x, y, 0.28, with_alpha(shades.light(10, hue), 0.5))
    brush.circle(x, y, 0.06, shades.light(8, 90))
    for across, down, radius in ((-0.02, -0.012, 0.014), (0.018, 0.016, 0.02), (0.016, -0.026, 0.008)):
        brush.circle(x + across, y + down, radius, with_alpha(shades.color(0.5, 8, hue), 0.35))
    for step in range(3):
        ridge = rolling(dice, brush.aspect, 0.72 + 0.1 * step, 0.06)
        brush.ground(ridge, shades.color(0.45 + 0.22 * step, 28, hue + 14 * step))


def _draw_paper(brush: Brush, dice: Dice, shades: Shades) -> None:
    """Sheets of cut paper, each with a shadow on the one below."""
    hue = dice.between(0, 360)
    brush.gradient((shades.color(0.0, 8, hue), shades.color(0.1, 10, hue)))
    for step in range(5):
        turn = hue + (0, 40, 150, 190, 20)[step]
        corner = step % 2
        x = brush.aspect * (1.05 if corner else -0.05)
        y = (0.02, 0.98, 0.36, 0.72, 1.04)[step] if corner else (0.3, 0.98, 0.9, 0.72, 0.66)[step]
        radius = dice.between(0.2, 0.34)
        brush.glow(x, y + 0.012, radius * 1.12, with_alpha(0, 0.34 if shades.dark else 0.16))
        brush.circle(x, y, radius, shades.color(0.3 + 0.12 * step, 30, turn))
        brush.circle(x, y, radius * 0.62, shades.color(0.18 + 0.12 * step, 30, turn))


def _draw_stones(brush: Brush, dice: Dice, shades: Shades) -> None:
    """Smooth stones piled up in raked sand."""
    hue = dice.between(60, 95)
    brush.gradient((shades.color(0.0, 8, hue), shades.color(0.3, 14, hue)))
    x, foot = brush.aspect * dice.between(0.4, 0.6), 0.64
    for ring in range(14, 0, -1):
        color = shades.color(0.5, 14, hue, 0.35)
        brush.canvas.save()
        brush.canvas.translate(x, foot)
        brush.canvas.scale(1, 0.34)
        brush.ring(0, 0, 0.14 + 0.045 * ring, color, 0.007)
        brush.canvas.restore()
    brush.shadow(x, foot + 0.012, 0.2, 0.045, 0.3)
    half = 0.135
    for layer in range(4):
        height = half * dice.between(0.34, 0.44)
        foot -= height * 0.94
        shift = dice.between(-0.012, 0.012)
        tint = hue + dice.between(-40, 170)
        brush.oval(x + shift, foot, half, height, shades.color(0.92 - 0.08 * layer, 9, tint))
        brush.oval(x + shift - half * 0.12, foot - height * 0.25, half * 0.7, height * 0.5,
                   shades.color(0.72 - 0.08 * layer, 8, tint, 0.7))  # fmt: skip
        foot -= height * 0.8
        half *= dice.between(0.66, 0.8)


_KINDS: dict[str, Callable[[Brush, Dice, Shades], None]] = {
    "waves": _draw_waves,
    "dawn": _draw_dawn,
    "forest": _draw_forest,
    "night": _draw_night,
    "paper": _draw_paper,
    "stones": _draw_stones,
}
