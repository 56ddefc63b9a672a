"""Entry: how the days and times of a thing are shown, changed and taken away: in place or in a form.

Invariant: whichever way it is changed, the same column is kept in the same form; a deadline takes its hour
with it when it goes.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.agenda.plan import Plan, Slot
from phonebuddy.tasks.invented.agenda.week import WeekPart
from phonebuddy.tasks.invented.fields import DATE, TIME
from phonebuddy.tasks.invented.saving import put_button
from phonebuddy.tasks.invented.sketch import Data

HOURS = ("starts", "ends")
"""What a thing that takes all day does not show."""


class Entries:
    def __init__(self, plan: Plan) -> None:
        self._plan, self._week = plan, WeekPart(plan)
        self._slots = [plan.slots[name] for name in plan.order]

    # -- on the page of a thing ------------------------------------------------------------------------

    def shown_columns(self) -> list[str]:
        none = self._plan.words["none"]
        found = [f"{one.shown(none)} AS {one.name}_now" for one in self._slots]
        found += [f"{one.name} AS {one.name}_raw" for one in self._slots]
        found += [f"{one.name} <> {one.none} AS {one.name}_has" for one in self._slots if one.clear]
        return [*found, *(["whole AS is_whole"] if self._plan.is_held else [])]

    def shown_rows(self) -> list[Data]:
        plan = self._plan
        is_inline = plan.editing == "inline"
        found = [row for one in self._slots for row in self._shown(one, is_inline)]
        if plan.is_held:
            update = [{"sql": f"UPDATE {plan.table} SET whole = :value WHERE id = :id"}]
            found.insert(0, self._whole("is_whole", update) if is_inline else self._whole_told())
        return found

    def _whole_told(self) -> Data:
        return {"list_item": self._plan.words["whole"], "icon": "check", "when": "is_whole"}

    def _whole(self, column: str, change: list[Data]) -> Data:
        label = self._plan.words["whole"]
        return {
            "list_item": label,
            "trailing": {"switch": f"{{{column}}}", "description": label, "on_change": change},
        }

    def _shown(self, one: Slot, is_inline: bool) -> list[Data]:
        touch = {"on_tap": self._in_place(one)} if is_inline else {}
        return self._rows(one, f"{{{one.name}_now}}", touch, self._cleared(one))

    def _rows(self, one: Slot, value: str, touch: Data, clear: list[Data]) -> list[Data]:
        """The row of a day or a time, with what takes it away where the plan has that."""
        plan, hidden = self._plan, self._hidden(one)
        trailing: Data = {}
        below: list[Data] = []
        if one.clear and plan.clears_at == "value":
            has = {"label": one.clear, "when": f"{one.name}_has", "on_tap": clear}
            trailing = {"trailing": {"icon_button": "close", **has}}
        if one.clear and plan.clears_at == "below":
            has = {"style": "text", "when": f"{one.name}_has", "on_tap": clear}
            below = [{"button": one.clear, **has}]
        head = {
            "labels": {"list_item": one.label, "text": value},
            "rows": {"list_item": value, "text": one.label},
            "meta": {"list_item": one.label, "meta": value},
        }[plan.style]
        icon = "calendar" if one.kind == DATE else "clock-outline"
        return [{**head, "icon": icon, **trailing, **touch, **hidden}, *below]

    def _hidden(self, one: Slot) -> Data:
        if one.name in HOURS:
            return {"unless": "is_whole"}
        return {"when": "due_has"} if one.name == "due_at" else {}

    def _in_place(self, one: Slot) -> list[Data]:
        change = [{"sql": f"UPDATE {self._plan.table} SET {one.name} = :value WHERE id = :id"}]
        picker = "date_picker" if one.kind == DATE else "time_picker"
        first = {"set": {"chosen": f"{{{one.name}_raw}}"}}
        return [first, {picker: "chosen", "title": one.label, "on_pick": change}]

    def _cleared(self, one: Slot) -> list[Data]:
        sets = [f"{name} = {none}" for name, none in self.goes(one)]
        return [{"sql": f"UPDATE {self._plan.table} SET {', '.join(sets)} WHERE id = :id"}]

    def goes(self, one: Slot) -> list[tuple[str, int]]:
        """The columns that are emptied with one."""
        return [(one.name, one.none), *([("due_at", -1)] if one.name == "due" else [])]

    def menu_items(self) -> list[Data]:
        if self._plan.clears_at != "menu":
            return []
        return [
            {"menu_item": one.clear, "on_tap": self._cleared(one), "when": f"{one.name}_has"}
            for one in self._slots
            if one.clear
        ]

    # -- the form --------------------------------------------------------------------------------------

    def page(self) -> Data:
        plan = self._plan
        has_week = plan.week_at == "here"
        names = [one.name for one in self._slots] + (["whole"] if plan.is_held else [])
        loads = [f"{self._loaded(one)} AS old_{one.name}" for one in self._slots]
        sets = [f"{one.name} = {self._kept(one)}" for one in self._slots]
        if plan.is_held:
            loads.append("whole AS old_whole")
            sets.append("whole = CAST(:whole AS INTEGER)")
        if has_week:
            names += plan.columns
            loads += [f"{one} AS old_{one}" for one in plan.columns]
            sets += [f"{one} = CAST(:{one} AS INTEGER)" for one in plan.columns]
        save = [{"sql": f"UPDATE {plan.table} SET {', '.join(sets)} WHERE id = :id"}, {"back": None}]
        button = {"button": plan.words["save"], "on_tap": save}
        body = [*self._form_rows(), *(self._week.chips(in_form=True) if has_week else [])]
        top: Data = {"top_bar": "{form_name}", "leave": "close"}
        put_button(button, plan.saves_at, top, body)
        return {
            "params": ["id"],
            "vars": dict.fromkeys(names, 0),
            "data": f"SELECT {', '.join(self._form_columns(has_week))}",
            "top": top,
            "on_open": [
                {"let": f"SELECT {', '.join(loads)} FROM {plan.table} WHERE id = :id"},
                {"set": {name: f"{{old_{name}}}" for name in names}},
            ],
            "body": [{"column": body, "pad": 16, "gap": 8}],
        }

    def _form_columns(self, has_week: bool) -> list[str]:
        plan = self._plan
        found = [f"(SELECT name FROM {plan.table} WHERE id = :id) AS form_name"]
        for one in self._slots:
            if not self._is_typed(one):
                found.append(f"{one.shown(plan.words['none'], ':' + one.name)} AS {one.name}_now")
            if one.clear:
                found.append(f":{one.name} NOT IN ({one.none}, '') AS {one.name}_has")
        if plan.is_held:
            found.append(":whole AS is_whole")
        return [*found, *(self._week.form_columns() if has_week else [])]

    def _form_rows(self) -> list[Data]:
        plan = self._plan
        found: list[Data] = []
        for one in self._slots:
            clear: list[Data] = [{"set": dict(self._emptied(one))}]
            if self._is_typed(one):
                found.append({"field": one.name, "label": one.label, **self._hidden(one)})
                continue
            picker = "date_picker" if one.kind == DATE else "time_picker"
            touch = {"on_tap": [{picker: one.name, "title": one.label}]}
            found += self._rows(one, f"{{{one.name}_now}}", touch, clear)
        if plan.is_held:
            found.insert(0, self._whole("is_whole", [{"set": {"whole": "{value}"}}]))
        return found

    def _emptied(self, one: Slot) -> list[tuple[str, int | str]]:
        return [
            (name, "" if self._is_typed(self._plan.slots[name]) else none) for name, none in self.goes(one)
        ]

    def _is_typed(self, one: Slot) -> bool:
        return one.kind == TIME and self._plan.times == "typed"

    def _loaded(self, one: Slot) -> str:
        if not self._is_typed(one):
            return one.name
        return f"iif({one.name} = {one.none}, '', clock_time(60 * {one.name}))"

    def _kept(self, one: Slot) -> str:
        if not self._is_typed(one):
            return f"CAST(:{one.name} AS INTEGER)"
        hour = f"CAST(substr(trim(:{one.name}), 1, instr(trim(:{one.name}), ':') - 1) AS INTEGER)"
        minute = f"CAST(substr(trim(:{one.name}), instr(trim(:{one.name}), ':') + 1) AS INTEGER)"
        return f"iif(trim(:{one.name}) = '', {one.none}, 60 * {hour} + {minute})"
