"""Forms: how things are entered and changed in an app that keeps a list: page, steps, sheet, dialog, line.

Invariant: whichever way it is entered, the same columns are kept in the same form.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import CHOICE, DATE, MONEY, NUMBER, SWITCH, TEXT, TIME, Field
from phonebuddy.tasks.invented.grammar import within
from phonebuddy.tasks.invented.records.plan import Plan
from phonebuddy.tasks.invented.saving import put_button
from phonebuddy.tasks.invented.sketch import Data

NAMELESS = "Enter a name"


def standing(one: Field) -> Data:
    """A field in a form that sees no columns of its page: it asks for what it shows."""
    widgets = one.widgets()
    if one.kind in (DATE, TIME):
        return {"list": "SELECT " + one.helpers()[0], "each": widgets[0]}
    return widgets[0] if len(widgets) == 1 else {"column": widgets, "gap": 8}


class Forms:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._columns = ["name", *(one.name for one in plan.fields)]

    # -- parts of a form -------------------------------------------------------------------------------

    def vars(self) -> Data:
        return {"name": "", "wrong": ""} | {one.name: one.first for one in self._plan.fields}

    def helpers(self) -> list[str]:
        """Columns that a page with the form on it needs."""
        return [part for one in self._plan.fields for part in one.helpers()]

    def _name_field(self) -> Data:
        return {"field": "name", "label": self._plan.words["name"], "error": "{wrong}"}

    def widgets(self) -> list[Data]:
        return [self._name_field(), *(widget for one in self._plan.fields for widget in one.widgets())]

    def _standing(self) -> list[Data]:
        """All of it on a sheet, which sees what its page's columns were when it came up."""
        return [self._name_field(), *map(standing, self._plan.fields)]

    def named(self) -> Data:
        return {"require": "SELECT length(trim(:name)) > 0", "message": NAMELESS, "into": "wrong"}

    def insert(self, fields: list[Field]) -> Data:
        columns = ", ".join(["name", *(one.name for one in fields)])
        values = ", ".join(["trim(:name)", *(one.kept() for one in fields)])
        return {"sql": f"INSERT INTO {self._plan.table} ({columns}) VALUES ({values})"}

    def _update(self) -> Data:
        sets = ", ".join(["name = trim(:name)", *(f"{one.name} = {one.kept()}" for one in self._plan.fields)])
        return {"sql": f"UPDATE {self._plan.table} SET {sets} WHERE id = :id"}

    def upsert(self) -> Data:
        fields, names = self._plan.fields, self._columns
        values = ", ".join(["nullif(:id, 0)", "trim(:name)", *(one.kept() for one in fields)])
        sets = ", ".join(f"{one} = excluded.{one}" for one in names)
        return {
            "sql": (
                f"INSERT INTO {self._plan.table} (id, {', '.join(names)}) VALUES ({values}) ON "
                f"CONFLICT (id) DO UPDATE SET {sets}"
            )
        }

    def _load(self) -> list[Data]:
        """What there is already, into the form."""
        loads = ", ".join(f"{one.for_form()} AS old_{one.name}" for one in self._plan.fields)
        fill = {one: f"{{old_{one}}}" for one in self._columns}
        return [
            {"let": f"SELECT name AS old_name, {loads} FROM {self._plan.table} WHERE id = :id"},
            {"set": fill, "when": "id"},
        ]

    # -- a page of its own -----------------------------------------------------------------------------

    def page(self, delete: list[Data]) -> Data:
        plan = self._plan
        heading = "CASE :id WHEN 0 THEN 'New' ELSE 'Edit' END AS heading"
        page: Data = {
            "params": ["id"], "vars": self.vars(), "data": "SELECT " + ", ".join([heading, *self.helpers()]),
            "top": {"top_bar": "{heading}", "leave": "close"}, "on_open": self._load(),
        }  # fmt: skip
        body, button = (
            self.widgets(),
            {"button": plan.words["save"], "on_tap": [self.named(), self.upsert(), {"back": None}]},
        )
        if plan.opens == "form" and plan.deletes_at == "page":
            gone = {"label": plan.words["delete"], "when": "id", "on_tap": delete}
            page["top"]["actions"] = [{"icon_button": "delete-outline", **gone}]
        put_button(button, plan.saves_at, page["top"], body)
        return page | {"body": [{"column": body, "pad": 16, "gap": 12}]}

    # -- step by step ----------------------------------------------------------------------------------

    def steps(self) -> list[list[Field]]:
        """The fields of each step; the name stands on the first."""
        fields = self._plan.fields
        return [fields[:1], *(fields[at : at + 2] for at in range(1, len(fields), 2))]

    def wizard(self) -> Data:
        plan, steps = self._plan, self.steps()
        last = len(steps) - 1
        columns = [f":step = {at} AS at_{at}" for at in range(len(steps))]
        columns += [":step + 1 AS next_step", f"'Step ' || (:step + 1) || ' of {len(steps)}' AS where_now"]
        body: list[Data] = []
        for at, fields in enumerate(steps):
            widgets = [self._name_field()] if at == 0 else []
            widgets += [widget for one in fields for widget in one.widgets()]
            go = [*([self.named()] if at == 0 else []), {"set": {"step": "{next_step}"}}]
            save = [self.insert(plan.fields), {"back": None}]
            button = (
                {"button": plan.words["save"], "on_tap": save}
                if at == last
                else {"button": plan.words["next"], "on_tap": go}
            )
            body.append(
                {"column": [*widgets, {**button, "wide": True}], "pad": 16, "gap": 12, "when": f"at_{at}"}
            )
        top = {"top_bar": f"New {plan.noun}", "subtitle": "{where_now}", "leave": "close"}
        return {
            "vars": {**self.vars(), "step": 0},
            "data": "SELECT " + ", ".join([*columns, *self.helpers()]),
            "top": top,
            "body": body,
        }

    # -- over a page -----------------------------------------------------------------------------------

    def new_sheet(self) -> list[Data]:
        save = [self.named(), self.insert(self._plan.fields), {"dismiss": None}]
        button = {"button": self._plan.words["save"], "wide": True, "on_tap": save}
        body = [{"column": [*self._standing(), button], "pad": 16, "gap": 12}]
        return [{"set": self.vars()}, {"sheet": f"New {self._plan.noun}", "body": body}]

    def edit_sheet(self) -> list[Data]:
        save = [self.named(), self._update(), {"dismiss": None}]
        button = {"button": self._plan.words["save"], "wide": True, "on_tap": save}
        body = [{"column": [*self._standing(), button], "pad": 16, "gap": 12}]
        return [*self._load(), {"sheet": f"Edit {self._plan.noun}", "body": body}]

    def new_dialog(self) -> list[Data]:
        quick = self._plan.quick
        body = [
            {"field": "name", "label": self._plan.words["name"]},
            *(widget for one in quick for widget in one.widgets()),
        ]
        confirm = [{"require": "SELECT length(trim(:name)) > 0", "message": NAMELESS}, self.insert(quick)]
        dialog = {
            "dialog": f"New {self._plan.noun}",
            "body": body,
            "confirm": self._plan.words["save"],
            "on_confirm": confirm,
        }
        return [{"set": {"name": ""} | {one.name: one.first for one in quick}}, dialog]

    # -- in place --------------------------------------------------------------------------------------

    def rename_dialog(self) -> list[Data]:
        change = [{"sql": f"UPDATE {self._plan.table} SET name = trim(:typed) WHERE id = :id"}]
        return self._typed("{thing_name}", self._plan.words["name"], "text", change)

    def _typed(self, now: str, label: str, kind: str, change: list[Data]) -> list[Data]:
        body = [{"field": "typed", "label": label, **({"kind": "number"} if kind != TEXT else {})}]
        dialog = {
            "dialog": f"Change {within(label)}",
            "body": body,
            "confirm": self._plan.words["set"],
            "on_confirm": change,
        }
        return [{"set": {"typed": now}}, dialog]

    def changed_in_place(self, one: Field) -> Data:
        """A line of the page that changes one field when tapped."""
        update = f"UPDATE {self._plan.table} SET {one.name} = {{}} WHERE id = :id"
        now, value = f"{{{one.name}_raw}}", [{"sql": update.format(":value")}]
        if one.kind == SWITCH:
            switch = {"switch": now, "description": one.label, "on_change": value}
            return {"list_item": one.label, "trailing": switch}
        if one.kind == NUMBER and one.style == "stepper":
            return {"stepper": now, "label": one.label, "min": one.low, "max": one.high, "on_change": value}
        row: Data = {
            "list_item": one.label,
            "text": f"{{{one.name}_now}}",
            "trailing": {"icon": "pencil-outline"},
        }
        if one.kind in (TEXT, NUMBER, MONEY):
            change = [{"sql": update.format(one._replace(name="typed").kept())}]
            return row | {"on_tap": self._typed(f"{{{one.name}_form}}", one.label, one.kind, change)}
        if one.kind in (DATE, TIME):
            picker = "date_picker" if one.kind == DATE else "time_picker"
            return row | {
                "on_tap": [{"set": {"picked": now}}, {picker: "picked", "title": one.label, "on_pick": value}]
            }
        assert one.kind == CHOICE, "all kinds are dealt with"
        return row | {"on_tap": self._chosen(one, update)}

    def _chosen(self, one: Field, update: str) -> list[Data]:
        changes = {
            value: [{"sql": update.format("'" + value.replace("'", "''") + "'")}] for value in one.values
        }
        if one.style == "sheet":
            return [
                {
                    "sheet": one.label,
                    "body": [
                        {"list_item": value, "on_tap": [*change, {"dismiss": None}]}
                        for value, change in changes.items()
                    ],
                }
            ]
        return [{"menu": [{"menu_item": value, "on_tap": change} for value, change in changes.items()]}]
