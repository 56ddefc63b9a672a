"""Bridges: what the built-in apps give and take in tasks over several apps."""

from __future__ import annotations

import random
import re

import pytest

from phonebuddy.errors import TaskError
from phonebuddy.tasks.invented.carrying import _Maker
from phonebuddy.tasks.invented.halves import ALSO, Source, Target, apart
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Data
from phonebuddy.tasks.invented.village import built_in_places, speaks_chinese, villagers
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.phone import WorldPhone
from tests.tasks.invented.golds import assert_doable

LEAST_WAYS = 8
EVERYDAY = ("Mail", "Bank", "Phone")
"""Titles that are words which people say anyway."""
_SLOT = re.compile(r"\{(\w+)\}")
PLACES = built_in_places()
SOURCES = [Source(place, read) for place in PLACES for read in place.sketch.reads]
TARGETS = [Target(place, write) for place in PLACES for write in place.sketch.writes]


def test_there_are_many() -> None:
    assert len(SOURCES) >= 30 and len(TARGETS) >= 20
    apps = {one.place.sketch.name for one in SOURCES} | {one.place.sketch.name for one in TARGETS}
    assert len(apps) >= 14
    for place in PLACES:
        names = place.sketch.called
        assert len(set(names)) >= 2 and place.sketch.title not in names


@pytest.mark.parametrize("source", SOURCES, ids=lambda one: f"{one.place.sketch.name}-{one.read.things[0]}")
def test_a_value_is_said_in_many_ways_and_without_its_app(source: Source) -> None:
    things = source.read.things
    assert len(set(things)) >= LEAST_WAYS
    assert all(slot.startswith("r_") for thing in things for slot in _SLOT.findall(thing))
    title = source.place.sketch.title
    assert title in EVERYDAY or not [thing for thing in things if title.lower() in thing.lower()]


@pytest.mark.parametrize("target", TARGETS, ids=lambda one: f"{one.place.sketch.name}-{one.write.says[0]}")
def test_a_write_is_said_in_many_ways_and_names_the_same(target: Target) -> None:
    write = target.write
    assert len(set(write.says)) >= LEAST_WAYS
    named = {frozenset(_SLOT.findall(way)) - {"v"} for way in write.says}
    named |= {frozenset(_SLOT.findall(story)) - {"thing", "noun"} for story in write.stories}
    assert len(named) == 1 and all(slot.startswith("w_") for slot in next(iter(named)))
    assert all(way.count("{v}") == 1 for way in write.says)
    assert all(story.count("{thing}") + story.count("{noun}") == 1 for story in write.stories)


def _tasks(seed: int) -> dict[str, Data]:
    """Every value carried to some place, and something carried to every place."""
    chance = random.Random(seed)
    maker = _Maker(PLACES, PLACES, chance)
    found = {}
    for number, source in enumerate(SOURCES):
        target = maker._target(source.read.kind, source.place)
        assert target is not None, source
        found[f"read{number}"] = maker._carried(source, target)
    for number, target in enumerate(TARGETS):
        fitting = [one for one in SOURCES if _fits(one, target)]
        found[f"write{number}"] = maker._carried(chance.choice(fitting), target)
    return found


def _fits(source: Source, target: Target) -> bool:
    kinds = {source.read.kind, ALSO.get(source.read.kind, source.read.kind)}
    return bool(kinds & set(target.write.kinds)) and apart(source.place, target.place)


def _play(phone: WorldPhone, templates: dict[str, TaskTemplate]) -> int:
    """How many could be drawn; those are done."""
    drawn = 0
    for template in templates.values():
        try:
            assert_doable(phone, template)
        except TaskError as error:
            assert "finds nothing" in str(error), error
            continue
        drawn += 1
    return drawn


def test_some_of_them_are_done_by_gold_and_not_by_doing_nothing() -> None:
    phone = phone_of(villagers(1, 4)[0])
    some = dict(list(_tasks(1).items())[::6])
    assert _play(phone, read_templates(some, "invented", phone.image.apps)) >= 0.9 * len(some)


@pytest.mark.slow
@pytest.mark.parametrize("person", [one for one in villagers(9, 5) if not speaks_chinese(one)][:6])
def test_all_of_them_are_done_on_other_phones(person: int) -> None:
    phone = phone_of(person)
    every = _tasks(person)
    assert _play(phone, read_templates(every, "invented", phone.image.apps)) >= 0.9 * len(every)
