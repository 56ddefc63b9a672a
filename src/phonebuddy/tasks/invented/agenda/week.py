"""Week: the weekdays on which a thing comes again: chips or boxes, on the page, in the form or apart.

Invariant: each weekday is a column of its own, so a goal names all seven.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.agenda.plan import Plan
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data

ACROSS = {"short": 4, "long": 2}
"""Chips beside each other."""


class WeekPart:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def _told(self) -> str:
        """SQL for the days in words."""
        parts = " || ".join(f"iif({one}, '{one.capitalize()}, ', '')" for one in self._plan.columns)
        return f"coalesce(nullif(rtrim({parts}, ', '), ''), {quoted(self._plan.words['never'])})"

    def shown_columns(self) -> list[str]:
        return [f"{self._told()} AS week_now", *(f"{one} AS on_{one}" for one in self._plan.columns)]

    def form_columns(self) -> list[str]:
        return [f":{one} AS on_{one}" for one in self._plan.columns]

    def shown_rows(self) -> list[Data]:
        """On the page of a thing."""
        plan = self._plan
        if plan.week_at == "here" and plan.editing == "inline":
            return self.chips(in_form=False)
        row: Data = {"list_item": plan.words["week"], "text": "{week_now}", "icon": "repeat"}
        if plan.week_at == "apart":
            row |= {
                "on_tap": [{"open": "week", "with": {"id": "{id}"}}],
                "trailing": {"icon": "chevron-right"},
            }
        return [row]

    def page(self) -> Data:
        plan = self._plan
        data = f"SELECT name AS week_name, {', '.join(self.shown_columns())} FROM {plan.table} WHERE id = :id"
        return {
            "params": ["id"],
            "data": data,
            "top": {"top_bar": "{week_name}", "leave": "back"},
            "body": [{"column": self.chips(in_form=False), "pad": 16, "gap": 8}],
        }

    def chips(self, in_form: bool) -> list[Data]:
        plan = self._plan
        days = list(zip(plan.columns, plan.days, strict=True))
        head = {"text": plan.words["week"], "style": "label"}
        if plan.week_style == "boxes":
            boxes = [
                {"checkbox": f"{{on_{one}}}", "label": day, "on_change": self._set(one, in_form)}
                for one, day in days
            ]
            return [head, *boxes]
        made = [
            {"chip": day, "selected": f"{{on_{one}}}", "on_tap": self._flip(one, in_form)}
            for one, day in days
        ]
        wide = ACROSS[plan.week_style]
        return [head, *({"row": made[at : at + wide], "gap": 8} for at in range(0, len(made), wide))]

    def _set(self, one: str, in_form: bool) -> list[Data]:
        if in_form:
            return [{"set": {one: "{value}"}}]
        return [{"sql": f"UPDATE {self._plan.table} SET {one} = :value WHERE id = :id"}]

    def _flip(self, one: str, in_form: bool) -> list[Data]:
        if in_form:
            return [{"let": f"SELECT 1 - :{one} AS flipped"}, {"set": {one: "{flipped}"}}]
        return [{"sql": f"UPDATE {self._plan.table} SET {one} = 1 - {one} WHERE id = :id"}]
