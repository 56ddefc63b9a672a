"""Asking: from what sketches offer to task templates: deeds and questions.

Invariant: a template made here is plain data in the words of a template file, and is read as one.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import copy

from phonebuddy.tasks.invented.phrasing import phrases, tell
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Read, Sketch


class Place:
    """An app on a phone, with its way in."""

    def __init__(self, sketch: Sketch, host: str, host_title: str) -> None:
        self.sketch = sketch
        self.apps = [host, sketch.name] if host else [sketch.name]
        title = sketch.title
        self.way: Gold = [{"open": host_title}, {"tap": title, "nth": 1}] if host else [{"open": title}]

    def asked_for(self, deeds: Sequence[Deed]) -> Place:
        """The same app, of which only these are wanted."""
        other = copy(self)
        other.sketch = self.sketch._replace(deeds=tuple(deeds), reads=())
        return other


def told_apart(sketches: Sequence[Sketch]) -> list[Sketch]:
    """Without the words that tell several apps of one phone."""

    def is_own(word: str, one: Sketch) -> bool:
        others = [other for sketch in sketches if sketch is not one for other in sketch.tells]
        return not any(tell((word,), other) or tell((other,), word) for other in others)

    return [one._replace(tells=tuple(word for word in one.tells if is_own(word, one))) for one in sketches]


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
    made: Data = {
        "apps": place.apps,
        "say": phrases(deed.says, sketch.title, sketch.tells, chance, sketch.names_tell),
    }
    allow = [*deed.allow, *(sketch.looks if deed.end == "finish" else ())]
    parts = {"new": deed.new, "draw": deed.draw, "facts": deed.facts, "goal": deed.goal, "allow": allow}
    made |= {key: value for key, value in parts.items() if value}
    if deed.end != "finish":
        made["end"] = deed.end
    if deed.start:
        made["start"] = deed.start
    way = [] if deed.start else place.way
    return made | {"gold": [*way, *deed.gold], "rubric": "As it was said, and nothing else."}


def _question(place: Place, read: Read, chance: random.Random) -> Data:
    sketch = place.sketch
    made: Data = {"allow": list(sketch.looks)} if sketch.looks else {}
    return made | {
        "apps": place.apps,
        "say": phrases(read.asks, sketch.title, sketch.tells, chance, sketch.names_tell),
        "draw": read.draw,
        "goal": [{"answer": f"{{{read.value}}}"}],
        "gold": [*place.way, *read.gold, {"answer": "{got}"}],
        "rubric": "The answer says it; nothing was changed.",
    }
