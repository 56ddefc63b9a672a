"""Limits: what a value is measured by, drawn so that the condition holds, or so that it does not.

Invariant: the limit alone makes the difference; it is near the value, or the value of another thing.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.halves import size_of
from phonebuddy.tasks.invented.sketch import Data, Read

LIMIT = "c_limit"
SAME, OVER, UNDER = "same", "over", "under"
MEASURES: dict[str, tuple[str, ...]] = {
    "money": (OVER, UNDER),
    "number": (OVER, UNDER),
    "time": (OVER, UNDER, SAME),
    "day": (SAME,),
    "date": (SAME,),
    "text": (SAME,),
    "phone": (SAME,),
    "address": (SAME,),
}
"""What can be asked of a value, by its kind."""
LONGEST = 26
"""Signs of a value that people would say."""
FACTORS = {True: (0.5, 0.75, 0.9), False: (1.1, 1.3, 1.5)}
"""What a value is multiplied by for a limit below it, and above it."""
MINUTES = (15, 30, 60, 90)
"""How far from a time its limits are."""


def measures_of(read: Read) -> tuple[str, ...]:
    """None where gold draws twice; equality only where other things have such a value too."""
    is_named = all("{" in thing for thing in read.things)
    measures = MEASURES.get(read.kind, ()) if len(read.draw) == 1 else ()
    return tuple(measure for measure in measures if is_named or measure != SAME)


def limit_of(read: Read, measure: str, holds: bool) -> Data:
    """Draws the limit, once the value is drawn."""
    return {"limit": _same(read, holds) if measure == SAME else _beyond(read, (measure == OVER) == holds)}


def _same(read: Read, holds: bool) -> str:
    ((_, sql),), value = read.draw.items(), f":{read.value}"
    is_other = (
        f"{read.value} <> {value} AND {is_sayable(read.value, read.kind)} "
        f"AND instr({read.value}, {value}) = 0 AND instr({value}, {read.value}) = 0"
    )
    others = f"SELECT DISTINCT {read.value} AS {LIMIT} FROM ({sql}) WHERE {is_other}"
    is_fit = is_sayable(value, read.kind)
    if holds:
        return f"SELECT {value} AS {LIMIT} WHERE {is_fit} AND EXISTS ({others})"
    return f"{others} AND {is_fit}"


def is_sayable(value: str, kind: str) -> str:
    """Days that go by a word, such as Today, are left out."""
    is_day = f" AND {value} GLOB '*[0-9]*'" if kind in ("day", "date") else ""
    return f"length({value}) BETWEEN 1 AND {LONGEST} AND {value} <> 'Not set'{is_day}"


def _beyond(read: Read, is_below: bool) -> str:
    value, kind = f":{read.value}", read.kind
    size, sign = size_of(value, kind), "<" if is_below else ">"
    if kind == "time":
        steps: list[float] = [-one if is_below else one for one in MINUTES]
        shown = f"clock_time(60 * ({size} + f))"
        is_able = f"{size} + f BETWEEN 0 AND 1439"
    else:
        steps = list(FACTORS[is_below])
        step = f"iif({size} < 20, 1, 5)"
        amount = f"replace(money(100 * {step} * CAST(round({size} * f / {step}) AS INTEGER)), '.00', '')"
        unit = f"ltrim({value}, '0123456789.,')"
        shown = amount if kind == "money" else f"CAST(round({size} * f) AS INTEGER) || {unit}"
        is_able = f"{size} > 1 AND {value} NOT LIKE '-%'"
    choices = " UNION ".join(f"SELECT {one} AS f" for one in steps)
    every = f"SELECT {shown} AS {LIMIT} FROM ({choices}) WHERE {is_able}"
    return f"SELECT DISTINCT {LIMIT} FROM ({every}) WHERE {size_of(LIMIT, kind)} {sign} {size}"
