"""Acting: what happens when a deed of a desk app is touched: it is asked about, chosen, done, told, undone.

Invariant: a deed changes its own columns and the place of one thing, and nothing else.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.desk.parts import Button
from phonebuddy.tasks.invented.desk.plan import Plan
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.sketch import Data


class Acting:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def offered(self, buttons: list[Button], leaves: bool) -> list[tuple[str, str, list[Data], Data]]:
        """Label, icon, effects and condition of what can be done to a thing now, or undone."""
        found: list[tuple[str, str, list[Data], Data]] = []
        for one in buttons:
            found.append((one.label, one.icon, self.done(one, leaves), {"unless": one.column}))
            if one.undo:
                found.append((one.undo, "undo-variant", self.undone(one, leaves), {"when": one.column}))
        return found

    def done(self, one: Button, leaves: bool) -> list[Data]:
        """`leaves`: from the page of the thing, which closes when the thing leaves the list."""
        if one.pick:
            return self._picked(one, leaves)
        effects = self._effects(one, True, leaves)
        if not one.is_asked:
            return effects
        return [
            {
                "dialog": f"{one.label}?",
                "text": "{thing_name}",
                "confirm": self._plan.words["sure"],
                "danger": bool(one.act.goes),
                "on_confirm": effects,
            }
        ]

    def undone(self, one: Button, leaves: bool) -> list[Data]:
        return self._effects(one, False, leaves)

    def switched(self, one: Button) -> list[Data]:
        return [{"sql": f"UPDATE {self._plan.table} SET {one.column} = :value WHERE id = :id"}]

    def _effects(self, one: Button, is_done: bool, leaves: bool, pick: str = "") -> list[Data]:
        effects: list[Data] = [self._update(one, is_done, pick)]
        has_left = bool(one.act.goes) and leaves
        # With a small letter, so that no label is part of it.
        message: Data = {"snackbar": f"{'Now' if is_done else 'No longer'}: {one.act.state}"}
        if self._plan.has_undo and is_done and one.undo and not has_left:
            message |= {"action": "Undo", "on_action": [self._update(one, False, "")]}
        return [*effects, *([{"back": None}] if has_left else []), message]

    def _update(self, one: Button, is_done: bool, pick: str) -> Data:
        sets = [f"{one.column} = {int(is_done)}"]
        if one.act.goes:
            sets.append(f"place = {quoted(one.act.goes if is_done else '')}")
        if one.pick:
            sets.append(f"{one.picked} = {quoted(pick)}")
        return {"sql": f"UPDATE {self._plan.table} SET {', '.join(sets)} WHERE id = :id"}

    def _picked(self, one: Button, leaves: bool) -> list[Data]:
        """One of several is chosen first."""
        labels = [pick[0] for pick in one.act.picks]
        match self._plan.picks_at:
            case "sheet":
                rows = [
                    {
                        "list_item": pick,
                        "on_tap": [{"dismiss": None}, *self._effects(one, True, leaves, pick)],
                    }
                    for pick in labels
                ]
                return [{"sheet": one.pick, "body": rows}]
            case "menu":
                items = [
                    {"menu_item": pick, "on_tap": self._effects(one, True, leaves, pick)} for pick in labels
                ]
                return [{"menu": items}]
            case _:
                return self._asked(one, leaves, labels)

    def _asked(self, one: Button, leaves: bool, labels: list[str]) -> list[Data]:
        radios = [{"radio": "picked", "value": pick, "label": pick} for pick in labels]
        chosen = {"require": "SELECT :picked <> ''", "message": f"{one.pick}?"}
        effects = self._effects(one, True, leaves)
        kept = effects[0]["sql"].replace(f"{one.picked} = ''", f"{one.picked} = :picked")
        dialog = {
            "dialog": one.pick,
            "body": radios,
            "confirm": self._plan.words["sure"],
            "on_confirm": [chosen, {"sql": kept}, *effects[1:]],
        }
        return [{"set": {"picked": ""}}, dialog]
