"""Content: the rows of a desk app: what its facts hold, what was done to which thing, what was put away.

Invariant: most things of the list have nothing done to them, so that there is something to do.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from phonebuddy.tasks.invented.desk.parts import Button, Line
from phonebuddy.tasks.invented.sketch import Data

LEAST_LISTED = 5
TRIES = 12


def rows_of(
    names: Sequence[str], lines: Sequence[Line], buttons: Sequence[Button], chance: random.Random
) -> list[Data]:
    rows: list[Data] = [{"name": name, "place": ""} for name in names]
    for line in lines:
        taken: set[Any] = set()
        for row in rows:
            row[line.field.name] = _other(line, taken, chance)
            taken.add(row[line.field.name])
    for row in rows:
        row |= {one.column: 0 for one in buttons} | {one.picked: "" for one in buttons if one.pick}
    _put_away(rows, [one for one in buttons if one.act.goes], chance)
    _done_to(rows, [one for one in buttons if not one.act.goes and one.undo], chance)
    return rows


def _other(line: Line, taken: set[Any], chance: random.Random) -> Any:
    """A value that no other thing has, as far as there are so many."""
    value = line.field.drawn(chance)
    for _ in range(TRIES):
        if value not in taken:
            break
        value = line.field.drawn(chance)
    return value


def _put_away(rows: list[Data], buttons: list[Button], chance: random.Random) -> None:
    """Two things for each deed that can be undone, one for the others, while enough are left in the list."""
    free = chance.sample(rows, len(rows) - LEAST_LISTED)
    for one in buttons:
        for _ in range(2 if one.undo and len(free) > len(buttons) else 1):
            if free:
                _do(free.pop(), one, chance)


def _done_to(rows: list[Data], buttons: list[Button], chance: random.Random) -> None:
    listed = [row for row in rows if not row["place"]]
    for one in buttons:
        near = {f"d_{other}" for other in one.act.near}
        # Nothing is both of two things that are taken for each other.
        able = [row for row in listed if not any(row.get(column) for column in near)]
        for row in chance.sample(able, min(chance.choice((1, 2)), len(able))):
            _do(row, one, chance)


def _do(row: Data, button: Button, chance: random.Random) -> None:
    row[button.column] = 1
    row["place"] = button.act.goes or row["place"]
    if button.pick:
        row[button.picked] = chance.choice(button.act.picks)[0]
