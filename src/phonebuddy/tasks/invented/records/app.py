"""Records: an invented app that keeps a list of one kind of thing: plants, loans, workouts.

Pages, words, ways to enter and ways to act differ from app to app. Invariant: pages and deeds come of one
plan, so everything a deed's gold does is on the pages of this very sketch.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.records.deeds import Deeds
from phonebuddy.tasks.invented.records.pages import Pages
from phonebuddy.tasks.invented.records.plan import Plan
from phonebuddy.tasks.invented.records.questions import Questions
from phonebuddy.tasks.invented.records.says import Wording
from phonebuddy.tasks.invented.records.values import Values
from phonebuddy.tasks.invented.records.ways import Ways
from phonebuddy.tasks.invented.sketch import Sketch, some

MOST_DEEDS = 24
"""Of all that could be asked of one app, so that a phone's tasks are spread over its apps."""


def sketch_records(name: str, chance: random.Random) -> Sketch:
    plan = Plan(name, chance)
    pages = Pages(plan)
    ways = Ways(plan, pages.places)
    words = Wording(plan)
    deeds = Deeds(ways, words)
    values = Values(ways, words, deeds)
    app, content = pages.app(), pages.content()
    every = [*deeds.all(), *Questions(ways, words, deeds).all()]
    tells = () if plan.is_brand else tuple(plan.data.get("tells") or plan.data["nouns"])
    chosen = tuple(some(chance, every, MOST_DEEDS, MOST_DEEDS))
    reads, writes = tuple(values.reads()), tuple(values.writes())
    return Sketch(name, plan.title, tells, app, content, chosen, reads, writes, pages.looks())
