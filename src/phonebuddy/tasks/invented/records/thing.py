"""The page of one thing in an app that keeps a list: what it is, what can be done with it, the lines it has.

Invariant: what is deleted takes its lines with it.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.records.form import Forms
from phonebuddy.tasks.invented.records.plan import Plan
from phonebuddy.tasks.invented.sketch import Data


class ThingPages:
    def __init__(self, plan: Plan, forms: Forms) -> None:
        self._plan, self._forms = plan, forms
        self._table = plan.table

    def gone(self) -> list[Data]:
        subs = [{"sql": f"DELETE FROM {self._plan.sub_table} WHERE thing = :id"}] if self._plan.sub else []
        return [*subs, {"sql": f"DELETE FROM {self._table} WHERE id = :id"}]

    def delete(self, leaves: bool) -> list[Data]:
        plan = self._plan
        gone = [*self.gone(), {"back": None}] if leaves else [*self.gone(), {"snackbar": "Deleted"}]
        if not plan.asks:
            return gone
        return [
            {
                "dialog": f"Delete {plan.noun}?",
                "text": "It will be gone for good.",
                "confirm": plan.words["sure"],
                "danger": True,
                "on_confirm": gone,
            }
        ]

    def acted(self) -> str:
        return "CASE acted WHEN 0 THEN 'Never' ELSE relative_day(acted, today()) END AS acted_shown"

    def page(self) -> Data:
        plan, forms = self._plan, self._forms
        columns = ["name AS thing_name", "marked", self.acted()]
        for one in plan.fields:
            columns += [
                f"{one.shown()} AS {one.name}_now",
                f"{one.name} AS {one.name}_raw",
                f"{one.for_form()} AS {one.name}_form",
            ]
        page: Data = {"params": ["id"], "vars": {"typed": "", "picked": 0, "new_item": ""}}
        if plan.editing == "sheet":
            page["vars"] |= forms.vars()
        edit = {"inline": forms.rename_dialog, "sheet": forms.edit_sheet}.get(
            plan.editing, lambda: [{"open": "edit", "with": {"id": "{id}"}}]
        )()
        actions, buttons = self._placed_actions(edit)
        body: list[Data] = []
        if plan.has_picture:
            body.append(
                {"image": plan.data.get("picture", "abstract"), "seed": "{thing_name}", "height": 150}
            )
        body += (
            [forms.changed_in_place(one) for one in plan.fields] if plan.editing == "inline" else self.facts()
        )
        body += self.mark_and_act(actions)
        if plan.actions == "bottom":
            page["bottom"] = {"row": [{**button, "grow": 1} for button in buttons], "pad": 12, "gap": 12}
        elif buttons:
            body.append({"column": buttons, "pad": 16, "gap": 8})
        page |= {"data": f"SELECT {', '.join(columns)} FROM {self._table} WHERE id = :id", "body": body}
        return page | {"top": {"top_bar": "{thing_name}", "leave": "back", "actions": actions}}

    def facts(self) -> list[Data]:
        pairs = [(one.label, f"{{{one.name}_now}}") for one in self._plan.fields]
        small = {"style": "label", "color": "on_surface_variant"}
        match self._plan.detail:
            case "rows":
                return [{"list_item": value, "text": label} for label, value in pairs]
            case "labels":
                return [{"list_item": label, "text": value, "lines": 2} for label, value in pairs]
            case "pairs":
                rows = (
                    {"row": [{"text": label, **small}, {"text": value}], "spread": "between", "gap": 16}
                    for label, value in pairs
                )
                return [
                    {
                        "column": [{"card": [row], "style": "outlined", "pad": 14} for row in rows],
                        "pad": 16,
                        "gap": 8,
                    }
                ]
            case _:
                cards = [
                    {"column": [{"text": label, **small}, {"text": value, "style": "body_large"}], "gap": 2}
                    for label, value in pairs
                ]
                return [{"column": cards, "gap": 14, "pad": 16}]

    def mark_and_act(self, actions: list[Data]) -> list[Data]:
        plan, body = self._plan, []
        if plan.mark and plan.mark_at == "page":
            flip = [{"sql": f"UPDATE {self._table} SET marked = NOT marked WHERE id = :id"}]
            actions.insert(
                0,
                {
                    "icon_button": "star",
                    "label": f"Not {plan.mark['label'].lower()}",
                    "when": "marked",
                    "on_tap": flip,
                },
            )
            actions.insert(
                0,
                {
                    "icon_button": "star-outline",
                    "label": plan.mark["label"],
                    "unless": "marked",
                    "on_tap": flip,
                },
            )
        if plan.mark and plan.mark_at == "switch":
            flip = [{"sql": f"UPDATE {self._table} SET marked = :value WHERE id = :id"}]
            body.append(
                {
                    "list_item": plan.mark["label"],
                    "trailing": {"switch": "{marked}", "description": plan.mark["label"], "on_change": flip},
                }
            )
        if plan.act:
            done = [{"sql": f"UPDATE {self._table} SET acted = today() WHERE id = :id"}, {"snackbar": "Done"}]
            body.append({"list_item": "{acted_shown}", "text": plan.act["shown"]})
            if plan.acts_at == "bar":
                actions.insert(
                    0, {"icon_button": "check-circle-outline", "label": plan.act["label"], "on_tap": done}
                )
            else:
                body.append({"column": [{"button": plan.act["label"], "on_tap": done}], "pad": 16})
        return body + (self._items() if plan.sub else [])

    def _items(self) -> list[Data]:
        plan = self._plan
        assert plan.sub is not None, "asked before"
        if plan.subs_apart:
            return [
                {
                    "list_item": plan.sub["title"],
                    "icon": "format-list-bulleted",
                    "trailing": {"icon": "chevron-right"},
                    "on_tap": [{"open": "items", "with": {"id": "{id}"}}],
                }
            ]
        return [
            {"header": plan.sub["title"], "action": plan.sub["label"], "on_action": self._new_item()},
            self._items_listed(),
        ]

    def _items_listed(self) -> Data:
        plan = self._plan
        assert plan.sub is not None, "asked before"
        rows = (
            "SELECT id AS item_id, text AS item_text, day(at) AS item_day FROM "
            f"{plan.sub_table} WHERE thing = :id ORDER BY at DESC, item_id DESC"
        )
        gone = [{"sql": f"DELETE FROM {plan.sub_table} WHERE id = :item_id"}]
        icon = {"icon_button": "close", "label": f"Remove {plan.sub['noun']} {{item_text}}", "on_tap": gone}
        return {
            "list": rows,
            "each": {"list_item": "{item_text}", "text": "{item_day}", "trailing": icon},
            "empty": "None so far",
        }

    def items_page(self) -> Data:
        plan = self._plan
        assert plan.sub is not None, "asked before"
        button = {"fab": "plus", "label": plan.sub["label"], "on_tap": self._new_item()}
        data = f"SELECT name AS thing_name FROM {plan.table} WHERE id = :id"
        top = {"top_bar": plan.sub["title"], "subtitle": "{thing_name}", "leave": "back"}
        body = [self._items_listed(), {"space": 88}]
        return {
            "params": ["id"],
            "vars": {"new_item": ""},
            "data": data,
            "top": top,
            "body": body,
            "floating": button,
        }

    def _new_item(self) -> list[Data]:
        plan = self._plan
        assert plan.sub is not None, "asked before"
        if plan.sub_at == "page":
            return [{"open": "item", "with": {"id": "{id}"}}]
        insert = {
            "sql": f"INSERT INTO {plan.sub_table} (thing, at, text) VALUES (:id, today(), trim(:new_item))"
        }
        wanted = {"require": "SELECT length(trim(:new_item)) > 0", "message": "Write something"}
        dialog = {
            "dialog": plan.sub["label"],
            "body": [{"field": "new_item", "label": plan.sub["field"]}],
            "confirm": plan.words["set"],
            "on_confirm": [wanted, insert],
        }
        return [{"set": {"new_item": ""}}, dialog]

    def item_page(self) -> Data:
        plan = self._plan
        assert plan.sub is not None, "asked before"
        insert = {
            "sql": f"INSERT INTO {plan.sub_table} (thing, at, text) VALUES (:id, today(), trim(:new_item))"
        }
        wanted = {
            "require": "SELECT length(trim(:new_item)) > 0",
            "message": "Write something",
            "into": "wrong",
        }
        button = {"button": plan.words["set"], "wide": True, "on_tap": [wanted, insert, {"back": None}]}
        body = [
            {
                "column": [{"field": "new_item", "label": plan.sub["field"], "error": "{wrong}"}, button],
                "pad": 16,
                "gap": 12,
            }
        ]
        return {
            "params": ["id"],
            "vars": {"new_item": "", "wrong": ""},
            "top": {"top_bar": plan.sub["label"], "leave": "close"},
            "body": body,
        }

    def _placed_actions(self, edit: list[Data]) -> tuple[list[Data], list[Data]]:
        plan, delete = self._plan, self.delete(leaves=True)
        change, remove = plan.words["edit"], plan.words["delete"]
        has_delete = plan.deletes_at == "page"
        if plan.actions in ("buttons", "bottom"):
            extra = [{"button": remove, "style": "outlined", "on_tap": delete}] if has_delete else []
            return [], [{"button": change, "on_tap": edit}, *extra]
        if plan.actions == "menu":
            items = [
                {"menu_item": change, "on_tap": edit},
                *([{"menu_item": remove, "on_tap": delete}] if has_delete else []),
            ]
            return [
                {"icon_button": "dots-vertical", "label": plan.words["more"], "on_tap": [{"menu": items}]}
            ], []
        extra = [{"icon_button": "delete-outline", "label": remove, "on_tap": delete}] if has_delete else []
        return [{"icon_button": "pencil-outline", "label": change, "on_tap": edit}, *extra], []
