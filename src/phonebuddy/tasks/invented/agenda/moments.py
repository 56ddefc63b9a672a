"""Moments: SQL about days and times of day that the tasks of an agenda share.

Invariant: a time is minutes since midnight, a day its midnight in seconds.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.fields import DATE
from phonebuddy.tasks.invented.sketch import Data

TWENTY_FOUR = 0.65
"""How often a time is said as pages show it."""
DAYS = (
    "long_day({0})",
    "full_date({0})",
    "day({0})",
    "substr(long_day({0}), 1, length(long_day({0})) - 5)",
)
"""How people say a day."""


def said_time(minutes: str, chance: random.Random) -> str:
    """SQL for a time as somebody says it."""
    if chance.random() < TWENTY_FOUR:
        return f"clock_time(60 * ({minutes}))"
    hour, rest = f"(({minutes}) / 60)", f"substr(clock_time(60 * ({minutes})), 3)"
    return f"(({hour} + 11) % 12 + 1) || {rest} || iif({hour} < 12, ' am', ' pm')"


def minutes_of(text: str) -> str:
    """SQL for the minutes of a text such as `09:30`."""
    return f"(60 * CAST(substr({text}, 1, 2) AS INTEGER) + CAST(substr({text}, 4, 2) AS INTEGER))"


def month_of(day: str) -> str:
    """SQL for a number of the month, which grows by one a month."""
    year, month = (f"CAST(strftime('{part}', {day}, 'unixepoch') AS INTEGER)" for part in ("%Y", "%m"))
    return f"(12 * {year} + {month})"


def turned(column: str, moment: str, turns: str = "turns", backs: str = "backs") -> str:
    """SQL for how often a calendar that opens at a column is turned forward and back to get to a day."""
    far = f"({month_of(moment)} - {month_of(f'iif({column} = 0, today(), {column})')})"
    return f"max({far}, 0) AS {turns}, max(-{far}, 0) AS {backs}"


def moved(column: str, table: str, chance: random.Random) -> Data:
    """What a task draws for a day that lies `far` days from the one that is there, or from today."""
    moment = f"iif({column} = 0, today(), {column}) + 86400 * :far"
    said = chance.choice(DAYS).format(moment)
    columns = f"{moment} AS moment, long_day({moment}) AS long, {said} AS v, {turned(column, moment)}"
    return {"moved": f"SELECT {columns} FROM {table} WHERE id = :id"}


def same(kind: str, column: str, value: str) -> str:
    """SQL for whether a column is what a text says, in any of the ways in which apps show it."""
    if kind == DATE:
        return f"{value} IN (day({column}), long_day({column}), full_date({column}))"
    return f"clock_time(60 * {column}) = {value}"
