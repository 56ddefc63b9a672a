"""Goal: from what a walk changed to what must hold at the end, and what may change on the way.

The walk is done twice, the second time later: columns that differ then hold the time, and nobody is asked to
get them right. Invariant: the goal of a drill is missed on a phone that nobody touched.
"""

from __future__ import annotations

from typing import NamedTuple

from phonebuddy.tasks.changes import Cell, Key, incidental, is_allowed, key_of, since_start
from phonebuddy.tasks.drills.sight import HERE
from phonebuddy.tasks.sql import Sql
from phonebuddy.tasks.template import Allow, AnswerCheck, Check, StateCheck, UnsaidCheck, Value
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.template import Template as Text
from phonebuddy.world.state.changes import Change

MOST_ROWS = 12
"""Changed rows, up to which a drill is one that can be put in words."""


class Goal(NamedTuple):
    checks: tuple[Check, ...]
    allow: tuple[Allow, ...]
    values: dict[str, Value]
    """What the checks compare with, by name."""


def changes_of(phone: WorldPhone) -> dict[Key, Change]:
    """What differs from the image and is not merely from looking around."""
    found = since_start({}, phone)
    return {key_of(one): one for one in found if not is_allowed(one, incidental(), phone, {})}


def goal_of(first: dict[Key, Change], later: dict[Key, Change], phone: WorldPhone) -> Goal | None:
    """What two walks over the same way have in common; nothing where they differ in more than time.

    The phone is the one that went the second time, at its end.
    """
    if not first or len(first) > MOST_ROWS or any(key not in later for key in first):
        return None
    writer = _Writer()
    for key, change in first.items():
        other = later[key]
        if other.kind != change.kind:
            return None
        same = {name: value for name, value in change.after.items() if other.after.get(name) == value}
        if any(isinstance(value, bytes) for value in (*same.values(), *change.key.values())):
            return None
        if not writer.add(change, same, phone):
            return None
    return Goal(tuple(writer.checks), tuple(writer.allow), writer.values) if writer.checks else None


def page_goal(app: str, page: str) -> Goal:
    """A page that must have been opened, and nothing changed."""
    values: dict[str, Value] = {"app": app, "page": page}
    sql = "SELECT 1 FROM phone_event WHERE kind = 'page' AND app = :app AND detail = :page"
    return Goal((_check("present", "", sql, ("app", "page")),), (), values)


def answer_goal(value: str, other: str = "") -> Goal:
    """An answer that must be given, and another that must not."""
    said = AnswerCheck((Text(("", "answer", "")),), HERE)
    if not other:
        return Goal((said,), (), {"answer": value})
    unsaid = UnsaidCheck(Sql("SELECT :other", ("other",), ("other",), ()), HERE)
    return Goal((said, unsaid), (), {"answer": value, "other": other})


class _Writer:
    """Collects checks, rules and the values they name."""

    def __init__(self) -> None:
        self.checks: list[Check] = []
        self.allow: list[Allow] = []
        self.values: dict[str, Value] = {}

    def add(self, change: Change, same: dict[str, Cell], phone: WorldPhone) -> bool:
        if change.kind == "insert":
            return self._insert(change, {k: v for k, v in same.items() if k not in change.key}, phone)
        where, names = self._where(change.key)
        if change.kind == "delete":
            self.checks.append(_check("absent", "", f"SELECT 1 FROM {change.table} WHERE {where}", names))
            self.allow.append(Allow("delete", change.table, frozenset(), where, names))
            return True
        # Of what holds the time only that it is another one is asked for: a task is completed at some moment.
        later = {name: change.before[name] for name in change.after if name not in same}
        if any(isinstance(value, bytes) for value in later.values()):
            return False
        parts = [self._where(same), self._where(later, "IS NOT")]
        also = " AND ".join(sql for sql, _ in parts if sql)
        sql = f"SELECT 1 FROM {change.table} WHERE {where} AND {also}"
        self.checks.append(_check("present", "", sql, (*names, *parts[0][1], *parts[1][1])))
        self.allow.append(Allow("update", change.table, frozenset(change.after), where, names))
        return True

    def _insert(self, change: Change, same: dict[str, Cell], phone: WorldPhone) -> bool:
        """As many rows like it as there are at the end; which number it got does not matter."""
        told: dict[str, Cell] = {name: value for name, value in same.items() if value is not None}
        where, names = self._where(told or change.key)
        sql = f"SELECT 1 FROM {change.table} WHERE {where}"
        count = len(phone.state(sql, {name: self.values[name] for name in names}))
        if not count:
            return False
        self.checks.append(_check("exactly", str(count), sql, names))
        self.allow.append(Allow("insert", change.table, frozenset(), where, names))
        return True

    def _where(self, cells: dict[str, Cell], sign: str = "IS") -> tuple[str, tuple[str, ...]]:
        names = []
        parts = []
        for column, value in cells.items():
            assert not isinstance(value, bytes), "left out before"
            name = f"g{len(self.values)}"
            self.values[name] = value
            names.append(name)
            parts.append(f'"{column}" {sign} :{name}')
        return " AND ".join(parts), tuple(names)


def _check(kind: str, number: str, sql: str, names: tuple[str, ...]) -> StateCheck:
    return StateCheck(kind, Text((number,)), Sql(sql, names, ("1",), ()), (), HERE)
