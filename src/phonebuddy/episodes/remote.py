"""Screens of phones in another process: elements read when looked at, pixels from the shared memory.

Invariant: such a screen says the same as the one in the worker; only what was not drawn cannot be asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import overload

import msgspec
import numpy as np
import simplejpeg

from phonebuddy.episodes.messages import Report, decode_elements
from phonebuddy.errors import PhoneBuddyError
from phonebuddy.screen import Element, Pixels, Screen
from phonebuddy.world.render.png import encode_rows, join


class RemoteElements(Sequence[Element]):
    """Elements as they came over the channel: most steps nobody reads them all."""

    def __init__(self, data: msgspec.Raw) -> None:
        self._data = data

    @cached_property
    def _read(self) -> list[Element]:
        return decode_elements(self._data)

    def __len__(self) -> int:
        return len(self._read)

    @overload
    def __getitem__(self, index: int) -> Element: ...
    @overload
    def __getitem__(self, index: slice) -> list[Element]: ...
    def __getitem__(self, index: int | slice) -> Element | list[Element]:
        return self._read[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._read == list(other)

    __hash__ = None  # type: ignore[assignment]


class RemoteFrame:
    """A frame that is pixels already, or was never drawn."""

    def __init__(self, pixels: Pixels | None) -> None:
        self._pixels = pixels

    def pixels(self) -> Pixels:
        if self._pixels is None:
            raise PhoneBuddyError("observation='tree' draws nothing; ask for 'both' to have pixels too")
        return self._pixels

    def png(self) -> bytes:
        pixels = self.pixels()
        height, width, _ = pixels.shape
        return join(width, height, [encode_rows(pixels)])

    def jpeg(self, quality: int = 90) -> bytes:
        return bytes(simplejpeg.encode_jpeg(np.ascontiguousarray(self.pixels()), quality, "RGBA", "420"))


def remote_screen(report: Report, width: int, height: int, pixels: Pixels | None) -> Screen:
    """The screen that a report describes."""
    elements, frame = RemoteElements(report.elements), RemoteFrame(pixels)
    return Screen(elements, report.package, report.activity, width, height, report.time_s, frame)
