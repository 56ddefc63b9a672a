"""Enlarging soft pictures: drawn small, stretched smoothly, put down whole.

Skia stretches pixels called BGRA ten times faster than RGBA ones (13 against 130 ms for a screen here), and
stretching treats all colours alike, so the name does not matter as long as both sides use it. Invariant: the
same small picture gives the same large one.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from phonebuddy.screen import Pixels
from phonebuddy.world.render.library import skia

_STRETCHED = skia.kBGRA_8888_ColorType


def draw_enlarged(
    canvas: skia.Canvas, paint: Callable[[skia.Canvas], None], width: int, height: int, times: int
) -> None:
    """Fill width x height from the origin with what `paint` draws on a canvas `times` smaller each way."""
    small: Pixels = np.zeros((-(-height // times), -(-width // times), 4), np.uint8)
    surface = skia.Surface(small, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kPremul_AlphaType)
    paint(surface.getCanvas())
    large: Pixels = np.empty((height, width, 4), np.uint8)
    target = skia.Surface(large, colorType=_STRETCHED, alphaType=skia.kPremul_AlphaType)
    image = skia.Image.fromarray(small, colorType=_STRETCHED, alphaType=skia.kPremul_AlphaType, copy=False)
    smooth = skia.SamplingOptions(skia.FilterMode.kLinear)
    target.getCanvas().drawImageRect(image, skia.Rect.MakeWH(width, height), smooth)
    done = skia.Image.fromarray(
        large, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kPremul_AlphaType, copy=False
    )
    canvas.drawImage(done, 0, 0, skia.SamplingOptions(), skia.Paint(BlendMode=skia.BlendMode.kSrc))
