"""Deciding: conditions told in words: how they are said, drawn on both sides, and what follows from them."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.bridges import bridges
from phonebuddy.tasks.invented.deciding.conditions import of_value
from phonebuddy.tasks.invented.deciding.done import done_deeds
from phonebuddy.tasks.invented.deciding.found import _missing, _said
from phonebuddy.tasks.invented.deciding.limits import MEASURES, SAME, limit_of, measures_of
from phonebuddy.tasks.invented.deciding.outcomes import able_pairs, outcome_of, short_of
from phonebuddy.tasks.invented.deciding.tasks import NUM_ACROSS, NUM_TOLD, deciding
from phonebuddy.tasks.invented.deciding.told import NO, YES, _pairs, taking_texts, told_task
from phonebuddy.tasks.invented.deciding.words import frames, said
from phonebuddy.tasks.invented.desk.app import sketch_desk
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.records.app import sketch_records
from phonebuddy.tasks.invented.sketch import Data, Deed, Read, Sketch
from phonebuddy.tasks.invented.village import FOLDER, write_app
from phonebuddy.tasks.invented.wh.absent import ghost_of
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import UNDISTURBED, assert_doable

LEAST_FRAMES = 120
SENTENCES = ("texts", "deeds", "deeds_first", "denied_first")
SLOTS = {"if", "q", "a", "b", "yes", "no", "to", "it", "this"}
FREEZE = Deed("freeze", ("freeze {name}", "freeze the card {name}", "pay it into {name}: now"), [], [])


class _Phone(NamedTuple):
    phone: WorldPhone
    places: list[Place]
    others: list[Place]

    def template(self, made: Data | None) -> TaskTemplate:
        assert made is not None
        return read_templates({"one": made}, FOLDER, self.phone.image.apps)[f"{FOLDER}/one"]

    def of_deed(self, place: Place, deed: Deed) -> TaskTemplate:
        made = templates_of(place.asked_for([deed]), random.Random(1))
        return self.template(*made.values())

    def passes(self, template: TaskTemplate, gold: TaskTemplate) -> bool:
        """Whether the gold of another one reaches the goal."""
        task = make_task(template, self.phone, UNDISTURBED)
        started = begin(self.phone, template, task)
        done = perform(self.phone, Gold(gold.gold, started.values, task.instruction, started.speech))
        assert not done.problem
        return verify(template, self.phone, started, done.ending).is_success


def _sketches() -> list[Sketch]:
    return [sketch_desk("desk0", random.Random("wh/6")), sketch_records("records1", random.Random("wh/3"))]


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> _Phone:
    folder: Path = tmp_path_factory.mktemp("deciding")
    made = _sketches()
    apps = extend_apps(default_apps(), [write_app(folder, one, is_mini=False) for one in made])
    others = [Place(one, apps.apps[one.name].manifest.host, "Hub") for one in bridges()]
    image = build_image(apps, seed=0)
    return _Phone(WorldPhone(image, LOOK), [Place(one, "", "") for one in made], others)


def _read(kind: str, *things: str) -> Read:
    return Read(kind, things, (), {"read": "SELECT 1"}, "r_value", [])


def _built_in(phone: _Phone, app: str) -> Place:
    (place,) = (one for one in phone.others if one.sketch.name == app)
    return place


# -- words -------------------------------------------------------------------------------------------------


def test_frames_are_many_and_say_the_condition_and_both_outcomes() -> None:
    every = [(key, frame) for key in SENTENCES for frame in frames()[key]]
    assert len(set(every)) == len(every) >= LEAST_FRAMES
    for key, frame in every:
        slots = {slot.lower() for slot in re.findall(r"\{(\w+)\}", frame)}
        assert slots <= SLOTS and slots & {"if", "q"}, frame
        assert slots & {"a", "yes"} and slots & {"b", "no"}, frame
        assert key == "texts" or slots <= {"if", "q", "a", "b"}, frame
        assert slots & {"a", "b", "to", "it", "this"}, frame


def test_no_text_stands_for_two_things_and_either_may_come_first() -> None:
    for kind in ("words", "phrases"):
        every = [tuple(pair) for pair in frames()["pairs"][kind]]
        texts = [text for pair in every for text in pair]
        assert len(set(every)) == len(every) and all(one != two for one, two in every)
        assert all(isinstance(text, str) and text[-1].isalpha() and "'" not in text for text in texts)
        assert all((" " in text) <= (kind == "phrases") for text in texts)
    drawn = [_pairs("words", random.Random(seed)) for seed in range(40)]
    assert {"busy", "free"} <= {text for pairs in drawn for text in pairs}


def test_every_test_of_a_value_has_words() -> None:
    for kind, measures in MEASURES.items():
        assert all(frames()["than"][measure][kind] for measure in measures)
        assert kind not in frames()["clauses"] or all(
            frames()["verbs"][measure][kind] for measure in measures
        )


@pytest.mark.parametrize(
    ("kind", "thing", "measure", "clause"),
    [
        ("day", "when {r_name} was last serviced", "same", "{r_name} was last serviced on {c_limit}"),
        ("date", "on which day {r_event} is", "same", "{r_event} is on {c_limit}"),
        (
            "money",
            "what I have to pay for {r_name}",
            "over",
            "I have to pay more than {c_limit} for {r_name}",
        ),
        ("number", "how many pages {r_name} has", "under", "{r_name} has less than {c_limit} pages"),
        ("text", "the status of {r_name}", "same", "the status of {r_name} is {c_limit}"),
    ],
)
def test_words_for_a_value_become_a_condition(kind: str, thing: str, measure: str, clause: str) -> None:
    every = [said(_read(kind, thing), [thing], measure, random.Random(seed)) for seed in range(12)]
    assert clause in {one.clause for one in every if one}


def test_a_condition_with_is_can_be_asked() -> None:
    thing = "when {r_name} was last serviced"
    found = said(_read("day", thing), [thing], SAME, random.Random(1))
    assert found is not None and found.question == "was {r_name} last serviced on {c_limit}"


@pytest.mark.parametrize("thing", ["how old {r_name} is", "to whom I owe {r_name}", "when to water {r_name}"])
def test_other_words_make_no_condition(thing: str) -> None:
    assert said(_read("day", thing), [thing], SAME, random.Random(1)) is None


@pytest.mark.parametrize(
    ("way", "short"),
    [
        ("delete the letter {r_name}", "delete it"),
        ("take {r_name} away", "take it away"),
        ("revoke the order with {r_name}", ""),
        ("cancel {r_name} stay", ""),
    ],
)
def test_a_thing_that_was_named_is_it_where_that_reads_well(way: str, short: str) -> None:
    assert short_of(way) == short


def test_a_deed_is_said_with_its_name_and_without() -> None:
    found = outcome_of(FREEZE, frozenset({"name"}))
    assert (
        found is not None and len(found.named) == len(found.short) == 2 and set(found.short) == {"freeze it"}
    )
    assert outcome_of(FREEZE._replace(says=("!nobody may use {name}",)), frozenset({"name"})) is None


# -- limits ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("holds", [True, False])
def test_limits_are_on_the_side_that_was_drawn(holds: bool, phone: _Phone) -> None:
    tried = set()
    for place in [*phone.places, *phone.others]:
        for read in place.sketch.reads:
            for measure in measures_of(read):
                values = _drawn(phone.phone, read, measure, holds)
                tried |= {measure} if values else set()
                for value, limit in values:
                    assert _is_true(measure, value, limit) == holds, (read.things[0], measure, value, limit)
    assert tried == {"same", "over", "under"}


def _drawn(phone: WorldPhone, read: Read, measure: str, holds: bool) -> list[tuple[str, str]]:
    """Values with their limits, of the first things there are."""
    ((_, sql),), found = read.draw.items(), []
    for (value,) in phone.state(f"SELECT {read.value} FROM ({sql}) LIMIT 3", {}):
        limits = phone.state(limit_of(read, measure, holds)["limit"], {read.value: value})
        found += [(str(value), str(limit)) for (limit,) in limits]
    return found


def _is_true(measure: str, value: str, limit: str) -> bool:
    if measure == SAME:
        return value == limit
    one, other = (float(re.sub(r"[^\d.]", "", text.replace(":", ""))) for text in (value, limit))
    return one > other if measure == "over" else one < other


def test_a_value_that_only_one_thing_can_have_is_not_compared_for_equality() -> None:
    assert measures_of(_read("time", "the closing time of the shop")) == ("over", "under")


# -- tasks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("holds", [True, False])
def test_only_the_right_text_passes(holds: bool, phone: _Phone) -> None:
    place, chance = _built_in(phone, "calendar"), random.Random(3)
    read = next(one for one in place.sketch.reads if one.kind == "date")
    (messages,) = (one for one in phone.others if one.sketch.name == "messages")
    condition, target = of_value(place, read, holds, chance), taking_texts([messages])[0]
    right, wrong = (told_task(condition, target, side, random.Random(5)) for side in (holds, not holds))
    template, other = phone.template(right), phone.template(wrong)
    assert_doable(phone.phone, template)
    assert not phone.passes(template, other)
    names = [set(one.text.names) for one in template.phrases]
    assert all({YES, NO, "c_limit", "r_event"} <= one for one in names)


def test_tasks_over_two_apps_can_be_done(phone: _Phone) -> None:
    made = deciding(phone.places, phone.others, random.Random(2))
    crossing = [one for name, one in made.items() if name.startswith("decide")]
    assert len(crossing) == NUM_TOLD + NUM_ACROSS < len(made)
    for one in crossing:
        assert_doable(phone.phone, phone.template(one))


def test_deeds_in_one_app_can_be_done_whether_the_condition_holds_or_not(phone: _Phone) -> None:
    for place in phone.places:
        for seed in range(3):
            chance = random.Random(seed)
            deeds = done_deeds(able_pairs(place.sketch, chance), chance)
            assert [one.name for one in deeds] == [
                "decide0_so",
                "decide1_not_so",
                "decide2_so",
                "decide3_not_so",
            ]
            for deed in deeds:
                assert_doable(phone.phone, phone.of_deed(place, deed))


def test_a_thing_that_is_not_there_is_spoken_of_as_one_that_is(phone: _Phone) -> None:
    place, chance = phone.places[0], random.Random(1)
    ghost = ghost_of(place.sketch, chance)
    pair = next(one for one in able_pairs(place.sketch, chance) if one.slots == {"name"})
    assert ghost is not None
    there = _said(pair, ghost, chance)
    missing = _missing(there, ghost)
    assert there.says == missing.says and all("{name}" in way for way in there.says)
    for deed in (there, missing):
        assert_doable(phone.phone, phone.of_deed(place, deed))
    assert missing.allow == ()
