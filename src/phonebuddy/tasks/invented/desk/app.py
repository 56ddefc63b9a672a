"""Desk: an invented app that looks after one class of things: cards, parcels, meetings, tenants.

Its words come from a lexicon in which people say things their own way. Invariant: pages and tasks come of one
plan, so everything that gold does is on the pages of this very sketch.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.desk.acting import Acting
from phonebuddy.tasks.invented.desk.asked import Asked
from phonebuddy.tasks.invented.desk.cards import cards
from phonebuddy.tasks.invented.desk.carried import Carried
from phonebuddy.tasks.invented.desk.facts import FactLines
from phonebuddy.tasks.invented.desk.forms import Forms
from phonebuddy.tasks.invented.desk.lists import ListPages
from phonebuddy.tasks.invented.desk.plan import Plan
from phonebuddy.tasks.invented.desk.thing import ThingPages
from phonebuddy.tasks.invented.desk.values import pools
from phonebuddy.tasks.invented.desk.ways import Ways
from phonebuddy.tasks.invented.desk.weighed import Weighed
from phonebuddy.tasks.invented.sketch import COLORS, Data, Deed, Read, Sketch, Write, some

MOST_DEEDS = 26
"""Of all that could be asked of one app, so that a phone's tasks are spread over its apps."""


class _Drawn:
    """What is the same for every sketch of a plan."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.plan = Plan(name, chance)
        self._acting, self._forms = Acting(self.plan), Forms(self.plan)
        self.facts = FactLines(self.plan, self._forms)
        self._page = ThingPages(self.plan, self._forms, self.facts, self._acting)

    def sketch(
        self, deeds: Sequence[Deed], reads: Sequence[Read] = (), writes: Sequence[Write] = ()
    ) -> Sketch:
        plan = self.plan
        tells = () if plan.is_brand or plan.thing.nouns[0] in pools()["elsewhere"] else plan.thing.nouns
        content: Data = {plan.table: plan.rows}
        app = _app(plan, self._forms, self._page, ListPages(plan, self._acting))
        return Sketch(plan.name, plan.title, tells, app, content, tuple(deeds), tuple(reads), tuple(writes))


def sketch_desk(name: str, chance: random.Random) -> Sketch:
    drawn = _Drawn(name, chance)
    ways = Ways(drawn.plan, drawn.facts)
    carried = Carried(ways)
    every = [*Asked(ways).all(), *Weighed(ways).all()]
    deeds = some(chance, every, MOST_DEEDS, MOST_DEEDS)
    return drawn.sketch(deeds, carried.reads(), carried.writes())


def sketch_cards(name: str, chance: random.Random) -> Sketch:
    """Such an app of which only cards are asked."""
    drawn = _Drawn(name, chance)
    return drawn.sketch(cards(Ways(drawn.plan, drawn.facts, is_there=True)))


def _app(plan: Plan, forms: Forms, page: ThingPages, lists: ListPages) -> Data:
    pages = {**lists.pages(), "thing": page.page()}
    if plan.apart and plan.apart_at == "page":
        pages["details"] = page.details()
    if page.has_form:
        pages["edit"] = forms.page()
    return {
        "title": plan.title,
        "domain": plan.noun,
        "icon": plan.thing.icon,
        "color": plan.chance.choice(COLORS),
        "start": "things",
        "schema": _schema(plan),
        "pages": pages,
    }


def _schema(plan: Plan) -> str:
    columns = ["id INTEGER PRIMARY KEY", "name TEXT NOT NULL", "place TEXT NOT NULL DEFAULT ''"]
    columns += [one.field.column for one in plan.lines]
    columns += [f"{one.column} INTEGER NOT NULL DEFAULT 0" for one in plan.buttons]
    columns += [f"{one.picked} TEXT NOT NULL DEFAULT ''" for one in plan.buttons if one.pick]
    return f"CREATE TABLE {plan.table} (\n  " + ",\n  ".join(columns) + "\n);\n"
