"""Conditions: what has to be found out in an app before something is done in another one.

Invariant: gold has looked; whether the condition holds was drawn beforehand, once so, once so.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.deciding.limits import limit_of, measures_of
from phonebuddy.tasks.invented.deciding.words import Said, is_stated, said_in, said_there
from phonebuddy.tasks.invented.sketch import Data, Gold, Read
from phonebuddy.tasks.invented.wh.absent import Ghost
from phonebuddy.tasks.invented.wh.words import names_in


class Condition(NamedTuple):
    place: Place
    gold: Gold
    draw: Data
    new: Data
    say: Callable[[], Said | None]


def able_reads(places: Sequence[Place]) -> list[tuple[Place, list[Read]]]:
    """App by app, values that a condition can be about."""
    found = [(place, [one for one in place.sketch.reads if measures_of(one)]) for place in places]
    stated = [(place, [one for one in reads if is_stated(one)]) for place, reads in found]
    return [(place, reads) for place, reads in stated if reads]


def of_value(place: Place, read: Read, holds: bool, chance: random.Random) -> Condition:
    """A value equals something, is over or under it."""
    measure = chance.choice(measures_of(read))

    def say() -> Said | None:
        return said_in(place.sketch, read, measure, chance)

    return Condition(place, read.gold, read.draw | limit_of(read, measure, holds), {}, say)


def of_thing(place: Place, ghost: Ghost, holds: bool, chance: random.Random) -> Condition:
    """A thing is there."""
    read, refusal = chance.choice(ghost.reads), ghost.refusal
    slot, names = "{r_name}" if holds else f"{{{ghost.name}}}", names_in(ghost.reads)

    def say() -> Said | None:
        thing = chance.choice(names).replace("{r_name}", slot)
        return said_there(place.sketch, thing, chance)

    if holds:
        return Condition(place, read.gold[:-1], read.draw, {}, say)
    return Condition(place, refusal.gold[:-1], refusal.draw, refusal.new, say)
