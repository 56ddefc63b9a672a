"""Done: something is done to a thing in an app of the village, and a fact of it told in another app.

Invariant: both halves are checked, as in telling.py, whose pairs these are.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.halves import RUBRIC, apart, goal_of, journey, of_value
from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data, filled
from phonebuddy.tasks.invented.telling import Pair, pairs_of
from phonebuddy.tasks.invented.zh.over.parts import OF, Goal
from phonebuddy.tasks.invented.zh.over.saying import Saying
from phonebuddy.tasks.invented.zh.over.whole import NUM_SAYS
from phonebuddy.world.state.speech import CHINESE

TALK = "talk"
"""Deeds that end with somebody's own words, behind which nothing more can be said."""
_LATE = ("在", "到", "去", "先", "帮", "替", "让", "别", "就", "不", "再", "用", "给我", "{")
"""A deed that begins so does not follow on other words."""


def done_tasks(
    places: Sequence[Place], goals: Sequence[Goal], number: int, chance: random.Random
) -> dict[str, Data]:
    keeping = [one for one in goals if one.target.takes_words]
    found: dict[str, Data] = {}
    for at in range(number if places else 0):
        place = chance.choice(places)
        able = _pairs(place, chance)
        goal = chance.choice([one for one in keeping if apart(one.target.place, place)])
        if able:
            found[f"over_done{at}"] = _task(place, chance.choice(able), goal, Saying(chance))
    return found


def _pairs(place: Place, chance: random.Random) -> list[Pair]:
    """With one fact, since all facts of an app go with much the same deeds."""
    sketch = place.sketch
    deeds = tuple(one for one in sketch.deeds if not one.name.startswith(TALK))
    pairs = pairs_of(sketch._replace(deeds=deeds, reads=(chance.choice(sketch.reads),)))
    return [one for one in pairs if _ways(one)]


def _ways(pair: Pair) -> list[str]:
    return [way for way in pair.deed.says if not way.startswith((SAID_ALONE, *_LATE))]


def _task(place: Place, pair: Pair, goal: Goal, saying: Saying) -> Data:
    deed, write, value = pair.deed, goal.target.write, pair.read.value
    name, _, its = pair.things[0].rpartition(OF)

    def say() -> str:
        noun = filled(saying.one_of("its"), its=its, name=name)
        order = filled(saying.pick(write.says), v=noun)
        parts = {"do": saying.pick(_ways(pair)), "c": order, "app": place.sketch.title}
        form = saying.pick(("done", "done_in")) if place.sketch.tells else "done_in"
        return saying.whole(saying.one_of(form), **parts)

    target = goal.target
    looks = [*place.sketch.looks, *target.place.sketch.looks]
    made: Data = {
        "apps": list(dict.fromkeys([*place.apps, *target.place.apps])),
        "say": [{CHINESE: one} for one in dict.fromkeys(say() for _ in range(NUM_SAYS))],
        "draw": pair.draw | {f"{key}_told": of_value(value, sql) for key, sql in write.draw.items()},
        "goal": [*deed.goal, *goal_of(write, value)],
        "allow": [*deed.allow, *write.allow, *dict.fromkeys(looks)],
        "gold": journey([(place, [*pair.look, *pair.rest]), (target.place, write.gold)]),
        "rubric": RUBRIC,
        "tags": ["value", "chain"],
    }
    facts = deed.facts | {f"{key}_told": sql for key, sql in write.facts.items()}
    return made | {key: part for key, part in (("facts", facts), ("new", deed.new | write.new)) if part}
