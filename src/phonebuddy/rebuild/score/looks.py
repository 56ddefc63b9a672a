"""How alike two screens look: structural similarity of the part that belongs to the app, 360 pixels wide.

Invariant: the result lies between -1 and 1, is 1 for equal pictures, and does not depend on the order of the
arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from phonebuddy.screen import Element, Pixels
from phonebuddy.traces.pictures import resized

WIDE, HIGH, WINDOW = 360, 640, 8
"""Size at which pictures are compared, and the side of the window they are compared by."""
PICTURES = ("image", "icon_button", "fab", "icon")
LUMA = np.array([0.299, 0.587, 0.114])
_C1, _C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2

Gray = npt.NDArray[np.float64]


class View(NamedTuple):
    """A screen in shades of gray, and which of its pixels belong to no image."""

    gray: Gray
    plain: npt.NDArray[np.bool_]


def view(pixels: Pixels, top: int, bottom: int, size: tuple[int, int], elements: Sequence[Element]) -> View:
    """The part of a picture between two heights; heights and elements are in pixels of a screen of a size."""
    scale = pixels.shape[0] / max(1, size[1])
    part = pixels[round(top * scale) : max(round(top * scale) + 1, round(bottom * scale))]
    gray = resized(part, WIDE, HIGH)[:, :, :3].astype(np.float64) @ LUMA
    plain = np.ones((HIGH, WIDE), bool)
    x, y = WIDE / max(1, size[0]), HIGH / max(1, bottom - top)
    for element in elements:
        if element.role in PICTURES:
            left, upper, right, lower = element.bounds
            rows = slice(max(0, round((upper - top) * y)), max(0, round((lower - top) * y)))
            plain[rows, max(0, round(left * x)) : max(0, round(right * x))] = False
    return View(gray, plain)


def likeness(one: View, two: View, masked: bool) -> float | None:
    """Structural similarity; masked: only where neither screen shows an image, None if that is nowhere."""
    found = _similarity(one.gray, two.gray)
    if not masked:
        return float(found.mean())
    plain = _means((one.plain & two.plain).astype(np.float64)) == 1.0
    return float(found[plain].mean()) if plain.any() else None


def _similarity(one: Gray, two: Gray) -> Gray:
    """One value for each place of the window."""
    mean1, mean2 = _means(one), _means(two)
    var1 = _means(one * one) - mean1**2
    var2 = _means(two * two) - mean2**2
    both = _means(one * two) - mean1 * mean2
    top = (2 * mean1 * mean2 + _C1) * (2 * both + _C2)
    return np.asarray(top / ((mean1**2 + mean2**2 + _C1) * (var1 + var2 + _C2)), np.float64)


def _means(values: Gray) -> Gray:
    """Means over windows that stand beside each other."""
    blocks = values.reshape(HIGH // WINDOW, WINDOW, WIDE // WINDOW, WINDOW)
    return np.asarray(blocks.mean(axis=(1, 3)), np.float64)
