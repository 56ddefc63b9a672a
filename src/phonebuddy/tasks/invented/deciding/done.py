"""Done: one of two deeds is right, or one and nothing but an answer, as a value of the thing has it.

In one app. Invariant: only what is right is drawn for, done and checked; the other outcome stands in the
sentence, and gold has read the value.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from phonebuddy.tasks.invented.deciding.limits import SAME, limit_of, measures_of
from phonebuddy.tasks.invented.deciding.outcomes import (
    WORD,
    Outcome,
    answer,
    other_deed,
    outcome_of,
    short_of,
    way_of,
)
from phonebuddy.tasks.invented.deciding.words import Said, frames, said
from phonebuddy.tasks.invented.sketch import Data, Deed, filled
from phonebuddy.tasks.invented.telling import Pair
from phonebuddy.tasks.invented.wording import is_noun

NUM_DONE = 4
"""Tasks for one app."""
NUM_SAYS = 12
TELLING = 0.4
"""How often nothing but an answer is the other outcome."""
_SLOT = re.compile(r"\{(\w+)\}")


def done_deeds(pairs: Sequence[Pair], chance: random.Random) -> list[Deed]:
    """The condition holds in every other one."""
    able = [one for one in pairs if measures_of(one.read)]
    found = [_Maker(able, chance).deed(number % 2 == 0) for number in range(NUM_DONE if able else 0)]
    return [
        deed._replace(name=f"decide{at}_{deed.name}") for at, deed in enumerate(found) if deed is not None
    ]


class _Maker:
    def __init__(self, pairs: Sequence[Pair], chance: random.Random) -> None:
        self._pairs, self._chance = pairs, chance
        name = chance.choice(sorted({one.deed.name for one in pairs}))
        self._pair = chance.choice([one for one in pairs if one.deed.name == name])
        self._measure = chance.choice(measures_of(self._pair.read))

    def deed(self, holds: bool) -> Deed | None:
        own = outcome_of(self._pair.deed, self._pair.slots)
        if own is None:
            return None
        other = other_deed(self._pair, self._pairs, self._chance)
        if other is not None and self._chance.random() >= TELLING:
            return self._whole(holds, (own, other) if holds else (other, own), "")
        told = self._told() if self._measure != SAME and self._chance.random() < 0.5 else None
        other = told or answer()
        value = self._pair.read.value if told else WORD
        is_done = self._chance.random() < 0.5
        outcomes = (own, other) if holds == is_done else (other, own)
        return self._whole(holds, outcomes, "" if is_done else value)

    def _told(self) -> Outcome | None:
        """The value is wanted, which the limit alone does not say."""
        things = [short for thing in self._pair.read.things if (short := short_of(thing))]
        nouns = [thing for thing in things if is_noun(thing)]
        ways = tuple(filled(one, thing=thing) for one in frames()["told"] for thing in nouns)
        return Outcome((), ways) if ways else None

    def _condition(self, is_named: bool) -> Said | None:
        slots = [f"r_{slot}" for slot in self._pair.slots]
        things = [thing for thing in self._pair.read.things if _SLOT.findall(thing) == slots]
        if is_named:
            things = [short for thing in things if (short := short_of(thing))]
        found = said(self._pair.read, things, self._measure, self._chance)
        return found and Said(*(one.replace("{r_", "{") for one in found))

    def _whole(self, holds: bool, outcomes: tuple[Outcome, Outcome], answered: str) -> Deed | None:
        """`answered` names what is told where nothing is done."""
        pair, deed = self._pair, self._pair.deed
        every = [way_of(*outcomes, self._condition, self._chance) for _ in range(NUM_SAYS)]
        says = tuple(dict.fromkeys(way for way in every if way))
        if not says:
            return None
        new: Data = {WORD: frames()["words"]} if any(f"{{{WORD}}}" in way for way in says) else {}
        draw = pair.draw | limit_of(pair.read, self._measure, holds)
        named = Deed("so" if holds else "not_so", says, [], [], deed.new | new, draw)
        if not answered:
            gold = [*pair.look, *pair.rest]
            return named._replace(gold=gold, goal=deed.goal, facts=deed.facts, allow=deed.allow)
        got = "got" if answered == pair.read.value else answered
        return named._replace(
            gold=[*pair.look, {"answer": f"{{{got}}}"}], goal=[{"answer": f"{{{answered}}}"}]
        )
