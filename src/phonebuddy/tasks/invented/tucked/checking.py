"""Checks prefs.yaml, parts.yaml and frames.yaml: what is missing, too little, called alike, and where.

Invariant: every complaint has its line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from phonebuddy.tasks.invented.levels.words import DO, NOTE, WISH
from phonebuddy.tasks.invented.sketch import SAID_ALONE
from phonebuddy.tasks.invented.ways import check_ways, text_of, texts_of, ways_by_manner
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

FEWEST = 60
"""Preferences."""
WAYS = 8
"""Ways to ask for one, those of `on` and `off` together."""
ALONE = 1
"""Ways that are sentences, of each list."""
SHARED = ("section", "kind", "labels", "names", "near")
KINDS: dict[str, tuple[str, ...]] = {
    "switch": ("on", "off"),
    "choice": ("values", "set"),
    "number": ("low", "high", "step", "unit", "set"),
    "text": ("texts", "set"),
}
BESIDES = ("proper",)
TWIN_OWN = ("heading", "names")
LISTS = {
    "saved": ("titles", "icon", "section", "near", "parts"),
    "facts": ("labels", "kind", "asks", "near"),
    "reading": ("titles", "icon", "lines", "asks", "near"),
    "copies": ("labels", "section", "title", "names", "folders", "says", "into", "near"),
    "acts": ("section", "labels", "text", "sure", "says", "near"),
}
"""Maps of parts.yaml, and what each entry needs."""
SAID: dict[str, set[str]] = {
    "save": {"x"},
    "path": {"x", "p"},
    "section": {"x", "s"},
    "plain_on": {"n"},
    "plain_off": {"n"},
    "plain_set": {"n", "v"},
    "text": {"v"},
    "sorted": {"n"},
    "shown": {"v"},
}
"""Keys of frames.yaml, and what each way must say."""
_SLOT = re.compile(r"\{(\w+)\}")


def check_tucked(folder: Path) -> None:
    """AppError with all that is wrong."""
    problems = Problems()
    parts = read_yaml(folder / "parts.yaml", "parts.yaml")
    sections = {key for key, _ in _pairs(parts.get("sections"))}
    prefs = read_yaml(folder / "prefs.yaml", "prefs.yaml")
    _check_prefs(prefs, sections, problems)
    _check_twins(prefs, problems)
    _check_parts(parts, sections, problems)
    _check_frames(read_yaml(folder / "frames.yaml", "frames.yaml"), problems)
    problems.raise_if_any()


def _check_prefs(root: Node, sections: set[str], problems: Problems) -> None:
    every = list(_pairs(root.get("prefs")))
    if len(every) < FEWEST:
        problems.add(root, f"there are {len(every)} preferences; at least {FEWEST} are needed")
    taken: dict[str, str] = {}
    for name, pref in every:
        kind = text_of(pref.get("kind"))
        if kind not in KINDS:
            problems.unknown(pref, "kind", kind, KINDS)
            continue
        _check_keys(name, pref, (*SHARED, *KINDS[kind]), BESIDES, problems)
        _check_section(name, pref, sections, problems)
        _check_own(name, pref, problems)
        for text in (*texts_of(pref.get("labels")), *texts_of(pref.get("names"))):
            other = taken.setdefault(text.lower(), name)
            if other != name:
                problems.add(pref, f"'{name}' and '{other}' are both called '{text}'")


def _check_twins(root: Node, problems: Problems) -> None:
    for name, twins in _pairs(root.get("twins")):
        kind = text_of(twins.get("kind"))
        needed = ("kind", "labels", "near", "first", "second", *(("values",) if kind == "choice" else ()))
        _check_keys(name, twins, needed, (), problems)
        for one in (twins.get("first"), twins.get("second")):
            own = tuple(key for key in KINDS.get(kind, ()) if key in ("on", "off", "set"))
            if one is not None:
                _check_keys(name, one, (*TWIN_OWN, *own), (), problems)
                _check_own(name, one, problems)


def _check_own(name: str, pref: Node, problems: Problems) -> None:
    """Its own ways: enough of them, some of them sentences, with a place for the value where there is one."""
    count = 0
    for key in ("on", "off", "set"):
        ways = pref.get(key)
        if ways is None:
            continue
        texts = check_ways(ways, f"{name}/{key}", 1, ALONE, problems)
        count += len(texts)
        if all(text.startswith(SAID_ALONE) for text in texts):
            problems.add(ways, f"'{name}' has no order among its own ways '{key}'")
        _check_slots(ways, texts, {"v"} if key == "set" else set(), problems)
    if count < WAYS:
        problems.add(pref, f"'{name}' has {count} ways of its own; at least {WAYS} are needed")


def _check_parts(root: Node, sections: set[str], problems: Problems) -> None:
    for key, needed in LISTS.items():
        if root.get(key) is None:
            problems.add(root, f"there is no '{key}'")
        for name, one in _pairs(root.get(key)):
            _check_keys(name, one, needed, (), problems)
            if "section" in needed:
                _check_section(name, one, sections, problems)
            for ways in ("says", "asks"):
                given = one.get(ways)
                if given is not None:
                    texts = check_ways(given, f"{name}/{ways}", WAYS, 0, problems)
                    _check_slots(given, texts, {"n"} if key == "copies" else set(), problems)
    for decoy in (root.get("decoys") or root).items or ():
        has = [key for key, _ in decoy.pairs()]
        if not {"called", "icon"} <= set(has) or len({"say", "page"} & set(has)) != 1:
            problems.add(
                decoy, "a decoy needs called, icon, and say or page: nothing is there that does nothing"
            )


def _check_frames(root: Node, problems: Problems) -> None:
    for key, slots in SAID.items():
        for where, text in ways_by_manner(root, key, (DO, NOTE, WISH), problems):
            if not slots <= set(_SLOT.findall(text)):
                wanted = ", ".join(f"{{{slot}}}" for slot in sorted(slots))
                problems.add(where, f"'{text}': {wanted} is wanted")


def _check_keys(
    name: str, node: Node, needed: Iterable[str], besides: Iterable[str], problems: Problems
) -> None:
    for key in needed:
        if node.get(key) is None:
            problems.add(node, f"'{name}' has no '{key}'")
    for key, value in node.pairs():
        if key not in (*needed, *besides):
            problems.unknown(value, "key", key, (*needed, *besides))


def _check_section(name: str, node: Node, sections: set[str], problems: Problems) -> None:
    section = text_of(node.get("section"))
    if section not in sections:
        problems.add(node, f"'{name}' is in '{section}', which is no section of parts.yaml")


def _check_slots(node: Node, texts: Iterable[str], wanted: set[str], problems: Problems) -> None:
    for text in texts:
        if set(_SLOT.findall(text)) != wanted:
            told = f"{{{', '.join(wanted)}}} is wanted" if wanted else "nothing is filled in here"
            problems.add(node, f"'{text}': {told}")


def _pairs(node: Node | None) -> Iterator[tuple[str, Node]]:
    yield from () if node is None else node.pairs()
