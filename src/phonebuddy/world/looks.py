"""One page on many phones: the same app in the same state, in looks drawn by seed."""

from __future__ import annotations

from phonebuddy.actions import OpenApp
from phonebuddy.world.gallery import wanted_views
from phonebuddy.world.image import build_image
from phonebuddy.world.look import PROFILES, LookSpec, random_look
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.sheet import Shot


def looks(count: int, first_seed: int) -> list[LookSpec]:
    """Looks by seed; each device profile comes up before any comes twice."""
    profiles = [name for name in PROFILES if name != "360x800"]
    return [random_look(first_seed + n, profiles[n % len(profiles)]) for n in range(count)]


def describe(look: LookSpec) -> str:
    shade = "dark" if look.dark else "light"
    return f"{look.profile} {shade} {look.scheme} {look.shape} {look.navigation} text {look.font_scale}"


def draw_looks(app: str, count: int, first_seed: int) -> list[Shot]:
    """The first page of an app, once for each look."""
    wanted_views([app])
    phone = WorldPhone(build_image())
    phone.act(OpenApp(app))
    shots: list[Shot] = []
    for look in looks(count, first_seed):
        phone.set_look(look)
        shots.append(Shot(describe(look), phone.observe().pixels()))
    return shots
