"""Studio: an invented app in which things are made by the clock, sorted by long presses, and sent off.

Invariant: everything a deed's gold does is on the pages of this very sketch.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.sketch import Data, Sketch
from phonebuddy.tasks.invented.studio.deeds import Deeds, reads_of
from phonebuddy.tasks.invented.studio.draft import draft_page
from phonebuddy.tasks.invented.studio.plan import DRAFT, NUM_ALBUMS, RUN, Plan
from phonebuddy.tasks.invented.studio.run import run_page
from phonebuddy.tasks.invented.studio.shelf import shelf_pages

LEAST_SECS, MOST_SECS = 21, 2_400
DAYS = 90
NUM_STUCK = 3
"""Things that were refused when they should have gone up."""


def sketch_studio(name: str, chance: random.Random) -> Sketch:
    plan = Plan(name, chance)
    app: Data = {
        "title": plan.title,
        "domain": plan.nouns,
        "icon": plan.data["icon"],
        "color": plan.color,
        "start": plan.kit.places[0][0],
        "schema": _schema(plan),
        "pages": {**shelf_pages(plan), RUN: run_page(plan), DRAFT: draft_page(plan)},
    }
    tells = () if plan.is_brand else tuple(plan.data["nouns"])
    deeds, reads = tuple(Deeds(plan).all()), tuple(reads_of(plan))
    return Sketch(name, plan.title, tells, app, _content(plan), deeds, reads, names_tell=False)


def _schema(plan: Plan) -> str:
    counted = "".join(f"{one.column} INTEGER NOT NULL, " for one in plan.lines)
    return (
        f"CREATE TABLE {plan.takes} (\n  id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, "
        "secs INTEGER NOT NULL, made INTEGER NOT NULL,\n  grp INTEGER NOT NULL DEFAULT 0, "
        "away INTEGER NOT NULL DEFAULT 0, liked INTEGER NOT NULL DEFAULT 0, "
        "stuck INTEGER NOT NULL DEFAULT 0, chosen INTEGER NOT NULL DEFAULT 0\n);\n"
        f"CREATE TABLE {plan.albums} (id INTEGER PRIMARY KEY, name TEXT NOT NULL);\n"
        f"CREATE TABLE {plan.run_table} (\n  id INTEGER PRIMARY KEY, kind TEXT NOT NULL, "
        "started INTEGER NOT NULL DEFAULT 0, marks INTEGER NOT NULL DEFAULT 0\n);\n"
        f"CREATE TABLE {plan.draft_table} (\n  id INTEGER PRIMARY KEY, {counted}"
        "opt TEXT NOT NULL, sent INTEGER NOT NULL DEFAULT 0\n);\n"
    )


def _content(plan: Plan) -> Data:
    chance = plan.chance
    stuck = chance.sample(range(1, len(plan.names) + 1), NUM_STUCK)
    takes = [
        {
            "id": at,
            "name": name,
            "kind": chance.choice(plan.kinds),
            "secs": chance.randint(LEAST_SECS, MOST_SECS),
            "made": f"=today() - 86400 * {chance.randint(1, DAYS)}",
            "stuck": int(at in stuck),
            # Few albums, so that each has more than anybody takes out of it.
            "grp": at % (NUM_ALBUMS - 1) + 1,
        }
        for at, name in enumerate(plan.names, 1)
    ]
    draft = {"id": 1, **{one.column: one.now for one in plan.lines}, "opt": plan.values[0]}
    return {
        plan.takes: takes,
        plan.albums: [{"id": at, "name": one} for at, one in enumerate(plan.album_names, 1)],
        plan.run_table: [{"id": 1, "kind": plan.kinds[0]}],
        plan.draft_table: [draft],
    }
