"""The cache of checked apps: which apps there are, without reading and checking all of them at every start.

Kept under the user's cache folder, named by the content of every app file; an app is compiled from its YAML
when it is first opened. Invariant: nothing is found here that was not checked without a problem, and a cache
that is damaged, old or cannot be written is as good as none.
"""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path

import msgspec

from phonebuddy.errors import AppError
from phonebuddy.world.cached_files import cache_folder, write_atomically
from phonebuddy.world.spec.app import App, Compiled, Head
from phonebuddy.world.spec.doors import Door
from phonebuddy.world.spec.load import (
    AppSet,
    Surroundings,
    built_in_folders,
    compile_app,
    digest_of,
    load_apps,
    open_schema,
)
from phonebuddy.world.spec.manifest import read_manifest
from phonebuddy.world.spec.nodes import Node, Place
from phonebuddy.world.spec.problems import Problems
from phonebuddy.world.state.statement import Analyst


class _Intent(msgspec.Struct, frozen=True):
    name: str
    params: tuple[str, ...]
    gives: tuple[str, ...]
    quiet: bool


class _Stored(msgspec.Struct, frozen=True):
    digest: str
    heads: list[Head]
    schema: bytes
    offered: list[str]
    intents: list[_Intent]


def load_default_apps() -> AppSet:
    """The built-in apps; checked once, then known by what their files hold."""
    folders = built_in_folders()
    digest = digest_of(folders)
    path = cache_folder() / f"heads-{digest}.bin"
    stored = _read(path, digest)
    if stored is not None:
        return _revive(stored, folders)
    apps = load_apps(folders)
    _write(path, apps)
    return apps


def _read(path: Path, digest: str) -> _Stored | None:
    try:
        stored = msgspec.msgpack.decode(path.read_bytes(), type=_Stored)
    except (OSError, msgspec.MsgspecError):
        return None
    return stored if stored.digest == digest else None


def _write(path: Path, apps: AppSet) -> None:
    intents = [_Intent(door.name, door.params, door.gives, door.quiet) for door in apps.intents.values()]
    stored = _Stored(
        apps.digest,
        [app.manifest for app in apps.apps.values()],
        apps.schema,
        sorted(apps.offered),
        intents,
    )
    # A phone works without a cache: a full or read-only disk is no reason to stop.
    with suppress(OSError):
        write_atomically(path, msgspec.msgpack.encode(stored))


def _revive(stored: _Stored, folders: list[Path]) -> AppSet:
    """Apps from the cache; they live where they are now, not where they were when they were checked."""
    nowhere = Node(Place("accepts", 1))
    intents = {one.name: Door(one.name, one.params, one.gives, nowhere, one.quiet) for one in stored.intents}
    offered = frozenset(stored.offered)

    @lru_cache(maxsize=1)
    def surroundings() -> Surroundings:
        return Surroundings(Analyst(open_schema(stored.schema)), offered, intents)

    def make(folder: Path) -> Compiled:
        problems = Problems()
        manifest = read_manifest(folder, problems)
        if manifest is None:
            raise AppError(f"{folder}: the app changed while it was in use; start again")
        compiled = compile_app(manifest, surroundings(), problems)
        problems.raise_if_any()
        return compiled

    pairs = zip(stored.heads, folders, strict=True)
    apps = {head.name: App(head, folder, partial(make, folder)) for head, folder in pairs}
    return AppSet(apps, stored.schema, stored.digest, offered, intents)
