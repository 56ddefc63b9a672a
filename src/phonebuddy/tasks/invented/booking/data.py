"""What people book, from domains.yaml: a map of a kind to its words, things and values.

Invariant: what is given out has all that a plan draws from; what is wrong is told with its place and the fix.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from phonebuddy.errors import TaskError, nearest
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data

PATH = Path(__file__).parent / "domains.yaml"
NEEDED = ("titles", "icon", "image", "nouns", "tells", "booked", "verbs", "ways", "things", "hours", "note")
KNOWN = (*NEEDED, "price", "minutes", "count", "option", "extra", "facts", "anytime", "seats")
LEAST_THINGS, LEAST_VALUES, LEAST_MOST = 16, 3, 3
"""Fewer names, choices or people leave nothing to draw."""


@lru_cache(maxsize=1)
def domains() -> dict[str, Data]:
    return checked(read_data(PATH))


def checked(found: dict[str, Data]) -> dict[str, Data]:
    """The same, or TaskError with everything that is wrong."""
    wrong = [
        f"{PATH.name}: {domain}: {problem}" for domain, data in found.items() for problem in _problems(data)
    ]
    if wrong:
        raise TaskError("\n".join(wrong))
    return found


def _problems(data: Data) -> list[str]:
    found = [f"'{key}' is missing" for key in NEEDED if key not in data]
    found += [f"'{key}' means nothing{nearest(key, KNOWN)}" for key in data if key not in KNOWN]
    if found:
        return found
    found += [
        f"a verb says what is booked with {{it}}: '{one}'" for one in data["verbs"] if "{it}" not in one
    ]
    for way in data["ways"]:
        found += [f"a way names {slot}: '{way}'" for slot in ("{name}", "{day}", "{time}") if slot not in way]
    for key in ("option", "note"):
        values = data.get(key, {}).get("values", ())
        if key in data and len(values) < LEAST_VALUES:
            found.append(f"'{key}' has {len(values)} values; give {LEAST_VALUES} or more")
    if data.get("count", {}).get("most", LEAST_MOST) < LEAST_MOST:
        found.append(f"'most' is {data['count']['most']}; give {LEAST_MOST} or more")
    return [*found, *_name_problems(data["things"])]


def _name_problems(things: dict[str, list[str]]) -> list[str]:
    """Names are tapped by their words, so none may stand in another."""
    names = [name for group in things.values() for name in group]
    found = [f"'{name}' is also the name of a group; rename one" for name in names if name in things]
    for at, one in enumerate(names):
        inside = next((two for place, two in enumerate(names) if place != at and one in two), None)
        if inside is not None:
            found.append(f"'{one}' stands in '{inside}'; rename one")
    if len(names) < LEAST_THINGS:
        found.append(f"{len(names)} things; give {LEAST_THINGS} or more")
    return found
