"""Pictures of a real screen: grabbed, checked, compared.

Decoding is most of the cost of a look, and who reads elements never asks for pixels: they are decoded when
they are. Invariant: a picture has arrived whole, its pixels are decoded at most once and never change;
nothing larger than the cap is decoded at all.
"""

from __future__ import annotations

import zlib
from functools import cached_property

import numpy as np

from phonebuddy.errors import TraceError
from phonebuddy.screen import Pixels
from phonebuddy.traces.limits import MAX_PICTURE_BYTES
from phonebuddy.traces.pictures import decode_picture, decode_rows, encode_jpeg, picture_size

_HEAD = b"\x89PNG\r\n\x1a\n"
_STRIDE = 4
"""Every so many pixels are looked at when frames are compared."""
_NEAR = 24
"""Channel values closer than this look the same: a caret's edge, a compressor's noise."""
_SAME = 0.002
"""Share of pixels that may differ between two frames of a screen at rest: a blinking caret, a clock."""
_BARS = 0.06
"""Height of the status and navigation bars, which stay visible over a secure screen."""
_BLACK = 10
_STRIP = 128
"""Rows below the upper bar, in which nearly every screen shows something."""
_NAME = "the phone's picture"


class Grabbed:
    """One picture from a phone; the frame of its Screen."""

    def __init__(self, data: bytes) -> None:
        if len(data) > MAX_PICTURE_BYTES:
            raise TraceError(f"a picture of {len(data):,} bytes")
        if not _is_whole(data):
            raise TraceError(f"not a whole PNG: {data[:40]!r}")
        self._data = data
        self.width, self.height = picture_size(data, _NAME)
        self.is_black = self._shows_nothing()
        """Nothing to see between the bars: switched off, forbidden, or broken."""

    @cached_property
    def _pixels(self) -> Pixels:
        found = decode_picture(self._data, _NAME)
        found.flags.writeable = False
        return found

    def pixels(self) -> Pixels:
        return self._pixels

    def png(self) -> bytes:
        return self._data

    def jpeg(self, quality: int = 90) -> bytes:
        return encode_jpeg(self._pixels, quality)

    @cached_property
    def _sample(self) -> Pixels:
        return self._pixels[::_STRIDE, ::_STRIDE, :3]

    def _shows_nothing(self) -> bool:
        rows = -(-self.height // _STRIDE)
        bar = max(1, round(rows * _BARS))
        between = (rows - 2 * bar) * _STRIDE
        if between <= 0:
            return True
        strip = decode_rows(self._data, _NAME, bar * _STRIDE, min(_STRIP, between))
        if strip[::_STRIDE, ::_STRIDE, :3].max() > _BLACK:
            return False
        return bool(self._sample[bar:-bar].max() <= _BLACK)

    def looks_like(self, other: Grabbed) -> bool:
        """Whether two frames show the same, a caret or a clock aside."""
        if self._data == other._data:
            return True
        if self._sample.shape != other._sample.shape:
            return False
        apart = np.abs(self._sample.astype(np.int16) - other._sample.astype(np.int16)).max(axis=2)
        return bool((apart > _NEAR).mean() <= _SAME)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Grabbed) and np.array_equal(self._pixels, other._pixels)

    __hash__ = None  # type: ignore[assignment]


def _is_whole(data: bytes) -> bool:
    """Whether every chunk up to the end mark has arrived as it was sent; a decoder fills in what has not."""
    place = len(_HEAD)
    if not data.startswith(_HEAD):
        return False
    while place + 12 <= len(data):
        end = place + 8 + int.from_bytes(data[place : place + 4], "big")
        if int.from_bytes(data[end : end + 4], "big") != zlib.crc32(data[place + 4 : end]):
            return False
        if data[place + 4 : place + 8] == b"IEND":
            return len(data) == end + 4
        place = end + 4
    return False
