"""Cards: one page, one thing to do or to tell: what people say, and which of its buttons or labels they mean.

Tasks of a desk app that start where they are done, so that words are met often and at little cost.
Invariant: a card is a task like any other, drawn, played and verified; only the way to the page is left out.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.desk.asked import Asked
from phonebuddy.tasks.invented.desk.parts import Line
from phonebuddy.tasks.invented.sketch import Data, Deed


class Cards(Asked):
    """Its ways must start on the page of the thing."""

    def all(self) -> list[Deed]:
        plan = self._plan
        able = [one for one in plan.buttons if one.act.name in plan.spots]
        found = [self._doing(one) for one in able]
        found += [deed for one in able if one.undo for deed in self._undoing(one)]
        found += [self._setting(one) for one in plan.lines if one.is_set]
        found += [self._clearing(one) for one in plan.lines if one.clear]
        found += [self._told(one) for one in plan.lines]
        start: Data = {"open": {"page": f"{plan.name}/thing", "with": {"id": "{id}"}}}
        return [deed._replace(start=start) for deed in found]

    def _told(self, line: Line) -> Deed:
        draw = self._goals.one("place = ''", f"{line.shown} AS told")
        gold = [*self._ways.to_fact(line), {"read": "got", "near": line.field.label}, {"answer": "{got}"}]
        says = self._words.says(line.fact.asks)
        return Deed(f"tell_{line.fact.name}", says, gold, [{"answer": "{told}"}], {}, draw)
