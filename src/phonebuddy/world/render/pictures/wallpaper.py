"""Wallpapers: calm colour behind the home screen.

Its invariant: light ones stay light and dark ones dark, so that the icons' labels can be read.
"""

from __future__ import annotations

from phonebuddy.world.render.colors import from_lch, with_alpha
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures.brush import Brush, rolling
from phonebuddy.world.render.pictures.dice import Dice


def draw_wallpaper(canvas: skia.Canvas, seed: str, width: int, height: int, dark: bool) -> None:
    """Fill width x height from the origin."""
    dice = Dice(f"wallpaper/{seed}")
    hue = dice.between(0, 360)
    other = (hue + dice.between(35, 80)) % 360
    tones = (10, 20, 30) if dark else (94, 86, 76)
    canvas.save()
    canvas.clipRect(skia.Rect.MakeWH(width, height), skia.ClipOp.kIntersect, False)
    canvas.scale(height, height)
    brush = Brush(canvas, width / height)
    brush.gradient((from_lch(tones[0], 22, hue), from_lch(tones[1], 28, other)))
    for _ in range(3):
        x, y = dice.between(0, brush.aspect), dice.between(0, 0.7)
        brush.glow(x, y, dice.between(0.25, 0.5), with_alpha(from_lch(tones[2], 36, other), 0.5))
    for step in range(4):
        tone = tones[1] + (tones[2] - tones[1]) * (step + 1) / 4
        mixed_hue = (hue + (other - hue) % 360 * step / 4) % 360
        ridge = rolling(dice, brush.aspect, 0.5 + 0.13 * step, 0.09)
        brush.ground(ridge, with_alpha(from_lch(tone, 34, mixed_hue), 0.6))
    canvas.restore()
