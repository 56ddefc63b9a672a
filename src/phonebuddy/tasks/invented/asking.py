"""Asking: from what sketches offer to task templates: deeds, questions, and values carried between apps.

Invariant: a template made here is plain data in the words of a template file, and is read as one.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.phrasing import carrying, phrases
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Read, Sketch, Write

NUM_CROSS = 48
"""Tasks over two apps on one phone."""
NUM_SAYS = 8
UNNAMED = 0.5
"""How often an app of a carried value goes unnamed that the words tell."""


class Place:
    """An app on a phone, with its way in."""

    def __init__(self, sketch: Sketch, host: str, host_title: str) -> None:
        self.sketch = sketch
        self.apps = [host, sketch.name] if host else [sketch.name]
        title = sketch.title
        self.way: Gold = [{"open": host_title}, {"tap": title, "nth": 1}] if host else [{"open": title}]


def templates_of(place: Place, chance: random.Random) -> dict[str, Data]:
    """What one app alone is asked for."""
    found = {
        f"{place.sketch.name}_{deed.name}": _template(place, deed, chance) for deed in place.sketch.deeds
    }
    for number, read in enumerate(place.sketch.reads):
        found[f"{place.sketch.name}_read{number}"] = _question(place, read, chance)
    return found


def _template(place: Place, deed: Deed, chance: random.Random) -> Data:
    sketch = place.sketch
    made: Data = {"apps": place.apps, "say": phrases(deed.says, sketch.title, sketch.tells, chance)}
    allow = [*deed.allow, *(sketch.looks if deed.end == "finish" else ())]
    parts = {"new": deed.new, "draw": deed.draw, "facts": deed.facts, "goal": deed.goal, "allow": allow}
    made |= {key: value for key, value in parts.items() if value}
    if deed.end != "finish":
        made["end"] = deed.end
    return made | {"gold": [*place.way, *deed.gold], "rubric": "As it was said, and nothing else."}


def _question(place: Place, read: Read, chance: random.Random) -> Data:
    sketch = place.sketch
    made: Data = {"allow": list(sketch.looks)} if sketch.looks else {}
    return made | {
        "apps": place.apps,
        "say": phrases(read.asks, sketch.title, sketch.tells, chance),
        "draw": read.draw,
        "goal": [{"answer": f"{{{read.value}}}"}],
        "gold": [*place.way, *read.gold, {"answer": "{got}"}],
        "rubric": "The answer says it; nothing was changed.",
    }


def crossings(places: Sequence[Place], others: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    """Values carried from one app into another, of which one at least is invented; `others` are not."""
    every = [*places, *others]
    reads = [(place, read) for place in every for read in place.sketch.reads]
    writes = [(place, write) for place in every for write in place.sketch.writes]
    found: dict[str, Data] = {}
    for number in range(NUM_CROSS if reads and writes else 0):
        source, read = chance.choice(reads)
        fitting = [
            (place, write)
            for place, write in writes
            if read.kind in write.kinds and place is not source and (place in places or source in places)
        ]
        if fitting:
            found[f"cross{number}"] = _carried(source, read, *chance.choice(fitting), chance)
    return found


def _carried(
    place: Place, read: Read, target: Place, write: Write, chance: random.Random
) -> Data:  # fmt: skip
    says = tuple(_said(place.sketch, read, target.sketch, write, chance) for _ in range(NUM_SAYS))
    goal = [
        {
            key: text.replace("{V}", f"{{{read.value}}}").replace(":V", f":{read.value}")
            for key, text in check.items()
        }
        for check in write.goal
    ]
    way = _next(target.way) if len(place.apps) > 1 else target.way
    made: Data = {
        "apps": list(dict.fromkeys([*place.apps, *target.apps])),
        "say": phrases(says, "", "", chance),
        "draw": {**read.draw, **write.draw},
        "goal": goal,
        "allow": [*write.allow, *place.sketch.looks, *target.sketch.looks],
        "gold": [*place.way, *read.gold, *way, *write.gold],
        "rubric": "The value stands where it was asked for; nothing else was changed.",
        "tags": ["value"],
    }
    return made | {key: value for key, value in (("facts", write.facts), ("new", write.new)) if value}


def _next(way: Gold) -> Gold:
    """From one mini to another: its capsule closes it, and the host is in front."""
    return [{"tap": "Close"}, *way[1:]] if len(way) > 1 and "tap" in way[1] else way


def _said(source: Sketch, read: Read, target: Sketch, write: Write, chance: random.Random) -> str:
    """One way to say it; apps that the words tell go unnamed now and then."""
    thing, way = chance.choice(read.things), chance.choice(write.says)
    is_told = (
        bool(source.tells) and source.tells.lower() in thing.lower(),
        write.tells or (bool(target.tells) and target.tells.lower() in way.lower()),
    )
    from_title, to_title = (
        "" if told and chance.random() < UNNAMED else sketch.title
        for told, sketch in zip(is_told, (source, target), strict=True)
    )
    return carrying(thing, from_title, way, to_title, chance)
