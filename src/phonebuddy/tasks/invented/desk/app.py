"""Desk: an invented app that looks after one class of things: cards, parcels, meetings, tenants.

Its words come from a lexicon in which people say things their own way. Invariant: pages and tasks come of one
plan, so everything that gold does is on the pages of this very sketch.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.desk.acting import Acting
from phonebuddy.tasks.invented.desk.asked import Asked
from phonebuddy.tasks.invented.desk.carried import Carried
from phonebuddy.tasks.invented.desk.facts import FactLines
from phonebuddy.tasks.invented.desk.forms import Forms
from phonebuddy.tasks.invented.desk.lists import ListPages
from phonebuddy.tasks.invented.desk.plan import Plan
from phonebuddy.tasks.invented.desk.thing import ThingPages
from phonebuddy.tasks.invented.desk.values import pools
from phonebuddy.tasks.invented.desk.ways import Ways
from phonebuddy.tasks.invented.desk.weighed import Weighed
from phonebuddy.tasks.invented.sketch import COLORS, Data, Sketch, some

MOST_DEEDS = 26
"""Of all that could be asked of one app, so that a phone's tasks are spread over its apps."""


def sketch_desk(name: str, chance: random.Random) -> Sketch:
    plan = Plan(name, chance)
    acting, forms = Acting(plan), Forms(plan)
    facts = FactLines(plan, forms)
    page = ThingPages(plan, forms, facts, acting)
    ways = Ways(plan, facts)
    carried = Carried(ways)
    every = [*Asked(ways).all(), *Weighed(ways).all()]
    deeds = tuple(some(chance, every, MOST_DEEDS, MOST_DEEDS))
    reads, writes = tuple(carried.reads()), tuple(carried.writes())
    tells = () if plan.is_brand or plan.thing.nouns[0] in pools()["elsewhere"] else plan.thing.nouns
    content: Data = {plan.table: plan.rows}
    app = _app(plan, forms, page, ListPages(plan, acting))
    return Sketch(name, plan.title, tells, app, content, deeds, reads, writes)


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
