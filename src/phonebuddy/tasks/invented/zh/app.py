"""A Chinese app: a list of things of one kind, which is one's own, or from which something is ordered.

Invariant: everything a deed's gold does is on the pages of this very sketch, and no word of it is English.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.sketch import Data, Sketch
from phonebuddy.tasks.invented.zh.asks import Asks
from phonebuddy.tasks.invented.zh.content import content_of, named
from phonebuddy.tasks.invented.zh.deeds import Deeds
from phonebuddy.tasks.invented.zh.pages import HOME, Pages
from phonebuddy.tasks.invented.zh.plan import Plan


def sketch_zh(name: str, chance: random.Random, domain: str) -> Sketch:
    plan = Plan(name, chance, domain)
    names, spare = named(plan)
    makes = Deeds(plan, spare)
    asks = Asks(plan, makes, spare)
    app: Data = {
        "title": plan.title,
        "domain": plan.noun,
        "icon": plan.data["icon"],
        "color": plan.color,
        "start": HOME,
        "schema": _schema(plan),
        "pages": Pages(plan).all(),
    }
    tells = () if plan.is_brand else (plan.noun,)
    every = (*makes.all(), *asks.all())
    content = content_of(plan, names)
    return Sketch(name, plan.title, tells, app, content, every, tuple(asks.reads()), tuple(asks.writes()))


def _schema(plan: Plan) -> str:
    columns = ["id INTEGER PRIMARY KEY", "name TEXT NOT NULL", *(one.field.column for one in plan.facts)]
    columns += [f"is_{one.name} INTEGER NOT NULL DEFAULT 0" for one in plan.offers if one.undo]
    knobs = [f"{one.column} {'TEXT' if one.options else 'INTEGER'} NOT NULL" for one in plan.knobs]
    found = _table(plan.table, columns) + _table(plan.prefs, ["id INTEGER PRIMARY KEY", *knobs])
    kept = ["id INTEGER PRIMARY KEY", "thing INTEGER NOT NULL"]
    found += _table(plan.talks, [*kept, "body TEXT NOT NULL"])
    if plan.is_own:
        return found
    return found + _table(plan.orders, [*kept, "opt TEXT NOT NULL", "num INTEGER NOT NULL"])


def _table(name: str, columns: list[str]) -> str:
    return f"CREATE TABLE {name} (\n  " + ",\n  ".join(columns) + "\n);\n"
