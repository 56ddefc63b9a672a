"""Wh: several values asked for at once, values left out, things that are not there."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.bridges import bridges
from phonebuddy.tasks.invented.desk.app import sketch_desk
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.records.app import sketch_records
from phonebuddy.tasks.invented.sketch import Data, Deed, Read, Sketch
from phonebuddy.tasks.invented.village import FOLDER, write_app
from phonebuddy.tasks.invented.wh.absent import absent
from phonebuddy.tasks.invented.wh.deeds import wh_deeds
from phonebuddy.tasks.invented.wh.together import together
from phonebuddy.tasks.invented.wh.unfound import unfound
from phonebuddy.tasks.invented.wh.untold import untold
from phonebuddy.tasks.invented.wh.words import PATH, are_people, asked_together, frames, shortened
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, Started, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import UNDISTURBED, assert_doable

LEAST_FRAMES = 40


class _Phone(NamedTuple):
    """A phone with two invented apps, and the templates about them: the kinds' own and these."""

    phone: WorldPhone
    own: dict[str, TaskTemplate]
    asked: dict[str, TaskTemplate]

    def begun(self, template: TaskTemplate) -> Started:
        return begin(self.phone, template, make_task(template, self.phone, UNDISTURBED))

    def named(self, word: str) -> list[TaskTemplate]:
        found = [one for name, one in self.asked.items() if f"_{word}" in name or f"/{word}" in name]
        assert found, f"no task of the sort '{word}' on the phone"
        return found


def _sketches() -> list[Sketch]:
    return [sketch_desk("desk0", random.Random("wh/6")), sketch_records("records1", random.Random("wh/3"))]


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> _Phone:
    folder: Path = tmp_path_factory.mktemp("wh")
    made = _sketches()
    apps = extend_apps(default_apps(), [write_app(folder, one, is_mini=False) for one in made])
    image = build_image(apps, seed=0)
    places = [Place(one, "", "") for one in made]
    chance = random.Random("wh")
    own: Data = {}
    asked: Data = {}
    for place in places:
        own |= templates_of(place, chance)
        asked |= templates_of(place.asked_for(wh_deeds(place.sketch, chance)), chance)
    others = [Place(one, apps.apps[one.name].manifest.host, "Hub") for one in bridges()]
    asked |= unfound(places, others, chance)
    read = (read_templates(one, FOLDER, image.apps) for one in (own, asked))
    return _Phone(WorldPhone(image, LOOK), *read)


def test_every_gold_reaches_its_goal(phone: _Phone) -> None:
    for word in ("wh", "wh_most", "untold_", "absent", "unfound"):
        for template in phone.named(word):
            assert_doable(phone.phone, template)


def test_an_answer_without_one_of_the_values_is_none(phone: _Phone) -> None:
    for template in phone.named("wh"):
        started = phone.begun(template)
        told = [str(value) for name, value in started.values.items() if name.startswith("r_told")]
        for some in combinations(told, len(told) - 1):
            said = Ending("finish", ", ".join(some))
            assert not verify(template, phone.phone, started, said).is_success, (template.id, told)
        assert verify(template, phone.phone, started, Ending("finish", " and ".join(told))).is_success


def test_whoever_makes_up_the_value_fails(phone: _Phone) -> None:
    for template in phone.named("untold_"):
        started = phone.begun(template)
        app, name = template.id.split("_untold_")
        gold = phone.own[f"{app}_{name}"].gold
        told = " ".join(map(str, started.values.values()))
        done = perform(phone.phone, Gold(gold, started.values, told, started.speech))
        assert not done.problem and not verify(template, phone.phone, started, done.ending).is_success


def test_whoever_asks_or_refuses_has_looked(phone: _Phone) -> None:
    endings = {
        "untold_": Ending("call_user", "Which?"),
        "absent": Ending("finish", "There is no such thing."),
    }
    for word, ending in endings.items():
        for template in phone.named(word):
            assert not verify(template, phone.phone, phone.begun(template), ending).is_success, template.id


def test_the_value_is_left_out_of_every_sentence() -> None:
    for sketch in _sketches():
        for deed in untold(sketch, random.Random(0)):
            (name,) = deed.new
            assert deed.end == "ask" and not deed.allow
            assert not any(f"{{{name}" in way for way in deed.says)


def _deed(way: str, **parts: Any) -> Deed:
    gold = [{"tap": "{name}"}, {"replace": "Price", "with": "{price}"}]
    whole = Deed("edit", (way,), gold, [], {"price": ["1", "2", "3", "4"]}, {"one": "SELECT id, name FROM t"})
    return whole._replace(**parts)


def _sketch(deed: Deed, **parts: Any) -> Sketch:
    return Sketch("app", "App", (), {}, {}, (deed,))._replace(**parts)


def test_a_deed_that_needs_a_value_is_cut_before_it() -> None:
    (found,) = untold(_sketch(_deed("change the price of {name} to ${price}")), random.Random(0))
    assert found.gold == [{"tap": "{name}"}, {"ask": "What should I put under Price?"}]
    assert "change the price of {name}" in found.says and all("{name}" in way for way in found.says)


@pytest.mark.parametrize(
    "sketch",
    [
        _sketch(_deed("{name} costs {price} now")),
        _sketch(_deed("change {name} and its price to {price}")),
        _sketch(_deed("change the price of {name} to {price}", new={"price": ["1", "2"]})),
        _sketch(_deed("change the price of {name} to {price}", end="ask")),
        _sketch(_deed("change the price of {name} to {price}"), looks=("insert app_search",)),
    ],
    ids=["no such words", "two parts", "the other one is meant", "asks already", "looking changes something"],
)
def test_what_cannot_be_left_out_stays(sketch: Sketch) -> None:
    assert untold(sketch, random.Random(0)) == []


def test_an_app_that_refuses_nothing_has_no_ghosts() -> None:
    assert absent(_sketch(_deed("change the price of {name} to {price}")), random.Random(0)) == []


def _read(said: str, noun: str = "lamp", column: str = "price") -> Read:
    draw = {"read": f"SELECT name AS r_name, {column} AS r_value FROM app_thing"}
    gold = [{"tap": "{r_name}"}, {"read": "got", "near": said}]
    thing = f"the {noun} {{r_name}}"
    return Read(
        "text", (f"the {said} of {thing}",), (f"what {said} does {thing} have?",), draw, "r_value", gold
    )


def test_a_thing_is_named_once_and_is_it_from_then_on() -> None:
    reads = [_read("price"), _read("colour")]
    for number in range(30):
        said = asked_together(reads, "", True, random.Random(number))
        assert said.count("the lamp {r_name}") == 1 and "price" in said and "colour" in said
        assert "colour does it have" in said or "its colour" in said


def test_whatever_is_first_is_not_called_by_its_name() -> None:
    for number in range(30):
        said = asked_together([_read("price"), _read("age")], "the newest lamp", True, random.Random(number))
        assert "the newest lamp" in said and "r_name" not in said


def test_people_are_not_it() -> None:
    assert are_people([_read("price", "tenant")]) and not are_people([_read("price")])


def test_values_of_two_pages_are_not_asked_for_together() -> None:
    folded = _read("age")._replace(
        gold=[{"tap": "{r_name}"}, {"tap": "More"}, {"read": "got", "near": "Age"}]
    )
    sketch = _sketch(_deed("change the price of {name} to {price}"), reads=(_read("price"), folded))
    assert together(sketch, random.Random(0)) == []
    assert together(sketch._replace(reads=(_read("price"), _read("age"))), random.Random(0))


def test_a_value_that_stands_beside_another_one_is_left_out() -> None:
    beside = _read("visit")._replace(gold=[{"tap": "{r_name}"}, {"read": "got", "near": "{r_day}"}])
    sketch = _sketch(_deed("change the price of {name} to {price}"), reads=(_read("price"), beside))
    assert together(sketch, random.Random(0)) == []


def test_there_are_many_frames_and_none_is_there_twice() -> None:
    ways = [way for key, ways in frames().items() if key != "people" for way in ways]
    assert len(ways) >= LEAST_FRAMES and len(set(ways)) == len(ways), PATH


@pytest.mark.parametrize(
    ("way", "short"),
    [
        ("the time my lesson {r_name} begins", "the time it begins"),
        ("the hour {r_name} finishes", "the hour it finishes"),
        ("the balance of our print account {r_name}", "its balance"),
        ("the time of the last check of {r_name}", "the time of its last check"),
        ("the number of seats of the room {r_name}", "its number of seats"),
        ("where the to-do {r_name} belongs", "where it belongs"),
        ("the balance of {r_name}'s meal card", ""),
        ("the time I am reminded of {r_name}", "the time I am reminded of it"),
        ("the total of my piece of furniture order {r_number}", ""),
    ],
)
def test_a_thing_named_before_is_it(way: str, short: str) -> None:
    assert shortened(way) == short
