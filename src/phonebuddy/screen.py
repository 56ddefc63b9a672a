"""Screen, Element and PhoneInfo: one observation of a phone, and what the phone is, whatever is behind it.

Elements are a flat list in drawing order, parents before children. Pixels are made on demand from the
same frame the elements came from: a Screen never changes after it was taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntFlag
from typing import NamedTuple, Protocol

import msgspec
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]


class PhoneInfo(NamedTuple):
    """What a phone is and can do."""

    kind: str
    """The backend: world, adb."""
    name: str
    """The serial of a device; the same for all phones of a kind that have none."""
    width: int
    height: int
    apps: tuple[str, ...]
    """Packages that can be opened."""
    capabilities: frozenset[str]
    """Of snapshot, fork, state, tree, clock, root."""


class Bounds(NamedTuple):
    """A rectangle in pixels: left and top inside, right and bottom outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def center(self) -> tuple[int, int]:
        return (self.left + self.right) // 2, (self.top + self.bottom) // 2


class Flag(IntFlag):
    """What an element can do and what state it is in."""

    CLICKABLE = 1
    LONG_CLICKABLE = 2
    CHECKABLE = 4
    CHECKED = 8
    EDITABLE = 16
    FOCUSED = 32
    SCROLLABLE = 64
    SELECTED = 128
    ENABLED = 256
    PASSWORD = 512


class Element(msgspec.Struct, frozen=True, gc=False):
    """One thing on the screen. `id` is unique on its screen and stable while the thing stays there."""

    id: str
    role: str
    bounds: Bounds
    text: str = ""
    description: str = ""
    hint: str = ""
    resource_id: str = ""
    package: str = ""
    flags: int = int(Flag.ENABLED)
    parent: str | None = None

    def has(self, flag: Flag) -> bool:
        return bool(self.flags & flag)


class Frame(Protocol):
    """Whatever can turn one observation into pixels: the world's painter, a grabbed screenshot."""

    def pixels(self) -> Pixels: ...

    def png(self) -> bytes: ...

    def jpeg(self, quality: int = 90) -> bytes: ...


class Screen(msgspec.Struct, frozen=True):
    """One observation: elements, the app in front, size in pixels, the phone's clock, and its frame."""

    elements: Sequence[Element]
    package: str
    activity: str
    width: int
    height: int
    time_s: int
    """The phone's own clock, seconds since 1970, UTC."""
    frame: Frame

    def pixels(self) -> Pixels:
        """RGBA, height x width x 4, uint8."""
        return self.frame.pixels()

    def png(self) -> bytes:
        return self.frame.png()

    def jpeg(self, quality: int = 90) -> bytes:
        return self.frame.jpeg(quality)

    def at(self, x: int, y: int) -> Element | None:
        """The topmost element under a point: the last drawn one that holds it."""
        for element in reversed(self.elements):
            left, top, right, bottom = element.bounds
            if left <= x < right and top <= y < bottom:
                return element
        return None
