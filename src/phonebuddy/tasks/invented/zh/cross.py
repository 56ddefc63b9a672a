"""Cross: a fact of one Chinese app is sent by text, noted down, or told in another app.

Invariant: the goal looks for the value where it is to be written; the app that is read changes nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.bridges import bridges
from phonebuddy.tasks.invented.sketch import Data, Read, Write, filled
from phonebuddy.tasks.invented.zh.saying import called, whole_phrases
from phonebuddy.tasks.invented.zh.words import words

NUM_TOLD, NUM_NOTED, NUM_PASSED = 18, 12, 12
"""Tasks of each form on one phone."""
UNNAMED = 0.3
"""How often the app that is read goes unnamed where its title is no brand."""
RUBRIC = "As it was said, and nothing else."


def cross_tasks(places: Sequence[Place], chance: random.Random) -> dict[str, Data]:
    found: dict[str, Data] = {}
    for form, app, title, number in (
        ("tell", "messages", "Messages", NUM_TOLD),
        ("note", "notes", "Notes", NUM_NOTED),
    ):
        write = _built_in(app, words()[form])
        for at, (place, read) in enumerate(_sources(places, number, chance)):
            says = _sentences(place, read, write, chance)
            found[f"zh_{form}{at}"] = _task(place, read, write, [app], [{"open": title}], says)
    for at, (place, read) in enumerate(_sources(places, NUM_PASSED, chance)):
        # The host of two minis would have to be left in between.
        others = [one for one in places if not set(one.apps) & set(place.apps)]
        if others:
            other = chance.choice(others)
            write = other.sketch.writes[0]
            says = _sentences(place, read, write, chance)
            found[f"zh_pass{at}"] = _task(place, read, write, other.apps, other.way, says)
    return found


def _sources(places: Sequence[Place], number: int, chance: random.Random) -> Iterator[tuple[Place, Read]]:
    able = [(place, read) for place in places for read in place.sketch.reads]
    return iter(chance.sample(able, min(number, len(able))))


def _built_in(app: str, says: Sequence[str]) -> Write:
    """The first write of an app that every phone has, in Chinese."""
    write = next(one for one in bridges() if one.name == app).writes[0]
    goal = [{key: filled(value, V="{r_value}") for key, value in one.items()} for one in write.goal]
    new = {"w_title": words()["titles"]} if write.new else {}
    return write._replace(says=tuple(says), goal=goal, new=new)


def _sentences(place: Place, read: Read, write: Write, chance: random.Random) -> list[str]:
    title, is_brand = place.sketch.title, not place.sketch.tells
    found = []
    for way in write.says:
        before = f"{called(title, chance)}里" if is_brand or chance.random() >= UNNAMED else ""
        parts = {"v_it": before + chance.choice(read.asks), "v_n": before + chance.choice(read.things)}
        found.append(filled(way, **parts) + chance.choice(("", "", "。")) * (way[-1] not in "？。"))
    return found


def _task(place: Place, read: Read, write: Write, apps: list[str], way: list[Data], says: list[str]) -> Data:
    chance = random.Random("/".join(says))
    made: Data = {
        "apps": [*place.apps, *apps],
        "tags": ["value"],
        "say": whole_phrases(says, chance),
        "draw": read.draw | write.draw,
        "facts": write.facts,
        "goal": write.goal,
        "allow": list(write.allow),
        "gold": [*place.way, *read.gold, *way, *write.gold],
        "rubric": RUBRIC,
    }
    return made | ({"new": write.new} if write.new else {})
