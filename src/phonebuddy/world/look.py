"""Look: how a phone looks, apart from what it shows: size, density, colours, font scale.

Everything a widget needs to measure and draw. Invariant: looks are interned, so two equal looks are the same
object and may be used as a cache key by identity.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache

import msgspec

from phonebuddy.errors import PhoneBuddyError, nearest
from phonebuddy.world.render.text import TextStyle
from phonebuddy.world.render.theme import NAMED_COLORS, SCHEMES, TYPE_SCALE, Theme, make_theme, named_color
from phonebuddy.world.system.words import system_word


class Profile(msgspec.Struct, frozen=True):
    """A device: pixels and density (pixels per dp)."""

    name: str
    width: int
    height: int
    density: float


PROFILES = {
    profile.name: profile
    for profile in (
        Profile("1080x2400", 1080, 2400, 2.625),
        Profile("720x1600", 720, 1600, 1.75),
        Profile("540x1200", 540, 1200, 1.3125),
        Profile("360x800", 360, 800, 0.875),
        Profile("1080x2340", 1080, 2340, 2.75),
        Profile("1440x3120", 1440, 3120, 3.5),
        Profile("1600x2560", 1600, 2560, 2.0),
    )
}
"""First one 411 dp wide phone at four resolutions (420 dpi at 1080 is what AndroidWorld has), then a
narrower phone, a large one, and a tablet."""
SHAPES = ("round", "soft", "square")
"""How round corners are: as Material draws them, half of that, hardly."""
NAVIGATIONS = ("gestures", "buttons")
WALLPAPERS = ("waves", "dawn", "forest", "night", "paper", "stones")


OWN, SYSTEM = "own", "violet"
"""The scheme in which every app keeps its own colours, and what the system wears then."""


class LookSpec(msgspec.Struct, frozen=True):
    """What a look is made from: small, serialisable, part of a snapshot."""

    profile: str = "1080x2400"
    dark: bool = False
    scheme: str = OWN
    """A colour scheme for the whole phone, or `own`: each app in its own colours."""
    font_scale: float = 1.0
    display_scale: float = 1.0
    """How large everything is, as in Android's display size."""
    navigation: str = "gestures"
    shape: str = "round"
    wallpaper: str = "waves"
    rotated: bool = False
    """On its side: width and height change places."""
    language: str = "en"


def random_look(seed: int, profile: str | None = None) -> LookSpec:
    """A phone as somebody else might have it; the same for the same seed."""
    chance = random.Random(f"look/{seed}")
    return LookSpec(
        profile=profile or chance.choice([name for name in PROFILES if name != "360x800"]),
        dark=chance.random() < 0.4,
        scheme=chance.choice((OWN, OWN, *SCHEMES)),
        font_scale=chance.choice((0.85, 1.0, 1.0, 1.0, 1.15, 1.3)),
        display_scale=chance.choice((0.9, 1.0, 1.0, 1.1)),
        navigation=chance.choice(NAVIGATIONS),
        shape=chance.choice(SHAPES),
        wallpaper=chance.choice(WALLPAPERS),
    )


def dressed(spec: LookSpec, settings: Mapping[str, object]) -> LookSpec:
    """How the phone looks now: as it was made, and as its owner set it since."""
    return msgspec.structs.replace(
        spec,
        dark=spec.dark if settings["dark"] == -1 else settings["dark"] == 1,
        font_scale=settings["font_scale"] or spec.font_scale,
        navigation=settings["navigation"] or spec.navigation,
        rotated=settings["rotation"] == 90,
        language=settings["language"],
    )


class _Pixels(dict[float, int]):
    """Whole pixels by density-independent units; a layout asks for a dozen of them."""

    def __init__(self, density: float, most: int) -> None:
        super().__init__()
        self._density = density
        self._most = most

    def __missing__(self, value: float) -> int:
        # Sizes may come from data; nothing is larger than the screen.
        pixels = max(-self._most, min(self._most, round(value * self._density)))
        if pixels == 0 and value > 0:
            pixels = 1
        self[value] = pixels
        return pixels


class Look:
    """Measures and colours for one phone; `on(color)` is the same look on another background."""

    __slots__ = (
        "_apps", "_styles", "background", "density", "dp", "font_scale", "height", "spec", "theme", "width",
    )  # fmt: skip

    def __init__(self, spec: LookSpec, background: int | None) -> None:
        profile = PROFILES[spec.profile]
        self.spec = spec
        self.theme: Theme = make_theme(SYSTEM if spec.scheme == OWN else spec.scheme, spec.dark)
        self.width, self.height = profile.width, profile.height
        if spec.rotated:
            self.width, self.height = self.height, self.width
        self.density = profile.density * spec.display_scale
        self.font_scale = spec.font_scale
        self.background = self.theme.surface if background is None else background
        self._apps: dict[str, Look] = {}
        self.dp: Callable[[float], int] = _Pixels(self.density, self.height).__getitem__
        """Density-independent units to whole pixels; anything above 0 is at least one pixel."""
        self._styles: dict[str, TextStyle] = {}

    def fingerprint(self) -> Look:
        """One object stands for one look: see `make_look`."""
        return self

    def round(self, value: float) -> int:
        """A corner radius in dp to pixels, as round as this phone draws corners."""
        return round(value * self.density * {"round": 1.0, "soft": 0.5, "square": 0.15}[self.spec.shape])

    def text(self, name: str) -> TextStyle:
        """A text style of the type scale, such as `body` or `title`."""
        known = self._styles.get(name)
        if known is None:
            role = TYPE_SCALE[name]
            known = TextStyle(max(1, round(role.size * self.density * self.font_scale)), role.weight)
            self._styles[name] = known
        return known

    def on(self, background: int) -> Look:
        """This look over another colour: bitmaps are filled with it before drawing."""
        return self if background == self.background else _interned(self.spec, background)

    def of_app(self, color: str) -> Look:
        """The look of an app: its own colours, unless the whole phone wears one scheme."""
        if self.spec.scheme != OWN:
            return self
        known = self._apps.get(color)
        if known is None:
            known = self._apps[color] = make_look(msgspec.structs.replace(self.spec, scheme=color))
        return known

    def said(self, text: str, *values: object) -> str:
        """A text of the system in the language of the phone, each `#` in it by the next value."""
        return system_word(text, self.spec.language, *values)

    def role(self, name: str) -> int:
        """The colour of a role such as `primary`, or a named one such as `green`."""
        if name in NAMED_COLORS:
            return named_color(name, self.theme.dark)
        color: int = getattr(self.theme, name)
        return color


@cache
def _interned(spec: LookSpec, background: int | None) -> Look:
    return Look(spec, background)


@cache
def make_look(spec: LookSpec) -> Look:
    """The look for a spec, or an error that names what is accepted."""
    if spec.profile not in PROFILES:
        raise PhoneBuddyError(
            f"unknown profile '{spec.profile}'{nearest(spec.profile, PROFILES)}; "
            f"accepted: {', '.join(PROFILES)}"
        )
    schemes = (OWN, *SCHEMES)
    if spec.scheme not in schemes:
        raise PhoneBuddyError(
            f"unknown scheme '{spec.scheme}'{nearest(spec.scheme, schemes)}; accepted: {', '.join(schemes)}"
        )
    for name, scale in (("font_scale", spec.font_scale), ("display_scale", spec.display_scale)):
        if not 0.7 <= scale <= 2.0:
            raise PhoneBuddyError(f"{name} {scale}; accepted: 0.7 to 2.0")
    choices = {"shape": SHAPES, "navigation": NAVIGATIONS, "wallpaper": WALLPAPERS}
    for name, accepted in choices.items():
        given = getattr(spec, name)
        if given not in accepted:
            raise PhoneBuddyError(
                f"unknown {name} '{given}'{nearest(given, accepted)}; accepted: {', '.join(accepted)}"
            )
    plain = Look(spec, None)
    return _interned(spec, plain.background)
