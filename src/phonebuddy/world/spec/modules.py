"""Modules: shared pages with parameters, put into an app under a name by `modules:` in its app.yaml.

A module is a file in apps/modules. It may bring tables, pages, templates, events, offers and translations;
what it brings is merged into the app's own YAML before anything is read, so nothing after this file knows of
modules. Invariant: an app's own words are never replaced by a module's.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from phonebuddy.world.spec.macros import Expander
from phonebuddy.world.spec.nodes import Entry, Node, Place, read_yaml, scalar
from phonebuddy.world.spec.problems import Problems

MODULES = Path(__file__).parents[2] / "apps" / "modules"
MODULE_KEYS = {
    "module": "its name, that of its file",
    "about": "what it is, in a sentence or two",
    "params": "what an app fills in: name to about, and default where it may be left out",
    "example": "how an app uses it, as it stands under modules",
    "schema": "tables it brings, each named ${table} or ${table}_something",
    "offers": "views for other apps",
    "accepts": "what others may send the app",
    "events": "what it schedules",
    "templates": "pieces the app may put in with use",
    "pages": "pages it brings, named $page or ${page}_something",
    "translations": "its texts in other languages",
}
SECTIONS = ("offers", "accepts", "events", "templates", "pages")
GIVEN = {
    "app": "the app's name",
    "page": "the name the app uses the module under, which is that of its first page",
    "table": "the first part of the names of its tables: the app's name, _, and that name",
}
"""Parameters every module has without asking for them."""


class Brought(NamedTuple):
    """What modules add to an app besides what was merged into its YAML."""

    schemas: list[Node]
    translations: list[Node]


def module_names() -> list[str]:
    return sorted(path.stem for path in MODULES.glob("*.yaml"))


def module_files() -> list[Path]:
    return sorted(MODULES.glob("*.yaml"))


def add_modules(app: str, node: Node, problems: Problems) -> Brought:
    """Merge every module the app names into its YAML."""
    brought = Brought([], [])
    listed = node.get("modules")
    for entry in (listed.entries or ()) if listed is not None else ():
        module = _read(entry, problems)
        if module is None:
            continue
        values = _values(app, entry, module, problems)
        for key in SECTIONS:
            section = module.get(key)
            if section is not None:
                _merge(node, key, _filled(section, values, problems), entry, problems)
        schema, words = module.get("schema"), module.get("translations")
        if schema is not None:
            brought.schemas.append(_filled(schema, values, problems))
        if words is not None:
            brought.translations.append(_filled(words, values, problems))
    return brought


def _read(entry: Entry, problems: Problems) -> Node | None:
    """The module behind an entry: the one named by `module`, or else by the entry itself."""
    named = entry.value.get("module")
    name = entry.key if named is None else named.text or ""
    if name not in module_names():
        problems.unknown(entry.place, "module", name, module_names())
        return None
    if entry.value.entries is None and entry.value.text != "":
        problems.add(entry.value, f"module '{name}' takes a map of parameters, not a {entry.value.kind}")
        return None
    return read_module(name, f"{entry.place} > modules/{name}.yaml")


def read_module(name: str, shown: str = "") -> Node:
    """The YAML of a module; messages about it begin with what is shown."""
    return read_yaml(MODULES / f"{name}.yaml", shown or f"modules/{name}.yaml")


def _values(app: str, entry: Entry, module: Node, problems: Problems) -> Mapping[str, Node]:
    """Each parameter of the module to what stands for it here."""
    name = (module.get("module") or module).text or ""
    given = {key: value for key, value in entry.value.pairs() if key != "module"}
    values = {"app": app, "page": entry.key, "table": f"{app}_{entry.key}"}
    nodes: dict[str, Node] = {key: scalar(text, entry.place) for key, text in values.items()}
    params = module.get("params") or Node(module.place)
    for key in given:
        if params.get(key) is None:
            known = [*(param for param, _ in params.pairs()), "module"]
            problems.unknown(given[key], f"parameter of module '{name}'", key, known)
    for param, about in params.pairs():
        value = given.get(param)
        if value is None:
            default = about.get("default")
            if default is None:
                says = about.get("about")
                problems.add(entry.place, f"module '{name}' needs '{param}': {says.text if says else ''}")
                default = scalar("", entry.place)
            value = _filled(default, nodes, problems)
        nodes[param] = value
        if value.entries is not None:
            nodes.update(_of_map(param, value))
    return nodes


def _of_map(param: str, value: Node) -> dict[str, Node]:
    """What else a map gives, so that a module can keep the variables of a form without knowing them.

    Of `vars: {a: "", b: ""}`: $vars_names is `:a, :b`, $vars_unpacked is `packed ->> 0 AS "a", packed ->> 1
    AS "b"`, and $vars_same is `{a: "{a}", b: "{b}"}`.
    """
    keys = [key for key, _ in value.pairs()]
    same = Node(value.place)
    same.entries = [Entry(key, scalar(f"{{{key}}}", value.place), value.place) for key in keys]
    unpacked = ", ".join(f'packed ->> {number} AS "{key}"' for number, key in enumerate(keys))
    return {
        f"{param}_names": scalar(", ".join(f":{key}" for key in keys), value.place),
        f"{param}_unpacked": scalar(unpacked, value.place),
        f"{param}_same": same,
    }


def _filled(node: Node, values: Mapping[str, Node], problems: Problems) -> Node:
    return Expander({}, problems).fill(node, values)


def _merge(node: Node, key: str, section: Node, entry: Entry, problems: Problems) -> None:
    """Add what a module brings to one section of the app."""
    assert node.entries is not None, "read_manifest saw to it"
    mine = node.get(key)
    if mine is None:
        mine = Node(Place(entry.place.file, entry.place.line))
        mine.entries = []
        node.entries.append(Entry(key, mine, entry.place))
    for brought in section.entries or ():
        if mine.get(brought.key) is not None:
            what = f"'{brought.key}' in '{key}' also comes from module '{entry.key}'"
            problems.add(entry.place, f"{what}; rename one of them, or use the module under another name")
        elif mine.entries is not None:
            mine.entries.append(brought)
