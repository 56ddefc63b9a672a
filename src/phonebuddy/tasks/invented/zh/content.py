"""Content of a Chinese app: its things, of which some have a twin of the same name, and its settings.

Invariant: twins differ in every fact.
"""

from __future__ import annotations

from typing import Any

from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.invented.zh.fact import Fact
from phonebuddy.tasks.invented.zh.plan import Plan

LEAST, MOST = 8, 11
NUM_TWINS = 2
SPARE = 5
"""Names that nothing has, at least: for what is new, and for what is not there."""
DONE = 0.2
"""How often something was done to a thing already."""
TRIES = 40


def named(plan: Plan) -> tuple[list[str], list[str]]:
    """Names of things, twins twice, and those that are left."""
    names = plan.chance.sample(plan.data["names"], len(plan.data["names"]))
    used, spare = names[: plan.chance.randint(LEAST, MOST)], names[-SPARE:]
    return [*used, *used[:NUM_TWINS]], spare


def content_of(plan: Plan, names: list[str]) -> Data:
    rows: list[Data] = [{"name": name} for name in names]
    for fact in plan.facts:
        _fill(plan, fact, rows)
    for offer in plan.offers:
        for row in rows if offer.undo else ():
            row[f"is_{offer.name}"] = int(plan.chance.random() < DONE)
    plan.chance.shuffle(rows)
    return {
        plan.table: [{"id": at, **row} for at, row in enumerate(rows, 1)],
        plan.prefs: [{"id": 1} | {knob.column: knob.value for knob in plan.knobs}],
    }


def _fill(plan: Plan, fact: Fact, rows: list[Data]) -> None:
    """Values of which no two things have the same, as far as there are so many; twins never do."""
    own: dict[str, set[Any]] = {}
    every: set[Any] = set()
    for row in rows:
        mine = own.setdefault(row["name"], set())
        for attempt in range(TRIES):
            value = fact.field.drawn(plan.chance)
            if value not in mine and (value not in every or attempt > TRIES // 2):
                break
        mine.add(value)
        every.add(value)
        row[fact.field.name] = value
