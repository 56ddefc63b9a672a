"""Ticks: an invented app whose things are lists of lines: to pack, to check, to fit, to bring.

Lines are ticked, dropped, reworded and added, lists copied and written to. Invariant: everything a deed's
gold does is on the pages of this very sketch.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.sketch import Data, Sketch
from phonebuddy.tasks.invented.ticks.content import content_of
from phonebuddy.tasks.invented.ticks.deeds import deeds_of
from phonebuddy.tasks.invented.ticks.pages import pages_of
from phonebuddy.tasks.invented.ticks.plan import HOME, Plan
from phonebuddy.tasks.invented.ticks.reads import reads_of


def sketch_ticks(name: str, chance: random.Random) -> Sketch:
    plan = Plan(name, chance)
    app: Data = {
        "title": plan.title,
        "domain": plan.noun,
        "icon": plan.data["icon"],
        "color": plan.color,
        "start": HOME,
        "schema": _schema(plan),
        "pages": pages_of(plan),
    }
    tells = () if plan.is_brand else tuple(plan.data["nouns"])
    content = content_of(plan)
    deeds, reads = tuple(deeds_of(plan)), tuple(reads_of(plan))
    return Sketch(name, plan.title, tells, app, content, deeds, reads, names_tell=False)


def _schema(plan: Plan) -> str:
    return (
        f"CREATE TABLE {plan.things} (\n  id INTEGER PRIMARY KEY, name TEXT NOT NULL, due INTEGER NOT NULL, "
        "who TEXT NOT NULL,\n  note TEXT NOT NULL DEFAULT '', pinned INTEGER NOT NULL DEFAULT 0\n);\n"
        f"CREATE TABLE {plan.lines} (\n  id INTEGER PRIMARY KEY, thing INTEGER NOT NULL, words TEXT NOT NULL,"
        " done INTEGER NOT NULL DEFAULT 0\n);\n"
    )
