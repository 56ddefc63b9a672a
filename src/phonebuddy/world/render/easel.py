"""The easel: memory that tiles are painted on, one after the other.

New memory for each tile costs as much as drawing a line of text: the system clears it page by page, and none
of it is in the processor's cache. Invariant: a paint sees an empty tile and cannot reach beyond it, whatever
was painted before and however that ended.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from phonebuddy.world.render.display import Rect, Tile
from phonebuddy.world.render.library import skia

Words = npt.NDArray[np.uint32]
"""Pixels as one number each: copied and filled far faster than four bytes each."""

ROOM = 1 << 20
"""Pixels: a screen of 540x1200 and more. The few tiles that are larger get memory of their own."""

_paper: Words = np.empty(ROOM, np.uint32)
_marks = bytearray(ROOM)


class _Easel(NamedTuple):
    words: Words
    surface: skia.Surface


def paint_words(tile: Tile) -> Words:
    """All pixels of a tile, to be read before the next one is painted."""
    width, height = tile.width, tile.height
    easel = _shared(width) if width * height <= ROOM else _on(np.empty((height, width), np.uint32))
    canvas = easel.surface.getCanvas()
    canvas.save()
    try:
        canvas.clipRect(skia.Rect.MakeWH(width, height), skia.ClipOp.kIntersect, False)
        canvas.clear(tile.background)
        tile.paint(canvas)
    finally:
        canvas.restoreToCount(1)
    return easel.words[:height]


@lru_cache(maxsize=256)
def _shared(width: int) -> _Easel:
    """The same memory for every width, as many rows as there is room for."""
    rows = ROOM // width
    return _on(_paper[: rows * width].reshape(rows, width))


def _on(words: Words) -> _Easel:
    pixels = words.view(np.uint8).reshape(*words.shape, 4)
    surface = skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kPremul_AlphaType)
    return _Easel(words, surface)


def drawn_on(words: Words, background: int) -> Rect:
    """The rectangle outside which there is nothing but background; all 0 where there is nothing else."""
    height, width = words.shape
    marks = _marks if words.size <= ROOM else bytearray(words.size)
    differs = np.frombuffer(marks, np.bool_, words.size).reshape(height, width)
    np.not_equal(words, background, out=differs)
    # Bytes are searched faster than arrays are summed up.
    first = marks.find(1, 0, words.size)
    if first < 0:
        return 0, 0, 0, 0
    top, bottom = first // width, marks.rfind(1, 0, words.size) // width + 1
    columns = differs[top:bottom].any(axis=0).tobytes()
    return columns.find(1), top, columns.rfind(1) + 1, bottom
