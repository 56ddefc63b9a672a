"""Checks themes.yaml and frames.yaml: too few ways, refusals that are alike, ways without what is tried.

Invariant: every complaint has its line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

import re
from pathlib import Path

from phonebuddy.tasks.invented.trying.page import NUM_REFUSED, NUM_THINGS
from phonebuddy.tasks.invented.ways import check_ways, text_of, texts_of
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

FEWEST, FEWEST_SAYS, FEWEST_ALONE = 40, 10, 3
FORMS = {
    "answer": ("answer", "answer_alone"),
    "told": ("told", "told_alone", "either", "either_alone"),
    "says": ("says",),
}
"""Forms, and the lists of their frames."""
SLOTS = {
    "answer": {"do"},
    "told": {"do", "tell"},
    "either": {"do", "tell", "ok"},
    "says": {"do"},
    "plain": {"do"},
}
LISTS = ("titles", "labels", "done", "names", "called", "hints", "says", "troubles")
_SLOT = re.compile(r"\{(\w+)\}")


def check_trying(folder: Path) -> None:
    """AppError with all that is wrong."""
    problems = Problems()
    root = read_yaml(folder / "frames.yaml", "frames.yaml")
    for form, keys in FORMS.items():
        number = sum(len(_check_frames(root, key, problems)) for key in keys)
        if number < FEWEST:
            problems.add(root, f"'{form}' has {number} frames; at least {FEWEST} are needed")
    for key in ("plain", "plain_alone"):
        _check_frames(root, key, problems)
    for name, theme in read_yaml(folder / "themes.yaml", "themes.yaml").pairs():
        _check_theme(name, theme, problems)
    problems.raise_if_any()


def _check_frames(root: Node, key: str, problems: Problems) -> list[str]:
    node = root.get(key)
    if node is None:
        problems.add(root, f"there is no list '{key}'")
        return []
    wanted = SLOTS[key.removesuffix("_alone")]
    ways = check_ways(node, key, 1, 0, problems)
    for way in ways:
        if {slot.lower() for slot in _SLOT.findall(way)} != wanted:
            problems.add(node, f"'{way}' needs {', '.join(sorted(wanted))} in braces, and nothing else")
    return ways


def _check_theme(name: str, theme: Node, problems: Problems) -> None:
    missing = [key for key in LISTS if not texts_of(theme.get(key))]
    if missing or not text_of(theme.get("icon")):
        problems.add(theme, f"'{name}' needs an icon and the lists {', '.join(LISTS)}")
        return
    says = theme.get("says")
    assert says is not None, "it is among the lists"
    for way in check_ways(says, f"says of {name}", FEWEST_SAYS, FEWEST_ALONE, problems):
        if _SLOT.findall(way) != ["it"]:
            problems.add(says, f"'{way}' names its thing once, as {{it}}")
    for key, least in (("names", NUM_THINGS), ("troubles", NUM_REFUSED)):
        texts = texts_of(theme.get(key))
        if len(texts) < least:
            problems.add(theme, f"'{key}' of '{name}' are {len(texts)}; at least {least} are needed")
        for one in texts:
            if any(one.lower() in other.lower() for other in texts if other is not one):
                problems.add(theme, f"'{one}' stands in another of '{key}'; rename one")
