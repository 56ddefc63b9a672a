"""The gallery: every view of every app, drawn in light and dark."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from phonebuddy.errors import AppError, nearest
from phonebuddy.world.explore import View, explore
from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.sheet import Shot
from phonebuddy.world.snapshot import Snapshot

PROFILE = "540x1200"


class Wanted(NamedTuple):
    """An app to draw, and the page of it; all pages when none is named."""

    app: str
    page: str


def wanted_views(given: Sequence[str]) -> list[Wanted]:
    """`clock` or `clock/alarms`; all apps when nothing is given."""
    apps = build_image().apps.apps
    found: list[Wanted] = []
    for name in given:
        app, _, page = name.partition("/")
        if app not in apps:
            raise AppError(f"no app '{app}'{nearest(app, apps)}; there are: {', '.join(apps)}")
        pages = apps[app].pages
        if page and page not in pages:
            raise AppError(
                f"no page '{page}' in '{app}'{nearest(page, pages)}; there are: {', '.join(pages)}"
            )
        found.append(Wanted(app, page))
    return found or [Wanted(app, "") for app in apps]


def draw_apps(
    views: Sequence[Wanted], pages_only: bool, themes: Sequence[bool], advance: Callable[[int], None]
) -> list[Shot]:
    """A shot of each view in each theme; True is dark."""
    image = build_image()
    explored: dict[str, dict[View, Snapshot]] = {}
    phone = WorldPhone(image, LookSpec(profile=PROFILE))
    shots: list[Shot] = []
    for app, page in views:
        if app not in explored:
            explored[app] = explore(phone, app)
        for view, snapshot in explored[app].items():
            if (page and (view.page != page or view.over)) or (pages_only and view.over):
                continue
            for dark in themes:
                phone.restore(snapshot)
                phone.set_look(LookSpec(profile=PROFILE, dark=dark))
                shots.append(Shot(view.title, phone.observe().pixels()))
        advance(1)
    phone.close()
    return shots
