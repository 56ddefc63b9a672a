"""Checks the lexicon of desk apps: what is missing, said twice, called alike or not understood, and where.

Invariant: every complaint has its file and line and says what is wanted; reading goes on after it. Names that
no file has are no complaint here: the reader lists them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from phonebuddy.tasks.invented.desk.words import (
    ACTS,
    COUNTED,
    FACTS,
    KINDS,
    PLACES,
    SHAPES,
    TEXT,
    THINGS,
    files_of,
)
from phonebuddy.tasks.invented.sketch import SAID_ALONE
from phonebuddy.world.render.icons import has_icon
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.spec.problems import Problems

KEYS = {
    THINGS: (("nouns", "titles", "icon", "names", "facts", "deeds"), ()),
    ACTS: (("labels", "says", "state", "near"), ("icon", "undo", "goes", "sure", "with")),
    FACTS: (("kind", "labels", "asks", "things", "near"), ("values", "sets", "clear", "clear_labels")),
    PLACES: (("labels", "said"), ()),
}
"""What each entry of a file must have, and may have."""
FEWEST: dict[str, dict[str, int]] = {
    THINGS: {"nouns": 1, "titles": 8, "names": 24, "facts": 9, "deeds": 9},
    ACTS: {"labels": 4, "says": 12, "near": 1},
    FACTS: {"labels": 3, "asks": 10, "things": 5, "sets": 10, "clear": 8, "near": 1},
    PLACES: {"labels": 4, "said": 6},
}
UNDO = {"labels": 2, "says": 10}
ALONE, OTHER_WORDS = 5, 6
"""Of the ways to ask for a deed: sentences of their own, and those without a word of its labels."""
NUM_TEXTS, LONGEST_NAME = 12, 4
SMALL = {
    "a", "an", "and", "as", "at", "be", "by", "for", "from", "i", "in", "is", "it", "its", "me", "my", "no",
    "not", "of", "off", "on", "or", "out", "that", "the", "this", "to", "up", "with",
}  # fmt: skip
"""Words that say nothing about a label."""
_WORD = re.compile(r"[a-z]+")


def check_lexicon(folder: Path) -> None:
    """AppError with all that is wrong."""
    checker = _Checker()
    for shape in SHAPES:
        for path in files_of(shape, folder):
            for name, entry in read_yaml(path, path.name).pairs():
                checker.check(shape, name, entry)
    checker.check_together()
    checker.problems.raise_if_any()


class _Checker:
    def __init__(self) -> None:
        self.problems = Problems()
        self._found: dict[str, dict[str, Node]] = {shape: {} for shape in SHAPES}

    def check(self, shape: str, name: str, entry: Node) -> None:
        known = self._found[shape]
        if name in known:
            self._complain(entry, f"'{name}' is at {known[name].place} too; name one of them otherwise")
        known[name] = entry
        if re.fullmatch(r"[a-z][a-z0-9_]*", name) is None:
            self._complain(entry, f"'{name}' is no name: small letters, digits and _ are accepted")
        needed, optional = KEYS[shape]
        self._keys(entry, f"{shape} '{name}'", needed, optional)
        for key, least in FEWEST[shape].items():
            self._list(entry, name, key, least)
        {THINGS: self._thing, ACTS: self._act, FACTS: self._fact, PLACES: self._place}[shape](name, entry)

    def _complain(self, where: Node, message: str) -> None:
        self.problems.add(where, message)

    def _keys(self, node: Node, what: str, needed: Sequence[str], optional: Sequence[str] = ()) -> None:
        given = [key for key, _ in node.pairs()]
        for key in given:
            if key not in (*needed, *optional):
                self.problems.unknown(node, f"key of {what}", key, (*needed, *optional))
        for key in needed:
            if key not in given:
                self._complain(node, f"{what} has no '{key}'; add it")

    def _list(self, entry: Node, name: str, key: str, least: int) -> None:
        node = entry.get(key)
        if node is None:
            return
        found = texts(node)
        if len(found) < least:
            self._complain(node, f"'{name}' has {len(found)} {key}; at least {least} are needed")
        for text in sorted({one for one in found if found.count(one) > 1}):
            self._complain(node, f"'{name}' has '{text}' twice in {key}; leave one out")

    # -- one entry -------------------------------------------------------------------------------------

    def _thing(self, name: str, entry: Node) -> None:
        self._icon(entry)
        titles = texts(entry.get("titles"))
        if 2 * sum(one.endswith("*") for one in titles) > len(titles):
            self._complain(
                entry, f"most titles of '{name}' are brands (*); at least half must say what it is for"
            )
        for one in texts(entry.get("names")):
            if len(one.split()) > LONGEST_NAME or re.search(r"[,\"{}:]", one):
                self._complain(entry, f"'{one}' is no name: up to {LONGEST_NAME} words, no commas or quotes")

    def _act(self, name: str, entry: Node) -> None:
        self._icon(entry)
        pick = entry.get("with")
        slots = ("{it}", "{with}") if pick else ("{it}",)
        labels, says = texts(entry.get("labels")), entry.get("says")
        self._labels(entry)
        self._ways(says, slots)
        ways = texts(says)
        if sum(way.startswith(SAID_ALONE) for way in ways) < ALONE:
            self._complain(entry, f"'{name}' has fewer than {ALONE} ways that begin with !; add some")
        if sum(not _shared(way, labels) for way in ways) < OTHER_WORDS:
            self._complain(
                entry, f"fewer than {OTHER_WORDS} ways of '{name}' do without the words of its labels"
            )
        undo = entry.get("undo")
        if undo is not None:
            self._keys(undo, f"undo of '{name}'", tuple(UNDO))
            for key, least in UNDO.items():
                self._list(undo, f"undo of {name}", key, least)
            self._labels(undo)
            self._ways(undo.get("says"), ("{it}",))
            self._apart(entry, "label", labels, texts(undo.get("labels")))
            self._apart(entry, "way", ways, texts(undo.get("says")))
        if pick is not None:
            self._keys(pick, f"with of '{name}'", ("labels", "values"), ("what",))
            for value in (pick.get("values") or entry).items or ():
                if len(texts(value)) < 2:
                    self._complain(value, "a value to choose is a list: its label, then how people say it")

    def _fact(self, name: str, entry: Node) -> None:
        kind, values = text_of(entry.get("kind")), texts(entry.get("values"))
        self._labels(entry)
        if kind not in KINDS:
            self.problems.unknown(entry, f"kind of fact '{name}'", kind, KINDS)
        if kind == TEXT and len(set(values)) < NUM_TEXTS:
            self._complain(entry, f"fact '{name}' has {len(values)} values; at least {NUM_TEXTS} are needed")
        if kind in COUNTED and values and not _is_range(values):
            self._complain(
                entry, f"values of '{name}' are {values}; wanted are [low, high] or [low, high, unit]"
            )
        for way in texts(entry.get("asks")):
            if not way.endswith("?"):
                self._complain(entry, f"'{way}' is no question; end it with ?")
        for key, slots in (
            ("asks", ("{it}",)),
            ("things", ("{it}",)),
            ("sets", ("{it}", "{v}")),
            ("clear", ("{it}",)),
        ):
            self._ways(entry.get(key), slots, is_asked=key == "asks")
        if (entry.get("clear") is None) != (entry.get("clear_labels") is None):
            self._complain(entry, f"fact '{name}' needs both clear and clear_labels, or none of them")

    def _place(self, name: str, entry: Node) -> None:
        self._labels(entry)

    def _icon(self, entry: Node) -> None:
        icon = text_of(entry.get("icon"))
        if icon and not has_icon(icon):
            self._complain(entry, f"there is no icon '{icon}'; see the names of Material Design Icons")

    def _labels(self, entry: Node) -> None:
        for key in ("labels", "clear_labels"):
            for label in texts(entry.get(key)):
                if label[:1].islower():
                    self._complain(entry, f"label '{label}' begins with a small letter; write a capital")

    def _ways(self, node: Node | None, slots: Sequence[str], is_asked: bool = False) -> None:
        for way in (node.items or ()) if node is not None else ():
            said = text_of(way)
            for slot in slots:
                if slot not in said:
                    self._complain(way, f"'{said}' has no {slot}; say it with {' and '.join(slots)}")
            for slot in re.findall(r"\{\w*\}", said):
                if slot not in slots:
                    self._complain(way, f"'{said}' has {slot}; accepted here: {', '.join(slots)}")
            is_question = said.endswith("?") and not (is_asked or said.startswith(SAID_ALONE))
            if said.endswith((".", ",")) or is_question:
                self._complain(way, f"'{said}' ends with '{said[-1]}'; leave it out")

    def _apart(self, entry: Node, what: str, one: list[str], two: list[str]) -> None:
        for text in sorted({each.lower() for each in one} & {each.lower() for each in two}):
            self._complain(entry, f"'{text}' is a {what} of two things that are not the same; change one")

    # -- entries beside each other ---------------------------------------------------------------------

    def check_together(self) -> None:
        for entry in self._found[THINGS].values():
            acts = [name for name in texts(entry.get("deeds")) if name in self._found[ACTS]]
            for one, two in combinations(acts, 2):
                self._pair(entry, one, two)
        for shape, keys in ((ACTS, ("says",)), (FACTS, ("asks", "things", "sets"))):
            for entry in self._found[shape].values():
                for near in texts(entry.get("near")):
                    other = self._found[shape].get(near)
                    for key in keys if other is not None else ():
                        self._apart(entry, "way", texts(entry.get(key)), texts((other or entry).get(key)))

    def _pair(self, entry: Node, one: str, two: str) -> None:
        first, second = self._found[ACTS][one], self._found[ACTS][two]
        if text_of(first.get("state")) == text_of(second.get("state")):
            self._complain(entry, f"'{one}' and '{two}' leave a thing in one state; name one state otherwise")
        alike = set(texts(first.get("labels"))) & set(texts(second.get("labels")))
        if alike:
            self._complain(
                entry, f"'{one}' and '{two}' are both called {sorted(alike)}; keep one of them here"
            )


def texts(node: Node | None) -> list[str]:
    return [text_of(one) for one in (node.items or ())] if node is not None else []


def text_of(node: Node | None) -> str:
    return (node.text or "") if node is not None else ""


def _shared(way: str, labels: Sequence[str]) -> bool:
    """Whether a word of it stands in a label."""
    words = set(_WORD.findall(re.sub(r"\{\w+\}", "", way).lower())) - SMALL
    return bool(words & {word for label in labels for word in _WORD.findall(label.lower())})


def _is_range(values: Sequence[str]) -> bool:
    is_number = [re.fullmatch(r"-?\d+", one) is not None for one in values[:2]]
    return len(values) in (2, 3) and all(is_number) and int(values[0]) < int(values[1])
