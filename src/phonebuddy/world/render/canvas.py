"""Bitmaps and the frame buffer they are copied into.

Its invariant: everything is placed at whole pixels and cut by whole pixels, so that drawing some rows of a
frame gives the same bytes as drawing all of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from isal import igzip_lib

from phonebuddy.screen import Pixels
from phonebuddy.world.render.display import Draw, Operation, Rect, Tile
from phonebuddy.world.render.easel import Words, drawn_on, paint_words
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.strips import Seen

_BLACK = 0xFF000000


class Bitmap(NamedTuple):
    """A painted tile: the rectangle in which it is not just its background."""

    left: int
    top: int
    words: Words
    image: skia.Image | None
    """The same memory as an image, when it must be blended."""


class Packed(NamedTuple):
    """A bitmap in a twentieth of its room."""

    left: int
    top: int
    width: int
    height: int
    data: bytes


@lru_cache(maxsize=1 << 10)
def to_word(color: int) -> int:
    """An ARGB colour as the number whose bytes in memory are R, G, B, A."""
    red, green, blue = color >> 16 & 0xFF, color >> 8 & 0xFF, color & 0xFF
    return int(np.array((red, green, blue, color >> 24), np.uint8).view(np.uint32)[0])


# Blending treats all colours alike, so a frame may be called BGRA as long as what is laid over it is too; and
# Skia blends images of that kind about five times faster (0.5 against 2.4 ms a megapixel here).
_BLENDED = skia.kBGRA_8888_ColorType


def _blended_image(pixels: Pixels, copy: bool) -> skia.Image:
    """Without a copy, the image is good only while somebody holds the pixels."""
    return skia.Image.fromarray(pixels, colorType=_BLENDED, alphaType=skia.kPremul_AlphaType, copy=copy)


def paint_tile(tile: Tile) -> Bitmap:
    """Call the tile's paint and keep what it drew."""
    words = paint_words(tile)
    left, top, right, bottom = drawn_on(words, to_word(tile.background) if tile.opaque else 0)
    return _bitmap(left, top, words[top:bottom, left:right].copy(), tile)


def pack(bitmap: Bitmap) -> Packed:
    """Most of what phones show is flat, so this is faster than drawing it again."""
    height, width = bitmap.words.shape
    data: bytes = igzip_lib.compress(bitmap.words, 0, igzip_lib.COMP_DEFLATE)
    return Packed(bitmap.left, bitmap.top, width, height, data)


def unpack(packed: Packed, tile: Tile) -> Bitmap:
    """The bitmap of this tile again."""
    left, top, width, height, data = packed
    words: Words = np.frombuffer(
        igzip_lib.decompress(data, igzip_lib.DECOMP_DEFLATE, bufsize=max(1, width * height * 4)), np.uint32
    )
    return _bitmap(left, top, words.reshape(height, width), tile)


def _bitmap(left: int, top: int, words: Words, tile: Tile) -> Bitmap:
    if tile.opaque or not words.size:
        return Bitmap(left, top, words, None)
    pixels: Pixels = words.view(np.uint8).reshape(*words.shape, 4)
    return Bitmap(left, top, words, _blended_image(pixels, copy=False))


@lru_cache(maxsize=4)
def _veil(color: int, width: int, height: int) -> skia.Image:
    """A see-through colour as an image: blending an image is faster than blending a colour."""
    alpha = color >> 24
    red, green, blue = ((color >> shift & 0xFF) * alpha // 255 for shift in (16, 8, 0))
    pixels: Pixels = np.empty((height, width, 4), np.uint8)
    pixels[...] = (red, green, blue, alpha)
    return _blended_image(pixels, copy=True)


class FrameBuffer:
    """The pixels of one frame, or of some rows of one, and a canvas on them."""

    def __init__(self, width: int, height: int, pixels: Pixels | None = None) -> None:
        self.width = width
        self.height = height
        self.pixels: Pixels = np.zeros((height, width, 4), np.uint8) if pixels is None else pixels
        self._words: Words = self.pixels.view(np.uint32)[..., 0]
        self._surface = skia.Surface(self.pixels, colorType=_BLENDED, alphaType=skia.kPremul_AlphaType)
        self._canvas = self._surface.getCanvas()
        self._own_references = sys.getrefcount(self.pixels)

    def look(self) -> Pixels:
        """The pixels to give away: the same memory, not to be written to."""
        view = self.pixels.view()
        view.flags.writeable = False
        return view

    def is_held(self) -> bool:
        """Whether somebody still has pixels that were given away; every view holds a reference to ours."""
        return sys.getrefcount(self.pixels) > self._own_references

    def compose(
        self, seen: list[Seen], first_row: int, end_row: int, bitmap: Callable[[Tile], Bitmap], up: int = 0
    ) -> None:
        """Draw the rows of a frame from first_row up to end_row, so many rows further up than they stand in
        it; the other rows keep what they show."""
        steps, open_rows = _visible(seen, first_row, end_row, up)
        if open_rows:
            self._words[first_row - up : end_row - up] = to_word(_BLACK)
        for operation, rect in reversed(steps):
            if isinstance(operation, Draw):
                self._draw(operation, rect, bitmap(operation.tile), up)
            else:
                self._fill(operation.color, rect)

    def _draw(self, draw: Draw, rect: Rect, bitmap: Bitmap, up: int) -> None:
        x, y = draw.x + bitmap.left, draw.y + bitmap.top - up
        if bitmap.image is not None:
            self._blend(bitmap.image, x, y, rect)
        elif draw.tile.opaque:
            self._copy(bitmap.words, x, y, rect, to_word(draw.tile.background))

    def _copy(self, words: Words, x: int, y: int, rect: Rect, background: int) -> None:
        """Fill a rectangle with words that stand at (x, y), and with the background around them."""
        left, top, right, bottom = rect
        height, width = words.shape
        first, after = max(left, x), min(right, x + width)
        start, end = max(top, y), min(bottom, y + height)
        frame = self._words
        if first >= after or start >= end:
            frame[top:bottom, left:right] = background
            return
        frame[start:end, first:after] = words[start - y : end - y, first - x : after - x]
        if top < start:
            frame[top:start, left:right] = background
        if end < bottom:
            frame[end:bottom, left:right] = background
        if left < first:
            frame[start:end, left:first] = background
        if after < right:
            frame[start:end, after:right] = background

    def _blend(self, image: skia.Image, x: int, y: int, rect: Rect) -> None:
        canvas = self._canvas
        canvas.save()
        canvas.clipRect(skia.Rect.MakeLTRB(*rect), skia.ClipOp.kIntersect, False)
        canvas.drawImage(image, x, y)
        canvas.restore()

    def _fill(self, color: int, rect: Rect) -> None:
        left, top, right, bottom = rect
        if color >> 24 == 0xFF:
            self._words[top:bottom, left:right] = to_word(color)
        else:
            self._blend(_veil(color, self.width, self.height), 0, 0, rect)


def _visible(
    seen: list[Seen], first_row: int, end_row: int, up: int
) -> tuple[list[tuple[Operation, Rect]], bool]:
    """What can be seen and where it is drawn, topmost first, and whether rows remain that nothing covers.

    Rows are bits of a number: a row that later opaque operations cover from edge to edge is closed, and
    an operation is needed only from its first to its last row that is open.
    """
    steps: list[tuple[Operation, Rect]] = []
    open_rows = (1 << end_row) - (1 << first_row)
    for operation, (left, top, right, bottom), covers in seen:
        if bottom <= first_row or top >= end_row:
            continue
        rows = (1 << bottom) - (1 << top) & open_rows
        if not rows:
            continue
        first, last = (rows & -rows).bit_length() - 1, rows.bit_length()
        steps.append((operation, (left, first - up, right, last - up)))
        if covers:
            open_rows ^= rows
            if not open_rows:
                break
    return steps, bool(open_rows)
