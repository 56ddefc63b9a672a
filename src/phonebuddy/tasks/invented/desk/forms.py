"""Forms: how facts of a thing are changed and taken away in a desk app: on a page of its own, or in place.

Invariant: whichever way it is changed, the same column is kept in the same form.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.desk.parts import Line
from phonebuddy.tasks.invented.desk.plan import Plan
from phonebuddy.tasks.invented.fields import CHOICE, DATE, TEXT, TIME, quoted
from phonebuddy.tasks.invented.grammar import within
from phonebuddy.tasks.invented.saving import put_button
from phonebuddy.tasks.invented.sketch import Data


class Forms:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.lines = [one for one in plan.lines if one.is_set]

    def cleared(self, line: Line) -> list[Data]:
        return [{"sql": f"UPDATE {self._plan.table} SET {line.field.name} = {line.none} WHERE id = :id"}]

    # -- a page of its own -----------------------------------------------------------------------------

    def page(self) -> Data:
        plan = self._plan
        fields = [one.field for one in self.lines]
        columns = [
            f"{quoted(plan.words['edit'])} AS heading",
            *(part for one in fields for part in one.helpers()),
        ]
        loads = ", ".join(f"{one.for_form()} AS old_{one.name}" for one in fields)
        sets = ", ".join(
            f"{one.name} = {self._kept(line)}" for one, line in zip(fields, self.lines, strict=True)
        )
        save = [{"sql": f"UPDATE {plan.table} SET {sets} WHERE id = :id"}, {"back": None}]
        button = {"button": plan.words["save"], "on_tap": save}
        body = [widget for one in self.lines for widget in self._widgets(one)]
        top: Data = {"top_bar": "{heading}", "leave": "close"}
        put_button(button, plan.saves_at, top, body)
        return {
            "params": ["id"],
            "vars": {one.name: one.first for one in fields},
            "data": "SELECT " + ", ".join(columns),
            "top": top,
            "on_open": [
                {"let": f"SELECT {loads} FROM {plan.table} WHERE id = :id"},
                {"set": {one.name: f"{{old_{one.name}}}" for one in fields}},
            ],
            "body": [{"column": body, "pad": 16, "gap": 12}],
        }

    def _kept(self, line: Line) -> str:
        kept = line.field.kept()
        return f"iif(:{line.field.name} = '', {line.none}, {kept})" if line.clear else kept

    def _widgets(self, line: Line) -> list[Data]:
        if not self.is_cleared_in_form(line):
            return line.field.widgets()
        none: str | int = 0 if line.field.kind in (DATE, TIME) else ""
        clear = {
            "button": line.clear,
            "style": "text",
            "icon": "close",
            "on_tap": [{"set": {line.field.name: none}}],
        }
        return [*line.field.widgets(), clear]

    def is_cleared_in_form(self, line: Line) -> bool:
        plan = self._plan
        return bool(line.clear) and line.is_set and plan.clears_at == "form" and plan.editing == "page"

    # -- in place --------------------------------------------------------------------------------------

    def changed_in_place(self, line: Line) -> list[Data]:
        """What a touch on the line of a fact does."""
        one, plan = line.field, self._plan
        update = f"UPDATE {plan.table} SET {one.name} = {{}} WHERE id = :id"
        if one.kind in (DATE, TIME):
            picker = "date_picker" if one.kind == DATE else "time_picker"
            change = [{"sql": update.format(":value")}]
            return [
                {"set": {"chosen": f"{{{one.name}_raw}}"}},
                {picker: "chosen", "title": one.label, "on_pick": change},
            ]
        if one.kind == CHOICE:
            return self._chosen(line, update)
        field = {"field": "typed", "label": one.label, **({"kind": "number"} if one.kind != TEXT else {})}
        dialog = {
            "dialog": f"Change {within(one.label)}",
            "body": [field],
            "confirm": plan.words["set"],
            "on_confirm": [{"sql": update.format(one._replace(name="typed").kept())}],
        }
        return [{"set": {"typed": f"{{{one.name}_form}}"}}, dialog]

    def _chosen(self, line: Line, update: str) -> list[Data]:
        one = line.field
        changes = {value: [{"sql": update.format(quoted(value))}] for value in one.values}
        if one.style == "sheet":
            rows = [
                {"list_item": value, "on_tap": [*change, {"dismiss": None}]}
                for value, change in changes.items()
            ]
            return [{"sheet": one.label, "body": rows}]
        return [{"menu": [{"menu_item": value, "on_tap": change} for value, change in changes.items()]}]
