"""Tasks of a Chinese phone of the village: its apps, and everything that is asked of them.

Invariant: the phone's person gives the same apps and tasks anywhere; all of them are Chinese.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.sketch import Data, Deed, Sketch
from phonebuddy.tasks.invented.zh.app import sketch_zh
from phonebuddy.tasks.invented.zh.cross import RUBRIC, cross_tasks
from phonebuddy.tasks.invented.zh.over.tasks import over_tasks
from phonebuddy.tasks.invented.zh.saying import phrases
from phonebuddy.tasks.invented.zh.words import domains

SETTING = "set_"
"""What names no thing, so that only the title tells the app."""


def chinese_sketches(chance: random.Random, number: int) -> list[Sketch]:
    """So many apps of different domains."""
    chosen = chance.sample(sorted(domains()), number)
    return [
        sketch_zh(f"zh{at}", random.Random(f"{domain}/{chance.random()}"), domain)
        for at, domain in enumerate(chosen)
    ]


def chinese_tasks(places: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    found = {
        f"{place.sketch.name}_{deed.name}": _task(place, deed, chance)
        for place in places
        for deed in place.sketch.deeds
    }
    return found | cross_tasks(places, chance) | over_tasks(places, chance)


def _task(place: Place, deed: Deed, chance: random.Random) -> Data:
    sketch = place.sketch
    has_to_name = not sketch.tells or deed.name.startswith(SETTING)
    made: Data = {"apps": place.apps, "say": phrases(deed.says, sketch.title, has_to_name, chance)}
    parts = {
        "new": deed.new,
        "draw": deed.draw,
        "facts": deed.facts,
        "goal": deed.goal,
        "allow": list(deed.allow),
    }
    made |= {key: value for key, value in parts.items() if value}
    if deed.end != "finish":
        made["end"] = deed.end
    return made | {"gold": [*place.way, *deed.gold], "rubric": RUBRIC}
