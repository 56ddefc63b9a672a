"""Frames as clients get them: the screen, encoded once, or what a fault makes of it.

Invariant: a frame is a picture of one moment; spoiling one changes no later frame.
"""

from __future__ import annotations

from io import BytesIO

import numpy as np
from isal import isal_zlib

from phonebuddy.screen import Pixels, Screen


class Shot:
    """A screen, its PNG kept."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._png = b""

    def png(self) -> bytes:
        if not self._png:
            self._png = self.screen.png()
        return self._png

    def pixels(self) -> Pixels:
        return self.screen.pixels()

    def jpeg(self, quality: int) -> bytes:
        return self.screen.jpeg(quality)


class Painted(Shot):
    """Pixels of nobody's screen: black, or cut."""

    def __init__(self, screen: Screen, pixels: Pixels) -> None:
        super().__init__(screen)
        self._pixels = pixels

    def png(self) -> bytes:
        if not self._png:
            self._png = plain_png(self._pixels)
        return self._png

    def pixels(self) -> Pixels:
        return self._pixels

    def jpeg(self, quality: int) -> bytes:
        import simplejpeg

        return bytes(simplejpeg.encode_jpeg(np.ascontiguousarray(self._pixels), quality, "RGBA"))


def black(screen: Screen) -> Painted:
    pixels = np.zeros((screen.height, screen.width, 4), np.uint8)
    pixels[..., 3] = 255
    return Painted(screen, pixels)


def cut(screen: Screen) -> Painted:
    """The upper half of the screen: a frame of the wrong size."""
    return Painted(screen, screen.pixels()[: screen.height // 2].copy())


def plain_png(pixels: Pixels) -> bytes:
    """RGBA as PNG, quickly rather than small."""
    height, width = pixels.shape[:2]
    rows = np.zeros((height, 1 + width * 4), np.uint8)
    rows[:, 1:] = pixels.reshape(height, -1)
    out = BytesIO()
    out.write(b"\x89PNG\r\n\x1a\n")
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x06\x00\x00\x00"
    for kind, data in ((b"IHDR", head), (b"IDAT", isal_zlib.compress(rows.tobytes(), 1)), (b"IEND", b"")):
        check = isal_zlib.crc32(kind + data) & 0xFFFFFFFF
        out.write(len(data).to_bytes(4, "big") + kind + data + check.to_bytes(4, "big"))
    return out.getvalue()
