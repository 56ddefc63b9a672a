"""Loading apps: folders to checked, compiled apps that share one schema.

`load_apps` raises AppError with every problem found; `check_apps` returns them. Invariant: apps that load
without problems can be run by any phone of this process, all at once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

import apsw

from phonebuddy import __version__
from phonebuddy.errors import AppError
from phonebuddy.world.services.tables import OFFERS, SCHEMA
from phonebuddy.world.spec import flow
from phonebuddy.world.spec.app import App, Compiled, Manifest, Page
from phonebuddy.world.spec.compiler import AppScope, Site
from phonebuddy.world.spec.doors import Doors, merge_doors, read_doors
from phonebuddy.world.spec.kinds import EffectsKind
from phonebuddy.world.spec.macros import Expander, read_macros
from phonebuddy.world.spec.manifest import read_manifest
from phonebuddy.world.spec.modules import module_files
from phonebuddy.world.spec.nodes import Node, Place
from phonebuddy.world.spec.pages import is_name, read_page
from phonebuddy.world.spec.plan import Slot
from phonebuddy.world.spec.problems import Problem, Problems
from phonebuddy.world.state import functions
from phonebuddy.world.state.connection import open_image, open_memory
from phonebuddy.world.state.schema import SchemaProblem, add_offer, add_schema
from phonebuddy.world.state.statement import Access, Analyst

BUILT_IN = Path(__file__).parents[2] / "apps"


class AppSet(NamedTuple):
    """Apps that live on one phone, and the empty database with all their tables."""

    apps: Mapping[str, App]
    schema: bytes
    digest: str
    """Changes whenever a file of any app does."""
    offered: frozenset[str]
    intents: Doors


def built_in_folders() -> list[Path]:
    return sorted(path.parent for path in BUILT_IN.glob("*/app.yaml"))


def load_apps(folders: Iterable[Path] | None = None) -> AppSet:
    """The built-in apps, or those in the folders given; AppError lists every problem."""
    found, apps = check_apps(built_in_folders() if folders is None else folders)
    if found:
        raise AppError("\n".join(str(problem) for problem in found))
    assert apps is not None
    return apps


def check_apps(folders: Iterable[Path]) -> tuple[list[Problem], AppSet | None]:
    """Every problem of these apps; and the apps, when there is none."""
    problems = Problems()
    folders = list(folders)
    connection = _empty_world()
    manifests = _manifests(folders, problems)
    sound = _schemas(connection, manifests, problems)
    offered = _offers(connection, sound, problems)
    doors = {manifest.name: read_doors(manifest, "accepts", problems) for manifest in manifests}
    world = Surroundings(Analyst(connection), offered, merge_doors(doors.values(), problems))
    apps: dict[str, App] = {}
    for manifest in sound:
        host = manifest.head.host
        if host and host not in doors:
            problems.unknown(manifest.node.get("host") or manifest.node, "host", host, doors)
        try:
            compiled = compile_app(manifest, world, problems)
        except AppError as error:
            problems.add(*_located(error, manifest.node.place))
        else:
            apps[manifest.name] = App(manifest.head, manifest.folder, partial(_same, compiled))
    if problems.found:
        return sorted(problems.found), None
    return [], AppSet(apps, connection.serialize("main"), digest_of(folders), offered, world.intents)


def extend_apps(base: AppSet, folders: Iterable[Path]) -> AppSet:
    """More apps beside those there are; what others offer and accept is known to them, not the other way."""
    problems = Problems()
    connection = open_schema(base.schema)
    manifests = _manifests(list(folders), problems)
    sound = _schemas(connection, manifests, problems)
    offered = base.offered | _offers(connection, sound, problems)
    world = Surroundings(Analyst(connection), offered, base.intents)
    apps = dict(base.apps)
    for manifest in sound:
        compiled = compile_app(manifest, world, problems)
        apps[manifest.name] = App(manifest.head, manifest.folder, partial(_same, compiled))
    problems.raise_if_any()
    digest = hashlib.sha256(f"{base.digest}/{digest_of(list(folders))}".encode()).hexdigest()[:16]
    return AppSet(apps, connection.serialize("main"), digest, offered, base.intents)


def _same(compiled: Compiled) -> Compiled:
    return compiled


def _empty_world() -> apsw.Connection:
    connection = open_memory()
    _add_functions(connection)
    connection.execute(SCHEMA)
    return connection


def open_schema(schema: bytes) -> apsw.Connection:
    """A connection on the tables of all apps, to prepare statements on."""
    connection = open_image(schema)
    _add_functions(connection)
    return connection


def _add_functions(connection: apsw.Connection) -> None:
    functions.register(connection, functions.PURE, deterministic=True)
    functions.register(connection, functions.clock_functions(lambda: 0), deterministic=False)


def _manifests(folders: list[Path], problems: Problems) -> list[Manifest]:
    manifests: list[Manifest] = []
    for folder in folders:
        place = Place(f"{folder.name}/app.yaml", 1)
        try:
            manifest = read_manifest(folder, problems)
        except AppError as error:
            problems.add(*_located(error, place))
            continue
        if manifest is None:
            continue
        if any(other.name == manifest.name for other in manifests):
            problems.add(place, f"two apps are called '{manifest.name}'")
        elif any(other.head.package == manifest.head.package for other in manifests):
            problems.add(place, f"two apps have the package '{manifest.head.package}'")
        else:
            manifests.append(manifest)
    return manifests


def _located(error: AppError, place: Place) -> tuple[Place, str]:
    """An error that begins with its own `file:line:` keeps it."""
    head, colon, rest = str(error).partition(": ")
    file, _, line = head.rpartition(":")
    return (Place(file, int(line)), rest) if colon and line.isdigit() else (place, str(error))


def _schemas(connection: apsw.Connection, manifests: list[Manifest], problems: Problems) -> list[Manifest]:
    """Create all tables; the apps where that worked: without them all that follows would be wrong too."""
    sound: list[Manifest] = []
    for manifest in manifests:
        if all([_add_schema(connection, manifest.name, node, problems) for node in manifest.schema]):
            sound.append(manifest)
    return sound


def _add_schema(connection: apsw.Connection, app: str, node: Node, problems: Problems) -> bool:
    """Whether the tables of one text of SQL could be made."""
    text = node.text or ""
    try:
        add_schema(connection, app, text)
    except SchemaProblem as problem:
        # A block of text starts on the line after its key.
        first = node.place.line + ("\n" in text)
        problems.add(Place(node.place.file, first + problem.line), str(problem))
        return False
    return True


def _offers(connection: apsw.Connection, manifests: list[Manifest], problems: Problems) -> frozenset[str]:
    """Create all offered views; their names."""
    offered = set(OFFERS)
    for manifest in manifests:
        offers = manifest.node.get("offers")
        for name, query in offers.pairs() if offers is not None else ():
            try:
                if not is_name(name) or query.text is None:
                    raise AppError(f"offer '{name}' takes a plain name and one SELECT")
                add_offer(connection, manifest.name, name, query.text)
                offered.add(f"{manifest.name}_{name}")
            except AppError as error:
                problems.add(query, str(error))
    return frozenset(offered)


class Surroundings(NamedTuple):
    """What an app's pages may refer to outside the app."""

    analyst: Analyst
    offered: frozenset[str]
    intents: Doors


def compile_app(manifest: Manifest, world: Surroundings, problems: Problems) -> Compiled:
    """The inside of an app; what is wrong with it is added to the problems."""
    scope = AppScope(
        manifest.name,
        manifest.head.package,
        world.analyst,
        Access(manifest.name, world.offered),
        problems,
        world.intents,
        read_doors(manifest, "events", problems),
        manifest.head.words,
    )
    expander = Expander(read_macros(manifest.node.get("templates"), problems), problems)
    _check_schema(manifest, scope)
    _check_offers(manifest, scope)
    pages: dict[str, Page] = {}
    nodes: dict[str, Node] = {}
    listed = manifest.node.get("pages")
    for name, node in listed.pairs() if listed is not None else ():
        if not is_name(name):
            problems.add(node, f"'{name}' is not a name for a page: small letters, digits and _")
        nodes[name] = expander.expand(node)
        page = read_page(name, nodes[name], scope)
        if page is not None:
            pages[name] = page
    accepts = read_doors(manifest, "accepts", problems)
    taken = _compile_doors("accepts", accepts, expander, scope)
    events = _compile_doors("events", scope.events, expander, scope)
    flow.check_flow(manifest, pages, nodes, scope)
    statements = tuple(dict.fromkeys(statement for _, statement in scope.statements))
    return Compiled(pages, scope.plans, taken, events, statements)


def _check_schema(manifest: Manifest, scope: AppScope) -> None:
    """Views and triggers are only looked into once all tables are there."""
    try:
        scope.analyst.check_schema(scope.access)
    except AppError as error:
        scope.problems.add(manifest.node.get("schema") or manifest.node, str(error))


def _check_offers(manifest: Manifest, scope: AppScope) -> None:
    """An offered view may only be made of the app's own tables and other offers."""
    offers = manifest.node.get("offers")
    site = Site(scope, frozenset(), frozenset(), "offers")
    for _, query in offers.pairs() if offers is not None else ():
        if query.text is not None:
            site.statement(query, query.text, write=False)


def _compile_doors(section: str, doors: Doors, expander: Expander, scope: AppScope) -> dict[str, Slot]:
    """Entries of `accepts` or `events` to the effects they run."""
    found: dict[str, Slot] = {}
    for name, door in doors.items():
        node = door.node.get("do")
        assert node is not None, "read_doors saw to it"
        site = Site(scope, frozenset(door.params), frozenset(), section)
        slot = EffectsKind().compile(expander.expand(node), site, name)
        if slot is not None:
            found[name] = slot
    return found


def digest_of(folders: list[Path]) -> str:
    """Names the content of app folders, of the modules they may use, and the schema around them."""
    digest = hashlib.sha256(f"{__version__}/{SCHEMA}".encode())
    for file in module_files():
        digest.update(f"modules/{file.name}".encode())
        digest.update(file.read_bytes())
    for folder in folders:
        for file in sorted(folder.rglob("*.yaml")):
            digest.update(f"{folder.name}/{file.relative_to(folder)}".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
