"""The gallery: every view of every app, drawn in one look or several."""

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
    views: Sequence[Wanted],
    pages_only: bool,
    looks: Sequence[LookSpec],
    seed: int,
    advance: Callable[[int], None],
) -> list[Shot]:
    """A shot of each view in each look, on the phone of the person of a seed."""
    explored: dict[str, dict[View, Snapshot]] = {}
    phone = WorldPhone(build_image(seed=seed), looks[0])
    shots: list[Shot] = []
    for app, page in views:
        if app not in explored:
            phone.set_look(looks[0])
            explored[app] = explore(phone, app)
        for view, snapshot in explored[app].items():
            if (page and (view.page != page or view.over)) or (pages_only and view.over):
                continue
            for look in looks:
                phone.restore(snapshot)
                phone.set_look(look)
                shots.append(Shot(view.title, phone.observe().pixels()))
        advance(1)
    phone.close()
    return shots
