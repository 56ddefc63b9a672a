"""Absent: questions and requests about a thing that is not there; the right end is to say so, having looked.

Made of an app's own refusal, which looks everywhere, and of the words of its other tasks. Invariant: only
the name is another one, so nothing but looking tells such a request from one that can be met.
"""

from __future__ import annotations

import random
import re
from typing import NamedTuple

from phonebuddy.tasks.invented.sketch import WOVEN_TABLE, Deed, Read, Sketch
from phonebuddy.tasks.invented.wh.together import is_one_look
from phonebuddy.tasks.invented.wh.words import table_of

NUM_SAYS = 24
REFUSALS = ("missing", "missing_deed", "missing_fact")
"""Deeds that name a thing which is not there."""
GHOSTS = ("ghost", "absent", "subject", "title", "other", "name", "gone")
"""What the name of such a thing is called in them."""
_SLOTS = re.compile(r"\{(\w+)\}")


class Ghost(NamedTuple):
    """How an app is searched for a thing that it does not have."""

    refusal: Deed
    name: str
    """What the name of the thing is called in the refusal."""
    reads: list[Read]
    """What could be asked about such things."""


def ghost_of(sketch: Sketch, chance: random.Random) -> Ghost | None:
    refusals = [deed for deed in sketch.deeds if deed.name in REFUSALS and deed.end == "impossible"]
    reads = [read for read in sketch.reads if is_one_look(read) and " JOIN " not in read.draw["read"]]
    # What is not there is never one of a list that was added: the app looks for things of its own.
    reads = [read for read in reads if not table_of(read.draw["read"]).endswith(WOVEN_TABLE)]
    if not refusals or not reads:
        return None
    refusal, table = chance.choice(refusals), table_of(reads[0].draw["read"])
    name = next(name for name in GHOSTS if name in refusal.new)
    return Ghost(refusal, name, [read for read in reads if table_of(read.draw["read"]) == table])


def absent(sketch: Sketch, chance: random.Random) -> list[Deed]:
    ghost = ghost_of(sketch, chance)
    if ghost is None:
        return []
    able = [way for way in _ways(sketch, ghost) if _SLOTS.findall(way) in ([ghost.name], ["name"])]
    if not able:
        return []
    says = [_SLOTS.sub(f"{{{ghost.name}}}", way) for way in chance.sample(able, min(len(able), NUM_SAYS))]
    return [ghost.refusal._replace(name="absent", says=tuple(says))]


def _ways(sketch: Sketch, ghost: Ghost) -> list[str]:
    """How people ask for something about a thing that the app is for, and for nothing else."""
    ways = [way.replace("{r_", "{") for read in ghost.reads for way in read.asks]
    table = table_of(ghost.reads[0].draw["read"])
    for deed in sketch.deeds:
        is_plain = deed.end == "finish" and not deed.new and list(deed.draw) == ["one"]
        if is_plain and table_of(deed.draw["one"]) == table:
            ways += deed.says
    return list(dict.fromkeys(ways))
