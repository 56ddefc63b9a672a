"""Forms of a Chinese app: something new or changed, an order, a message; and what opens them.

Invariant: a form changes one row, or adds one.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import Field
from phonebuddy.tasks.invented.saving import TOP, put_button
from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.invented.zh.plan import Plan

EDIT, ORDER, TALK = "edit", "order", "talk"


class Forms:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def pages(self) -> Data:
        plan = self._plan
        found = {EDIT: self._edit()} if plan.is_own else {ORDER: self._order()}
        return found | ({TALK: self._talk()} if plan.talk_at == "page" else {})

    def openers(self) -> list[tuple[Data, bool]]:
        """Buttons on the page of a thing, and whether each stands in its bar."""
        plan, given = self._plan, {"with": {"id": "{id}"}}
        found: list[tuple[Data, bool]] = []
        if plan.is_own:
            is_top = plan.edit_at == TOP
            found.append((self._button(plan.words["edit"], "pencil-outline", EDIT, is_top), is_top))
        else:
            assert plan.order is not None, "what is not one's own is ordered"
            button = {"button": plan.words[plan.order], "wide": True, "on_tap": [{"open": ORDER, **given}]}
            found.append((button, False))
        if plan.talk_at == "page":
            found.append((self._button(plan.words["talk"], "message-outline", TALK, False), False))
        return found

    def _button(self, label: str, icon: str, page: str, is_top: bool) -> Data:
        tap: Data = {"on_tap": [{"open": page, "with": {"id": "{id}"}}]}
        if is_top:
            return {"icon_button": icon, "label": label, **tap}
        return {"button": label, "style": "outlined", "wide": True, **tap}

    # -- something new or changed ----------------------------------------------------------------------

    def _edit(self) -> Data:
        plan = self._plan
        fields: list[Field] = [one.field for one in plan.facts]
        names = ["name", *(one.name for one in fields)]
        old = ", ".join(["name AS old_name", *(f"{one.for_form()} AS old_{one.name}" for one in fields)])
        load = [
            {"let": f"SELECT {old} FROM {plan.table} WHERE id = :id"},
            {"set": {one: f"{{old_{one}}}" for one in names}, "when": "id"},
        ]
        kept = ", ".join(["nullif(:id, 0)", "trim(:name)", *(one.kept() for one in fields)])
        updates = ", ".join(f"{one} = excluded.{one}" for one in names)
        sql = f"INSERT INTO {plan.table} (id, {', '.join(names)}) VALUES ({kept})"
        save: list[Data] = [
            {"require": "SELECT length(trim(:name)) > 0", "message": f"请填写{plan.words['title']}"},
            {"sql": f"{sql} ON CONFLICT (id) DO UPDATE SET {updates}"},
            {"back": None},
        ]
        body: list[Data] = [{"field": "name", "label": plan.words["title"]}]
        body += [widget for one in fields for widget in one.widgets()]
        heading = f"CASE :id WHEN 0 THEN '新的{plan.noun}' ELSE '修改{plan.noun}' END AS heading"
        page: Data = {
            "params": ["id"],
            "vars": {"name": ""} | {one.name: one.first for one in fields},
            "data": "SELECT " + ", ".join([heading, *(part for one in fields for part in one.helpers())]),
            "top": {"top_bar": "{heading}", "leave": "close"},
            "on_open": load,
        }
        put_button({"button": plan.words["save"], "on_tap": save}, plan.save_at, page["top"], body)
        return page | {"body": [{"column": body, "pad": 16, "gap": 12}]}

    # -- an order --------------------------------------------------------------------------------------

    def _order(self) -> Data:
        plan = self._plan
        fields = [plan.option, plan.number]
        sql = f"INSERT INTO {plan.orders} (thing, opt, num) VALUES (:id, :opt, CAST(:num AS INTEGER))"
        done: list[Data] = [{"sql": sql}, {"back": None}, {"snackbar": "提交成功"}]
        body = [widget for one in fields for widget in one.widgets()]
        body.append({"button": plan.words["submit"], "wide": True, "on_tap": done})
        helpers = ", ".join(part for one in fields for part in one.helpers())
        columns = (
            f"SELECT name AS thing_name{', ' + helpers if helpers else ''} FROM {plan.table} WHERE id = :id"
        )
        return {
            "params": ["id"],
            "vars": {one.name: one.first for one in fields},
            "data": columns,
            "top": {"top_bar": "{thing_name}", "leave": "back"},
            "body": [{"column": body, "pad": 16, "gap": 12}],
        }

    # -- a message -------------------------------------------------------------------------------------

    def talk_vars(self) -> Data:
        return {"body": ""} if self._plan.talk_at == "here" else {}

    def talk_here(self) -> list[Data]:
        """Where messages are written on the page of the thing itself."""
        return self._talking([]) if self._plan.talk_at == "here" else []

    def _talk(self) -> Data:
        plan = self._plan
        return {
            "params": ["id"],
            "vars": {"body": ""},
            "data": f"SELECT name AS thing_name FROM {plan.table} WHERE id = :id",
            "top": {"top_bar": "{thing_name}", "leave": "back"},
            "body": self._talking([{"back": None}]),
        }

    def _talking(self, after: list[Data]) -> list[Data]:
        plan = self._plan
        sent = f"SELECT body AS was_said FROM {plan.talks} WHERE thing = :id ORDER BY id"
        send: list[Data] = [
            {"require": "SELECT length(trim(:body)) > 0", "message": "请先输入内容"},
            {"sql": f"INSERT INTO {plan.talks} (thing, body) VALUES (:id, trim(:body))"},
            {"set": {"body": ""}},
            *after,
        ]
        field = {"field": "body", "label": plan.words["words"]}
        button = {"button": plan.words["send"], "wide": True, "on_tap": send}
        return [
            {"list": sent, "each": {"list_item": "{was_said}"}},
            {"column": [field, button], "pad": 16, "gap": 10},
        ]
