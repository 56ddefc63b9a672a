"""Checks the words of Chinese tasks over several apps: what is missing or without its slots, and where.

Invariant: every complaint has its file and line and says what is wanted; reading goes on after it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from phonebuddy.tasks.invented.bridges import bridges
from phonebuddy.tasks.invented.sketch import Sketch
from phonebuddy.tasks.invented.ways import check_ways, texts_of
from phonebuddy.tasks.invented.zh.over.words import BUILT_IN, FRAMES
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

FEW_WORDS, FEW_WAYS, FEW_STORIES, FEW_FRAMES = 6, 6, 2, 3
SLOTS = {
    "order": ("c",), "story": ("c",), "looked": ("thing", "c"), "looked_in": ("app", "thing", "c"),
    "after": ("c", "n"), "both": ("n", "m"), "only": ("c", "its"), "twice": ("c", "d"),
    "which_n": ("a", "b", "adj"), "which_q": ("a", "b", "adj"), "told": ("n", "over", "to", "one", "two"),
    "forked": ("n", "over", "c", "d"), "done": ("do", "c"), "done_in": ("app", "do", "c"), "its": ("its",),
}  # fmt: skip
"""What every frame of a form has, once."""
_SLOT = re.compile(r"\{(\w+)\}")


def check_over(folder: Path) -> None:
    """AppError with all that is wrong."""
    problems = Problems()
    frames = read_yaml(folder / FRAMES.name, FRAMES.name)
    for form, slots in SLOTS.items():
        _check_frames(frames.get(form), form, slots, frames, problems)
    _check_texts(frames.get("texts"), frames, problems)
    known = {one.name: one for one in bridges()}
    root = read_yaml(folder / BUILT_IN.name, BUILT_IN.name)
    for name, app in (root.get("apps") or root).pairs():
        if name not in known:
            problems.add(app, f"'{name}' is no app of bridges.yaml")
        else:
            _check_app(app, known[name], problems)
    problems.raise_if_any()


def _check_frames(node: Node | None, form: str, slots: Sequence[str], root: Node, problems: Problems) -> None:
    if node is None:
        problems.add(root, f"there are no frames '{form}'")
        return
    for way in check_ways(node, form, FEW_FRAMES, 0, problems):
        found = _SLOT.findall(way)
        if any(found.count(slot) != 1 for slot in slots):
            wanted = ", ".join(f"{{{slot}}}" for slot in slots)
            problems.add(node, f"'{way}': wanted once each: {wanted}")


def _check_texts(node: Node | None, root: Node, problems: Problems) -> None:
    for pair in (node.items or ()) if node is not None else (root,):
        texts = texts_of(pair)
        if len(texts) != 2 or texts[0] in texts[1] or texts[1] in texts[0]:
            problems.add(pair, "two texts are wanted, neither part of the other")


def _check_app(app: Node, sketch: Sketch, problems: Problems) -> None:
    reads, writes = [one.things[0] for one in sketch.reads], [one.says[0] for one in sketch.writes]
    for name, node in _pairs(app.get("reads")):
        if name not in reads:
            problems.add(node, f"bridges.yaml reads no '{name}' there")
        _check_read(name, node, problems)
    for name, node in _pairs(app.get("writes")):
        if name not in writes:
            problems.add(node, f"bridges.yaml writes no '{name}' there")
        _check_write(name, node, problems)


def _pairs(node: Node | None) -> list[tuple[str, Node]]:
    return [] if node is None else list(node.pairs())


def _check_read(name: str, node: Node, problems: Problems) -> None:
    """All words for a value name the same things."""
    words = [*texts_of(node.get("n")), *texts_of(node.get("q"))]
    if len(words) < FEW_WORDS:
        problems.add(node, f"'{name}' has {len(words)} nouns and clauses; at least {FEW_WORDS} are needed")
    for word in words:
        if set(_SLOT.findall(word)) != set(_SLOT.findall(name)):
            problems.add(node, f"'{word}' does not name what '{name}' names")


def _check_write(name: str, node: Node, problems: Problems) -> None:
    """All ways name the same things, and have one place for what is read."""
    named = set(_SLOT.findall(name)) - {"v"}
    for key, least, values in (
        ("says", FEW_WAYS, ("v",)),
        ("stories", FEW_STORIES, ("v", "thing")),
        ("to", 0, ()),
    ):
        ways = node.get(key)
        if ways is None:
            if least:
                problems.add(node, f"'{name}' has no {key}")
            continue
        for way in check_ways(ways, f"{name}: {key}", least, 0, problems):
            slots = _SLOT.findall(way)
            if set(slots) - set(values) != named or sum(slots.count(one) for one in values) != bool(values):
                problems.add(ways, f"'{way}' does not name what '{name}' names, and once what is read")
