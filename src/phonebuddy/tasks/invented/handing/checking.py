"""Checks things.yaml and frames.yaml: what is missing, too few, called alike, said without its slots.

Invariant: every complaint has its line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

import re
from pathlib import Path

from phonebuddy.tasks.invented.ways import check_ways, texts_of
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

FEWEST, FEWEST_ALONE = 40, 15
"""Ways to ask for one form, and how many of them are sentences."""
SAID = {
    "pay": {"it", "purse"},
    "mark": {"it"},
    "text": {"it", "friend"},
    "mail": {"it", "friend"},
    "note": {"it"},
    "calendar": {"it"},
    "call": {"it"},
    "ping": {"it"},
}
"""What each way must say."""
BESIDES = {"who"}
LISTS = {"titles": 3, "nouns": 1, "names": 6, "who": 4, "places": 3}
"""What a list of things has, and how many of each at least."""
LABELS = ("share", "calendar", "call", "hub", "bank", "pay", "mark", "drop", "remind", "copy", "more")
NAMED = {
    "name": ("{slip}",),
    "day": ("{slip}", "{day}"),
    "who": ("{slip}", "{who}"),
    "within": ("{x}", "{app}"),
}
"""What words for a thing must say."""
PARTS = {"purses": ("hub", "bank"), "answers": ("once", "always", "never"), "states": ("open", "paid")}
_SLOT = re.compile(r"\{(\w+)\}")


def check_handing(folder: Path) -> None:
    """AppError with all that is wrong."""
    problems = Problems()
    _check_things(read_yaml(folder / "things.yaml", "things.yaml"), problems)
    _check_frames(read_yaml(folder / "frames.yaml", "frames.yaml"), problems)
    problems.raise_if_any()


def _check_things(root: Node, problems: Problems) -> None:
    lists, labels = root.get("lists"), root.get("labels")
    for name, one in lists.pairs() if lists is not None else ():
        for key, least in LISTS.items():
            found = texts_of(one.get(key))
            if len(set(found)) < least:
                problems.add(one, f"'{name}' has {len(set(found))} '{key}'; at least {least} are needed")
    _check_words(root, problems)
    taken: dict[str, str] = {}
    for key in LABELS:
        ways = labels.get(key) if labels is not None else None
        if not texts_of(ways):
            problems.add(labels or root, f"there are no labels '{key}'")
        for text in texts_of(ways):
            other = taken.setdefault(text.lower(), key)
            if other != key:
                problems.add(ways or root, f"'{key}' and '{other}' are both called '{text}'")


def _check_words(root: Node, problems: Problems) -> None:
    for part, keys in (*PARTS.items(), ("named", tuple(NAMED))):
        node = root.get(part)
        for key in keys:
            if node is None or not texts_of(node.get(key)):
                problems.add(node or root, f"there are no {part} '{key}'")
    named = root.get("named")
    for key, ways in named.pairs() if named is not None else ():
        for way in texts_of(ways):
            for slot in NAMED.get(key, ()):
                if slot not in way:
                    problems.add(ways, f"'{way}' does not say {slot}")


def _check_frames(root: Node, problems: Problems) -> None:
    for key, ways in root.pairs():
        if key not in SAID:
            problems.unknown(ways, "form", key, SAID)
    for key, wanted in SAID.items():
        found = root.get(key)
        if found is None:
            problems.add(root, f"there are no ways '{key}'")
            continue
        for way in check_ways(found, key, FEWEST, FEWEST_ALONE, problems):
            slots = {slot.lower() for slot in _SLOT.findall(way)}
            if slots - BESIDES != wanted:
                needed = ", ".join(f"{{{slot}}}" for slot in sorted(wanted))
                problems.add(found, f"'{way}': {needed} and nothing else is filled in here")
