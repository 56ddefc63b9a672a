"""Cards: one page, one thing to do or to tell: what people say, and which of its buttons or labels they mean.

Tasks of a desk app that start where they are done, so that words are met often and at little cost.
Invariant: a card is a task like any other, drawn, played and verified; only the way to the page is left out.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.desk.deeds import Deeds
from phonebuddy.tasks.invented.desk.goals import Goals
from phonebuddy.tasks.invented.desk.parts import Line
from phonebuddy.tasks.invented.desk.ways import Ways
from phonebuddy.tasks.invented.desk.wording import Wording
from phonebuddy.tasks.invented.sketch import Data, Deed


def cards(ways: Ways) -> list[Deed]:
    """All of an app; its ways must start on the page of the thing."""
    plan = ways.plan
    found = Deeds(ways).all([one for one in plan.buttons if one.act.name in plan.spots])
    found += [_told(ways, one) for one in plan.lines]
    start: Data = {"open": {"page": f"{plan.name}/thing", "with": {"id": "{id}"}}}
    return [deed._replace(start=start) for deed in found]


def _told(ways: Ways, line: Line) -> Deed:
    draw = Goals(ways.plan).one("place = ''", f"{line.shown} AS told")
    gold = [*ways.to_fact(line), {"read": "got", "near": line.field.label}, {"answer": "{got}"}]
    says = Wording(ways.plan).says(line.fact.asks)
    return Deed(f"tell_{line.fact.name}", says, gold, [{"answer": "{told}"}], {}, draw)
