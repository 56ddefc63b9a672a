"""Facts: how the facts of a thing stand on a page of a desk app: rows, pairs, cards, a table.

Invariant: every fact stands beside its label, whichever way.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.desk.forms import Forms
from phonebuddy.tasks.invented.desk.parts import Line
from phonebuddy.tasks.invented.desk.plan import Plan
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data

SMALL = {"style": "label", "color": "on_surface_variant"}


class FactLines:
    def __init__(self, plan: Plan, forms: Forms) -> None:
        self._plan, self._forms = plan, forms

    def shown(self, lines: list[Line]) -> list[Data]:
        if self._plan.style == "table":
            plain = [one for one in lines if not self._clear_button(one)]
            others = [self._fact(one) for one in lines if one not in plain]
            return [*([self._table(plain)] if plain else []), *others]
        made = [self._fact(one) for one in lines]
        match self._plan.style:
            case "stack":
                return [{"column": made, "pad": 16, "gap": 14}]
            case "pairs" | "cards":
                return [{"column": made, "pad": 16, "gap": 8}]
            case _:
                return made

    def _table(self, lines: list[Line]) -> Data:
        plan = self._plan
        rows = " UNION ALL ".join(
            f"SELECT {quoted(one.field.label)} AS fact, {one.shown} AS value FROM {plan.table} WHERE id = :id"
            for one in lines
        )
        return {"table": rows, "columns": {"fact": plan.words["fact"], "value": plan.words["value"]}}

    def _fact(self, line: Line) -> Data:
        plan, label, value = self._plan, line.field.label, f"{{{line.field.name}_now}}"
        behind = self._clear_button(line)
        touch: Data = {}
        if plan.editing == "inline" and line.is_set:
            behind = behind or {"icon": "pencil-outline"}
            touch = {"on_tap": self._forms.changed_in_place(line)}
        rest = [behind] if behind else []
        trailing = {"trailing": behind} if behind else {}
        match plan.style:
            case "rows":
                return {"list_item": value, "text": label, **trailing, **touch}
            case "labels":
                return {"list_item": label, "text": value, "lines": 2, **trailing, **touch}
            case "meta":
                return {"list_item": label, "meta": value, **trailing, **touch}
            case "pairs":
                pair = {"row": [{"text": label, "grow": 1, **SMALL}, {"text": value}, *rest], "gap": 16}
                return {"card": [pair], "style": "filled", "pad": 12}
            case "stack":
                words = [{"text": label, **SMALL}, {"text": value, "style": "body_large"}]
                return {"row": [{"column": words, "gap": 2, "grow": 1}, *rest], "gap": 8}
            case _:
                words = [{"text": label, **SMALL}, {"text": value, "style": "title"}]
                inner = {"row": [{"column": words, "gap": 2, "grow": 1}, *rest], "gap": 8}
                return {"card": [inner], "style": "outlined", "pad": 14, **touch}

    def _clear_button(self, line: Line) -> Data | None:
        if not line.clear or self.clear_spot(line) != "value":
            return None
        return {
            "icon_button": "close",
            "label": line.clear,
            "when": f"{line.field.name}_has",
            "on_tap": self._forms.cleared(line),
        }

    def clear_spot(self, line: Line) -> str:
        """Where a fact is taken away: form, menu, or beside its value."""
        if self._forms.is_cleared_in_form(line):
            return "form"
        return "menu" if self._plan.clears_at == "menu" else "value"
