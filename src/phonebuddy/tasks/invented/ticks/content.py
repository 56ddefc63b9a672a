"""Ticks content: the lists of an app, their lines, which of them are ticked.

Invariant: most lines stand on several lists, so a line alone tells none; some lists lack one tick, some have
only one.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.invented.ticks.plan import Plan

FEWEST, MOST = 7, 9
"""Lists."""
FEWEST_LINES, MOST_LINES = 5, 8
NEARLY = 2
"""Lists on which one line is left, and as many on which one is ticked."""
NUM_PINNED = 3
DAYS = 60


def content_of(plan: Plan) -> Data:
    chance, data = plan.chance, plan.data
    count = chance.randint(FEWEST, MOST)
    # Neighbours stay together, so that a list has one that is called nearly so.
    names = chance.sample(data["names"][:count], count)
    notes = chance.sample(data["notes"], count)
    pinned = chance.sample(range(count), NUM_PINNED)
    days = chance.sample(range(1, DAYS), count)
    things: list[Data] = []
    lines: list[Data] = []
    for at, name in enumerate(names):
        things.append({
            "id": at + 1, "name": name, "due": f"=today() + 86400 * {days[at]}",
            "who": chance.choice(data["people"]), "note": notes[at], "pinned": int(at in pinned),
        })  # fmt: skip
        words = chance.sample(data["lines"], chance.randint(FEWEST_LINES, MOST_LINES))
        ticked = _ticked(plan, at, len(words))
        lines += [
            {"thing": at + 1, "words": one, "done": int(place in ticked)} for place, one in enumerate(words)
        ]
    return {plan.things: things, plan.lines: [{"id": at, **one} for at, one in enumerate(lines, 1)]}


def _ticked(plan: Plan, at: int, count: int) -> list[int]:
    many = plan.chance.randint(2, count - 2)
    if at < NEARLY:
        many = count - 1
    elif at < 2 * NEARLY:
        many = 1
    return plan.chance.sample(range(count), many)
