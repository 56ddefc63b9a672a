"""The page of one thing in a desk app: its facts, what was done to it, what can be done.

Invariant: every fact stands beside its label, and every deed that the plan puts on the page is on it.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.desk.acting import Acting
from phonebuddy.tasks.invented.desk.facts import FactLines
from phonebuddy.tasks.invented.desk.forms import Forms
from phonebuddy.tasks.invented.desk.parts import Button
from phonebuddy.tasks.invented.desk.plan import Plan
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data

PICTURE = "abstract"


def states(plan: Plan) -> str:
    """SQL for all that was done to a thing, in words."""
    parts = []
    for one in plan.buttons:
        picked = f" || ' (' || {one.picked} || ')'" if one.pick else ""
        parts.append(f"iif({one.column}, {quoted(one.act.state)}{picked} || ' · ', '')")
    return f"rtrim({' || '.join(parts)}, ' ·')"


class ThingPages:
    def __init__(self, plan: Plan, forms: Forms, facts: FactLines, acting: Acting) -> None:
        self._plan, self._forms, self._facts, self._acting = plan, forms, facts, acting

    def page(self) -> Data:
        plan = self._plan
        actions: list[Data] = self._bar()
        body = [*self._head(), *self._tabs(), *self._facts_in_parts(), *self._acts(), *self._edit_button()]
        top: Data = {"top_bar": "{thing_name}", "leave": "back", "actions": actions}
        if plan.state_at == "subtitle":
            top["subtitle"] = "{states}"
        page = self._frame() | {"top": top, "body": [*body, {"space": 88}]}
        bottom = self._bottom()
        for one in plan.at("fab"):
            button = {"fab": one.icon, "label": one.label, "unless": one.column}
            page["floating"] = {**button, "text": one.label, "on_tap": self._acting.done(one, True)}
        return page | ({"bottom": bottom} if bottom else {})

    def _frame(self) -> Data:
        """What a page with facts on it needs to know."""
        plan = self._plan
        columns = ["name AS thing_name", f"{states(plan)} AS states", *(one.column for one in plan.buttons)]
        for line in plan.lines:
            one = line.field
            columns += [f"{line.shown} AS {one.name}_now", f"{one.name} AS {one.name}_raw"]
            columns.append(f"{one.for_form()} AS {one.name}_form")
            columns += [f"{one.name} <> {line.none} AS {one.name}_has"] if line.clear else []
        columns += [":part = 'rest' AS is_more", ":part <> 'rest' AS is_less"]
        data = f"SELECT {', '.join(columns)} FROM {plan.table} WHERE id = :id"
        return {
            "params": ["id"],
            "vars": {"typed": "", "chosen": 0, "picked": "", "part": "first"},
            "data": data,
        }

    def _head(self) -> list[Data]:
        plan = self._plan
        found: list[Data] = []
        if plan.has_picture:
            found.append({"image": PICTURE, "seed": "{thing_name}", "height": 130})
        if plan.state_at == "line":
            found.append({"text": "{states}", "style": "title", "color": "primary", "pad": 16, "gap": 8})
        if plan.state_at == "chips":
            one_by_one = " UNION ALL ".join(
                f"SELECT {quoted(one.act.state)} AS state_name FROM {plan.table} "
                f"WHERE id = :id AND {one.column}"
                for one in plan.buttons
            )
            found.append({"strip": one_by_one, "pad": 16, "each": {"chip": "{state_name}"}})
        return found

    # -- facts -----------------------------------------------------------------------------------------

    def _tabs(self) -> list[Data]:
        plan = self._plan
        if not plan.apart or plan.apart_at != "tab":
            return []
        return [{"tabs": "part", "options": {"first": plan.words["facts"], "rest": plan.words["details"]}}]

    def _facts_in_parts(self) -> list[Data]:
        plan = self._plan
        apart = set(plan.apart)
        head: list[Data] = [{"header": plan.words["facts"]}] if plan.has_headers else []
        first = [*head, *self._facts.shown([one for one in plan.lines if one not in apart])]
        if not apart:
            return first
        rest = self._facts.shown(plan.apart)
        if plan.apart_at == "tab":
            return [{"column": first, "when": "is_less"}, {"column": rest, "when": "is_more"}]
        label = plan.words["details"]
        if plan.apart_at == "fold":
            opener = {
                "list_item": label,
                "icon": "chevron-down",
                "unless": "is_more",
                "on_tap": [{"set": {"part": "rest"}}],
            }
            return [*first, opener, {"column": rest, "when": "is_more"}]
        go = [{"open": "details", "with": {"id": "{id}"}}]
        return [*first, {"list_item": label, "trailing": {"icon": "chevron-right"}, "on_tap": go}]

    def details(self) -> Data:
        """The page with the facts that are not on the first one."""
        plan = self._plan
        top = {"top_bar": plan.words["details"], "subtitle": "{thing_name}", "leave": "back"}
        return self._frame() | {"top": top, "body": self._facts.shown(plan.apart)}

    # -- deeds -----------------------------------------------------------------------------------------

    def _edit(self) -> list[Data]:
        return [{"open": "edit", "with": {"id": "{id}"}}]

    @property
    def has_form(self) -> bool:
        return bool(self._forms.lines) and self._plan.editing == "page"

    def _edit_button(self) -> list[Data]:
        if not self.has_form or self._plan.edits_at != "button":
            return []
        button = {"button": self._plan.words["edit"], "icon": "pencil-outline", "style": "text"}
        return [{"column": [{**button, "on_tap": self._edit()}], "pad": 16}]

    def _bar(self) -> list[Data]:
        """Icons at the top, the last of them a menu with what stands nowhere else."""
        plan = self._plan
        found: list[Data] = []
        if self.has_form and plan.edits_at == "bar":
            found.append(
                {"icon_button": "pencil-outline", "label": plan.words["edit"], "on_tap": self._edit()}
            )
        for label, icon, effects, when in self._acting.offered(plan.at("bar"), True):
            found.append({"icon_button": icon, "label": label, "on_tap": effects, **when})
        items: list[Data] = []
        if self.has_form and plan.edits_at == "menu":
            items.append({"menu_item": plan.words["edit"], "on_tap": self._edit()})
        for line in plan.lines:
            if line.clear and self._facts.clear_spot(line) == "menu":
                has = {"when": f"{line.field.name}_has"}
                items.append({"menu_item": line.clear, "on_tap": self._forms.cleared(line), **has})
        for label, _, effects, when in self._acting.offered(plan.at("menu"), True):
            items.append({"menu_item": label, "on_tap": effects, **when})
        if items:
            dots = {"icon_button": "dots-vertical", "label": plan.words["more"], "on_tap": [{"menu": items}]}
            found.append(dots)
        return found

    def _acts(self) -> list[Data]:
        plan = self._plan
        listed = plan.at("list")
        found: list[Data] = [{"header": plan.words["actions"]}] if plan.has_headers and listed else []
        found += [self._switch(one) for one in plan.at("buttons") + listed if one.act.name in plan.switches]
        for label, icon, effects, when in self._acting.offered(self._unswitched("list"), True):
            found.append({"list_item": label, "icon": icon, "on_tap": effects, **when})
        buttons = [
            {
                "button": label,
                "style": plan.button_style,
                "icon": icon,
                "wide": True,
                "on_tap": effects,
                **when,
            }
            for label, icon, effects, when in self._acting.offered(self._unswitched("buttons"), True)
        ]
        found += [{"column": buttons, "pad": 16, "gap": 8}] if buttons else []
        if plan.at("sheet"):
            button = {"button": plan.words["actions"], "style": plan.button_style, "wide": True}
            found.append({"column": [{**button, "on_tap": [self._sheet()]}], "pad": 16})
        return found

    def _unswitched(self, spot: str) -> list[Button]:
        return [one for one in self._plan.at(spot) if one.act.name not in self._plan.switches]

    def _switch(self, one: Button) -> Data:
        change = self._acting.switched(one)
        switch = {"switch": f"{{{one.column}}}", "description": one.label, "on_change": change}
        return {"list_item": one.label, "trailing": switch}

    def _sheet(self) -> Data:
        rows = [
            {"list_item": label, "icon": icon, "on_tap": [{"dismiss": None}, *effects], **when}
            for label, icon, effects, when in self._acting.offered(self._plan.at("sheet"), True)
        ]
        return {"sheet": "{thing_name}", "body": rows}

    def _bottom(self) -> Data | None:
        offered = self._acting.offered(self._plan.at("bottom"), True)
        buttons = [
            {"button": label, "style": self._plan.button_style, "grow": 1, "on_tap": effects, **when}
            for label, _, effects, when in offered
        ]
        return {"row": buttons, "pad": 12, "gap": 12} if buttons else None
