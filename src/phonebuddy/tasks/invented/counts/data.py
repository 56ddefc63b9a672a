"""Counts data: domains, labels and ways to say things, from the YAML files beside this one.

Invariant: what is given out has all that a plan draws from; what is wrong is told with its place and the fix.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from phonebuddy.errors import TaskError, nearest
from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import SAID_ALONE, Data

FOLDER = Path(__file__).parent
NEEDED = ("titles", "tells", "icon", "things", "pots")
KNOWN = (*NEEDED, "second")
THINGS = ("places", "noun", "unit", "units", "labels", "called", "names")
POTS = ("places", "noun", "called", "names")
SECOND = ("unit", "units", "labels")
LEAST_THINGS, LEAST_POTS = 14, 8
"""Fewer names leave nothing to draw."""
LEAST_WAYS = 40
"""Ways to say a form, of goods and of people."""
COUNTED = ("to", "more", "fewer", "one_more", "one_fewer", "to_one")
"""Forms about a number of things, and below about amounts."""
PAID = ("in", "out", "set")
GOODS, BOOKED, PEOPLE = ("goods",), ("party",), ("party", "people")
"""Groups of ways for what is counted: of goods, of something booked, and of that where it is people."""


@lru_cache(maxsize=1)
def domains() -> dict[str, Data]:
    return checked(read_data(FOLDER / "domains.yaml"))


def labels() -> Data:
    return read_data(FOLDER / "labels.yaml", as_written=True)


@lru_cache(maxsize=1)
def _says() -> dict[str, Data]:
    return checked_says(read_data(FOLDER / "says.yaml"))


def ways(form: str, groups: tuple[str, ...] = ()) -> tuple[str, ...]:
    """How people ask for a form, of things of these groups."""
    return tuple(way for group in ("any", *groups) for way in _says()[form].get(group, ()))


def checked(found: dict[str, Data]) -> dict[str, Data]:
    """The same, or TaskError with everything that is wrong."""
    _raise(
        [f"domains.yaml: {name}: {problem}" for name, data in found.items() for problem in _problems(data)]
    )
    return found


def checked_says(found: dict[str, Data]) -> dict[str, Data]:
    """The same, if every form can be said in enough ways, each of which tells what it is about."""
    wrong = [f"'{form}' is missing" for form in (*COUNTED, *PAID, "remove") if form not in found]
    for form, groups in found.items():
        for wanted in (GOODS, PEOPLE) if form in COUNTED else ((),) if form in PAID else ():
            number = sum(len(groups.get(group, ())) for group in ("any", *wanted))
            if number < LEAST_WAYS:
                wrong.append(f"{form}: {number} ways for {wanted or 'any'}; give {LEAST_WAYS} or more")
        for sort, said in groups.items():
            wrong += [f"{form}: {problem}" for way in said for problem in _way_problems(form, sort, way)]
            wrong += [f"{form}: said twice: '{way}'" for way in sorted(set(said)) if said.count(way) > 1]
    _raise([f"says.yaml: {one}" for one in wrong])
    return found


def _raise(wrong: list[str]) -> None:
    if wrong:
        raise TaskError("\n".join(wrong))


def _way_problems(form: str, sort: str, way: str) -> list[str]:
    needed = ["{it}"]
    needed += ["{a}"] if form in PAID else []
    needed += ["{n}"] if form in ("to", "more", "fewer") else []
    found = [f"a way names {slot}: '{way}'" for slot in needed if slot not in way]
    if form in COUNTED and sort != "goods" and "{unit" not in way:
        found.append(f"a way names {{unit}} or {{units}}: '{way}'")
    if way.startswith("{"):
        found.append(f"a way that begins with a slot begins with {SAID_ALONE}: '{way}'")
    return found


def _problems(data: Data) -> list[str]:
    found = _keys(data, NEEDED, KNOWN)
    if found:
        return found
    parts = [("things", THINGS, LEAST_THINGS), ("pots", POTS, LEAST_POTS)]
    parts += [("second", SECOND, 0)] if "second" in data else []
    for part, keys, least in parts:
        wrong = _keys(data[part], keys, keys)
        found += [f"{part}: {one}" for one in wrong]
        if least and not wrong and len(data[part]["names"]) < least:
            found.append(f"{part}: {len(data[part]['names'])} names; give {least} or more")
    return found or _name_problems(data)


def _keys(data: Data, needed: tuple[str, ...], known: tuple[str, ...]) -> list[str]:
    found = [f"'{key}' is missing" for key in needed if key not in data]
    return found + [f"'{key}' means nothing{nearest(key, known)}" for key in data if key not in known]


def _name_problems(data: Data) -> list[str]:
    """Names are tapped by their words, so none may stand in another or in the title of a place."""
    names = [*data["things"]["names"], *data["pots"]["names"]]
    others = [*names, *data["things"]["places"], *data["pots"]["places"]]
    found = []
    for at, one in enumerate(names):
        inside = [two for place, two in enumerate(others) if place != at and one.lower() in two.lower()]
        found += [f"'{one}' stands in '{two}'; rename one" for two in inside]
    return found
