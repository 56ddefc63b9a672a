"""Checks places.yaml and frames.yaml: what is missing, said in too few ways or without its slots, and where.

Invariant: every complaint has its line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

import re
from pathlib import Path

from phonebuddy.tasks.invented.ways import text_of, texts_of
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

FEWEST = 40
"""Ways to say one form."""
NEEDED: dict[str, tuple[tuple[str, ...], ...]] = {
    "thing": (("a",), ("that", "where"), ("that", "look")),
    "thing_alone": (("a",), ("that", "where"), ("that", "look")),
    "list": (("a",), ("that", "where"), ("that", "look")),
    "value": (("s", "what"), ("s", "where"), ("s", "look")),
    "who": (("b",), ("into", "any"), ("into", "noun")),
    "in": (("way", "app"),),
    "alone_in": (("way", "app"),),
    "fact_in": (("s", "app"),),
    "thing_names": (("noun",),),
    "thing_short": (("noun",),),
    "list_names": (("noun",),),
    "list_short": ((),),
    "who_names": ((),),
}
"""The slots of a frame are one of these groups."""
BRIEF = frozenset({"thing_alone", "in", "alone_in", "fact_in"}) | {
    f"{form}_{what}" for form in ("thing", "list", "who") for what in ("names", "short")
}
"""What is no form of its own."""
WORDS = {
    "thing": ("texts", "rel", "where", "look"),
    "list": ("texts", "rel", "where", "look"),
    "value": ("texts", "what", "where", "look"),
    "person": ("texts", "rel"),
}
"""What a place has words for, by form."""
MARKS = {
    "thing": ({"this"}, {"this", "that"}),
    "value": ({"this"}, {"this", "that"}),
    "person": ({"this"}, {"this", "that"}),
    "list": ({"lines"}, {"all"}, {"lines", "that"}, {"all", "that"}),
}
"""Marks of a text, by form."""
_SLOT, _MARK = re.compile(r"\{(\w+)\}"), re.compile(r"<(\w+)>")


def check_pointing(places: Path, frames: Path) -> None:
    """AppError with all that is wrong."""
    problems = Problems()
    _check_frames(read_yaml(frames, frames.name), problems)
    for key, place in read_yaml(places, places.name).pairs():
        for form, wanted in WORDS.items():
            words = place.get(form)
            if words is not None:
                _check_words(f"{key}/{form}", form, place, words, wanted, problems)
    problems.raise_if_any()


def _check_frames(root: Node, problems: Problems) -> None:
    for key, ways in root.pairs():
        if key not in NEEDED:
            problems.add(ways, f"nothing is said by '{key}'; known: {', '.join(NEEDED)}")
    for key, groups in NEEDED.items():
        found = root.get(key)
        if found is None:
            problems.add(root, f"there are no ways '{key}'")
            continue
        several = set(texts_of(found))
        if key not in BRIEF and len(several) < FEWEST:
            problems.add(found, f"'{key}' is said in {len(several)} ways; at least {FEWEST} are needed")
        for node in found.items or ():
            _check_frame(node, groups, problems)


def _check_frame(node: Node, groups: tuple[tuple[str, ...], ...], problems: Problems) -> None:
    slots = sorted(slot[:1].lower() + slot[1:] for slot in _SLOT.findall(text_of(node)))
    if slots not in [sorted(group) for group in groups]:
        wanted = " or ".join(" and ".join(f"{{{slot}}}" for slot in group) or "no slot" for group in groups)
        problems.add(node, f"'{text_of(node)}': {wanted} is wanted, each once")


def _check_words(
    what: str, form: str, place: Node, words: Node, wanted: tuple[str, ...], problems: Problems
) -> None:
    said = text_of(place.get("said"))
    for key in wanted:
        found = words.get(key)
        if found is None or not found.items:
            problems.add(words, f"'{what}' has no '{key}'")
            continue
        for node in found.items:
            text = text_of(node)
            if key == "texts" and set(_MARK.findall(text)) not in MARKS[form]:
                problems.add(node, f"'{text}': the marks of a {form} are wanted")
            if key != "texts" and _SLOT.findall(text) != ([said] if said else []):
                problems.add(node, f"'{text}': {{{said}}} is wanted, once, and nothing else")
