"""Checks the files of studio apps: what is missing, too little, called alike or without its slots, and where.

Invariant: every complaint has its file and line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from phonebuddy.tasks.invented.studio.plan import ICONS, MOST, NUM_ALBUMS
from phonebuddy.tasks.invented.ways import check_ways, texts_of
from phonebuddy.world.render.icons import has_icon
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

DOMAIN = {
    "": ("nouns", "titles", "icon", "shelf", "names", "new", "albums", "run", "draft"),
    "albums": ("nouns", "places", "names"),
    "run": ("places", "start", "kind", "kinds"),
    "draft": ("does", "noun", "places", "lines", "choice"),
}
SLOTS = {
    **{act: ("them",) for act in ("archive", "delete", "retry")},
    "out": ("them", "grp_name"),
    "run": ("what", "secs"),
    "named": ("what", "secs", "new_name"),
    "begin": ("what",),
    "just": ("x",),
    "whole": ("x",),
}
"""Forms, and what each way names once."""
CHANGES = {"line": ("k", "ones"), "more": ("k", "ones"), "fewer": ("k", "ones"), "choice": ("v",)}
FEWEST, FEWEST_ALONE, FEWEST_CHANGES = 40, 12, 10
"""Ways to ask for a form, those of them that are sentences of their own, and ways to ask for a change."""
SENT = ("do", "done")
"""Slots of which a way that asks for the whole has one at least."""
_SLOT = re.compile(r"\{(\w+)\}")


def check_studio(folder: Path) -> None:
    """AppError with all that is wrong."""
    problems = Problems()
    said = read_yaml(folder / "words.yaml", "words.yaml")
    labels, does, says = (said.get(key) or said for key in ("labels", "does", "says"))
    for act in ICONS:
        if not texts_of(labels.get(act)):
            problems.add(labels, f"there are no labels '{act}'")
    for form, slots in SLOTS.items():
        _check_slots(says.get(form) or says, form, slots, FEWEST, problems)
    for form, slots in CHANGES.items():
        _check_slots(says.get(form) or says, form, slots, FEWEST_CHANGES, problems)
    for name, domain in read_yaml(folder / "domains.yaml", "domains.yaml").pairs():
        _check_domain(name, domain, [key for key, _ in does.pairs()], problems)
    problems.raise_if_any()


def _check_slots(node: Node, form: str, slots: tuple[str, ...], least: int, problems: Problems) -> None:
    least_alone = FEWEST_ALONE if least == FEWEST else 0
    for way in check_ways(node, form, least, least_alone, problems):
        named = [slot.lower() for slot in _SLOT.findall(way)]
        for slot in slots:
            if named.count(slot) != 1:
                problems.add(node, f"'{way}' needs {{{slot}}} once")
        if form == "whole" and not {*SENT} & {*named}:
            problems.add(node, f"'{way}' does not ask for the whole; it needs {{do}} or {{done}}")


def _check_domain(name: str, domain: Node, does: list[str], problems: Problems) -> None:
    for part, keys in DOMAIN.items():
        node = (domain.get(part) if part else domain) or domain
        for key in keys:
            if node.get(key) is None:
                problems.add(node, f"'{name}' has no '{key}'{f' in {part!r}' if part else ''}")
        for key, value in node.pairs():
            if node is not domain or not part:
                _check_known(value, key, keys, problems)
    icon, sends = domain.get("icon"), (domain.get("draft") or domain).get("does")
    if icon is not None and not has_icon(icon.text or ""):
        problems.add(icon, f"there is no icon '{icon.text}'")
    if sends is not None and sends.text not in does:
        problems.unknown(sends, "value of 'does'", sends.text or "", does)
    names, albums = texts_of(domain.get("names")), texts_of((domain.get("albums") or domain).get("names"))
    if len(set(names)) < MOST or len(set(albums)) < NUM_ALBUMS:
        problems.add(domain, f"'{name}' needs {MOST} names of things and {NUM_ALBUMS} of albums, all other")
    _check_apart(domain, problems)


def _check_known(value: Node, key: str, keys: tuple[str, ...], problems: Problems) -> None:
    if key not in keys:
        problems.unknown(value, "key", key, keys)


def _check_apart(domain: Node, problems: Problems) -> None:
    """What gold taps by its words stands on one page with the titles of places."""
    taken: dict[str, str] = {}
    for what, node in _tapped(domain):
        for text in texts_of(node):
            other = taken.setdefault(text.lower(), what)
            if other != what:
                problems.add(domain, f"'{text}' is of '{what}' and of '{other}'; call one of them otherwise")


def _tapped(domain: Node) -> Iterator[tuple[str, Node | None]]:
    parts = {part: domain.get(part) or domain for part in ("albums", "run", "draft")}
    yield "shelf", domain.get("shelf")
    yield "names", domain.get("names")
    yield "new", domain.get("new")
    yield "names of albums", parts["albums"].get("names")
    yield from ((f"places of {part}", node.get("places")) for part, node in parts.items())
    yield "start", parts["run"].get("start")
    yield "kinds", parts["run"].get("kinds")
