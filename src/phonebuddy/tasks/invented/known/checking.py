"""Checks frames.yaml and forms.yaml: short lists, ways that leave a value or its place out, and where.

Invariant: every complaint has its line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

import re
from pathlib import Path

from phonebuddy.tasks.invented.bridges import bridges
from phonebuddy.tasks.invented.ways import check_ways, text_of, texts_of
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

FEWEST, FEWEST_SAYS, FEWEST_TEXTS = 40, 5, 4
VALUES = {"nouns": "all", "clauses": "c", "questions": "q"}
"""What the ways of a list name the values by."""
PARTS = {"parts_nouns": ("both",), "parts_clauses": ("c", "refs"), "parts_questions": ("q", "refs")}
COUNTED = ("them", "titles", "named", "asked", "told")
_SLOT = re.compile(r"\{(\w+)\}")


def check_known(folder: Path) -> None:
    """AppError with all that is wrong."""
    problems = Problems()
    _check_frames(read_yaml(folder / "frames.yaml", "frames.yaml"), problems)
    root = read_yaml(folder / "forms.yaml", "forms.yaml")
    for key, slots in (("lines", {"v"}), ("parts", {"one", "two"})):
        for form in _items(root.get(key)):
            _check_form(form, slots, problems)
            if key == "parts" and len(_items(form.get("texts"))) < FEWEST_TEXTS:
                problems.add(
                    form, f"'texts' are texts for the given part; at least {FEWEST_TEXTS} are needed"
                )
    problems.raise_if_any()


def _items(node: Node | None) -> list[Node]:
    return list(node.items or ()) if node is not None else []


def _check_frames(root: Node, problems: Problems) -> None:
    for key, value in VALUES.items():
        node = root.get(key)
        if node is None:
            problems.add(root, f"there is no list '{key}'")
            continue
        for way in check_ways(node, key, FEWEST, 1, problems):
            slots = {slot.lower() for slot in _SLOT.findall(way)}
            if slots not in ({"with"}, {value, "into"}):
                problems.add(
                    node, f"'{way}' needs {{{value}}} and {{into}}, or {{with}} alone, and nothing else"
                )
    for key, wanted in PARTS.items():
        for way in texts_of(root.get(key)):
            if {slot.lower() for slot in _SLOT.findall(way)} != set(wanted):
                problems.add(
                    root, f"'{way}' of '{key}' needs {' and '.join(wanted)} in braces, and nothing else"
                )
    for key in COUNTED:
        found = root.get(key)
        if found is None or any(not texts_of(found.get(number)) for number in "123"):
            problems.add(root, f"'{key}' needs words for 1, 2 and 3 values")


def _check_form(form: Node, slots: set[str], problems: Problems) -> None:
    app, says = text_of(form.get("app")), form.get("says")
    if app not in {one.name for one in bridges()}:
        problems.add(form, f"'{app}' is no app of bridges.yaml")
    if says is None:
        problems.add(form, "there is no 'says'")
        return
    for way in check_ways(says, "says", FEWEST_SAYS, 0, problems):
        if not slots <= set(_SLOT.findall(way)):
            problems.add(says, f"'{way}' leaves out a value; name {', '.join(sorted(slots))} in braces")
