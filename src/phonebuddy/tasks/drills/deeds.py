"""Deeds: what a walk comes to, told by what has changed: somebody wants an alarm, a star, another day.

Data of deeds.yaml. Invariant: of the deeds that fit, the first one in the file is taken, and a deed fits only
where nothing changed that it does not know of.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import TaskError, nearest
from phonebuddy.tasks.drills.trail import Move
from phonebuddy.tasks.drills.values import halves, texts_of
from phonebuddy.tasks.drills.words import Meant, fits
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.state.changes import Change
from phonebuddy.world.state.speech import CHINESE, ENGLISH

PATH = Path(__file__).parent / "deeds.yaml"
KEYS = ("when", "with", "by", "on", "noun", "as", ENGLISH, CHINESE, "shape", "of", "me", "carrying")
LEAST_EDITS = 3
"""Deeds that change what is there, from which on an app is one for it."""
MAKE, CHANGE = "make", "change"
_EFFECT = re.compile(r"(insert|update|delete) (\w+)(?:\((\w+)\))?(?: to ([01]))?")


class Effect(NamedTuple):
    """A change that a deed is told by."""

    kind: str
    table: str
    column: str
    """The only one that changed, or empty for any."""
    to: str
    """`1` for something, `0` for nothing, empty for either."""

    def fits(self, change: Change) -> bool:
        if (change.kind, change.table) != (self.kind, self.table):
            return False
        if not self.column:
            return True
        return self.column in change.after and self.to in ("", str(int(bool(change.after[self.column]))))


class Deed(NamedTuple):
    """One entry of deeds.yaml; see there."""

    name: str
    effects: tuple[Effect, ...]
    tables: frozenset[str]
    """All that may change."""
    by: re.Pattern[str] | None
    on: re.Pattern[str] | None
    nouns: dict[str, tuple[str, ...]]
    ways: dict[str, tuple[str, ...]]
    label: str
    """A label whose ways are its own, where it has none."""
    shape: str
    of: str
    """The kind of field that `{v}` is."""
    me: dict[str, tuple[str, ...]]
    """What it is about where that is always the same."""
    carrying: dict[str, tuple[str, ...]]
    """Ways to say it where `{v}` is still to be found."""

    def fits(self, changes: Sequence[Change], beside: frozenset[str]) -> bool:
        if any(change.table not in self.tables for change in changes):
            return False
        if not all(any(effect.fits(change) for change in changes) for effect in self.effects):
            return False
        columns = {(effect.table, effect.column) for effect in self.effects if effect.column}
        strict = {table for table, _ in columns}
        others = (
            (change.table, name)
            for change in changes
            if change.kind == "update" and change.table in strict
            for name in change.after
        )
        return all(pair in columns or pair[1] in beside for pair in others)

    def subject(self, moves: Sequence[Move]) -> Move | None:
        """The row it is about: the last that was touched on a page of such rows, or what stands in one."""
        rows = (move for move in reversed(moves) if move.kind in ("row", "hold") or move.row)
        return next((move for move in rows if self.on is not None and self.on.fullmatch(move.place)), None)


class Deeds(NamedTuple):
    """All of deeds.yaml."""

    beside: frozenset[str]
    telling: dict[str, re.Pattern[str]]
    """Words that tell which app is meant, by app."""
    plain: re.Pattern[str]
    """Tables of settings: what is changed there is called by its label."""
    deeds: tuple[Deed, ...]

    def edited_apps(self) -> frozenset[str]:
        """Apps in which much can be done to what is there."""
        changed = (deed.effects[0] for deed in self.deeds if deed.on is not None)
        count = Counter(one.table.partition("_")[0] for one in changed if one.kind != "insert")
        return frozenset(app for app, number in count.items() if number >= LEAST_EDITS)

    def find(
        self, changes: Iterable[Change], moves: Sequence[Move], meant: Callable[[str], Meant]
    ) -> Deed | None:
        """What was done, where there is a word for it."""
        known = list(changes)
        for deed in self.deeds if known else ():
            by = deed.by
            if by is not None and not any(fits(by, meant(move.label)) for move in moves):
                continue
            if deed.fits(known, self.beside):
                return deed
        return None


@lru_cache(maxsize=1)
def deeds(path: Path = PATH) -> Deeds:
    root = read_yaml(path, path.name)
    parts = dict(root.pairs())
    for key in Deeds._fields:
        if key not in parts:
            raise TaskError(f"{path.name}: '{key}' is missing")
    telling = {app: _word(node.text or "") for app, node in parts["telling"].pairs()}
    found = tuple(_deed(name, node) for name, node in parts["deeds"].pairs())
    plain = re.compile("|".join(texts_of(parts["plain"])))
    return Deeds(frozenset(texts_of(parts["beside"])), telling, plain, found)


def _word(pattern: str) -> re.Pattern[str]:
    """A pattern where a word begins: there is no rain in a train."""
    return re.compile(rf"(?<![a-z])(?:{pattern})", re.IGNORECASE)


def _deed(name: str, node: Node) -> Deed:
    given = dict(node.pairs())
    for key, part in given.items():
        if key not in KEYS:
            raise TaskError(f"{part.place}: '{name}' has no '{key}'{nearest(key, KEYS)}")
    if "when" not in given or sum(key in given for key in ("as", "shape", ENGLISH)) != 1:
        raise TaskError(f"{node.place}: '{name}' needs 'when', and one of 'as', 'shape', or 'en' with 'zh'")
    if (ENGLISH in given) != (CHINESE in given):
        raise TaskError(f"{node.place}: '{name}' needs its ways in both languages, en and zh")
    effects = tuple(_effect(text, given["when"]) for text in texts_of(given["when"]))
    tables = {effect.table for effect in effects}.union(texts_of(given["with"]) if "with" in given else ())
    shape = _text(given, "shape")
    if shape not in ("", MAKE, CHANGE):
        raise TaskError(f"{given['shape'].place}: '{name}': no shape '{shape}'; there are: {MAKE}, {CHANGE}")
    by, on = (
        re.compile(text, re.IGNORECASE) if (text := _text(given, key)) else None for key in ("by", "on")
    )
    ways = {language: texts_of(given[language]) for language in (ENGLISH, CHINESE) if language in given}
    nouns, me = (_both(given[key]) if key in given else {} for key in ("noun", "me"))
    carrying = {key: texts_of(part) for key, part in given["carrying"].pairs()} if "carrying" in given else {}
    label, of = _text(given, "as"), _text(given, "of")
    return Deed(name, effects, frozenset(tables), by, on, nouns, ways, label, shape, of, me, carrying)


def _text(given: dict[str, Node], key: str) -> str:
    return given[key].text or "" if key in given else ""


def _effect(text: str, node: Node) -> Effect:
    found = _EFFECT.fullmatch(text)
    if found is None:
        raise TaskError(f"{node.place}: '{text}' is no change; write `update table(column) to 1`, or less")
    return Effect(found[1], found[2], found[3] or "", found[4] or "")


def _both(node: Node) -> dict[str, tuple[str, ...]]:
    """`event|appointment, 日程`: English and Chinese words."""
    words = halves(node, ",", f"'{node.text}' takes English words, a comma and Chinese ones")
    return {language: tuple(one.strip() for one in said.split("|")) for language, said in words.items()}
