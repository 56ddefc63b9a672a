"""Unfound: something is to be told or written down that stands nowhere, for there is no such thing.

Over two apps. Invariant: gold looks where it would stand, says that it is not there, and leaves the other app
alone.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.halves import Target, targets_for
from phonebuddy.tasks.invented.phrasing import phrases
from phonebuddy.tasks.invented.sketch import Data, Read
from phonebuddy.tasks.invented.wh.absent import Ghost, ghost_of
from phonebuddy.tasks.invented.wording import Words

NUM_UNFOUND = 6
"""Tasks on one phone."""
NUM_SAYS = 8
_SLOTS = re.compile(r"\{(r_\w+)\}")


def unfound(places: Sequence[Place], others: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    """`others` are not invented."""
    ghosts = [(place, ghost) for place in places if (ghost := ghost_of(place.sketch, chance))]
    targets = [*others, *places]
    found: dict[str, Data] = {}
    for number in range(NUM_UNFOUND if ghosts else 0):
        place, ghost = chance.choice(ghosts)
        read = chance.choice(ghost.reads)
        able = [one for one in targets_for(targets, read.kind, place) if _takes_nothing(one)]
        made = _task(place, ghost, read, chance.choice(able), chance) if able else None
        if made is not None:
            found[f"unfound{number}"] = made
    return found


def _takes_nothing(target: Target) -> bool:
    """Whether what is drawn for it does not depend on the value, which there is none of."""
    return ":V" not in str(target.write.draw)


def _task(place: Place, ghost: Ghost, read: Read, target: Target, chance: random.Random) -> Data | None:
    write, words = target.write, Words(chance)
    says = [words.carried(place.sketch, read, target.place.sketch, write) for _ in range(NUM_SAYS)]
    if any(_SLOTS.findall(way) != ["r_name"] for way in says):
        return None
    named = [way.replace("{r_name}", f"{{{ghost.name}}}") for way in says]
    refusal = ghost.refusal
    made: Data = {
        "apps": [*place.apps, *(app for app in target.place.apps if app not in place.apps)],
        "say": phrases(named, "", (), chance),
        "new": {**refusal.new, **write.new},
        "goal": refusal.goal,
        "gold": [*place.way, *refusal.gold],
        "end": refusal.end,
        "rubric": "It was looked for and not found, which is said; nothing was written.",
        "tags": ["value"],
    }
    draw = {**refusal.draw, **write.draw}
    return made | ({"draw": draw} if draw else {})
