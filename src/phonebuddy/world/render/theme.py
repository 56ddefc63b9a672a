"""The look of the phone: Material 3 colour roles made from a seed colour, and the type scale.

Its invariant: a role is one tone (CIE L*) of one palette, so every pair of a surface and the colour written
on it keeps its contrast whatever the seed.
"""

from __future__ import annotations

from functools import cache

import msgspec

from phonebuddy.errors import PhoneBuddyError, nearest
from phonebuddy.world.render.colors import Palette, hue_and_chroma


class Theme(msgspec.Struct, frozen=True, gc=False):
    """Colour roles as ARGB numbers, 0xFFRRGGBB."""

    name: str
    dark: bool
    primary: int
    on_primary: int
    primary_container: int
    on_primary_container: int
    secondary: int
    on_secondary: int
    secondary_container: int
    on_secondary_container: int
    tertiary: int
    on_tertiary: int
    tertiary_container: int
    on_tertiary_container: int
    error: int
    on_error: int
    error_container: int
    on_error_container: int
    surface: int
    surface_lowest: int
    surface_low: int
    surface_container: int
    surface_high: int
    surface_highest: int
    on_surface: int
    surface_variant: int
    on_surface_variant: int
    outline: int
    outline_variant: int
    inverse_surface: int
    inverse_on_surface: int
    inverse_primary: int
    scrim: int

    def fingerprint(self) -> Theme:
        return self


SEEDS: dict[str, int] = {
    "violet": 0xFF6750A4,
    "blue": 0xFF1A73E8,
    "teal": 0xFF00897B,
    "green": 0xFF3C8C3F,
    "amber": 0xFFC98A00,
    "red": 0xFFC5221F,
    "pink": 0xFFC2185B,
    "slate": 0xFF546E7A,
    "indigo": 0xFF3F51B5,
    "orange": 0xFFE8710A,
}
SCHEMES = tuple(SEEDS)

# Role: palette, tone in the light theme, tone in the dark theme.
_ROLES: dict[str, tuple[str, int, int]] = {
    "primary": ("primary", 40, 80),
    "on_primary": ("primary", 100, 20),
    "primary_container": ("primary", 90, 30),
    "on_primary_container": ("primary", 10, 90),
    "secondary": ("secondary", 40, 80),
    "on_secondary": ("secondary", 100, 20),
    "secondary_container": ("secondary", 90, 30),
    "on_secondary_container": ("secondary", 10, 90),
    "tertiary": ("tertiary", 40, 80),
    "on_tertiary": ("tertiary", 100, 20),
    "tertiary_container": ("tertiary", 90, 30),
    "on_tertiary_container": ("tertiary", 10, 90),
    "error": ("error", 40, 80),
    "on_error": ("error", 100, 20),
    "error_container": ("error", 90, 30),
    "on_error_container": ("error", 10, 90),
    "surface": ("neutral", 98, 6),
    "surface_lowest": ("neutral", 100, 4),
    "surface_low": ("neutral", 96, 10),
    "surface_container": ("neutral", 94, 12),
    "surface_high": ("neutral", 92, 17),
    "surface_highest": ("neutral", 90, 22),
    "on_surface": ("neutral", 10, 90),
    "surface_variant": ("variant", 90, 30),
    "on_surface_variant": ("variant", 30, 80),
    "outline": ("variant", 50, 60),
    "outline_variant": ("variant", 80, 30),
    "inverse_surface": ("neutral", 20, 90),
    "inverse_on_surface": ("neutral", 95, 20),
    "inverse_primary": ("primary", 80, 40),
    "scrim": ("neutral", 0, 0),
}


def _palettes(seed: int) -> dict[str, Palette]:
    hue, chroma = hue_and_chroma(seed)
    return {
        "primary": Palette(hue, min(max(chroma, 14.0), 64.0)),
        "secondary": Palette(hue, min(chroma / 3, 12.0)),
        "tertiary": Palette((hue + 60) % 360, min(max(chroma / 2, 20.0), 30.0)),
        "error": Palette(*hue_and_chroma(0xFFB3261E)),
        "neutral": Palette(hue, min(chroma / 12, 4.0)),
        "variant": Palette(hue, min(chroma / 6, 8.0)),
    }


@cache
def make_theme(scheme: str, dark: bool) -> Theme:
    """The theme of a named scheme."""
    seed = SEEDS.get(scheme)
    if seed is None:
        raise PhoneBuddyError(
            f"There is no colour scheme '{scheme}'{nearest(scheme, SEEDS)}; there are: {', '.join(SEEDS)}."
        )
    palettes = _palettes(seed)
    roles = {
        role: palettes[palette].tone(dark_tone if dark else light_tone)
        for role, (palette, light_tone, dark_tone) in _ROLES.items()
    }
    return Theme(scheme, dark, **roles)


NAMED_COLORS = tuple(f"{scheme}{part}" for scheme in SCHEMES for part in ("", "_container"))
"""Colours that stay what they are whatever the phone's scheme, for labels: `green`, `green_container`."""


@cache
def named_color(name: str, dark: bool) -> int:
    """One of NAMED_COLORS: strong for signs, or a soft container to write on."""
    hue, chroma = hue_and_chroma(SEEDS[name.removesuffix("_container")])
    if name.endswith("_container"):
        return Palette(hue, min(chroma, 26.0)).tone(30 if dark else 90)
    return Palette(hue, min(chroma, 64.0)).tone(80 if dark else 40)


class TypeRole(msgspec.Struct, frozen=True, gc=False):
    """One step of the type scale: size in sp and weight."""

    size: int
    weight: int


TYPE_SCALE: dict[str, TypeRole] = {
    "display_large": TypeRole(57, 400),
    "display": TypeRole(45, 400),
    "display_small": TypeRole(36, 400),
    "headline": TypeRole(28, 400),
    "headline_small": TypeRole(24, 400),
    "title_large": TypeRole(22, 400),
    "title": TypeRole(16, 500),
    "body_large": TypeRole(16, 400),
    "body": TypeRole(14, 400),
    "body_small": TypeRole(12, 400),
    "label": TypeRole(14, 500),
    "label_medium": TypeRole(12, 500),
    "label_small": TypeRole(11, 500),
}
