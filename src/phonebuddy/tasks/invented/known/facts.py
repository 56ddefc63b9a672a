"""Facts: one value to three, of one thing or of two, that are wanted in one go.

Invariant: none of them holds another, so a text that leaves one out does not say it by chance.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations
from typing import NamedTuple

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.halves import ALSO, apart, name_in, second_read
from phonebuddy.tasks.invented.several import (
    LETTERS,
    draws_of,
    fact_groups,
    renamed,
    split_gold,
    values_apart,
)
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Gold, Read, Sketch
from phonebuddy.tasks.invented.wording import is_noun

TWO_THINGS = 0.4
"""How often two values are those of two things."""
SAME_FACT = 0.5
"""How often these are the same fact of two things in one app."""


class Facts(NamedTuple):
    stops: list[tuple[Place, Gold]]
    """Where gold reads them."""
    reads: list[Read]
    """Each with names of its own."""
    draw: Data
    spoken: list[tuple[Sketch, Read]]
    """As words name them: facts of one thing by the names of the first."""
    is_one_thing: bool
    beside: str = ""
    """The value of another fact of the thing, which nobody asked for."""

    @property
    def places(self) -> list[Place]:
        return [place for place, _ in self.stops]

    @property
    def values(self) -> list[str]:
        return [read.value for read in self.reads]


class Sources:
    """What can be read on some places."""

    def __init__(self, places: Sequence[Place]) -> None:
        groups = [(place, fact_groups(place.sketch.reads)) for place in places]
        self._groups = [(place, found) for place, found in groups if found]
        reads = [(place, _plain_reads(place)) for place in places]
        self._reads = [(place, found) for place, found in reads if found]

    def drawn(self, kinds: Sequence[Sequence[str]], chance: random.Random) -> Facts | None:
        """One fact for each of these lists of kinds, in their order; None where the draw does not fit."""
        if len(kinds) == 2 and chance.random() < TWO_THINGS:
            return self._of_two(kinds, chance)
        if not self._groups:
            return None
        place, groups = chance.choice(self._groups)
        group = chance.choice(groups)
        able = [one for one in permutations(group, len(kinds)) if all(map(_fits, one, kinds))]
        if not able:
            return None
        reads = chance.choice(able)
        others = [one for one in group if one not in reads]
        is_short = others and len(reads) < len(LETTERS)
        return _of_one(place, reads, chance.choice(others) if is_short else None)

    def _of_two(self, kinds: Sequence[Sequence[str]], chance: random.Random) -> Facts | None:
        one = self._read(kinds[0], chance)
        if one is None:
            return None
        if name_in(one[1]) and _fits(one[1], kinds[1]) and chance.random() < SAME_FACT:
            return _of_others(one, one)
        other = self._read(kinds[1], chance)
        is_other = other is not None and apart(one[0], other[0])
        return _of_others(one, other) if other is not None and is_other else None

    def _read(self, kinds: Sequence[str], chance: random.Random) -> tuple[Place, Read] | None:
        place, reads = chance.choice(self._reads)
        able = [one for one in reads if _fits(one, kinds)]
        return (place, chance.choice(able)) if able else None


def _plain_reads(place: Place) -> list[Read]:
    """Those that are found by one draw, so that two can be drawn together."""
    reads = [one for one in place.sketch.reads if one.kind != "when" and len(one.draw) == 1]
    return [one for one in reads if any(map(is_noun, one.things))]


def _fits(read: Read, kinds: Sequence[str]) -> bool:
    return bool({read.kind, ALSO.get(read.kind, read.kind)} & set(kinds or ANYTHING))


def _of_one(place: Place, reads: Sequence[Read], other: Read | None) -> Facts:
    every, drawn = renamed(reads), [*reads, other] if other else reads
    beside = renamed(drawn)[-1].value if other else ""
    looks = [step for one in every for step in split_gold(one)[1]]
    gold = [*split_gold(reads[0])[0], *looks]
    spoken = [(place.sketch, read) for read in reads]
    return Facts([(place, gold)], every, draws_of(drawn), spoken, True, beside)


def _of_others(one: tuple[Place, Read], two: tuple[Place, Read]) -> Facts:
    (place, read), (other_place, _) = one, two
    asks = tuple(way.replace("{r_", "{s_") for way in two[1].asks)
    other = second_read(two[1])._replace(asks=asks)
    differs = [*values_apart(other, read), f"{other.value} NOT IN ('', 'Not set')"]
    if one is two:
        name = name_in(read)
        differs.append(f"s_{name[2:]} <> :{name}")
    where = " AND ".join(differs)
    ((key, sql),) = other.draw.items()
    ((first, own),) = draws_of([read]).items()
    has_other = f"EXISTS (SELECT 1 FROM ({sql}) WHERE {where.replace(':r_', 'r_')})"
    draw = {first: f"SELECT * FROM ({own}) WHERE {has_other}", key: f"SELECT * FROM ({sql}) WHERE {where}"}
    stops = [(place, read.gold), (other_place, other.gold)]
    return Facts(stops, [read, other], draw, [(place.sketch, read), (other_place.sketch, other)], False)
