"""Amounts: SQL for values as pages show them: what they come to, and how that is written.

A value is counted in its smallest unit (cents, tenths, minutes), so that nothing is rounded. Invariant: the
result is written like the first value, and the same SQL works on what was drawn and on what gold has read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from phonebuddy.tasks.invented.halves import size_of

SUM, DIFFERENCE, TIMES, PART, SPLIT, BEFORE, AFTER, BETWEEN = (
    "sum", "difference", "times", "part", "split", "before", "after", "between",
)  # fmt: skip
FORMS = (SUM, DIFFERENCE, TIMES, PART, SPLIT, BEFORE, AFTER, BETWEEN)
COUNT, WORD = "c_n", "c_many"
"""How many, or how many minutes, and the words for it."""
MONEY, NUMBER, TIME = "money", "number", "time"
DAY = 24 * 60


def units(value: str, kind: str) -> str:
    """How many of its smallest unit."""
    size = size_of(value, kind)
    if kind == TIME:
        return size
    scale = "100" if kind == MONEY else f"iif(instr({value}, '.') > 0, 10, 1)"
    return f"CAST(round({scale} * {size}) AS INTEGER)"


def is_fit(value: str, kind: str) -> str:
    """Whether one can reckon with it: `Not set` and `1 h 5 min` are no numbers."""
    if kind == TIME:
        return f"{value} GLOB '[0-2][0-9]:[0-5][0-9]'"
    if kind == MONEY:
        return f"{value} GLOB '$[0-9]*' AND {units(value, kind)} > 1"
    behind = f"{_behind(value)} NOT GLOB '*[0-9]*' AND {value} NOT GLOB '*.[0-9][0-9]*'"
    return f"{value} GLOB '[0-9]*' AND {value} NOT GLOB '*,*' AND {behind} AND {units(value, kind)} > 1"


def are_alike(one: str, other: str, kind: str) -> str:
    """Whether they are of one unit and have as many decimals."""
    if kind != NUMBER:
        return "1"
    same_point = f"(instr({one}, '.') > 0) = (instr({other}, '.') > 0)"
    return f"{_behind(one)} = {_behind(other)} AND {same_point}"


def _behind(value: str) -> str:
    return f"ltrim({value}, '0123456789.,')"


def result(form: str, kind: str, values: Sequence[str]) -> str:
    """What comes of them, in units."""
    found = [units(one, kind) for one in values]
    match form:
        case "sum":
            return " + ".join(found)
        case "difference":
            return f"{found[0]} - {found[1]}"
        case "between":
            return f"{found[1]} - {found[0]}"
        case "before":
            return f"{found[0]} - :{COUNT}"
        case "after":
            return f"{found[0]} + :{COUNT}"
        case "times":
            return f"{found[0]} * :{COUNT}"
        case _:
            return f"{found[0]} / :{COUNT}"


def written(form: str, kind: str, values: Sequence[str]) -> str:
    """The result as it is told."""
    behind = "" if kind_of(form, kind) != NUMBER or form == BETWEEN else f" || {_behind(values[0])}"
    return f"{checked(form, kind, values)}{behind}"


def checked(form: str, kind: str, values: Sequence[str]) -> str:
    """The result without its unit: nobody needs to say that."""
    found = f"({result(form, kind, values)})"
    if form == BETWEEN:
        return f"printf('%d', {found})"
    if kind == NUMBER:
        return f"iif(instr({values[0]}, '.') > 0, printf('%.1f', {found} / 10.0), printf('%d', {found}))"
    return f"money({found})" if kind == MONEY else f"clock_time(60 * {found})"


def kind_of(form: str, kind: str) -> str:
    """What kind of value comes of values of a kind."""
    return NUMBER if form == BETWEEN else kind


def is_able(form: str, value: str, kind: str, counts: Mapping[str, int]) -> str:
    """Whether something exact comes of it for one of these counts."""
    if form not in (PART, SPLIT):
        return "1"
    exact = [_is_exact(form, value, kind, str(one)) for one in sorted({*counts.values()})]
    return f"({' OR '.join(exact)})"


def count_draw(form: str, value: str, kind: str, counts: Mapping[str, int]) -> str:
    """Draws how many, or how long."""
    rows = " UNION ALL ".join(f"SELECT {number} AS n, '{word}' AS word" for word, number in counts.items())
    return f"SELECT n AS {COUNT}, word AS {WORD} FROM ({rows}) WHERE {_is_exact(form, value, kind, 'n')}"


def _is_exact(form: str, value: str, kind: str, count: str) -> str:
    found = units(value, kind)
    if form == BEFORE:
        return f"{found} >= {count}"
    if form == AFTER:
        return f"{found} + {count} < {DAY}"
    return f"{found} > 0" if form == TIMES else f"{found} % {count} = 0"
