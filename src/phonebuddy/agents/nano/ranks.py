"""Ranks: which of several like things says the most, the least, the earliest, the latest.

Nobody who sees words as hashes can tell that $9.90 is less than $14.50; so it is told. Things are alike when
they play the same role and are as wide; of each, numbers are compared with numbers of the same unit.
Invariant: it depends on the texts and places of the things alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

RANKS = ("dearest", "cheapest", "most", "fewest", "most besides", "fewest besides", "latest", "earliest")
"""Of money, of the first other number, of the second, of days and times; pairs of highest and lowest."""
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAY = re.compile(
    rf"\b(\d{{1,2}}) ({'|'.join(_MONTHS)})[a-z]*\b(?: (\d{{4}}))?|(?:(\d{{4}})年)?(\d{{1,2}})月(\d{{1,2}})日",
    re.I,
)
_TIME = re.compile(r"(?<![\d:])(\d{1,2}):(\d{2})(?![\d:])")
_NUMBER = re.compile(r"(?<![\w.,:#/+-])([$€£¥]?)(-?\d[\d,]*(?:\.\d+)?)(?![\d:]|[.,]\d)[ ]?([^\W\d]*)")
_DAYS = 31
_MINUTES = 24 * 60
_NO_UNIT = "|"
"""What no number has: a number may stand alone, and then its unit is nothing."""


class _Values(NamedTuple):
    """What a thing says that can be compared."""

    money: float | None
    numbers: tuple[tuple[str, float], ...]
    """With their units, in order."""
    when: float | None


_NOTHING = _Values(None, (), None)


def ranks_of(alike: Sequence[Hashable], texts: Sequence[tuple[str, ...]]) -> list[tuple[int, ...]]:
    """For each thing the places of the RANKS it has; `alike` is the same for things that are compared."""
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for place, key in enumerate(alike):
        groups[key].append(place)
    found: list[set[int]] = [set() for _ in texts]
    for places in groups.values():
        if len(places) > 1:
            _rank({place: _values(texts[place]) for place in places}, found)
    return [tuple(sorted(one)) for one in found]


def _rank(values: Mapping[int, _Values], found: list[set[int]]) -> None:
    units = [*dict.fromkeys(unit for one in values.values() for unit, _ in one.numbers), _NO_UNIT, _NO_UNIT]
    numbers = {place: dict(reversed(one.numbers)) for place, one in values.items()}
    _mark({place: one.money for place, one in values.items()}, 0, found)
    _mark({place: one.get(units[0]) for place, one in numbers.items()}, 2, found)
    _mark({place: one.get(units[1]) for place, one in numbers.items()}, 4, found)
    _mark({place: one.when for place, one in values.items()}, 6, found)


def _mark(said: Mapping[int, float | None], first: int, found: list[set[int]]) -> None:
    """The highest and the lowest, where there are two of them that differ."""
    known = {place: value for place, value in said.items() if value is not None}
    high, low = max(known.values(), default=0.0), min(known.values(), default=0.0)
    if high > low:
        for place, value in known.items():
            if value in (high, low):
                found[place].add(first + (value == low))


@lru_cache(maxsize=20_000)
def _values(texts: tuple[str, ...]) -> _Values:
    said = " | ".join(text for text in texts if any(map(str.isdigit, text)))
    if not said:
        return _NOTHING
    when = _when(said)
    said = _TIME.sub(" ", _DAY.sub(" ", said))
    money: float | None = None
    numbers = []
    for sign, digits, unit in _NUMBER.findall(said):
        value = float(digits.replace(",", ""))
        if not sign:
            numbers.append((unit.lower(), value))
        elif money is None:
            money = value
    return _Values(money, tuple(numbers), when)


def _when(said: str) -> float | None:
    """The first day and the first time, in minutes of some year; one without a year is of any."""
    day, time = _DAY.search(said), _TIME.search(said)
    if day is None and time is None:
        return None
    minutes = int(time[1]) * 60 + int(time[2]) if time else 0
    if day is None:
        return minutes
    if day[2]:
        year, month, number = day[3], _MONTHS.index(day[2].lower()[:3]), int(day[1])
    else:
        year, month, number = day[4], int(day[5]) - 1, int(day[6])
    return ((int(year or 0) * len(_MONTHS) + month) * _DAYS + number) * _MINUTES + minutes
