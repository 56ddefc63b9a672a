"""Ways: how gold gets about in an agenda, and how a day, a time or the weekdays are set and taken away there.

Invariant: every step is on the pages that the same plan gives.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.agenda.plan import Plan, Slot
from phonebuddy.tasks.invented.sketch import Gold

SEARCHES = 0.4
"""How often gold searches where it could."""


class Ways:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def to_thing(self, slot: str = "name") -> Gold:
        plan = self.plan
        is_searched = plan.search == "bar" and plan.chance.random() < SEARCHES
        search: Gold = [{"type": f"{{{slot}}}", "into": plan.words["hint"]}] if is_searched else []
        return [*search, *self.to_row(slot)]

    def to_row(self, slot: str = "name") -> Gold:
        """Without a search, as for a thing whose name nobody has said."""
        # The name may stand in the search field, too.
        return [{"tap": f"{{{slot}}}", "role": "text"}]

    def changed(self, *parts: Gold) -> Gold:
        """These done on the page of a thing, and kept."""
        plan = self.plan
        steps = [step for part in parts for step in part]
        if plan.editing == "inline":
            return steps
        edit: Gold = [{"tap": plan.words["edit"]}]
        opened: Gold = [{"tap": plan.words["more"]}, *edit] if plan.edits_at == "menu" else edit
        return [*opened, *steps, {"tap": plan.words["save"]}]

    def time(self, one: Slot, value: str) -> Gold:
        plan = self.plan
        if plan.times == "picker":
            return [{"tap": one.label}, {"pick_time": value}]
        return [{"replace": one.label, "with": value}, {"press": plan.hides}]

    def day(self, one: Slot, value: str = "{long}", turns: str = "turns", backs: str = "backs") -> Gold:
        """A calendar opens at the month of the day that is there."""
        return [
            {"tap": one.label},
            {"repeat": f"{{{turns}}}", "do": [{"tap": "Next month"}]},
            {"repeat": f"{{{backs}}}", "do": [{"tap": "Previous month"}]},
            {"tap": value},
            {"tap": "OK"},
        ]

    def whole(self) -> Gold:
        return [{"tap": self.plan.words["whole"], "role": "switch"}]

    def clear(self, one: Slot) -> Gold:
        """On the page of a thing."""
        more: Gold = [{"tap": self.plan.words["more"]}] if self.plan.clears_at == "menu" else []
        return [*more, {"tap": one.clear}]

    def week(self) -> Gold:
        """The weekdays that are to be others than they are, on the page of a thing."""
        plan = self.plan
        flips: Gold = [
            {"repeat": f"{{flip_{one}}}", "do": [{"tap": day}]}
            for one, day in zip(plan.columns, plan.days, strict=True)
        ]
        if plan.week_at == "apart":
            return [{"tap": plan.words["week"]}, *flips]
        return self.changed(flips)
