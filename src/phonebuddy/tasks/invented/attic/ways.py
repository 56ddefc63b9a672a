"""Attic ways: how gold gets to a thing and does something to it.

Invariant: every way begins on the first page of the app.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.attic.plan import GROUP, HERE, MOVE, Plan
from phonebuddy.tasks.invented.sketch import Data, Gold


class Ways:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def to(self, context: str) -> Gold:
        """To the list of a state, or of the group `{grp_name}`."""
        plan = self._plan
        if context == HERE:
            return []
        if context == GROUP:
            return [*self._go(plan.words["groups"]), {"tap": "{grp_name}"}]
        page = next(one.page for one in plan.apart if one.name == context)
        return [*self._go(plan.words["settings"]), {"tap": page}] if plan.is_deep else self._go(page)

    def _go(self, label: str) -> Gold:
        opener = {"drawer": "menu", "overflow": "more"}.get(self._plan.nav)
        first: Gold = [{"tap": self._plan.words[opener]}] if opener else []
        return [*first, {"tap": label, **({"role": "tab"} if self._plan.nav == "bottom" else {})}]

    def do(self, context: str, name: str, is_twin: bool) -> Gold:
        """A deed to `{name}`; of two of that name, to the one whose row says `{mark}`."""
        plan = self._plan
        offer = next(one for one in plan.offers[context] if one.name == name)
        sure: Gold = [{"tap": plan.words["sure"]}] if name in plan.asks else []
        last: Gold = [{"tap": "{to_name}"}] if name == MOVE else sure
        handle = "{mark}" if is_twin else "{name}"
        tap: Data = {"tap": offer.label}
        if offer == plan.swiped(context):
            return [*self.to(context), {"swipe": "left", "on": handle}, *last]
        if plan.spot == "menu":
            dots: Data = {"tap": f"{plan.words['options']} {{name}}"}
            return [*self.to(context), dots | ({"near": "{mark}"} if is_twin else {}), tap, *last]
        if plan.spot in ("hold", "sheet", "select"):
            return [*self.to(context), {"hold": handle}, tap, *last]
        more: Gold = [{"tap": plan.words["more"]}] if plan.page_at == "menu" else []
        return [*self.to(context), {"tap": handle}, *more, tap, *last]

    def to_thing(self, slot: str) -> Gold:
        """To the page of a thing of the main list."""
        role = {"role": "text"} if self._plan.spot == "menu" else {}
        return [{"tap": f"{{{slot}}}", **role}]
