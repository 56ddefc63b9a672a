"""Checks frames.yaml: forms that are missing or said in too few ways, frames without their slots, and where.

Invariant: every complaint has its line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

import re
from pathlib import Path

from phonebuddy.tasks.invented.ways import texts_of
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

FEWEST = 40
"""Ways to say one form, whether or not the property is denied."""
_SOME, _PROPERTY = ("all", "any"), ("rel", "if", "whose", "does")
NEEDED: dict[str, tuple[tuple[str, ...], ...]] = {
    "answer": (_SOME, _PROPERTY),
    "deed": (_SOME, _PROPERTY, ("do",)),
    "picks": (_SOME, _PROPERTY),
    "facts": (("it",), ("list", "nouns", "asks")),
    "sought_asked": (("ask", "thing", "noun", "askit", "its"),),
    "sought_done": (("do", "doit"),),
}
"""One of each group has to stand in a frame, once."""
DENYING = ("is", "not", "other")
BRIEF = ("picks",)
"""What is no form of its own."""
SHORT = ("askit", "its", "doit")
"""What says `it`, so that the name has to stand before."""
BESIDES = ("num", "it")
_SLOT = re.compile(r"\{(\w+)\}")


def check_looking(path: Path) -> None:
    """AppError with all that is wrong."""
    problems, root = Problems(), read_yaml(path, path.name)
    known = {key: form for form in NEEDED for key in _keys(form)}
    for key, ways in root.pairs():
        if key not in known:
            problems.add(ways, f"nothing is said by '{key}'; known: {', '.join(known)}")
    for form in NEEDED:
        found = [one for key in _keys(form) if (one := _ways(root, key, problems))]
        texts = [text for ways in found for text in texts_of(ways)]
        if form not in BRIEF and len(texts) < FEWEST:
            problems.add(root, f"'{form}' is said in {len(texts)} ways; at least {FEWEST} are needed")
        for ways in found:
            _check_ways(form, ways, problems)
    problems.raise_if_any()


def _keys(form: str) -> list[str]:
    return [f"{form}_{one}" for one in DENYING] if _PROPERTY in NEEDED[form] else [form]


def _ways(root: Node, key: str, problems: Problems) -> Node | None:
    found = root.get(key)
    if found is None:
        problems.add(root, f"there are no ways '{key}'")
    return found


def _check_ways(form: str, ways: Node, problems: Problems) -> None:
    seen: set[str] = set()
    for node in ways.items or ():
        text = node.text or ""
        slots = [slot[:1].lower() + slot[1:] for slot in _SLOT.findall(text)]
        if text in seen:
            problems.add(node, f"'{text}' stands there twice")
        seen.add(text)
        for group in NEEDED[form]:
            if len([slot for slot in slots if slot in group]) != 1:
                wanted = " or ".join(f"{{{slot}}}" for slot in group)
                problems.add(node, f"'{text}': {wanted} is wanted, once")
        strange = set(slots) - {slot for group in NEEDED[form] for slot in group} - set(BESIDES)
        if strange:
            problems.add(node, f"'{text}': nothing is filled in for {', '.join(sorted(strange))}")
        if set(SHORT) & set(slots) and slots[0] != "it":
            problems.add(node, f"'{text}': {{it}} has to stand before what says `it`")
