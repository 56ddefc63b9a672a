"""Pictures of a real screen: grabbed, checked, compared.

Invariant: pixels are decoded once and never change; nothing larger than the cap is decoded at all.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from phonebuddy.errors import TraceError
from phonebuddy.screen import Pixels
from phonebuddy.traces.limits import MAX_PICTURE_BYTES
from phonebuddy.traces.pictures import decode_picture, encode_jpeg

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


class Grabbed:
    """One picture from a phone; the frame of its Screen."""

    def __init__(self, data: bytes) -> None:
        if len(data) > MAX_PICTURE_BYTES:
            raise TraceError(f"a picture of {len(data):,} bytes")
        # A decoder fills what is missing of a cut picture; only the end mark says that it is whole.
        if not data.startswith(_HEAD) or data[-8:-4] != b"IEND":
            raise TraceError(f"not a whole PNG: {data[:40]!r}")
        self._data = data
        self._pixels = decode_picture(data, "the phone's picture")
        self._pixels.flags.writeable = False

    @property
    def width(self) -> int:
        return int(self._pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self._pixels.shape[0])

    def pixels(self) -> Pixels:
        return self._pixels

    def png(self) -> bytes:
        return self._data

    def jpeg(self, quality: int = 90) -> bytes:
        return encode_jpeg(self._pixels, quality)

    @cached_property
    def _sample(self) -> Pixels:
        return self._pixels[::_STRIDE, ::_STRIDE, :3]

    @cached_property
    def is_black(self) -> bool:
        """Nothing to see between the bars: switched off, forbidden, or broken."""
        bar = max(1, round(self._sample.shape[0] * _BARS))
        middle = self._sample[bar:-bar]
        return bool(middle.size == 0 or middle.max() <= _BLACK)

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
