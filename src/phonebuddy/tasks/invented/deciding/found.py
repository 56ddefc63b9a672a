"""Found: something is done if the thing is there; if it is not, nothing is but an answer.

In one app, made of its own refusal, which looks everywhere. Invariant: nothing but looking tells whether the
thing is there: both sides are said alike and name their thing alike.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from phonebuddy.tasks.invented.deciding.outcomes import WORD, answer, outcome_of, way_of
from phonebuddy.tasks.invented.deciding.words import Said, frames, said_here
from phonebuddy.tasks.invented.halves import changed
from phonebuddy.tasks.invented.sketch import Deed, Sketch
from phonebuddy.tasks.invented.telling import Pair
from phonebuddy.tasks.invented.wh.absent import Ghost, ghost_of
from phonebuddy.tasks.invented.wh.words import names_in, table_of

NUM_SAYS = 12
NAME = "name"


def found_deeds(sketch: Sketch, pairs: Sequence[Pair], chance: random.Random) -> list[Deed]:
    ghost = ghost_of(sketch, chance)
    if ghost is None:
        return []
    table = table_of(ghost.reads[0].draw["read"])
    able = [
        one
        for one in pairs
        if one.slots == {NAME} and not one.deed.new and table_of(one.deed.draw.get("one", "")) == table
    ]
    if not able:
        return []
    deed = _said(chance.choice(able), ghost, chance)
    return [deed] if chance.random() < 0.5 else [_missing(deed, ghost)]


def _said(pair: Pair, ghost: Ghost, chance: random.Random) -> Deed:
    """Where the thing is there."""
    own = outcome_of(pair.deed, pair.slots)
    assert own is not None, "only such pairs are drawn"
    things = [name.replace("{r_", "{") for name in names_in(ghost.reads)]

    def condition(is_named: bool) -> Said:
        return said_here("it" if is_named else chance.choice(things), chance)

    every = [way_of(own, answer(), condition, chance) for _ in range(NUM_SAYS)]
    says = tuple(dict.fromkeys(way for way in every if way))
    return pair.deed._replace(name="decide_there", says=says, new={WORD: frames()["words"]})


def _missing(deed: Deed, ghost: Ghost) -> Deed:
    """The same words for a thing that is not there."""
    refusal, pattern = ghost.refusal, re.compile(rf"(?<=[{{:]){ghost.name}\b")
    parts = [refusal.gold[:-1], refusal.draw, refusal.goal]
    gold, draw, goal = changed(parts, lambda text: pattern.sub(NAME, text))
    names, told = {NAME: refusal.new[ghost.name]}, {"answer": f"{{{WORD}}}"}
    return Deed(deed.name, deed.says, [*gold, told], [*goal, told], deed.new | names, draw)
