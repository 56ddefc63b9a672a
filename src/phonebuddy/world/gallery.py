"""The gallery: every view of every app, drawn in light and dark."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from phonebuddy.errors import AppError, nearest
from phonebuddy.world.explore import explore
from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.sheet import Shot

PROFILE = "540x1200"


def app_names(given: Sequence[str]) -> list[str]:
    """The apps asked for, or all of them."""
    known = list(build_image().apps.apps)
    for name in given:
        if name not in known:
            raise AppError(f"no app '{name}'{nearest(name, known)}; there are: {', '.join(known)}")
    return list(given) or known


def draw_apps(names: Sequence[str], pages_only: bool, advance: Callable[[int], None]) -> list[Shot]:
    """Two shots, light and dark, of each view."""
    image = build_image()
    shots: list[Shot] = []
    for name in names:
        phone = WorldPhone(image, LookSpec(profile=PROFILE))
        views = explore(phone, name)
        for view, snapshot in views.items():
            if pages_only and view.over:
                continue
            for dark in (False, True):
                phone.restore(snapshot)
                phone.set_look(LookSpec(profile=PROFILE, dark=dark))
                shots.append(Shot(view.title, phone.observe().pixels()))
        phone.close()
        advance(1)
    return shots
