"""Carried: what can be read in a desk app for elsewhere, and what takes a value from elsewhere.

Invariant: names that a read draws begin with `r_`, those of a write with `w_`.
"""

from __future__ import annotations

import re

from phonebuddy.tasks.invented.desk.parts import Line
from phonebuddy.tasks.invented.desk.ways import Ways
from phonebuddy.tasks.invented.desk.wording import Wording
from phonebuddy.tasks.invented.fields import MONEY, NUMBER, READ_AS, TEXT
from phonebuddy.tasks.invented.sketch import ANYTHING, SAID_ALONE, Data, Gold, Read, Write

TAKES = {"text": ANYTHING, "code": ("text", "number", "phone"), "phone": ("phone",)}
"""What makes sense in a fact that is typed, by its kind."""
_A_NAME = re.compile(r"\b(?:an?|the|their) \{v\}|\{v\}'s\b")
"""`the {v} heap` and `{v}'s turn` take a name, and not `the price of the lamp`."""


class Carried:
    def __init__(self, ways: Ways) -> None:
        self._ways, self._plan = ways, ways.plan
        self._words = Wording(ways.plan)

    def reads(self) -> list[Read]:
        return [self._read(one) for one in self._plan.lines]

    def _read(self, line: Line) -> Read:
        kind = "phone" if line.fact.kind == "phone" else READ_AS[line.field.kind]
        draw = {
            "read": f"SELECT name AS r_name, {line.shown} AS r_value FROM {self._plan.table} WHERE place = ''"
        }
        things, asks = (self._words.says(ways, slot="r_name") for ways in (line.fact.things, line.fact.asks))
        return Read(kind, things, asks, draw, "r_value", self._ways.read(line, "got", "r_name"))

    def writes(self) -> list[Write]:
        found = []
        for line in self._plan.lines:
            asked = [
                way for way in line.fact.sets if not way.startswith(SAID_ALONE) and not _A_NAME.search(way)
            ]
            if asked and line.field.kind in (TEXT, MONEY, NUMBER):
                found.append(self._write(line, self._words.says(asked, slot="w_name")))
        return found

    def _write(self, line: Line, says: tuple[str, ...]) -> Write:
        one, table = line.field, self._plan.table
        where = f"FROM {table} WHERE id = :w_id"
        draw = {"write": f"SELECT id AS w_id, name AS w_name FROM {table} WHERE place = ''"}
        kinds = TAKES.get(line.fact.kind, ("text",))
        first: Gold = []
        typed = "{got}"
        goal: Data = {"exactly 1": f"SELECT {one.name} {where}", "saying": "{V}"}
        if one.kind == MONEY:
            kinds, typed = ("money",), "{bare}"
            first = [{"work_out": "bare", "as": "SELECT printf('%.2f', cents(:got) / 100.0)"}]
            goal = {"exactly 1": f"SELECT money({one.name}) {where}", "saying": "{V}"}
        if one.kind == NUMBER:
            kinds, typed = ("number",), "{bare}"
            first = [{"work_out": "bare", "as": "SELECT CAST(number(:got) AS INTEGER)"}]
            goal = {"exactly 1": f"SELECT 1 {where} AND {one.name} = CAST(replace(:V, ',', '') AS INTEGER)"}
        in_form: Gold = [{"replace": one.label, "with": typed}]
        gold = [*first, *self._ways.to_thing("w_name"), *self._ways.set_to(line, typed, in_form)]
        return Write(kinds, says, draw, {}, gold, [goal], (f"update {table}({one.name}) where id = :w_id",))
