"""Attic: an invented app whose things are put away and got back: notes, callers, tickets, sketches.

There is a bin, an archive, a list of what is hidden, blocked, closed or was not sent; and groups that things
are in. Invariant: everything a deed's gold does is on the pages of this very sketch.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.attic.content import content_of
from phonebuddy.tasks.invented.attic.deeds import Deeds
from phonebuddy.tasks.invented.attic.pages import pages_of
from phonebuddy.tasks.invented.attic.plan import HERE, Plan
from phonebuddy.tasks.invented.sketch import Data, Sketch


def sketch_attic(name: str, chance: random.Random) -> Sketch:
    plan = Plan(name, chance)
    app: Data = {
        "title": plan.title,
        "domain": plan.noun,
        "icon": plan.data["icon"],
        "color": plan.color,
        "start": HERE,
        "schema": _schema(plan),
        "pages": pages_of(plan),
    }
    tells = () if plan.is_brand else tuple(plan.data["nouns"])
    deeds = Deeds(plan)
    return Sketch(
        name,
        plan.title,
        tells,
        app,
        content_of(plan),
        tuple(deeds.all()),
        tuple(deeds.reads()),
        names_tell=False,
    )


def _schema(plan: Plan) -> str:
    columns = ["id INTEGER PRIMARY KEY", "name TEXT NOT NULL", "place TEXT NOT NULL DEFAULT ''"]
    columns += ["chosen INTEGER NOT NULL DEFAULT 0", *(one.column for one in plan.facts)]
    return (
        f"CREATE TABLE {plan.table} (\n  " + ",\n  ".join(columns) + "\n);\n"
        f"CREATE TABLE {plan.groups} (id INTEGER PRIMARY KEY, name TEXT NOT NULL);\n"
        f"CREATE TABLE {plan.members} (\n"
        "  id INTEGER PRIMARY KEY, thing INTEGER NOT NULL, grp INTEGER NOT NULL, UNIQUE (thing, grp)\n);\n"
    )
