"""Booking: an invented app in which times are booked: a haircut, a court, a table, a crossing.

Invariant: its pages and its deeds come from one plan.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.booking.content import Content
from phonebuddy.tasks.invented.booking.deeds import Deeds
from phonebuddy.tasks.invented.booking.golds import Golds
from phonebuddy.tasks.invented.booking.making import Making
from phonebuddy.tasks.invented.booking.pages import Pages
from phonebuddy.tasks.invented.booking.plan import Plan
from phonebuddy.tasks.invented.booking.reads import Questions, Values
from phonebuddy.tasks.invented.sketch import Sketch, some

MOST_DEEDS = 26
"""What is asked of one app; where there is more, chance chooses."""


def sketch_booking(name: str, chance: random.Random) -> Sketch:
    plan = Plan(name, chance)
    golds = Golds(plan)
    values = Values(plan, golds)
    deeds = [*Making(plan, golds).deeds(), *Deeds(plan, golds).deeds(), *Questions(plan, golds).deeds()]
    return Sketch(
        name, plan.title, plan.tells, Pages(plan).app(), Content(plan).content(),
        tuple(some(chance, deeds, MOST_DEEDS, MOST_DEEDS)), tuple(values.reads()), tuple(values.writes()),
    )  # fmt: skip
