"""An app's doors to the rest of the phone: what it accepts from others, and what it wants to happen later.

Both are named entries with parameters and effects. All apps' doors are read before any page is, so that a
page that sends something can be checked against who takes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from phonebuddy.world.spec.app import Manifest
from phonebuddy.world.spec.nodes import Node
from phonebuddy.world.spec.problems import Problems

DOOR_KEYS = {
    "params": "names it is given",
    "gives": "names it hands back with the effect give",
    "quiet": "true: others tell it with the effect tell, and the app does not come to the front",
    "do": "the effects that run",
}
SHARE = "share_text"


class Door(NamedTuple):
    """One entry of `accepts` or `events`, not compiled yet."""

    name: str
    params: tuple[str, ...]
    gives: tuple[str, ...]
    node: Node
    quiet: bool = False
    """Whether it runs in the background, as an event does."""


Doors = Mapping[str, Door]


def read_doors(manifest: Manifest, section: str, problems: Problems) -> dict[str, Door]:
    """The entries of a section of app.yaml."""
    doors: dict[str, Door] = {}
    listed = manifest.node.get(section)
    for name, node in listed.pairs() if listed is not None else ():
        if node.entries is None or node.get("do") is None:
            problems.add(node, f"'{name}' in '{section}' takes a map with 'do': a list of effects")
            continue
        for entry in node.entries:
            if entry.key not in DOOR_KEYS:
                problems.unknown(entry.place, f"key in '{section}'", entry.key, DOOR_KEYS)
        params, gives = (_names(node, key, problems) for key in ("params", "gives"))
        doors[name] = Door(name, params, gives, node, _is_quiet(node, section, problems))
    return doors


def _is_quiet(node: Node, section: str, problems: Problems) -> bool:
    found = node.get("quiet")
    if found is None:
        return False
    if found.text not in ("true", "false") or section != "accepts" or node.get("gives") is not None:
        problems.add(found, "'quiet' takes true or false, in 'accepts', for what gives nothing back")
    return found.text == "true"


def _names(node: Node, key: str, problems: Problems) -> tuple[str, ...]:
    found = node.get(key)
    if found is None:
        return ()
    names = tuple(item.text or "" for item in found.items or ())
    if found.items is None or not all(name.isidentifier() for name in names):
        problems.add(found, f"'{key}' takes a list of names")
        return ()
    return names


def merge_doors(all_doors: Iterable[Doors], problems: Problems) -> Doors:
    """Intents by name; apps that accept the same one must agree on what it carries."""
    merged: dict[str, Door] = {SHARE: Door(SHARE, ("text", "title"), (), Node.__new__(Node))}
    for doors in all_doors:
        for name, door in doors.items():
            known = merged.setdefault(name, door)
            if _carried(known) != _carried(door):
                carried = f"params {list(known.params)} and gives {list(known.gives)}"
                carried += ", quiet" if known.quiet else ", not quiet" if door.quiet else ""
                problems.add(door.node, f"'{name}' is accepted elsewhere with {carried}; they must agree")
    return merged


def _carried(door: Door) -> tuple[set[str], set[str], bool]:
    return set(door.params), set(door.gives), door.quiet
