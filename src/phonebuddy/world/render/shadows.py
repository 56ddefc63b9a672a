"""Soft shadows below panels with round corners.

A blur of a whole panel costs milliseconds, so it is drawn once for each corner size and put together from its
corners and stretched edges; the middle, which the panel covers, is left out. Invariant: the same panel gives
the same shadow, whatever was drawn before.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import NamedTuple

import numpy as np

from phonebuddy.screen import Pixels
from phonebuddy.world.render.library import skia

_LAYERS = ((40, 0.7, 0.5), (28, 0.35, 0.2))
"""Alpha, blur and drop (in depths) of the two shadows that make one: a wide one and a close one."""


def shadow(
    canvas: skia.Canvas, left: int, top: int, right: int, bottom: int, radius: int, depth: int
) -> None:
    """The shadow of a rectangle with round corners; reaches about 2.6 x depth beyond its edges."""
    frame = _frame(round(radius), round(depth))
    width, height = right - left + 2 * frame.reach, bottom - top + 2 * frame.reach
    if width <= 2 * frame.edge or height <= 2 * frame.edge:
        _blurred(canvas, left, top, right, bottom, radius, depth)
        return
    pixels = _stretched(frame, width, height)
    image = skia.Image.fromarray(
        pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kPremul_AlphaType, copy=False
    )
    canvas.drawImage(image, left - frame.reach, top - frame.reach, skia.SamplingOptions())


def _stretched(frame: _Frame, width: int, height: int) -> Pixels:
    """The frame at another size: corners as they are, edges repeated, nothing in the middle."""
    edge = frame.edge
    pixels: Pixels = np.zeros((height, width, 4), np.uint8)
    target, source = pixels.view(np.uint32)[..., 0], frame.pixels.view(np.uint32)[..., 0]
    for rows in (slice(0, edge), slice(-edge, None)):
        target[rows, :edge] = source[rows, :edge]
        target[rows, -edge:] = source[rows, -edge:]
        target[rows, edge:-edge] = source[rows, edge : edge + 1]
    for columns in (slice(0, edge), slice(-edge, None)):
        target[edge:-edge, columns] = source[edge : edge + 1, columns]
    return pixels


class _Frame(NamedTuple):
    """A small shadow to cut corners and edges from."""

    pixels: Pixels
    edge: int
    """From the outside to where the shadow no longer changes along an edge."""
    reach: int


@lru_cache(maxsize=64)
def _frame(radius: int, depth: int) -> _Frame:
    reach = ceil(2.6 * depth)
    edge = reach + radius + reach
    side = 2 * edge + 1
    pixels: Pixels = np.zeros((side, side, 4), np.uint8)
    surface = skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kPremul_AlphaType)
    _blurred(surface.getCanvas(), reach, reach, side - reach, side - reach, radius, depth)
    return _Frame(pixels, edge, reach)


def _blurred(
    canvas: skia.Canvas, left: int, top: int, right: int, bottom: int, radius: float, depth: float
) -> None:
    for alpha, blur, drop in _LAYERS:
        mask = skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, max(0.5, depth * blur))
        paint = skia.Paint(Color=skia.Color(0, 0, 0, alpha), AntiAlias=True, MaskFilter=mask)
        rect = skia.Rect.MakeLTRB(left, top + depth * drop, right, bottom + depth * drop)
        canvas.drawRoundRect(rect, radius, radius, paint)
