"""Across: one of two deeds is right in an app, as something that stands in another app has it.

Invariant: only the deed that is right is drawn for, done and checked; the other one stands in the sentence.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.deciding.conditions import Condition
from phonebuddy.tasks.invented.deciding.outcomes import Outcome, other_deed, outcome_of
from phonebuddy.tasks.invented.deciding.words import frames, wholes
from phonebuddy.tasks.invented.halves import journey
from phonebuddy.tasks.invented.phrasing import tell
from phonebuddy.tasks.invented.sketch import Data, Sketch, filled
from phonebuddy.tasks.invented.telling import Pair
from phonebuddy.tasks.invented.wording import UNNAMED, Words

NUM_SAYS = 8


def across_task(
    condition: Condition, place: Place, pairs: Sequence[Pair], holds: bool, chance: random.Random
) -> Data | None:
    pair = chance.choice(pairs)
    own, other = outcome_of(pair.deed, pair.slots), other_deed(pair, pairs, chance)
    if own is None or other is None:
        return None
    outcomes = (own, other) if holds else (other, own)
    says = [way for _ in range(NUM_SAYS) if (way := _way(condition, place.sketch, outcomes, chance))]
    if not says:
        return None
    deed, looks = pair.deed, [*condition.place.sketch.looks, *place.sketch.looks]
    made: Data = {
        "apps": list(dict.fromkeys([*condition.place.apps, *place.apps])),
        "say": wholes(says, chance),
        "draw": condition.draw | {f"{key}_done": sql for key, sql in deed.draw.items()},
        "goal": deed.goal,
        "allow": [*deed.allow, *dict.fromkeys(looks)],
        "gold": journey([(condition.place, condition.gold), (place, deed.gold)]),
        "rubric": "What is right as the condition has it was done; nothing else was changed.",
        "tags": ["condition"],
    }
    new = condition.new | deed.new
    return made | {key: part for key, part in (("facts", deed.facts), ("new", new)) if part}


def _way(
    condition: Condition, sketch: Sketch, outcomes: tuple[Outcome, Outcome], chance: random.Random
) -> str | None:
    """The deed that comes first names the thing and, where its words do not tell it, the app."""
    frame, stated = str(chance.choice(frames()["deeds"])), condition.say()
    if stated is None:
        return None
    is_first = frame.find("{a}") < frame.find("{b}")
    one, other = outcomes if is_first else outcomes[::-1]
    named, short = chance.choice(one.named), chance.choice(other.short)
    words = Words(chance)
    if not (tell(sketch.tells, named) and chance.random() < UNNAMED):
        named = filled(words.one_of("put_briefly"), way=named, app=words.app(sketch))
    a, b = (named, short) if is_first else (short, named)
    return filled(frame, **stated.parts, a=a, b=b)
