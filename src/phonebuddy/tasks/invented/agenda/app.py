"""Agenda: an invented app about when things are: lessons and shifts, or papers and jobs with their deadlines.

Start, end and reminder, or deadline, first day and reminder stand beside each other, and only the sentence
tells which is meant. Invariant: pages and tasks come of one plan, so everything gold does is on its pages.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.agenda.deeds import Deeds
from phonebuddy.tasks.invented.agenda.pages import Pages
from phonebuddy.tasks.invented.agenda.plan import Plan
from phonebuddy.tasks.invented.agenda.values import Values
from phonebuddy.tasks.invented.agenda.ways import Ways
from phonebuddy.tasks.invented.sketch import Data, Sketch


def sketch_agenda(name: str, chance: random.Random) -> Sketch:
    plan = Plan(name, chance)
    ways = Ways(plan)
    app, values = Pages(plan).app(), Values(ways)
    tells = () if plan.is_brand else tuple(plan.data["tells"])
    content: Data = {plan.table: plan.rows}
    deeds = tuple(Deeds(ways).all())
    return Sketch(name, plan.title, tells, app, content, deeds, tuple(values.reads()), tuple(values.writes()))
