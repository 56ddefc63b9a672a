"""Tasks: all that is asked in this form of a phone, in one app and over two.

Invariant: conditions hold in every other task.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.deciding.across import across_task
from phonebuddy.tasks.invented.deciding.conditions import Condition, able_reads, of_thing, of_value
from phonebuddy.tasks.invented.deciding.done import done_deeds
from phonebuddy.tasks.invented.deciding.found import found_deeds
from phonebuddy.tasks.invented.deciding.outcomes import able_pairs
from phonebuddy.tasks.invented.deciding.told import taking_texts, told_task
from phonebuddy.tasks.invented.halves import apart
from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.invented.telling import Pair
from phonebuddy.tasks.invented.wh.absent import ghost_of

NUM_TOLD, NUM_ACROSS = 6, 2
"""Tasks over two apps on one phone: texts, and deeds."""
THERE = 0.2
"""How often the condition is that something is there."""
OWN_SOURCE, OWN_TARGET = 0.6, 0.3
"""How often what is looked up is in an invented app, and how often a text goes to one."""
TRIES = 12


def deciding(places: Sequence[Place], others: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    """In one app and over two; `others` are not invented."""
    pairs = [(place, able_pairs(place.sketch, chance)) for place in places]
    found: dict[str, Data] = {}
    for place, able in pairs:
        deeds = [*done_deeds(able, chance), *found_deeds(place.sketch, able, chance)]
        found |= templates_of(place.asked_for(deeds), chance)
    maker = _Maker(places, others, pairs, chance)
    for number in range(NUM_TOLD + NUM_ACROSS):
        for _ in range(TRIES):
            made = (maker.told if number < NUM_TOLD else maker.across)(number % 2 == 0)
            if made is not None:
                found[f"decide{number}"] = made
                break
    return found


class _Maker:
    def __init__(
        self,
        places: Sequence[Place],
        others: Sequence[Place],
        pairs: Sequence[tuple[Place, list[Pair]]],
        chance: random.Random,
    ) -> None:
        self._chance, self._targets = chance, (taking_texts(places), taking_texts(others))
        self._own, self._built_in = able_reads(places), able_reads(others)
        self._ghosts = [(place, ghost) for place in places if (ghost := ghost_of(place.sketch, chance))]
        self._pairs = [(place, able) for place, able in pairs if able]

    def told(self, holds: bool) -> Data | None:
        condition, chance = self._condition(holds), self._chance
        pool = self._targets[0 if chance.random() < OWN_TARGET else 1]
        targets = [one for one in pool if apart(one.place, condition.place)]
        return told_task(condition, chance.choice(targets), holds, chance) if targets else None

    def across(self, holds: bool) -> Data | None:
        condition = self._of_value(holds)  # the name of what is not there could be that of a deed's thing
        able = [(place, pairs) for place, pairs in self._pairs if apart(place, condition.place)]
        if not able:
            return None
        place, pairs = self._chance.choice(able)
        return across_task(condition, place, pairs, holds, self._chance)

    def _condition(self, holds: bool) -> Condition:
        chance = self._chance
        if self._ghosts and chance.random() < THERE:
            return of_thing(*chance.choice(self._ghosts), holds, chance)
        return self._of_value(holds)

    def _of_value(self, holds: bool) -> Condition:
        chance = self._chance
        pool = self._own if self._own and chance.random() < OWN_SOURCE else self._built_in
        place, reads = chance.choice(pool)
        return of_value(place, chance.choice(reads), holds, chance)
