"""Colours that run into each other, as arrays.

Skia's wheel computes gradients pixel by pixel, four times slower than looking their colours up. Invariant:
the middle of a glow apart, every pixel is within two shades (of 255) of what Skia's gradient gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import floor, hypot

import numpy as np
import numpy.typing as npt

from phonebuddy.world.render.library import skia

Words = npt.NDArray[np.uint32]
Floats = npt.NDArray[np.float32]

_STEPS = 1 << 10
"""Of the way from the first colour to the last."""
_RINGS = 1 << 13
"""Of a glow, all of the same area."""


def shade_down(canvas: skia.Canvas, width: float, top: float, bottom: float, colors: Sequence[int]) -> None:
    """Fill from the left edge to a width; the first colour is at the top. The canvas may not be turned."""
    matrix = canvas.getTotalMatrix()
    start, end = (matrix.getScaleY() * y + matrix.getTranslateY() for y in (top, bottom))
    first, after = floor(start + 0.5), floor(end + 0.5)
    across = floor(matrix.getScaleX() * width + 0.5)
    if after <= first or across <= 0:
        return
    way = (np.arange(first, after, dtype=np.float32) + 0.5 - start) / (end - start)
    pixels: Words = np.empty((after - first, across), np.uint32)
    pixels[...] = _between(way, colors)[:, None]
    _put(canvas, pixels, floor(matrix.getTranslateX() + 0.5), first, all(map(_is_opaque, colors)))


def shade_across(canvas: skia.Canvas, width: float, height: float, colors: Sequence[int]) -> None:
    """Fill width x height from the origin with opaque colours, the first at the top left."""
    scale = canvas.getTotalMatrix().getScaleX()
    columns, rows = (np.arange(floor(scale * side + 0.5)) + 0.5 for side in (width, height))
    length = scale * (width * width + height * height)
    along, down = _step(columns * (width / length)), _step(rows * (height / length))
    ramp = _between(np.linspace(0, 1, _STEPS), colors)
    _put(canvas, np.take(ramp, down[:, None] + along, mode="clip"), 0, 0, True)


def glow(canvas: skia.Canvas, x: float, y: float, radius: float, color: int) -> None:
    """A colour that fades out from a point to its edge; the canvas may be turned and stretched."""
    matrix, clip = canvas.getTotalMatrix(), canvas.getDeviceClipBounds()
    a, b, c, d = matrix.getScaleX(), matrix.getSkewX(), matrix.getSkewY(), matrix.getScaleY()
    middle_x = a * x + b * y + matrix.getTranslateX()
    middle_y = c * x + d * y + matrix.getTranslateY()
    reach_x, reach_y = radius * hypot(a, b), radius * hypot(c, d)
    left, top = max(clip.left(), floor(middle_x - reach_x)), max(clip.top(), floor(middle_y - reach_y))
    right = min(clip.right(), floor(middle_x + reach_x) + 1)
    bottom = min(clip.bottom(), floor(middle_y + reach_y) + 1)
    if right <= left or bottom <= top:
        return
    across: Floats = np.arange(left, right, dtype=np.float32) + np.float32(0.5 - middle_x)
    down: Floats = (np.arange(top, bottom, dtype=np.float32) + np.float32(0.5 - middle_y))[:, None]
    # The squared distance from the middle, as the canvas was before it was turned and stretched.
    unit = _RINGS / ((a * d - b * c) * radius) ** 2
    far: Floats = across * across * np.float32((d * d + c * c) * unit)
    far = far + down * down * np.float32((a * a + b * b) * unit)
    if b or c:
        far += across * down * np.float32(-2 * (a * c + b * d) * unit)
    _put(canvas, np.take(_rings(color), far.astype(np.intp), mode="clip"), left, top, False)


def _put(canvas: skia.Canvas, pixels: Words, left: int, top: int, opaque: bool) -> None:
    kind = skia.kOpaque_AlphaType if opaque else skia.kPremul_AlphaType
    image = skia.Image.fromarray(
        pixels.view(np.uint8).reshape(*pixels.shape, 4),
        colorType=skia.kRGBA_8888_ColorType,
        alphaType=kind,
        copy=False,
    )
    canvas.save()
    canvas.resetMatrix()
    canvas.drawImage(image, left, top)
    canvas.restore()


def _step(way: npt.NDArray[np.floating]) -> npt.NDArray[np.intp]:
    return (way * (_STEPS - 1)).astype(np.intp)


def _is_opaque(color: int) -> bool:
    return color >> 24 == 0xFF


def _between(way: npt.NDArray[np.floating], colors: Sequence[int]) -> Words:
    """What colours at equal distances give at points on the way, as Skia wants pixels: times their alpha."""
    places = np.linspace(0, 1, len(colors))
    parts = [np.interp(way, places, [color >> shift & 0xFF for color in colors]) for shift in (16, 8, 0, 24)]
    share = parts[3] / 255
    pixels = np.stack([*(part * share for part in parts[:3]), parts[3]], axis=1)
    words: Words = (pixels + 0.5).astype(np.uint8).view(np.uint32)[:, 0]
    return words


@lru_cache(maxsize=1)
def _fading() -> Floats:
    """How much of a glow is left in each ring, and nothing after the last."""
    far = np.sqrt((np.arange(_RINGS + 1) + 0.5) / _RINGS)
    return np.interp(far, (0.0, 0.45, 1.0), (1.0, 0.4, 0.0)).astype(np.float32)


def _rings(color: int) -> Words:
    """The colours of a glow from its middle to its edge."""
    pixels = np.empty((_RINGS + 1, 4), np.uint8)
    alpha = (color >> 24) / 255
    for channel, value in enumerate((color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF, 0xFF)):
        pixels[:, channel] = _fading() * np.float32(value * alpha) + np.float32(0.5)
    words: Words = pixels.view(np.uint32)[:, 0]
    return words
