"""Carrying: tasks over several apps: values, comparisons, conditions, and how they are said."""

from __future__ import annotations

import random
import re
from collections import Counter

import msgspec
import pytest

from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.carrying import NUM_CROSS, _Maker, crossings, unmistaken
from phonebuddy.tasks.invented.chains import MARK, chains_of
from phonebuddy.tasks.invented.halves import Source, Target, journey, second_read, second_write, size_of
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Data, Write
from phonebuddy.tasks.invented.village import (
    FOLDER,
    built_in_places,
    image_of,
    templates_for,
    villagers,
)
from phonebuddy.tasks.invented.wording import Words, fitting, frames, is_noun, is_plain
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import phone_of
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import default_apps
from phonebuddy.world.phone import WorldPhone
from tests.tasks.invented.golds import assert_doable

SOMEBODY = villagers(1, 4)[0]
BUILT_IN = set(default_apps().apps)
PLACES = {place.sketch.name: place for place in built_in_places()}
FRAMES = ("carry", "pair", "sum", "twice", "which", "forks")
SLOTS = {
    "carry": {"thing", "noun", "any", "into", "Into", "with"},
    "pair": {"one", "two", "into", "Into", "with"},
    "sum": {"one", "two", "into", "Into", "with"},
    "twice": {"thing", "noun", "into", "Into", "with", "also"},
    "which": {"one", "two", "a", "b", "into", "Into"},
    "forks": {"thing", "over", "into", "Into", "also"},
}
_SLOT = re.compile(r"\{(\w+)\}")


def _source(app: str, number: int = 0) -> Source:
    return Source(PLACES[app], PLACES[app].sketch.reads[number])


def _target(app: str, number: int = 0) -> Target:
    return Target(PLACES[app], PLACES[app].sketch.writes[number])


def _template(made: Data | None) -> TaskTemplate:
    assert made is not None
    return read_templates({"one": made}, FOLDER, image_of(SOMEBODY).apps)[f"{FOLDER}/one"]


@pytest.fixture(scope="module")
def phone() -> WorldPhone:
    return phone_of(SOMEBODY)


@pytest.fixture
def maker() -> _Maker:
    return _Maker(list(PLACES.values()), list(PLACES.values()), random.Random(3))


def test_frames_are_many_and_have_only_slots_that_get_filled() -> None:
    assert len(frames()["carry"]) >= 40 and sum(len(frames()[key]) for key in FRAMES) >= 70
    for key in FRAMES:
        for frame in frames()[key]:
            assert set(_SLOT.findall(frame)) <= SLOTS[key], frame
            assert {"into", "Into", "with"} & set(_SLOT.findall(frame)), frame
    assert len(set(frames()["carry"])) == len(frames()["carry"])


def test_words_that_fit_a_frame() -> None:
    assert is_noun("the price of it") and not is_noun("what it costs") and not is_noun("by when it is due")
    assert is_plain("what it costs") and not is_plain("at what time it begins")
    assert fitting("I need {noun}") is is_noun and fitting("text {thing}") is is_plain
    assert fitting("find out {any}")("by when it is due")


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("put {v} into the note", "put it into the note"),
        ("text {w_name} {v}", "text {w_name} that"),
        ("begin a fresh shelf and call it {v}", "begin a fresh shelf and call it that"),
        ("let it carry the note {v}", "let it carry the note that"),
    ],
)
def test_a_value_is_it_only_where_people_say_so(way: str, said: str) -> None:
    write = Write(("text",), (way,), {}, {}, [], [], (), tells=True)
    for seed in range(20):
        clause = Words(random.Random(seed)).deed(PLACES["notes"].sketch, write)("it")
        assert said in clause, clause


def test_a_phone_has_all_kinds_of_them_and_a_third_without_invented_apps() -> None:
    cross = [one for id, one in templates_for(SOMEBODY).items() if "/cross" in id]
    tags = Counter(one.tags[0] for one in cross)
    plain = [one for one in cross if set(one.apps) <= BUILT_IN]
    assert len(cross) > 0.9 * NUM_CROSS and set(tags) >= {"value", "compare", "condition"}
    assert 0.15 < len(plain) / len(cross) < 0.55
    assert any(len(set(one.apps) - {"hub"}) >= 3 for one in cross)


def test_the_same_chance_gives_the_same_tasks() -> None:
    places = list(PLACES.values())
    made = [crossings(places[:4], places[4:], random.Random(7)) for _ in range(2)]
    assert made[0] == made[1] != crossings(places[:4], places[4:], random.Random(8))


def test_each_kind_is_done_by_gold_and_not_by_doing_nothing(phone: WorldPhone, maker: _Maker) -> None:
    price, text = _source("coffee"), _target("messages")
    for made in (
        maker._pair(_source("bank"), text),
        maker._summed(_source("market"), text),
        maker._twice(_source("calendar"), text),
        maker._compared(price, text),
        maker._forked(price, text),
    ):
        assert_doable(phone, _template(made))


@pytest.mark.parametrize("app", ["market", "coffee", "clock", "weather"])
def test_both_outcomes_of_a_condition_come(app: str, phone: WorldPhone, maker: _Maker) -> None:
    template = _template(maker._forked(_source(app), _target("notes")))
    values = [make_task(template, phone, number).values for number in range(12)]
    assert {one["c_is"] for one in values} == {0, 1}
    assert all({one["c_is"], one["c_not"]} == {0, 1} for one in values)


def test_amounts_are_added_up(phone: WorldPhone, maker: _Maker) -> None:
    template = _template(maker._summed(_source("market"), _target("messages")))
    for number in range(4):
        values = make_task(template, phone, number).values
        parts = [_cents(str(values[name])) for name in ("r_value", "s_value")]
        assert _cents(str(values["c_sum"])) == sum(parts)


def test_the_other_deed_of_two_is_wrong(phone: WorldPhone, maker: _Maker) -> None:
    template = _template(maker._forked(_source("coffee"), _target("messages")))
    *head, one, two = template.gold
    swapped = one._replace(value=two.value), two._replace(value=one.value)
    wrong = msgspec.structs.replace(template, gold=(*head, *swapped))
    task = make_task(template, phone, 5)
    started = begin(phone, template, task)
    done = perform(phone, Gold(wrong.gold, started.values, task.instruction, started.speech))
    assert not done.problem and verify(template, phone, started, done.ending).result == "failure"


def test_the_winner_has_less_or_more(phone: WorldPhone, maker: _Maker) -> None:
    for number in range(4):
        template = _template(maker._compared(_source("shop"), _target("messages")))
        task = make_task(template, phone, number)
        prices = {
            str(task.values[f"{one}_product"]): _cents(str(task.values[f"{one}_value"])) for one in "rs"
        }
        assert len(prices) == 2 and task.values["c_name"] in prices
        wanted = re.search(r"cheaper|less|dearer|more", task.instruction.lower())
        assert wanted is not None
        best = min if wanted[0] in ("cheaper", "less") else max
        assert prices[str(task.values["c_name"])] == best(prices.values())


def _cents(text: str) -> int:
    return round(float(text.replace("$", "").replace(",", "")) * 100)


def test_sizes_are_those_of_what_is_shown(phone: WorldPhone) -> None:
    for text, kind, size in (
        ("$1,234.50", "money", 1234.5), ("-$3.00", "money", 3), ("-4°", "number", -4),
        ("18 km/h", "number", 18), ("07:30", "time", 450), ("soon", "time", None),
    ):  # fmt: skip
        assert phone.state(f"SELECT {size_of(':x', kind)}", {"x": text})[0][0] == size


def test_names_of_a_second_half_are_others() -> None:
    read, write = second_read(_source("contacts").read), second_write(_target("mail").write)
    assert "r_" not in str((read.things, read.draw, read.gold)) and read.value == "s_value"
    assert "'got'" not in str(read.gold) and "got2" in str(read.gold)
    assert not re.search(r"\bw_", str(write)) and "{got}" in str(write.gold)


def test_ways_from_app_to_app() -> None:
    bills, trains, notes = PLACES["bills"], PLACES["trains"], PLACES["notes"]
    title = {"tap": "Northway Rail", "nth": 1}
    assert journey([(bills, []), (trains, [])])[2:] == [{"tap": "Close"}, title]
    assert journey([(bills, []), (notes, []), (trains, [])])[3:] == [{"open": "Hub"}, {"tap": "Close"}, title]
    assert journey([(notes, []), (notes, [])])[1:] == [{"close": "Notes"}, {"open": "Notes"}]
    assert journey([(trains, []), (trains, [])])[2:] == [{"close": "Hub"}, {"open": "Hub"}, title]


def test_no_name_for_a_built_in_app_could_mean_an_invented_one() -> None:
    own = Place(PLACES["notes"].sketch._replace(name="x0", tells=("train",)), "", "")
    trains = unmistaken(PLACES["trains"], [own])
    assert "the train app" in PLACES["trains"].sketch.called and "the train app" not in trains.sketch.called
    assert trains.way == PLACES["trains"].way and "the railway app" in trains.sketch.called


def test_three_tasks_in_a_row(phone: WorldPhone) -> None:
    own = [one for id, one in templates_for(SOMEBODY).items() if "/c" not in id]
    found = chains_of(own, own, FOLDER, random.Random(1)).values()
    three = [one for one in found if any(draw.name.endswith(MARK * 2) for draw in one.draws)]
    assert three and len(found) > len(three)
    assert_doable(phone, three[0])
