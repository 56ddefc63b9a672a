"""Ways: how gold gets about in a Chinese app.

Invariant: every way begins on the first page of the app.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.sketch import Data, Gold
from phonebuddy.tasks.invented.zh.plan import Offer, Plan


class Ways:
    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def to_thing(self, slot: str = "name", is_twin: bool = False) -> Gold:
        """To the page of a thing; of two of a name, of the one whose row says `{mark}`."""
        found: Data = {"tap": "{mark}" if is_twin else f"{{{slot}}}"}
        if not self._plan.has_search:
            return [found]
        # What was typed stands in the search bar too.
        return [*self._search("name" if is_twin else slot), found | {"role": "text"}]

    def _search(self, slot: str) -> Gold:
        return [{"type": f"{{{slot}}}", "into": self._plan.words["search"]}]

    def do(self, offer: Offer, is_twin: bool) -> Gold:
        plan = self._plan
        more: Gold = [{"tap": plan.words["more"]}] if plan.deeds_at == "menu" else []
        sure: Gold = [{"tap": plan.words["sure"]}] if offer.asks else []
        return [*self.to_thing(is_twin=is_twin), *more, {"tap": offer.label}, *sure]

    def to_edit(self, is_twin: bool = False) -> Gold:
        return [*self.to_thing(is_twin=is_twin), {"tap": self._plan.words["edit"]}]

    def save(self) -> Gold:
        return [{"tap": self._plan.words["save"]}]

    def to_new(self) -> Gold:
        return [{"tap": self._plan.words["add"]}]

    def to_order(self) -> Gold:
        assert self._plan.order is not None, "only what is not one's own is ordered"
        return [*self.to_thing(), {"tap": self._plan.words[self._plan.order]}]

    def talk(self, slot: str, text: str) -> Gold:
        plan = self._plan
        opened: Gold = [{"tap": plan.words["talk"]}] if plan.talk_at == "page" else []
        return [
            *self.to_thing(slot),
            *opened,
            {"type": text, "into": plan.words["words"]},
            {"tap": plan.words["send"]},
        ]

    def to_settings(self) -> Gold:
        plan = self._plan
        opener = {"drawer": "menu", "overflow": "more"}.get(plan.nav)
        first: Gold = [{"tap": plan.words[opener]}] if opener else []
        return [*first, {"tap": plan.words["settings"], **({"role": "tab"} if plan.nav == "bottom" else {})}]

    def look_for(self, slot: str) -> Gold:
        """Something that is not there: by a search, or to the end of the list."""
        return self._search(slot) if self._plan.has_search else self.look_through()

    def look_through(self) -> Gold:
        """To the end of the list, whose last row says `{last_mark}`."""
        return [{"scroll_to": "{last_mark}"}]
