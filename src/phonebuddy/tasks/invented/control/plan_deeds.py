"""What the schedules of a control app are asked for: new ones, other times and days, on and off, questions.

Invariant: a schedule is named by its time, which no other one has.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.control.parts import Part, chosen, seen, table
from phonebuddy.tasks.invented.control.plans import WEEK, PlanPages
from phonebuddy.tasks.invented.control.words import said
from phonebuddy.tasks.invented.fields import Entry, Field, quoted
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Read


class Plans(PlanPages):
    def part(self) -> Part:
        columns = [*(one.column for one in self._fields), "active INTEGER NOT NULL DEFAULT 1"]
        rows: list[Data] = []
        count = self._chance.randint(4, 8)
        used: set[str | int] = set()
        while len(rows) < count:
            row: Data = {one.name: one.drawn(self._chance) for one in self._fields}
            if row["at"] not in used:
                # The first two differ in everything that a task may change.
                row |= {
                    one.name: one.values[-len(rows)] for one in (self._action, self._days) if len(rows) < 2
                }
                used.add(row["at"])
                rows.append({**row, "active": int(self._chance.random() < 0.6)})
        rows[0]["active"], rows[-1]["active"] = 1, 0
        deeds = [
            self._adding(0),
            self._adding(1),
            self._moving(),
            self._also() if self._by_week else self._editing(self._days),
            self._editing(self._action),
            self._removing(),
        ]
        deeds += [self._switching(0), self._switching(1), self._first()]
        return Part(
            "plans",
            self._title,
            "calendar-clock",
            (table(self._table, columns),),
            {self._table: rows},
            self._pages(),
            deeds,
            self._reads(rows),
        )

    def _entries(self, fields: list[Field], is_new: bool) -> tuple[dict[str, Entry], Gold]:
        found = {
            one.name: self._invented_week()
            if self._is_week(one)
            else one.invented(f"p_{one.name}", self._chance, is_new)
            for one in fields
        }
        return found, [step for entry in found.values() for step in entry.gold]

    def _adding(self, number: int) -> Deed:
        told = [one for one in self._fields if one.name != "days" or number]
        entries, gold = self._entries(told, True)
        new = {key: values for entry in entries.values() for key, values in entry.new.items()}
        draw = {key: sql for entry in entries.values() for key, sql in entry.draw.items()}
        wheres = [f"{name} = {entry.stored}" for name, entry in entries.items()]
        if not number:
            wheres.append(f"days = {quoted('' if self._by_week else self._days.first)}")
        for_it = " for {p_device}" if "device" in entries else ""
        on_days = ", repeated: {p_days}" if number else ""
        says = said("plan_add", n=self._noun, d=for_it, r=on_days)
        facts = {"before": f"SELECT max(id) AS last FROM {self._table}"}
        goal = [{"exactly 1": f"SELECT 1 FROM {self._table} WHERE id = :last + 1 AND {' AND '.join(wheres)}"}]
        steps: Gold = [{"tap": self._add}, *gold, {"tap": self._save}]
        return Deed(
            f"add_plan{number}",
            says,
            steps,
            goal,
            new,
            draw,
            facts,
            (f"insert {self._table} where id = :last + 1",),
        )

    def _one(self, where: str = "1") -> Data:
        return {"one": f"SELECT id, clock_time(60 * at) AS time FROM {self._table} WHERE {where}"}

    def _called(self) -> tuple[str, ...]:
        return (
            f"the {self._noun} at {{time}}",
            f"the {{time}} {self._noun}",
            f"the {self._noun} for {{time}}",
        )

    def _moving(self) -> Deed:
        entry = self._at.invented("p_at", self._chance, False)
        says = said("plan_move", self._called())
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND at = {entry.stored}"}]
        gold: Gold = [{"tap": "{time}"}, *entry.gold, {"tap": self._save}]
        return Deed(
            "move_plan",
            says,
            gold,
            goal,
            entry.new,
            self._one(f"at <> {entry.stored}"),
            {},
            (f"update {self._table}(at) where id = :id",),
        )

    def _editing(self, one: Field) -> Deed:
        entry = one.invented("p_new", self._chance, False)
        says = said(f"plan_{one.name}", self._called(), v=entry.said)
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND {one.name} = {entry.stored}"}]
        gold: Gold = [{"tap": "{time}"}, *entry.gold, {"tap": self._save}]
        return Deed(
            f"plan_{one.name}",
            says,
            gold,
            goal,
            entry.new,
            self._one(f"{one.name} <> {entry.stored}"),
            {},
            (f"update {self._table}({one.name}) where id = :id",),
        )

    def _also(self) -> Deed:
        """One day more."""
        says = said("plan_also", self._called())
        facts = {"before": f"SELECT length(days) AS was FROM {self._table} WHERE id = :id"}
        goal = [
            {
                "present": (
                    f"SELECT 1 FROM {self._table} WHERE id = :id AND instr(days, :p_day) AND length(days) = "
                    ":was + 4"
                )
            }
        ]
        gold: Gold = [{"tap": "{time}"}, {"tap": "{p_day}"}, {"tap": self._save}]
        draw = self._one("NOT instr(days, :p_day)")
        return Deed(
            "plan_days",
            says,
            gold,
            goal,
            {"p_day": list(WEEK)},
            draw,
            facts,
            (f"update {self._table}(days) where id = :id",),
        )

    def _removing(self) -> Deed:
        says = said("plan_drop", self._called())
        gold: Gold = [
            {"tap": "{time}"},
            *chosen(self._acts, self._delete),
            *([{"tap": "Yes, delete"}] if self._asks else []),
        ]
        return Deed(
            "drop_plan",
            says,
            gold,
            [{"absent": f"SELECT 1 FROM {self._table} WHERE id = :id"}],
            {},
            self._one(),
            {},
            (f"delete {self._table} where id = :id",),
        )

    def _switching(self, to: int) -> Deed:
        says = said("plan_on" if to else "plan_off", self._called())
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND active = {to}"}]
        return Deed(
            f"plan_on{to}",
            says,
            [{"tap": "Active: {time}"}],
            goal,
            {},
            self._one(f"active = {1 - to}"),
            {},
            (f"update {self._table}(active) where id = :id",),
        )

    def _first(self) -> Deed:
        says = said("plan_first", n=self._noun)
        draw = {"first": f"SELECT clock_time(60 * min(at)) AS answered FROM {self._table}"}
        gold: Gold = [*seen("answered"), {"answer": "{got}"}]
        return Deed("first_plan", says, gold, [{"answer": "{answered}"}], {}, draw)

    def _reads(self, rows: list[Data]) -> list[Read]:
        has_device = self._device in self._fields
        asked = [(row.get("device"), row["action"]) for row in rows]
        if all(asked.count(one) > 1 for one in asked):
            return []
        group = "device, action" if has_device else "action"
        for_it = " for {r_device}" if has_device else ""
        names = "device AS r_device, action AS r_action" if has_device else "action AS r_action"
        draw = {
            "read": (
                f"SELECT {names}, clock_time(60 * at) AS r_value FROM {self._table} GROUP BY {group} "
                "HAVING count(*) = 1"
            )
        }
        things = (
            f'the time of the {self._noun} "{{r_action}}"{for_it}',
            f'the time at which "{{r_action}}"{for_it} is planned',
        )
        asks = (
            f'when is "{{r_action}}" planned{for_it}?',
            f'what time is the {self._noun} "{{r_action}}"{for_it}?',
            f'at what time does "{{r_action}}" happen{for_it}?',
            f'for what time is "{{r_action}}" set{for_it}?',
        )
        return [Read("time", things, asks, draw, "r_value", seen("r_value"))]
