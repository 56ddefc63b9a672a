"""Image: the frozen database of a whole phone: all apps, all content, one person's life, one seed.

Built once, then shared by every phone that starts from it. Invariant: the id names the content: the same
apps, seed and character give the same id and, with one SQLite version, the same bytes.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import apsw

from phonebuddy.errors import AppError
from phonebuddy.world.content import add_content
from phonebuddy.world.image_cache import find_image, keep_image
from phonebuddy.world.life.parts import Character
from phonebuddy.world.life.sources import character_for, life_digest
from phonebuddy.world.services.settings import SETTINGS
from phonebuddy.world.services.settings import START_MS as START_MS
from phonebuddy.world.spec.app import App
from phonebuddy.world.spec.cache import load_default_apps
from phonebuddy.world.spec.load import AppSet
from phonebuddy.world.spec.manifest import APP_FILE
from phonebuddy.world.state import functions
from phonebuddy.world.state.connection import open_image
from phonebuddy.world.state.store import Known

FORMAT = 3
"""Raised when the same files would give another image."""


KEPT_IMAGES = 16
"""Images of the built-in apps that a process keeps: many phones of few people are made again and again."""


class Image(NamedTuple):
    id: str
    data: bytes
    apps: AppSet
    seed: int
    known: Known
    """What phones of this image have asked of it, shared by all of them."""
    character: str
    """Whose phone it is: one of the characters of apps/content/life."""

    def app(self, name: str) -> App:
        return self.apps.apps[name]


def build_image(apps: AppSet | None = None, seed: int = 0, character: str = "") -> Image:
    """The world for a seed; of the built-in apps and the seed's person unless others are given."""
    person = character_for(seed, character)
    if apps is None:
        return _built_in(seed, person.character)
    return Image(_id_of(apps, seed, person), _fill(apps, seed, person), apps, seed, Known(), person.character)


@lru_cache(maxsize=KEPT_IMAGES)
def _built_in(seed: int, character: str) -> Image:
    apps, person = default_apps(), character_for(seed, character)
    image_id = _id_of(apps, seed, person)
    data = find_image(image_id)
    if data is None:
        data = _fill(apps, seed, person)
        keep_image(image_id, data)
    return Image(image_id, data, apps, seed, Known(), person.character)


@lru_cache(maxsize=1)
def default_apps() -> AppSet:
    return load_default_apps()


def _id_of(apps: AppSet, seed: int, person: Character) -> str:
    named = f"{FORMAT}/{apps.digest}/{seed}/{person.character}/{life_digest()}"
    return hashlib.sha256(named.encode()).hexdigest()[:16]


def _fill(apps: AppSet, seed: int, person: Character) -> bytes:
    """The database with everything in it."""
    connection = open_image(apps.schema)
    functions.register(connection, functions.PURE, deterministic=True)
    functions.register(connection, functions.spoken_functions(lambda: person.language), deterministic=True)
    functions.register(connection, functions.clock_functions(lambda: START_MS), deterministic=False)
    _add_apps(connection, apps)
    _add_settings(connection, person.language)
    # Nothing but content reads a life: without any, none is made up.
    if filled := [app for app in apps.apps.values() if app.manifest.content]:
        _add_contents(connection, filled, seed, person)
    # VACUUM attaches a database of its own.
    connection.limit(apsw.SQLITE_LIMIT_ATTACHED, 1)
    connection.execute("VACUUM")
    return connection.serialize("main")


def _add_contents(connection: apsw.Connection, apps: list[App], seed: int, person: Character) -> None:
    """What apps hold of a person's life."""
    # Only who fills an image needs to know how lives are made up: most find theirs ready.
    from phonebuddy.world.life.build import add_life, drop_life

    add_life(connection, person, seed, START_MS // 1000)
    for app in apps:
        name = app.manifest.content
        path, shown = _inside(app, name), f"{app.name}/{name}"
        add_content(connection, app.name, path, shown, str(seed), person.language)
    drop_life(connection)


def _add_apps(connection: apsw.Connection, apps: AppSet) -> None:
    """What the phone knows of its apps: for launchers, hosts of minis and settings."""
    for app in apps.apps.values():
        head = app.manifest
        row = (head.name, head.title, head.package, head.domain, head.icon, head.color, head.host)
        connection.execute("INSERT INTO phone_app VALUES (?, ?, ?, ?, ?, ?, ?, 0)", row)


def _add_settings(connection: apsw.Connection, language: str) -> None:
    """Every setting has a row from the start, so that apps can show and goals can ask for all of them."""
    first = {name: setting.first for name, setting in SETTINGS.items()} | {"language": language}
    connection.executemany("INSERT INTO phone_setting VALUES (?, ?)", list(first.items()))


def _inside(app: App, name: str) -> Path:
    """A content file must stand in its app's folder."""
    place = f"{app.folder.name}/{APP_FILE}:{app.manifest.content_line}"
    # resolve() does not take a zero byte.
    path = (app.folder / name.replace("\0", "?")).resolve()
    if not path.is_relative_to(app.folder.resolve()) or not path.is_file():
        raise AppError(f"{place}: no content file '{name}' in the app's folder")
    if path.suffix != ".yaml":
        raise AppError(f"{place}: content stands in a .yaml file, not in '{name}'")
    return path
