"""Checks knobs.yaml and frames.yaml: what is missing, called alike, said without its slots, and where.

Invariant: every complaint has its line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from phonebuddy.tasks.invented.levels.words import DO, NOTE, WISH
from phonebuddy.tasks.invented.sketch import SAID_ALONE
from phonebuddy.tasks.invented.ways import texts_of, ways_by_manner
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

SHARED = ("labels", "names", "near")
NEEDED = {
    "levels": (*SHARED, "up", "down", "top", "bottom"),
    "switches": (*SHARED, "on", "off"),
    "choices": (*SHARED, "values", "set"),
}
BESIDES = {"levels": ("silent",), "switches": (), "choices": ("proper",)}
OWN = ("top", "bottom", "on", "off", "set")
"""Ways of a knob's own, orders and sentences."""
PAGES = ("index", "first", "second")
FEWEST = 40
"""Ways to put several together, for two and for three."""
SAID = {
    **{f"level_{one}": set() for one in ("top", "bottom", "silent", "half", "quarter", "three_quarters")},
    "level_number": {"v"},
    "switch_on": set(),
    "switch_off": set(),
    "choice_set": {"v"},
}
"""Ways for one knob, and what each must say beside the knob."""
JOINED = {"two": {"a", "b"}, "three": {"a", "b", "c"}}
_SLOT = re.compile(r"\{(\w+)\}")


def check_levels(folder: Path) -> None:
    """AppError with all that is wrong."""
    problems = Problems()
    _check_knobs(read_yaml(folder / "knobs.yaml", "knobs.yaml"), problems)
    _check_frames(read_yaml(folder / "frames.yaml", "frames.yaml"), problems)
    problems.raise_if_any()


def _check_knobs(root: Node, problems: Problems) -> None:
    pages = root.get("pages")
    for key in PAGES:
        if pages is None or not texts_of(pages.get(key)):
            problems.add(pages or root, f"pages have no titles '{key}'")
    taken: dict[str, str] = {}
    for kind, name, knob in _knobs(root):
        for key in NEEDED[kind]:
            if knob.get(key) is None:
                problems.add(knob, f"'{name}' has no '{key}'")
        for key, value in knob.pairs():
            if key not in (*NEEDED[kind], *BESIDES[kind]):
                problems.unknown(value, "key", key, (*NEEDED[kind], *BESIDES[kind]))
            if key in OWN:
                _check_own(name, key, value, problems)
        for text in (*texts_of(knob.get("labels")), *texts_of(knob.get("names"))):
            other = taken.setdefault(text.lower(), name)
            if other != name:
                problems.add(knob, f"'{name}' and '{other}' are both called '{text}'")


def _knobs(root: Node) -> Iterator[tuple[str, str, Node]]:
    """All of them, as (kind, name, words)."""
    for kind in NEEDED:
        part = root.get(kind)
        for name, one in part.pairs() if part is not None else ():
            yield from (
                ((kind, key, knob) for key, knob in one.pairs()) if kind == "levels" else ((kind, name, one),)
            )


def _check_own(name: str, key: str, ways: Node, problems: Problems) -> None:
    texts = texts_of(ways)
    if all(text.startswith(SAID_ALONE) for text in texts):
        problems.add(ways, f"'{name}' has no order among its own ways '{key}'")
    for text in texts:
        if set(_SLOT.findall(text)) != ({"v"} if key == "set" else set()):
            problems.add(
                ways, f"'{text}': {'{v} is wanted' if key == 'set' else 'nothing is filled in here'}"
            )


def _check_frames(root: Node, problems: Problems) -> None:
    for key in (*SAID, *JOINED, "stays"):
        found = list(ways_by_manner(root, key, (DO, NOTE, WISH), problems))
        for where, text in found:
            _check_way(key, text, where, problems)
        if key in JOINED and root.get(key) is not None and len(found) < FEWEST:
            problems.add(
                root.get(key) or root, f"'{key}' has {len(found)} ways; at least {FEWEST} are needed"
            )


def _check_way(key: str, text: str, where: Node, problems: Problems) -> None:
    slots = [slot.lower() for slot in _SLOT.findall(text)]
    if key in JOINED:
        if sorted(slots) != sorted(JOINED[key]):
            problems.add(where, f"'{text}': each of {', '.join(sorted(JOINED[key]))} is wanted once")
        return
    needed = SAID.get(key, {"x"})
    if not needed <= set(slots) or not {"s", "n"} & set(slots):
        wanted = ", ".join(f"{{{slot}}}" for slot in sorted(needed))
        problems.add(where, f"'{text}': {{s}} or {{n}} is wanted{' and ' + wanted if wanted else ''}")
