"""Attic content: the things of an app, where they are, which groups they are in.

Invariant: in every list there are two things of one name that differ in whatever the rows show.
"""

from __future__ import annotations

from typing import Any

from phonebuddy.tasks.invented.attic.plan import Plan
from phonebuddy.tasks.invented.fields import Field
from phonebuddy.tasks.invented.sketch import Data

HERE_LEAST, HERE_MOST = 7, 9
AWAY_LEAST, AWAY_MOST = 2, 4
"""Things of a state besides the two of one name."""
NUM_GROUPS = 5
SHARED = 0.4
"""How often a thing is in a second group."""
NAMESAKE = 0.5
"""How often something that was put away is called as something in the main list."""
TRIES = 20


def content_of(plan: Plan) -> Data:
    names = iter(plan.chance.sample(plan.data["names"], len(plan.data["names"])))
    rows: list[Data] = []
    apart = [one.name for one in plan.apart]
    for place in ("", *(one.name for one in plan.states)):
        few, many = (AWAY_LEAST, AWAY_MOST) if place else (HERE_LEAST, HERE_MOST)
        found = [next(names) for _ in range(plan.chance.randint(few, many))]
        if place in apart and plan.chance.random() < NAMESAKE:
            found[0] = rows[0]["name"]
        twin = next(names)
        rows += [{"name": one, "place": place} for one in (*found, twin, twin)]
    for fact in plan.facts:
        _fill(plan, fact, rows)
    plan.chance.shuffle(rows)
    rows = [{"id": at, **row} for at, row in enumerate(rows, 1)]
    groups = [
        {"id": at, "name": one}
        for at, one in enumerate(plan.chance.sample(plan.data["groups"]["names"], NUM_GROUPS), 1)
    ]
    return {plan.table: rows, plan.groups: groups, plan.members: _members(plan, rows)}


def _fill(plan: Plan, fact: Field, rows: list[Data]) -> None:
    """Values of which no two things have the same, as far as there are so many; twins never do."""
    taken: dict[str, set[Any]] = {}
    every: set[Any] = set()
    for row in rows:
        own = taken.setdefault(row["name"], set())
        value = fact.drawn(plan.chance)
        for attempt in range(TRIES):
            if value not in own and (value not in every or attempt > TRIES // 2):
                break
            value = fact.drawn(plan.chance)
        own.add(value)
        every.add(value)
        row[fact.name] = value


def _members(plan: Plan, rows: list[Data]) -> list[Data]:
    """Two things of one name are in the same group, so that the name alone does not tell them."""
    found: dict[str, list[int]] = {}
    pairs: list[Data] = []
    for row in (one for one in rows if not one["place"]):
        if row["name"] not in found:
            found[row["name"]] = plan.chance.sample(
                range(1, NUM_GROUPS + 1), 2 if plan.chance.random() < SHARED else 1
            )
        pairs += [{"thing": row["id"], "grp": group} for group in found[row["name"]]]
    return [{"id": at, **pair} for at, pair in enumerate(pairs, 1)]
