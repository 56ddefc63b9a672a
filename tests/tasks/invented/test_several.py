"""Several: facts of one thing in one text: each is checked, and so is their order where it is asked for."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.halves import Target, changed
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.several import (
    NUM_SEVERAL,
    _Maker,
    fact_groups,
    frames,
    listed,
    several_tasks,
    shared_words,
    split_gold,
)
from phonebuddy.tasks.invented.sketch import Data, Read
from phonebuddy.tasks.invented.village import (
    FOLDER,
    built_in_places,
    image_of,
    templates_for,
    villagers,
)
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.phone import WorldPhone
from tests.tasks.invented.golds import UNDISTURBED, assert_doable

SOMEBODY = villagers(1, 4)[0]
PLACES = {place.sketch.name: place for place in built_in_places()}
TYPED = "{got}, {got2}"
SLOTS = {"all", "with", "into", "Into", "lead", "Lead", "next"}


def _made(is_ordered: bool, count: int = 2) -> Data:
    target = Target(PLACES["messages"], PLACES["messages"].sketch.writes[0])
    group = fact_groups(PLACES["trains"].sketch.reads)[0]
    for seed in range(20):
        maker = _Maker(PLACES["trains"], group[:count], target, random.Random(seed))
        if maker._is_ordered == is_ordered:
            return maker.task()
    raise AssertionError("no chance gives such a task")


def _template(made: Data) -> TaskTemplate:
    return read_templates({"one": made}, FOLDER, image_of(SOMEBODY).apps)[f"{FOLDER}/one"]


def _passes(phone: WorldPhone, made: Data, typed: str) -> bool:
    """Whether gold passes that writes this instead."""
    template = _template(made)
    gold: list[Any] = changed(made["gold"], lambda text: text.replace(TYPED, typed))
    task = make_task(template, phone, UNDISTURBED)
    started = begin(phone, template, task)
    other = _template(made | {"gold": gold}).gold
    done = perform(phone, Gold(other, started.values, task.instruction, started.speech))
    assert not done.problem
    return verify(template, phone, started, done.ending).is_success


@pytest.fixture(scope="module")
def phone() -> WorldPhone:
    return phone_of(SOMEBODY)


def test_frames_are_many_and_have_only_slots_that_get_filled() -> None:
    every = [*frames()["ordered"], *frames()["any"]]
    assert len(set(every)) == len(every) >= 40
    for frame in every:
        slots = set(re.findall(r"\{(\w+)\}", frame))
        assert slots <= SLOTS and slots & {"with", "all"} and slots & {"with", "into", "Into"}, frame
    assert all(re.search(r"order|first|[Bb]egin|start", frame) for frame in frames()["ordered"])


def test_gold_does_it_with_two_facts_and_with_three(phone: WorldPhone) -> None:
    for made in (_made(True), _made(False), _made(True, 3)):
        assert_doable(phone, _template(made))


@pytest.mark.parametrize("typed", ["{got}", "{got2}", "{got}, 9{got2}7"])
def test_one_fact_is_not_enough(typed: str, phone: WorldPhone) -> None:
    assert not _passes(phone, _made(True), typed) and not _passes(phone, _made(False), typed)


@pytest.mark.parametrize("typed", ["{got} and {got2}", "{got} / {got2}", "Hello, {got}; {got2}"])
def test_any_joint_will_do(typed: str, phone: WorldPhone) -> None:
    assert _passes(phone, _made(True), typed)


def test_the_order_counts_where_it_is_asked_for(phone: WorldPhone) -> None:
    assert not _passes(phone, _made(True), "{got2}, {got}")
    assert _passes(phone, _made(False), "{got2}, {got}")


def test_facts_of_one_thing_are_those_found_the_same_way() -> None:
    groups = fact_groups(PLACES["bank"].sketch.reads)
    assert groups
    for group in groups:
        assert len({str(split_gold(read)[0]) for read in group}) == 1
    assert not fact_groups(PLACES["coffee"].sketch.reads)  # one fact only


def test_both_facts_are_of_the_thing_that_is_named(phone: WorldPhone) -> None:
    template = _template(_made(True))
    for number in range(4):
        values = make_task(template, phone, number).values
        assert values["r_town"] == values["s_town"] and values["r_value"] != values["s_value"]


def test_the_thing_is_named_once_where_words_allow_it() -> None:
    def read(*things: str) -> Read:
        return Read("text", things, (), {}, "r_value", [])

    code, seat = (
        read("the code of {r_name}", "{r_name}'s code"),
        read("the seat of {r_name}", "{r_name}'s seat"),
    )
    assert shared_words([code, seat]) == [
        (["the code", "the seat"], "{} of {r_name}"),
        (["code", "seat"], "{r_name}'s {}"),
    ]
    assert shared_words([code, read("what {r_name} costs")]) == []
    assert listed(["a", "b"]) == "a and b" and listed(["a", "b", "c"]) == "a, b and c"


def test_the_same_chance_gives_the_same_tasks_and_a_phone_has_some() -> None:
    places = list(PLACES.values())
    made = [several_tasks(places[:5], places[5:], random.Random(7)) for _ in range(2)]
    assert made[0] == made[1] != several_tasks(places[:5], places[5:], random.Random(8))
    found = [one for id, one in templates_for(SOMEBODY).items() if "/several" in id]
    assert 0.7 * NUM_SEVERAL <= len(found) <= NUM_SEVERAL and all(one.tags == ("value",) for one in found)
