"""Pasting: a finished picture put onto a canvas, cut to corners that are round.

Skia cuts along a soft edge pixel by pixel, 80 times slower than it copies, so only the corners are cut that
way. Invariant: outside the corners there is the picture as it is, and nothing outside the frame.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from phonebuddy.screen import Pixels
from phonebuddy.world.render.library import skia

_PLAIN, _SMOOTH = skia.SamplingOptions(), skia.SamplingOptions(skia.FilterMode.kLinear)
_CORNERS = tuple(skia.RRect.Corner.__members__.values())


def paste(canvas: skia.Canvas, pixels: Pixels, frame: skia.RRect | None = None) -> None:
    """Opaque RGBA pixels at the origin; of what lies outside the frame nothing is drawn."""
    image = skia.Image.fromarray(
        pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType, copy=False
    )
    # A canvas is scaled for the small screens of recent apps, and else copied to as it is.
    sampling = _PLAIN if canvas.getTotalMatrix().isTranslate() else _SMOOTH
    if frame is None:
        canvas.drawImage(image, 0, 0, sampling)
        return
    for area, at_corner in _areas(frame):
        canvas.save()
        canvas.clipRect(area, skia.ClipOp.kIntersect, False)
        if at_corner:
            canvas.clipRRect(frame, skia.ClipOp.kIntersect, True)
        canvas.drawImage(image, 0, 0, sampling)
        canvas.restore()


def _areas(frame: skia.RRect) -> Iterator[tuple[skia.Rect, bool]]:
    """The frame in pieces that do not overlap, and whether each holds a corner."""
    box = frame.rect()
    left, top, right, bottom = box.left(), box.top(), box.right(), box.bottom()
    reach = ceil(max(frame.radii(corner).x() for corner in _CORNERS))
    first_row, first_column = top + reach, left + reach
    last_row, last_column = max(first_row, bottom - reach), max(first_column, right - reach)
    yield skia.Rect.MakeLTRB(left, first_row, right, last_row), False
    if not reach:
        return
    for upper, lower in ((top, first_row), (last_row, bottom)):
        yield skia.Rect.MakeLTRB(first_column, upper, last_column, lower), False
        yield skia.Rect.MakeLTRB(left, upper, first_column, lower), True
        yield skia.Rect.MakeLTRB(last_column, upper, right, lower), True
