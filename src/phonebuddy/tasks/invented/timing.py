"""Timing: a thing gets its day or its time from what stands in another app: due when the parcel arrives.

For apps that keep times (agendas). Invariant: the day or time is read before it is
set, and nothing else of the thing changes.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.carrying import carried
from phonebuddy.tasks.invented.halves import Source, apart, targets_for
from phonebuddy.tasks.invented.sketch import Data, Read
from phonebuddy.tasks.invented.wording import is_noun

WHEN = frozenset({"day", "date", "time"})
NUM_TIMINGS = 12
"""Such tasks for one app that keeps times."""


def timings(places: Sequence[Place], others: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    """Some such tasks; `others` are not invented."""
    found: dict[str, Data] = {}
    for place in places:
        if not any(_is_when(one.kinds) for one in place.sketch.writes):
            continue
        able = [(other, _reads(other)) for other in (*places, *others) if apart(other, place)]
        sources = [(other, reads) for other, reads in able if reads]
        for number in range(NUM_TIMINGS):
            found[f"timing_{place.sketch.name}_{number}"] = _task(place, sources, chance)
    return found


def _is_when(kinds: Sequence[str]) -> bool:
    return set(kinds) <= WHEN


def _reads(place: Place) -> list[Read]:
    """Days and times, in words that can stand behind `on` and `at`: not `when it begins`."""
    found = [(one, tuple(filter(is_noun, one.things))) for one in place.sketch.reads if one.kind in WHEN]
    return [one._replace(things=things) for one, things in found if things]


def _task(place: Place, sources: Sequence[tuple[Place, list[Read]]], chance: random.Random) -> Data:
    """App by app, so that one with many values is not asked more often."""
    other, reads = chance.choice(sources)
    read = chance.choice(reads)
    fit = [one for one in targets_for([place], read.kind, other) if _is_when(one.write.kinds)]
    return carried(Source(other, read), chance.choice(fit), chance)
