"""Looking: one of some things, several facts at once, things that are not there though others sound alike."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest

from phonebuddy.errors import AppError
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.deciding.limits import LIMIT, OVER, SAME, UNDER
from phonebuddy.tasks.invented.desk.app import sketch_desk
from phonebuddy.tasks.invented.looking.checking import check_looking
from phonebuddy.tasks.invented.looking.choosing import Asked, draws
from phonebuddy.tasks.invented.looking.deeds import NUM_LOOKING, looking_deeds
from phonebuddy.tasks.invented.looking.facts import facts_deed
from phonebuddy.tasks.invented.looking.pages import BACK, pages_of
from phonebuddy.tasks.invented.looking.sought import sought_deed, there_deed
from phonebuddy.tasks.invented.looking.which import which_deed, which_done
from phonebuddy.tasks.invented.looking.words import PATH, denied, framed, relative, said_of
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Data, Deed, Read, Sketch
from phonebuddy.tasks.invented.village import FOLDER, write_app
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.task import Task, draw_values, make_task, rows_of
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Ending, Started, begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import UNDISTURBED, assert_doable

FORMS = {
    "which": which_deed,
    "done": which_done,
    "facts": facts_deed,
    "sought": sought_deed,
    "there": there_deed,
}


@lru_cache(maxsize=1)
def _sketch() -> Sketch:
    return sketch_desk("desk0", random.Random("wh/4"))


def _made(form: str, seed: int = 0) -> Deed:
    found = FORMS[form](_sketch(), random.Random(f"{form}/{seed}"))
    assert found is not None, "this app has all that the form needs"
    return found


class _Phone(NamedTuple):
    phone: WorldPhone
    templates: dict[str, TaskTemplate]

    def begun(self, form: str) -> tuple[TaskTemplate, Task, Started]:
        template = self.templates[f"{FOLDER}/desk0_{form}"]
        task = make_task(template, self.phone, UNDISTURBED)
        return template, task, begin(self.phone, template, task)


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> _Phone:
    folder: Path = tmp_path_factory.mktemp("looking")
    image = build_image(extend_apps(default_apps(), [write_app(folder, _sketch(), is_mini=False)]), seed=0)
    place, chance = Place(_sketch(), "", ""), random.Random("looking")
    found: Data = {}
    for form in FORMS:
        for seed in range(3):
            name = form if seed == 0 else f"{form}{seed}"
            found |= templates_of(place.asked_for([_made(form, seed)._replace(name=name)]), chance)
    return _Phone(WorldPhone(image, LOOK), read_templates(found, FOLDER, image.apps))


def test_every_gold_reaches_its_goal(phone: _Phone) -> None:
    assert len(phone.templates) == 3 * len(FORMS)
    for template in phone.templates.values():
        assert_doable(phone.phone, template)


def test_naming_another_or_all_of_them_fails(phone: _Phone) -> None:
    template, _, started = phone.begun("which")
    right, second = (str(started.values[f"{role}_name"]) for role in ("right", "second"))
    for said, is_right in ((right, True), (second, False), (f"{right} or {second}", False), ("None", False)):
        verdict = verify(template, phone.phone, started, Ending("finish", said))
        assert verdict.is_success is is_right, said


def test_all_of_them_are_named_and_looked_at_before_the_answer() -> None:
    for seed in range(6):
        deed = _made("which", seed)
        slots = [slot for slot in ("name_a", "name_b", "name_c") if f"{{{slot}}}" in deed.says[0]]
        assert len(slots) >= 2 and all(f"{{{slot}}}" in way for way in deed.says for slot in slots)
        touched = [step["tap"] for step in deed.gold if str(step.get("tap", "")).startswith("{name_")]
        assert touched == [f"{{{slot}}}" for slot in slots]
        assert deed.gold.count(BACK) == len(slots) - 1 and "right_name" not in " ".join(deed.says)


def test_a_deed_is_done_to_the_one_that_is_meant_and_to_no_other(phone: _Phone) -> None:
    tried = 0
    for form in ("done", "done1", "done2"):
        template, task, started = phone.begun(form)
        assert started.values["name"] == started.values["right_name"]
        wrong = {**started.values, "name": started.values["second_name"]}
        done = perform(phone.phone, Gold(template.gold, wrong, task.instruction, started.speech))
        assert not verify(template, phone.phone, started, done.ending).is_success
        tried += not done.problem  # some have it done to them already
    assert tried


@lru_cache(maxsize=1)
def _reads() -> dict[str, Read]:
    return {read.kind: read for page in pages_of(_sketch().reads, random.Random(0)) for read in page.reads}


@pytest.mark.parametrize("is_denied", [False, True])
@pytest.mark.parametrize("measure", [OVER, UNDER, SAME])
def test_exactly_one_of_them_is_meant(phone: _Phone, measure: str, is_denied: bool) -> None:
    read = _reads()["text" if measure == SAME else "money"]
    asked = Asked(read, measure, 2 if measure == SAME else 3, is_denied)
    told = " ".join(f"{{{slot}}}" for slot in (*asked.slots, LIMIT))
    deed = Deed("one", (told,), [{"answer": "{right_name}"}], [{"answer": "{right_name}"}], {}, draws(asked))
    data = templates_of(Place(_sketch(), "", "").asked_for([deed]), random.Random(0))
    (template,) = read_templates(data, FOLDER, phone.phone.image.apps).values()
    for seed in range(10):
        values = draw_values(template, phone.phone, random.Random(seed))
        held = {role: _holds(values, role, measure) for role in ("right", *asked.others)}
        assert held == {role: (role == "right") != is_denied for role in held}
        assert {values[slot] for slot in asked.slots} == {values[f"{role}_name"] for role in held}


def _holds(values: Data, role: str, measure: str) -> bool:
    value, limit = str(values[f"{role}_value"]), str(values[LIMIT])
    if measure == SAME:
        return value == limit
    size, bound = (float(one.replace("$", "").replace(",", "")) for one in (value, limit))
    return size > bound if measure == OVER else size < bound


def test_an_answer_without_one_of_the_facts_is_none(phone: _Phone) -> None:
    template, _, started = phone.begun("facts")
    told = [str(value) for name, value in started.values.items() if name.startswith("r_told")]
    assert len(told) >= 3
    for missing in told:
        rest = Ending("finish", "; ".join(one for one in told if one != missing))
        assert not verify(template, phone.phone, started, rest).is_success
    assert verify(template, phone.phone, started, Ending("finish", "; ".join(told))).is_success


def test_a_name_that_is_not_there_is_made_of_two_that_are(phone: _Phone) -> None:
    _, task, started = phone.begun("sought")
    ghost = str(started.values["ghost"])
    names = {str(row[0]) for row in rows_of(phone.phone, "SELECT name FROM desk0_thing", {}, "names")}
    first, rest = ghost.split(" ", 1)
    assert ghost in task.instruction and not any(ghost in name or name in ghost for name in names)
    assert any(name.startswith(f"{first} ") for name in names)
    assert any(name.endswith(f" {rest}") for name in names)


def test_whether_it_is_there_is_not_to_be_heard() -> None:
    sought, there = (
        {way for seed in range(40) for way in _plain(_made(form, seed))} for form in ("sought", "there")
    )
    assert len(sought & there) > 20


def _plain(deed: Deed) -> list[str]:
    return [way.replace("{ghost}", "{name}").replace("{r_name}", "{name}") for way in deed.says]


def test_an_app_of_people_is_not_asked_which_of_them_it_is() -> None:
    reads = [read._replace(asks=("who pays for the tenant {r_name}?",)) for read in _sketch().reads]
    people = _sketch()._replace(reads=tuple(reads))
    assert which_deed(people, random.Random(0)) is None and facts_deed(people, random.Random(0)) is None


def test_an_app_without_reads_has_no_such_tasks() -> None:
    assert looking_deeds(_sketch()._replace(reads=()), random.Random(0)) == []
    assert len(looking_deeds(_sketch(), random.Random(0))) == NUM_LOOKING


def test_a_value_behind_other_names_than_that_of_its_thing_is_left_out() -> None:
    read = _sketch().reads[0]
    other = read._replace(gold=[{"tap": "{r_kind}"}, *read.gold])
    untitled = read._replace(gold=[{"type": "{r_name}"}, *read.gold])
    assert pages_of([read], random.Random(0)) and not pages_of([other, untitled], random.Random(0))


@pytest.mark.parametrize(
    ("clause", "said"),
    [
        ("its price is over $3", "whose price is over $3"),
        ("it begins at 08:00", "that begins at 08:00"),
        ("the evening time of it is 20:00", "whose evening time is 20:00"),
        ("I owe $3 on it", "where I owe $3 on it"),
        ("its owner is who sold it", "where its owner is who sold it"),
    ],
)
def test_what_is_said_of_it_stands_behind_the_one(clause: str, said: str) -> None:
    assert relative(clause) == said


def test_a_question_or_a_verb_is_made_where_there_is_one() -> None:
    assert said_of("its price is $3")["whose"] == "whose price is $3"
    assert said_of("it begins at 08:00")["does"] == "begins at 08:00"
    assert said_of("I owe $3 on it").keys() == {"rel", "if"}


def test_only_what_is_can_be_denied_by_a_word() -> None:
    assert denied("its price is over $3") == "its price is not over $3"
    assert denied("it begins at 08:00") == ""


def test_a_frame_is_taken_only_if_all_of_its_parts_are_there() -> None:
    ways = {framed("sought_done", {"do": "close it"}, random.Random(seed)) for seed in range(200)}
    assert len(ways) > 10 and not any("{" in way for way in ways)


def test_the_frames_are_whole() -> None:
    check_looking(PATH)


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("picks_is:", "picks_are:", "nothing is said by 'picks_are'"),
        ("picks_is:", "picks_are:", "there are no ways 'picks_is'"),
        ("which of {all} is the one {rel}?", "which is the one {rel}?", "{all} or {any} is wanted"),
        (
            "which of {all} is the one {rel}?",
            "which of {all} is it?",
            "{rel} or {if} or {whose} or {does} is wanted",
        ),
        ("{any}: which is the one {rel}?", "which of {all} is the one {rel}?", "stands there twice"),
        (
            "which of {all} is the one {rel}?",
            "{who} of {all} is the one {rel}?",
            "nothing is filled in for who",
        ),
        ("look for {it} first, then {doit}", "{doit}, but look for {it} first", "{it} has to stand before"),
    ],
)
def test_what_is_wrong_with_the_frames_is_said(tmp_path: Path, old: str, new: str, wanted: str) -> None:
    text = PATH.read_text("utf-8")
    assert old in text
    assert wanted in _complaint(tmp_path, text.replace(old, new, 1))


def test_a_form_is_said_in_many_ways(tmp_path: Path) -> None:
    before, _, _ = PATH.read_text("utf-8").partition("sought_done:\n")
    complaint = _complaint(tmp_path, f'{before}sought_done:\n  - "{{do}}"\n')
    assert "'sought_done' is said in 1 ways; at least 40 are needed" in complaint


def _complaint(folder: Path, text: str) -> str:
    path = folder / "frames.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(AppError) as caught:
        check_looking(path)
    return str(caught.value)
