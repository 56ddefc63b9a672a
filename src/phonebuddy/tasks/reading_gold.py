"""Reading gold scripts: lines such as `tap: Save` or `type: "{title}"` with `into: Title` below.

Invariant: a step that was read uses only words, options and names that gold.py knows when it gets there.
"""

from __future__ import annotations

from phonebuddy.tasks.nodes import NAME, Nodes
from phonebuddy.tasks.template import Step
from phonebuddy.world.spec.nodes import Node
from phonebuddy.world.spec.template import Template as Text

_TARGET = ("near", "nth", "role")
WORDS: dict[str, tuple[str, ...]] = {
    "open": (),
    "close": (),
    "tap": _TARGET,
    "hold": _TARGET,
    "double_tap": _TARGET,
    "type": ("into", "near"),
    "replace": ("with", "near"),
    "scroll_to": _TARGET,
    "swipe": ("on",),
    "slide": ("to", "near"),
    "drag": ("to",),
    "press": (),
    "wait": (),
    "pick_time": (),
    "pick_date": (),
    "read": ("near", "match", "nth"),
    "work_out": ("as",),
    "say": (),
    "answer": (),
    "ask": (),
    "repeat": ("do",),
    "if_seen": ("do",),
    "while_seen": ("do",),
}
"""Every word a gold script knows, with the options that may stand below it."""
NEEDS = {"replace": "with", "slide": "to", "drag": "to", "repeat": "do", "if_seen": "do", "while_seen": "do"}
ENDINGS = ("answer", "ask")
DIRECTIONS = ("up", "down", "left", "right")
BUTTONS = ("back", "home", "enter", "menu")


class GoldReader:
    """Reads the steps of one template; names that steps read or work out are known from there on."""

    def __init__(self, nodes: Nodes, names: set[str]) -> None:
        self._nodes = nodes
        self._names = set(names)

    def steps(self, node: Node | None) -> tuple[Step, ...]:
        if node is None or not node.items:
            return ()
        return tuple(step for item in node.items if (step := self._step(item)) is not None)

    def _step(self, node: Node) -> Step | None:
        problems = self._nodes.problems
        if not node.entries:
            problems.add(node, "a step is a word and its value, such as 'tap: Save'")
            return None
        word, value = node.entries[0].key, node.entries[0].value
        if word not in WORDS:
            problems.unknown(node.entries[0].place, "step", word, WORDS)
            return None
        options: list[tuple[str, Text]] = []
        inner: tuple[Step, ...] = ()
        given = {entry.key for entry in node.entries[1:]}
        needed = NEEDS.get(word)
        if needed and needed not in given:
            problems.add(node, f"'{word}' needs '{needed}'")
        for entry in node.entries[1:]:
            if entry.key not in WORDS[word]:
                problems.unknown(entry.place, f"option of '{word}'", entry.key, WORDS[word])
            elif entry.key == "do":
                inner = self.steps(entry.value)
            elif entry.key == "as":
                options.append(("as", self._sum(entry.value)))
            elif entry.key == "match":
                options.append(("match", Text((self._nodes.plain(entry.value, "match"),))))
            else:
                options.append((entry.key, self._nodes.text(entry.value, entry.key, self._names)))
        return Step(word, self._main(word, value), tuple(options), inner, node.place)

    def _sum(self, node: Node) -> Text:
        """A SELECT over names alone: what a person would work out in their head."""
        sql = self._nodes.query(node, "as", self._names)
        if sql.reads:
            self._nodes.problems.add(node, "'as' works with what was read; it may not look into tables")
        return Text((sql.text,))

    def _main(self, word: str, value: Node) -> Text:
        nodes = self._nodes
        if word in ("read", "work_out"):
            name = nodes.plain(value, word)
            if not NAME.match(name):
                nodes.problems.add(value, f"'{word}' takes a name to keep it under, not '{name}'")
            self._names.add(name)
            return Text((name,))
        text = nodes.text(value, word, self._names)
        accepted = {"swipe": DIRECTIONS, "press": BUTTONS}.get(word)
        if accepted:
            nodes.choice(value, word, value.text or "", accepted)
        return text
