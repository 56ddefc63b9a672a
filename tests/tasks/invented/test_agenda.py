"""Agenda: invented apps about when things are, the words they are asked in, what their tasks must not do."""

from __future__ import annotations

import copy
import random
import re

import pytest

from phonebuddy.errors import TaskError
from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.agenda.app import sketch_agenda
from phonebuddy.tasks.invented.agenda.data import (
    FORMS,
    HELD,
    OWED,
    checked_domains,
    checked_words,
    domains,
    words,
)
from phonebuddy.tasks.invented.agenda.plan import Plan
from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.sketch import Sketch
from phonebuddy.tasks.invented.village import FOLDER, _yaml, write_app
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.reading import parse_templates
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import Image, build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import UNDISTURBED, assert_doable


def _sketch(number: int) -> Sketch:
    return sketch_agenda(f"agenda{number}", random.Random(f"test/{number}"))


def _chosen() -> list[int]:
    """One app of each sort and way to edit, so that every page is met."""
    found: dict[tuple[bool, str, str], int] = {}
    for number in range(60):
        plan = Plan("agenda", random.Random(f"test/{number}"))
        found.setdefault((plan.is_held, plan.editing, plan.times), number)
    return sorted(found.values())


CHOSEN = _chosen()


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    folder = tmp_path_factory.mktemp("agenda")
    folders = [write_app(folder, _sketch(number), is_mini=False) for number in CHOSEN]
    return build_image(extend_apps(default_apps(), folders), seed=0)


def _templates(image: Image, number: int) -> dict[str, TaskTemplate]:
    made = templates_of(Place(_sketch(number), "", ""), random.Random(number))
    return parse_templates(_yaml(made), FOLDER, image.apps)


def test_the_same_chance_gives_the_same_app() -> None:
    assert _sketch(0) == _sketch(0) != _sketch(1)


def test_apps_differ_in_build_and_labels() -> None:
    made = [_sketch(number) for number in range(24)]
    assert len({one.title for one in made}) > 14
    assert len({tuple(sorted(one.app["pages"])) for one in made}) >= 4
    for one in made:
        assert 12 <= len({deed.name for deed in one.deeds}) == len(one.deeds)
        assert all(len(set(deed.says)) >= 24 for deed in one.deeds)


def test_no_two_slots_of_an_app_are_called_alike() -> None:
    for number in range(60):
        plan = Plan("agenda", random.Random(number))
        labels = [one.label for one in plan.slots.values()]
        assert len(set(labels)) == len(labels) and not set(labels) & set(plan.words.values())


@pytest.mark.parametrize("number", CHOSEN)
def test_every_gold_reaches_its_goal_and_doing_nothing_does_not(image: Image, number: int) -> None:
    phone = WorldPhone(image, LOOK)
    for template in _templates(image, number).values():
        assert_doable(phone, template)


def test_the_neighbour_is_not_what_was_asked_for(image: Image) -> None:
    """Gold of `ends later` on the start, of `no reminder` on the deadline: not done."""
    phone, tried = WorldPhone(image, LOOK), 0
    for number in CHOSEN:
        plan, templates = Plan("agenda", random.Random(f"test/{number}")), _templates(image, number)
        pair = ("starts", "ends", "end_later") if plan.is_held else ("due", "begins", "begins_set")
        wrong, right = plan.slots[pair[0]].label, plan.slots[pair[1]].label
        sketch, name = _sketch(number), f"agenda{number}_{pair[2]}"
        made = templates_of(Place(sketch, "", ""), random.Random(number))
        text = _yaml({name: made[name]}).replace(f"tap: {right}\n", f"tap: {wrong}\n")
        text = text.replace(f"replace: {right}\n", f"replace: {wrong}\n")
        template = next(iter(parse_templates(text, FOLDER, image.apps).values()))
        assert template.gold != templates[f"invented/{name}"].gold
        task = make_task(template, phone, UNDISTURBED)
        started = begin(phone, template, task)
        done = perform(phone, Gold(template.gold, started.values, task.instruction, started.speech))
        assert not verify(template, phone, started, done.ending).is_success, name
        tried += 1
    assert tried == len(CHOSEN) >= 6


def test_a_deadline_goes_and_its_thing_stays(image: Image) -> None:
    owed = [one for one in CHOSEN if not Plan("agenda", random.Random(f"test/{one}")).is_held]
    for number in owed:
        template = _templates(image, number)[f"invented/agenda{number}_undue"]
        assert all("delete" not in str(rule) for rule in template.allow)


def test_there_are_many_domains_of_both_sorts() -> None:
    abouts = [one["about"] for one in domains().values()]
    assert min(abouts.count(HELD), abouts.count(OWED)) >= 10


def test_most_ways_do_without_the_label() -> None:
    facts, forms = words()["facts"], words()["forms"]
    column = {"start": "starts", "end": "ends", "day": "day", "ping": "ping", "due": "due", "undue": "due"}
    for form, name in column.items():
        labels = "|".join(re.escape(one) for one in facts[name]["labels"])
        ways = [way for kind in forms[form].values() for way in kind]
        said = [way for way in ways if re.search(rf"\b(?:{labels})\b", way, re.IGNORECASE)]
        assert len(said) < 0.6 * len(ways), form


def test_what_is_wrong_with_the_words_is_told_with_the_fix() -> None:
    broken = copy.deepcopy(words())
    broken["forms"]["whole"]["any"] = ["make {it} last until {v}", "{it}: all day", "{it}: all day"]
    broken["forms"]["week"]["sooner"] = broken["forms"]["week"].pop("any")
    broken["forms"]["sart"] = broken["forms"].pop("start")
    broken["facts"]["due"]["asks"] = ["when is {it} due"]
    with pytest.raises(TaskError) as caught:
        checked_words(broken)
    told = str(caught.value)
    for part in (
        "whole: 3 ways; give 40 or more",
        "whole: said twice: '{it}: all day'",
        "whole: a way names {it}, all of them: 'make {it} last until {v}'",
        "week: 'sooner' means nothing",
        "forms: 'start' is missing",
        "'sart' means nothing (did you mean 'start'?)",
        "due: 1 asks; give 8 or more",
        "due: a question ends so: 'when is {it} due'",
    ):
        assert part in told, part
    assert set(words()["forms"]) == set(FORMS)


def test_what_is_wrong_with_a_domain_is_told_with_the_fix() -> None:
    broken = copy.deepcopy({"lesson": domains()["lesson"], "chore": domains()["chore"]})
    broken["lesson"]["about"] = "hold"
    broken["lesson"]["names"] = ["Algebra", "Algebra with Nora"]
    broken["chore"]["tittles"] = broken["chore"].pop("titles")
    with pytest.raises(TaskError) as caught:
        checked_domains(broken)
    told = str(caught.value)
    assert "lesson: 'about' is held or owed, not 'hold'" in told and "2 names; give 18 or more" in told
    assert "'Algebra' and 'Algebra with Nora' hold each other" in told
    assert "chore: 'titles' is missing" in told and "(did you mean 'titles'?)" in told
