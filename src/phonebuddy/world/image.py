"""Image: the frozen database of a whole phone: all apps, all content, one seed.

Built once, then shared by every phone that starts from it. Invariant: the id names the content: the same
apps and seed give the same id and, with one SQLite version, the same bytes.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import apsw

from phonebuddy.errors import AppError
from phonebuddy.world.content import add_content
from phonebuddy.world.services.settings import SETTINGS
from phonebuddy.world.services.settings import START_MS as START_MS
from phonebuddy.world.spec.app import App
from phonebuddy.world.spec.cache import load_default_apps
from phonebuddy.world.spec.load import BUILT_IN, AppSet
from phonebuddy.world.spec.manifest import APP_FILE
from phonebuddy.world.state import functions
from phonebuddy.world.state.connection import open_image
from phonebuddy.world.state.store import Known

FORMAT = 2
"""Raised when the same files would give another image."""
LIFE = BUILT_IN / "content" / "life.yaml"


class Image(NamedTuple):
    id: str
    data: bytes
    apps: AppSet
    seed: int
    known: Known
    """What phones of this image have asked of it, shared by all of them."""

    def app(self, name: str) -> App:
        return self.apps.apps[name]


def build_image(apps: AppSet | None = None, seed: int = 0) -> Image:
    """The world for a seed; the built-in apps unless others are given."""
    return _build(default_apps() if apps is None else apps, seed)


@lru_cache(maxsize=1)
def default_apps() -> AppSet:
    return load_default_apps()


def _build(apps: AppSet, seed: int) -> Image:
    connection = open_image(apps.schema)
    functions.register(connection, functions.PURE, deterministic=True)
    functions.register(connection, functions.clock_functions(lambda: START_MS), deterministic=False)
    _add_apps(connection, apps)
    _add_settings(connection)
    _add_life(connection, seed)
    for app in apps.apps.values():
        name = app.manifest.content
        if name:
            add_content(connection, app.name, _inside(app, name), f"{app.name}/{name}", str(seed))
    _drop_life(connection)
    # VACUUM attaches a database of its own.
    connection.limit(apsw.SQLITE_LIMIT_ATTACHED, 1)
    connection.execute("VACUUM")
    digest = hashlib.sha256(f"{FORMAT}/{apps.digest}/{seed}/{_file_digest(LIFE)}".encode()).hexdigest()[:16]
    return Image(digest, connection.serialize("main"), apps, seed, Known())


def _add_apps(connection: apsw.Connection, apps: AppSet) -> None:
    """What the phone knows of its apps: for launchers, hosts of minis and settings."""
    for app in apps.apps.values():
        head = app.manifest
        row = (head.name, head.title, head.package, head.domain, head.icon, head.color, head.host)
        connection.execute("INSERT INTO phone_app VALUES (?, ?, ?, ?, ?, ?, ?, 0)", row)


def _add_settings(connection: apsw.Connection) -> None:
    """Every setting has a row from the start, so that apps can show and goals can ask for all of them."""
    for name, setting in SETTINGS.items():
        connection.execute("INSERT INTO phone_setting VALUES (?, ?)", (name, setting.first))


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


def _file_digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _add_life(connection: apsw.Connection, seed: int) -> None:
    """The person's life: names, places and words that all apps' content draws on, gone once it is built."""
    connection.execute(
        "CREATE TABLE life_given (id INTEGER PRIMARY KEY, name TEXT);"
        "CREATE TABLE life_family (id INTEGER PRIMARY KEY, name TEXT);"
        "CREATE TABLE life_street (id INTEGER PRIMARY KEY, name TEXT);"
        "CREATE TABLE life_town (id INTEGER PRIMARY KEY, name TEXT);"
        "CREATE TABLE life_company (id INTEGER PRIMARY KEY, name TEXT);"
        "CREATE TABLE life_person (id INTEGER PRIMARY KEY, given TEXT, family TEXT, phone TEXT, mail TEXT,"
        " street TEXT, town TEXT, company TEXT, birthday INTEGER, relation TEXT);"
    )
    add_content(connection, "life", LIFE, "content/life.yaml", str(seed))


def _drop_life(connection: apsw.Connection) -> None:
    for table in ("given", "family", "street", "town", "company", "person"):
        connection.execute(f"DROP TABLE life_{table}")
