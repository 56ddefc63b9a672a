"""Choosing: draws two or three things of which exactly one has a property, and what that is measured by.

Invariant: the limit is the value of one of them, or lies between that of the one that is meant and all
others; none is called by a part of another's name, and in which order they are named is drawn.
"""

from __future__ import annotations

from itertools import permutations
from typing import NamedTuple

from phonebuddy.tasks.invented.deciding.limits import LIMIT, OVER, SAME, is_sayable
from phonebuddy.tasks.invented.halves import size_of
from phonebuddy.tasks.invented.sketch import Data, Read

SLOTS = ("name_a", "name_b", "name_c")
"""Names as the sentence has them."""
ROLES = ("right", "second", "third")
"""The one that is meant, and the others."""
SHARES = (0.3, 0.5, 0.7)
"""Where between two values a limit is."""
_SHOWN = {
    "money": "replace(money(100 * x), '.00', '')",
    "number": "x || ltrim(:right_value, '0123456789.,')",
    "time": "clock_time(60 * x)",
}
_STEPS = {"money": 1, "number": 1, "time": 5}


class Asked(NamedTuple):
    """What so many things are asked for."""

    read: Read
    measure: str
    size: int
    is_denied: bool
    """Whether all others have the property, and not the one that is meant."""

    @property
    def slots(self) -> tuple[str, ...]:
        return SLOTS[: self.size]

    @property
    def others(self) -> tuple[str, ...]:
        return ROLES[1 : self.size]

    @property
    def is_above(self) -> bool:
        """Whether the one that is meant has the highest value."""
        return (self.measure == OVER) != self.is_denied


def draws(asked: Asked, which: str = "1") -> Data:
    """`which`: SQL for what can be meant; its name is `n`."""
    rows = _rows(asked.read)
    others = f"SELECT count(*) FROM ({rows}) o WHERE {_differs(asked, 'o', 't.v', 't.z')}"
    is_able = f"({others}) >= {len(asked.others)}"
    found = {"right": f"SELECT {_columns('right')} FROM ({rows}) t WHERE {which} AND {is_able}"}
    for at, role in enumerate(asked.others, 1):
        apart = [part for other in ROLES[:at] for part in _apart("t.n", f":{other}_name")]
        where = " AND ".join([*apart, _differs(asked, "t", ":right_value", ":right_size")])
        found[role] = f"SELECT {_columns(role)} FROM ({rows}) t WHERE {where}"
    return found | {"limit": _limit(asked), "order": _order(asked)}


def _rows(read: Read) -> str:
    """Things that no other is called like, with a value that people would say."""
    ((_, sql),) = read.draw.items()
    named = f"SELECT r_name AS n, min({read.value}) AS v FROM ({sql}) GROUP BY r_name HAVING count(*) = 1"
    is_able = f"{is_sayable('v', read.kind)} AND v NOT LIKE '-%'"
    return f"SELECT n, v, {size_of('v', read.kind)} AS z FROM ({named}) WHERE {is_able}"


def _columns(role: str) -> str:
    return f"n AS {role}_name, v AS {role}_value, z AS {role}_size"


def _apart(one: str, two: str) -> list[str]:
    return [f"instr(lower({one}), lower({two})) = 0", f"instr(lower({two}), lower({one})) = 0"]


def _differs(asked: Asked, row: str, value: str, size: str) -> str:
    """SQL for a row that is another than the one with this value; a limit has room between them."""
    if asked.measure == SAME:
        return " AND ".join(_apart(f"{row}.v", value))
    room = 2 * _STEPS[asked.read.kind]
    return f"{row}.z < {size} - {room}" if asked.is_above else f"{row}.z > {size} + {room}"


def _limit(asked: Asked) -> str:
    if asked.measure == SAME:
        return f"SELECT :{'second' if asked.is_denied else 'right'}_value AS {LIMIT}"
    step, sizes = (
        _STEPS[asked.read.kind],
        " UNION ".join(f"SELECT :{role}_size AS z" for role in asked.others),
    )
    nearest = f"(SELECT {'max' if asked.is_above else 'min'}(z) FROM ({sizes}))"
    ends = f"SELECT min({nearest}, :right_size) AS low, max({nearest}, :right_size) AS high"
    shares = " UNION ".join(f"SELECT {one} AS f" for one in SHARES)
    between = f"{step} * CAST(round((low + (high - low) * f) / {step}) AS INTEGER)"
    every = f"SELECT {between} AS x, low, high FROM ({ends}), ({shares})"
    return f"SELECT DISTINCT {_SHOWN[asked.read.kind]} AS {LIMIT} FROM ({every}) WHERE x > low AND x < high"


def _order(asked: Asked) -> str:
    orders = permutations(f":{role}_name" for role in ROLES[: asked.size])
    every = [", ".join(f"{name} AS {slot}" for name, slot in zip(one, SLOTS, strict=False)) for one in orders]
    return " UNION ".join(f"SELECT {columns}" for columns in every)
