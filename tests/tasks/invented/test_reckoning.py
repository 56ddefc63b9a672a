"""Reckoning: what comes of values is told or written, and nothing else will do."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from phonebuddy.errors import AppError, TaskError
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.agenda.app import sketch_agenda
from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.bridges import bridges
from phonebuddy.tasks.invented.desk.app import sketch_desk
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.reckoning.amounts import (
    AFTER,
    BEFORE,
    BETWEEN,
    DIFFERENCE,
    FORMS,
    PART,
    SPLIT,
    SUM,
    TIMES,
    checked,
    written,
)
from phonebuddy.tasks.invented.reckoning.carried import offers, reckoned
from phonebuddy.tasks.invented.reckoning.cases import Case, Option, options_of
from phonebuddy.tasks.invented.reckoning.checking import check_reckoning
from phonebuddy.tasks.invented.reckoning.data import PATH, frames
from phonebuddy.tasks.invented.reckoning.deeds import _deed
from phonebuddy.tasks.invented.reckoning.looks import can_look_again, looks_at
from phonebuddy.tasks.invented.reckoning.words import ReckoningWords
from phonebuddy.tasks.invented.shop.app import sketch_shop
from phonebuddy.tasks.invented.sketch import Data, Read, Sketch
from phonebuddy.tasks.invented.village import FOLDER, write_app
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, Started, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from phonebuddy.world.spec.template import Template as Text
from tests.tasks.invented.golds import UNDISTURBED, assert_doable

COPIED = Text(("SELECT :got",))
"""What somebody works out who only copies what was read first."""
_NUMBER = re.compile(r"\d[\d,.:]*")


class _Phone(NamedTuple):
    phone: WorldPhone
    told: dict[str, TaskTemplate]
    """One for each form and app."""
    carried: dict[str, TaskTemplate]

    def begun(self, template: TaskTemplate) -> Started:
        return begin(self.phone, template, make_task(template, self.phone, UNDISTURBED))

    def drawn(self, templates: dict[str, TaskTemplate]) -> list[TaskTemplate]:
        """Those for which the phone has values."""
        return [one for one in templates.values() if self._can_be_made(one)]

    def _can_be_made(self, template: TaskTemplate) -> bool:
        try:
            make_task(template, self.phone, UNDISTURBED)
        except TaskError:
            return False
        return True


def _sketches() -> list[Sketch]:
    chance = random.Random("reckoning/1")
    return [sketch_agenda("agenda0", chance), sketch_shop("shop1", chance), sketch_desk("desk2", chance)]


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> _Phone:
    folder: Path = tmp_path_factory.mktemp("reckoning")
    made, chance = _sketches(), random.Random("reckoning")
    apps = extend_apps(default_apps(), [write_app(folder, one, is_mini=False) for one in made])
    image = build_image(apps, seed=0)
    places = [Place(one, "", "") for one in made]
    others = [Place(one, apps.apps[one.name].manifest.host, "Hub") for one in bridges()]
    told: Data = {}
    for place in places:
        options = options_of(place.sketch.reads)
        deeds = [_deed(chance.choice(options[form]).drawn(chance), chance) for form in options]
        told |= templates_of(place.asked_for(deeds), chance)
    carried = reckoned(offers(places), offers(others), [*places, *others], chance)
    read = (read_templates(one, FOLDER, image.apps) for one in (told, carried))
    return _Phone(WorldPhone(image, LOOK), *read)


def test_every_gold_reaches_its_goal(phone: _Phone) -> None:
    every = [*phone.drawn(phone.told), *phone.drawn(phone.carried)]
    assert len(every) >= 0.8 * (len(phone.told) + len(phone.carried))
    for template in every:
        assert_doable(phone.phone, template)


def test_all_forms_are_asked_for(phone: _Phone) -> None:
    assert {id.rpartition("_")[2] for id in phone.told} == set(FORMS)


def test_only_the_result_is_right(phone: _Phone) -> None:
    for template in phone.drawn(phone.told):
        started = phone.begun(template)
        values = [str(value) for name, value in started.values.items() if name.endswith("_value")]
        result = str(started.values["c_result"])
        for said in (*values, ", ".join(values), f"{result}7", f"1{result.lstrip('$')}"):
            verdict = verify(template, phone.phone, started, Ending("finish", said))
            assert not verdict.is_success, (template.id, said, result)
        assert verify(template, phone.phone, started, Ending("finish", f"So: {result}.")).is_success


def test_the_answer_holds_one_number(phone: _Phone) -> None:
    for template in phone.drawn(phone.told):
        task = make_task(template, phone.phone, UNDISTURBED)
        started = begin(phone.phone, template, task)
        done = perform(phone.phone, Gold(template.gold, started.values, task.instruction, started.speech))
        result = started.values["c_result"]
        assert len(_NUMBER.findall(done.ending.said)) == 1 and str(result) in done.ending.said


def test_whoever_writes_the_value_itself_fails(phone: _Phone) -> None:
    for template in phone.drawn(phone.carried):
        task = make_task(template, phone.phone, UNDISTURBED)
        started = begin(phone.phone, template, task)
        wrong = {**started.values, "c_n": 9}
        short = tuple(
            step if step.word != "work_out" else step._replace(options=(("as", COPIED),))
            for step in template.gold
        )
        done = perform(phone.phone, Gold(short, wrong, task.instruction, started.speech))
        assert not verify(template, phone.phone, started, done.ending).is_success, template.id


@pytest.mark.parametrize(
    ("form", "kind", "values", "count", "result"),
    [
        (SUM, "money", ["$57.02", "$1,250.50", "$0.48"], 0, "$1,308.00"),
        (SUM, "number", ["45 min", "80 min"], 0, "125 min"),
        (SUM, "number", ["12.5 km", "0.5 km"], 0, "13.0 km"),
        (DIFFERENCE, "money", ["$100.10", "$0.15"], 0, "$99.95"),
        (DIFFERENCE, "number", ["64 %", "45 %"], 0, "19 %"),
        (TIMES, "money", ["$19.99"], 3, "$59.97"),
        (PART, "number", ["237 min"], 3, "79 min"),
        (SPLIT, "money", ["$26.70"], 5, "$5.34"),
        (BEFORE, "time", ["08:15"], 90, "06:45"),
        (AFTER, "time", ["22:50"], 20, "23:10"),
        (BETWEEN, "time", ["09:40", "12:05"], 0, "145"),
    ],
)
def test_results_are_written_like_the_first_value(
    phone: _Phone, form: str, kind: str, values: list[str], count: int, result: str
) -> None:
    named = {f"v{at}": value for at, value in enumerate(values)} | ({"c_n": count} if count else {})
    names = [f":v{at}" for at in range(len(values))]
    sql = f"SELECT {written(form, kind, names)}, {checked(form, kind, names)}"
    ((told, number),) = phone.phone.state(sql, named)
    assert told == result and str(number) == result.partition(" ")[0]


def _read(things: tuple[str, ...], kind: str = "money", **parts: Any) -> Read:
    draw = {"read": "SELECT name AS r_name, price AS r_value FROM app_thing"}
    gold = [{"tap": "{r_name}"}, {"read": "got", "near": "Price"}]
    return Read(kind, things, (), draw, "r_value", gold)._replace(**parts)


PRICE = _read(("the price of {r_name}", "the price of the lamp {r_name}", "what {r_name} costs"))
STARTS = _read(("the time {r_name} starts", "when {r_name} starts"), "time")
ENDS = _read(("the time {r_name} is over",), "time")


def _cases() -> list[Case]:
    chance = random.Random(0)
    facts = _read(("the fee for {r_name}",))._replace(
        gold=[{"tap": "{r_name}"}, {"read": "got", "near": "Fee"}]
    )
    options = options_of((PRICE, facts, STARTS, ENDS))
    return [option.drawn(chance) for form in options for option in options[form] for _ in range(3)]


def test_a_sentence_names_every_value_and_how_many() -> None:
    assert {case.form for case in _cases()} == set(FORMS)
    for case in _cases():
        words = ReckoningWords(case, random.Random(1))
        needed = {f"{{{letter}_name}}" for letter in "rsuv"[: 1 if case.is_one else len(case.reads)]}
        needed |= {"{c_many}"} if case.counts else set()
        for said in [words.asked() for _ in range(60)] + [words.noun() for _ in range(20)]:
            assert set(re.findall(r"\{\w+\}", said)) == needed, (case.form, said)


def test_times_of_two_things_are_apart_by_the_clock_alone() -> None:
    several = Option(BETWEEN, (STARTS,), is_one=False).drawn(random.Random(0))
    words = ReckoningWords(several, random.Random(0))
    for _ in range(80):
        assert re.search(r"\bclock\b|\bday\b", said := words.asked()), said
    lasts = ReckoningWords(Option(BETWEEN, (STARTS, ENDS)).drawn(random.Random(0)), random.Random(0))
    assert any("{r_name} take" in lasts.asked() for _ in range(80))


@pytest.mark.parametrize(
    ("read", "forms"),
    [
        (_read(("the rating of {r_name}",), "number"), {DIFFERENCE}),
        (_read(("the member number of {r_name}",), "number"), set()),
        (_read(("the number of pages of {r_name}",), "number"), {SUM, DIFFERENCE, TIMES, PART}),
        (_read(("the balance of {r_name}",)), {SUM, DIFFERENCE, PART}),
        (_read(("up to which hour {r_name} is on",), "time"), set()),
        (_read(("the total price of my lamps",)), {TIMES, PART, SPLIT}),
    ],
)
def test_what_can_be_reckoned_with(read: Read, forms: set[str]) -> None:
    assert set(options_of((read,))) == forms


def test_percents_are_not_added_up() -> None:
    draw = {"read": "SELECT name AS r_name, done || ' %' AS r_value FROM app_thing"}
    read = _read(("the number of pages done of {r_name}",), "number", draw=draw)
    assert set(options_of((read,))) == {DIFFERENCE}


def test_gold_goes_back_between_two_things_and_not_between_two_facts() -> None:
    several = Option(SUM, (PRICE,), is_one=False).drawn(random.Random(3))
    back = [step for step in several.gold if step == {"press": "back"}]
    assert len(back) == len(several.reads) - 1
    assert {"press": "back"} not in Option(BETWEEN, (STARTS, ENDS)).drawn(random.Random(0)).gold


def test_a_search_is_written_anew_for_the_next_thing() -> None:
    typed = {"type": "{r_name}", "into": "Search"}
    case = Option(DIFFERENCE, (PRICE._replace(gold=[typed, *PRICE.gold]),), is_one=False).drawn(
        random.Random(0)
    )
    looks = looks_at(case.reads, is_one=False)
    assert looks[0] == typed and looks[4] == {"replace": "Search", "with": "{s_name}"}


def test_a_value_two_pages_deep_is_not_read_of_several_things() -> None:
    deep = PRICE._replace(gold=[{"tap": "{r_name}"}, {"tap": "Details"}, {"read": "got", "near": "Price"}])
    assert can_look_again(PRICE) and not can_look_again(deep)
    assert SUM not in options_of((deep,)) and SPLIT in options_of((deep,))


def test_the_data_is_sound() -> None:
    check_reckoning(PATH)
    assert all(len(frames()[form]["asks"]) >= 40 for form in FORMS)


@pytest.mark.parametrize(
    ("right", "wrong", "complaint"),
    [
        ('add up {any}"', 'add it up"', "{all} or {any} or {names} is wanted"),
        ("split {x} among {n} and", "split {x} among us and", "{a} and {n} or {n} and {x} is wanted"),
        ("what is {n} of {a}?", "how much is {n} of {a}?", "stands there twice"),
        ("It is {r} together.", "It is 5 together.", "{r} is wanted once"),
        ("half: 2", "half: 1", "is a number over 1"),
        ("\nbetween:\n", "\nbetwixt:\n", "there is no form 'between'"),
        ("  rates: '", "  rates: '(", "'rates' is no pattern"),
    ],
)
def test_what_is_wrong_with_the_data_is_said(tmp_path: Path, right: str, wrong: str, complaint: str) -> None:
    text = PATH.read_text("utf-8")
    assert right in text
    place = tmp_path / PATH.name
    place.write_text(text.replace(right, wrong), encoding="utf-8")
    with pytest.raises(AppError) as found:
        check_reckoning(place)
    assert complaint in str(found.value) and f"{PATH.name}:" in str(found.value)
