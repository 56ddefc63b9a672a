"""Colours as lightness, chroma and hue (CIE LCh, D65), to and from ARGB numbers.

Its invariant: every colour made here is opaque and inside sRGB; what does not fit loses chroma, never
lightness.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

_WHITE = (0.95047, 1.0, 1.08883)
_EPSILON, _KAPPA = 216 / 24389, 24389 / 27


def _to_linear(channel: int) -> float:
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _from_linear(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def luminance(color: int) -> float:
    """Relative luminance, 0 to 1, as contrast rules define it."""
    red, green, blue = (_to_linear(color >> shift & 0xFF) for shift in (16, 8, 0))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: int, second: int) -> float:
    """Contrast ratio of two opaque colours, 1 to 21."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def hue_and_chroma(color: int) -> tuple[float, float]:
    """Hue in degrees and chroma of a colour."""
    red, green, blue = (_to_linear(color >> shift & 0xFF) for shift in (16, 8, 0))
    cubes = (
        0.4124564 * red + 0.3575761 * green + 0.1804375 * blue,
        0.2126729 * red + 0.7151522 * green + 0.0721750 * blue,
        0.0193339 * red + 0.1191920 * green + 0.9503041 * blue,
    )
    x, y, z = (_root(value / white) for value, white in zip(cubes, _WHITE, strict=True))
    a, b = 500 * (x - y), 200 * (y - z)
    return math.degrees(math.atan2(b, a)) % 360, math.hypot(a, b)


def _root(value: float) -> float:
    return float(value ** (1 / 3)) if value > _EPSILON else (_KAPPA * value + 16) / 116


def _cube(value: float) -> float:
    cubed = value**3
    return cubed if cubed > _EPSILON else (116 * value - 16) / _KAPPA


def _channels(tone: float, chroma: float, hue: float) -> tuple[float, float, float]:
    """sRGB channels, not limited to 0..1."""
    middle = (tone + 16) / 116
    angle = math.radians(hue)
    x = _cube(middle + chroma * math.cos(angle) / 500) * _WHITE[0]
    y = _cube(middle) * _WHITE[1]
    z = _cube(middle - chroma * math.sin(angle) / 200) * _WHITE[2]
    return (
        _from_linear(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
        _from_linear(-0.9692660 * x + 1.8760108 * y + 0.0415560 * z),
        _from_linear(0.0556434 * x - 0.2040259 * y + 1.0572252 * z),
    )


def _fits(channels: tuple[float, float, float]) -> bool:
    return all(-0.001 <= value <= 1.001 for value in channels)


@lru_cache(maxsize=1 << 12)
def from_lch(tone: float, chroma: float, hue: float) -> int:
    """The ARGB colour of a tone (L*, 0 to 100), a chroma and a hue; chroma gives way when sRGB lacks it."""
    low, high = 0.0, chroma
    if _fits(_channels(tone, chroma, hue)):
        low = chroma
    else:
        for _ in range(14):
            middle = (low + high) / 2
            low, high = (middle, high) if _fits(_channels(tone, middle, hue)) else (low, middle)
    red, green, blue = (round(min(max(value, 0.0), 1.0) * 255) for value in _channels(tone, low, hue))
    return 0xFF000000 | red << 16 | green << 8 | blue


class Palette(NamedTuple):
    """All tones of one hue and chroma."""

    hue: float
    chroma: float

    def tone(self, tone: int) -> int:
        return from_lch(tone, self.chroma, self.hue)


def with_alpha(color: int, alpha: float) -> int:
    """The colour with an opacity of 0 to 1."""
    return color & 0xFFFFFF | round(alpha * 255) << 24


def mix(first: int, second: int, share: float) -> int:
    """An opaque colour between two: share 0 gives the first, 1 the second."""
    mixed = 0xFF000000
    for shift in (16, 8, 0):
        low, high = first >> shift & 0xFF, second >> shift & 0xFF
        mixed |= round(low + (high - low) * share) << shift
    return mixed
