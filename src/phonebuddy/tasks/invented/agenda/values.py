"""What can be read in an agenda, and which of its days and times take a value from another app.

Invariant: a day that comes from elsewhere lies within FARTHEST days and is not there already; what it is
carried into never ends before it starts.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.agenda.data import words
from phonebuddy.tasks.invented.agenda.moments import minutes_of, same, turned
from phonebuddy.tasks.invented.agenda.plan import Slot
from phonebuddy.tasks.invented.agenda.ways import Ways
from phonebuddy.tasks.invented.fields import DATE, READ_AS
from phonebuddy.tasks.invented.sketch import Data, Gold, Read, Write, filled

FARTHEST = 100
CALLED = ("{%s}", "the {n} {%s}", "my {n} {%s}")
_NEEDS = {"starts": "NOT whole", "ends": "NOT whole", "due_at": "due <> 0"}
"""When a column is in sight."""
_FITS = {"starts": "{} < ends", "ends": "{} > starts"}


class Values:
    def __init__(self, ways: Ways) -> None:
        self._ways, self._plan = ways, ways.plan

    def reads(self) -> list[Read]:
        return [self._read(self._plan.slots[name]) for name in self._plan.order]

    def writes(self) -> list[Write]:
        return [
            self._write(one) for one in self._plan.slots.values() if "carried" in words()["facts"][one.name]
        ]

    def _said(self, ways: list[str], slot: str) -> tuple[str, ...]:
        pick, noun = self._plan.chance.choice, self._plan.noun
        return tuple(filled(filled(way, it=pick(CALLED) % slot), n=noun) for way in ways)

    def _read(self, one: Slot) -> Read:
        data, none = words()["facts"][one.name], self._plan.words["none"]
        where = f"{one.name} <> {one.none} AND {_NEEDS.get(one.name, '1')}"
        sql = f"SELECT name AS r_name, {one.shown(none)} AS r_value FROM {self._plan.table} WHERE {where}"
        gold = [*self._ways.to_thing("r_name"), {"read": "got", "near": one.label}]
        asks, things = (self._said(data[part], "r_name") for part in ("asks", "things"))
        return Read(READ_AS[one.kind], things, asks, {"read": sql}, "r_value", gold)

    # -- from elsewhere --------------------------------------------------------------------------------

    def _write(self, one: Slot) -> Write:
        data = words()["facts"][one.name]["carried"]
        says, stories = (self._said(data[part], "w_name") for part in ("says", "stories"))
        table, kinds = self._plan.table, ("day", "date") if one.kind == DATE else ("time",)
        draw, gold = self._day(one) if one.kind == DATE else self._time(one)
        is_so = same(one.kind, one.name, ":V")
        goal = [{"exactly 1": f"SELECT 1 FROM {table} WHERE id = :w_id AND {is_so}"}]
        allow = (f"update {table}({one.name}) where id = :w_id",)
        return Write(kinds, says, draw, {}, gold, goal, allow, stories=stories)

    def _time(self, one: Slot) -> tuple[Data, Gold]:
        minutes = minutes_of(":V")
        fits = _FITS.get(one.name, "1").format(minutes)
        where = f"{_NEEDS.get(one.name, '1')} AND {one.name} <> {minutes} AND {fits}"
        is_time = ":V GLOB '[0-2][0-9]:[0-5][0-9]'"
        sql = f"SELECT id AS w_id, name AS w_name FROM {self._plan.table} WHERE {where} AND {is_time}"
        changed = self._ways.changed(self._ways.time(one, "{got}"))
        return {"write": sql}, [*self._ways.to_thing("w_name"), *changed]

    def _day(self, one: Slot) -> tuple[Data, Gold]:
        near = "WITH RECURSIVE near(t) AS (SELECT {} UNION ALL SELECT t + 86400 FROM near LIMIT {})"
        moment = f"SELECT t AS w_moment, today() AS w_today FROM near WHERE {same(DATE, 't', ':V')}"
        thing = f"SELECT id AS w_id, name AS w_name, {turned(one.name, ':w_moment', 'w_turns', 'w_backs')}"
        draw = {
            "w_near": f"{near.format('today()', FARTHEST)} {moment}",
            "write": f"{thing} FROM {self._plan.table} WHERE {one.name} <> :w_moment",
        }
        found = f"SELECT long_day(t) FROM near WHERE {same(DATE, 't', ':got')}"
        worked: Data = {"work_out": "w_day", "as": f"{near.format(':w_today', FARTHEST)} {found}"}
        changed = self._ways.changed(self._ways.day(one, "{w_day}", "w_turns", "w_backs"))
        return draw, [worked, *self._ways.to_thing("w_name"), *changed]
