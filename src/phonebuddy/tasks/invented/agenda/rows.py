"""Rows: what is in an agenda at first.

Invariant: no two things are on one day, so a thing can be told by its day; of what can be taken away or
switched there is always one that has it and one that has not.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.sketch import Data

NEAREST, FARTHEST = 8, 62
"""Days from today."""
BARE = 4
"""One thing in so many has no deadline, no reminder, no hour or no fixed times."""
REPEATED = 0.4
COLUMNS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def drawn_rows(names: Sequence[str], is_held: bool, chance: random.Random) -> list[Data]:
    days = chance.sample(range(NEAREST, FARTHEST), len(names))
    rows = []
    for at, (name, day) in enumerate(zip(names, days, strict=True)):
        made = _held(at, day, chance) if is_held else _owed(at, day, chance)
        week = chance.sample(COLUMNS, chance.randint(1, 3)) if chance.random() < REPEATED else []
        rows.append({"name": name, **made, **{one: int(one in week) for one in COLUMNS}})
    return rows


def _held(at: int, day: int, chance: random.Random) -> Data:
    starts = chance.randrange(8 * 60, 17 * 60, 5)
    ends = starts + chance.randrange(60, 185, 5)
    ping = starts - chance.randrange(5, 100, 5)
    return {
        "day": _day(day),
        "starts": starts,
        "ends": ends,
        "ping": -1 if at % BARE == 1 else ping,
        "closes": _day(day - chance.randint(1, 6)),
        "whole": int(at % BARE == 2),
    }


def _owed(at: int, day: int, chance: random.Random) -> Data:
    ping = day - chance.randint(1, 3)
    has_day = at % BARE != 1
    return {
        "begins": _day(ping - chance.randint(1, 4)),
        "due": _day(day) if has_day else 0,
        "due_at": chance.randrange(8 * 60, 20 * 60, 5) if has_day and at % BARE == 2 else -1,
        "ping_on": 0 if at % BARE == 3 else _day(ping),
    }


def _day(far: int) -> str:
    return f"=today() + 86400 * {far}"
