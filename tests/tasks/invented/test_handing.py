"""Handing: things of invented apps that are shared, paid, put in the calendar or called about elsewhere."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest

from phonebuddy.tasks.gold import Gold
from phonebuddy.tasks.invented.asking import Place
from phonebuddy.tasks.invented.desk.app import sketch_desk
from phonebuddy.tasks.invented.entering import entered
from phonebuddy.tasks.invented.handing import deeds
from phonebuddy.tasks.invented.handing.checking import check_handing
from phonebuddy.tasks.invented.handing.deeds import FORMS, PING, with_handing
from phonebuddy.tasks.invented.handing.plan import PAGE, PATH, Plan, things
from phonebuddy.tasks.invented.handing.tasks import handings, said
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Data, Sketch
from phonebuddy.tasks.invented.sketch import Gold as Way
from phonebuddy.tasks.invented.village import FOLDER, write_app
from phonebuddy.tasks.perform import perform
from phonebuddy.tasks.task import make_task
from phonebuddy.tasks.template import Step, TaskTemplate
from phonebuddy.tasks.trial import begin
from phonebuddy.tasks.verify import verify
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented import damaged
from tests.tasks.invented.golds import UNDISTURBED, assert_doable

SEEDS = (2, 1)
"""One app with a button for each purse, and one that lets the phone ask."""


@lru_cache(maxsize=1)
def _plain() -> Sketch:
    return sketch_desk("desk0", random.Random("handing/1"))


@lru_cache
def _sketch(seed: int) -> Sketch:
    """The app with its list and everything that can be asked about it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(deeds, "OFTEN", 1.0)
        patch.setattr(deeds, "NUM_FORMS", len(FORMS))
        return with_handing(_plain(), random.Random(seed))


def _is_row(step: Step) -> bool:
    """Whether it opens the thing, by its name or by the line under it."""
    return bool({"slip", "line"} & set(step.value.pieces))


class _Phone(NamedTuple):
    phone: WorldPhone
    templates: dict[str, TaskTemplate]

    def one(self, form: str) -> TaskTemplate:
        return next(one for name, one in self.templates.items() if name.endswith(f"_{form}"))

    def is_done(self, form: str, by: str) -> bool:
        """Whether the gold of one form reaches the goal of another, about the same thing."""
        template = self.one(form)
        task = make_task(template, self.phone, UNDISTURBED)
        started = begin(self.phone, template, task)
        (row,) = filter(_is_row, template.gold)
        steps = tuple(row if _is_row(step) else step for step in self.one(by).gold)
        done = perform(self.phone, Gold(steps, started.values, task.instruction, started.speech))
        assert not done.problem, done.problem
        return verify(template, self.phone, started, done.ending).is_success


@pytest.fixture(scope="module", params=SEEDS)
def phone(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> _Phone:
    sketch, is_mini = _sketch(request.param), request.param == SEEDS[1]
    folder = write_app(tmp_path_factory.mktemp("handing"), sketch, is_mini)
    image = build_image(extend_apps(default_apps(), [folder]), 10_000)
    place = Place(sketch, "hub" if is_mini else "", "Hub")
    return _Phone(WorldPhone(image), read_templates(handings([place], random.Random(3)), FOLDER, image.apps))


def test_every_form_is_done_by_its_gold_and_not_by_nothing(phone: _Phone) -> None:
    assert len(phone.templates) == len(FORMS)
    for template in phone.templates.values():
        assert_doable(phone.phone, template)


@pytest.mark.parametrize(
    ("form", "by"), [("hub", "bank"), ("bank", "hub"), ("mark", "hub"), ("hub", "mark"), ("note", "calendar")]
)
def test_another_way_out_of_the_app_does_not_count(phone: _Phone, form: str, by: str) -> None:
    assert phone.is_done(form, form)
    assert not phone.is_done(form, by)


def test_the_answer_that_the_phone_gets_is_the_one_that_was_said(tmp_path: Path) -> None:
    plan = Plan("desk0", "walks", "My walks", random.Random(1))
    assert plan.is_asking
    sketch = deeds._added(_plain(), plan, *_way_in())
    image = build_image(extend_apps(default_apps(), [write_app(tmp_path, sketch, False)]), 10_000)
    phone = WorldPhone(image)
    data: Data = {}
    for answer in deeds.ANSWERS:
        maker = deeds._Maker(plan, _way_in()[1], "name")
        maker._answer = answer
        (made,) = handings(
            [Place(sketch._replace(handed=(maker.made(PING),)), "", "")], random.Random(1)
        ).values()
        data[f"ping_{answer or 'any'}"] = made
    templates = {one.id.rpartition("_")[2]: one for one in read_templates(data, FOLDER, image.apps).values()}
    same = _Phone(phone, {f"_{name}": one for name, one in templates.items()})
    for name, template in templates.items():
        assert_doable(phone, template)
        done_by = {by for by in templates if same.is_done(name, by)}
        assert done_by == {"any": {"any", "once", "always"}, "always": {"any", "always"}}.get(name, {name})


def _way_in() -> tuple[Data, Way]:
    start = _plain().app["pages"][_plain().app["start"]]
    found = entered(start, "My walks", "hiking", PAGE)
    assert found is not None
    return found


def test_the_two_apps_differ_in_who_asks_for_the_purse() -> None:
    shown = [str(_sketch(seed).app["pages"]["handed_one"]) for seed in SEEDS]
    assert ["'to': 'hub'" in one for one in shown] == [True, False]


@pytest.mark.parametrize("seed", range(12))
def test_twins_have_one_name_and_no_line_stands_twice(seed: int) -> None:
    rows = Plan("desk0", "walks", "My walks", random.Random(seed)).rows
    pairs = [[one for one in rows if one["slip"] == name] for name in {one["slip"] for one in rows}]
    twins = [pair for pair in pairs if len(pair) > 1]
    assert sorted(len({one["who"] for one in pair}) for pair in twins) == [1, 2]
    lines = [(str(one["at"]), one["who"]) for one in rows]
    assert len(set(lines)) == len(lines) and any(one["paid"] for one in rows)


def test_a_sentence_names_the_app_and_nobody_twice() -> None:
    sketch = _sketch(SEEDS[0])
    for one in sketch.handed:
        for seed in range(40):
            way = said(sketch, one, random.Random(seed))
            assert sketch.title in way or any(word in way for word in sketch.tells), way
            assert way.count("{who}") <= 1 or "{who}" not in "".join(one.deed.says), way
            assert "{it}" not in way.lower() and "purse}" not in way.lower(), way


def test_a_full_bar_gives_no_way_in() -> None:
    icons: list[Data] = [
        {"icon_button": "star", "label": str(at), "on_tap": [{"back": None}]} for at in range(3)
    ]
    start: Data = {"top": {"top_bar": "Full", "actions": icons}}
    assert entered(start, "Walks", "hiking", "handed") is None
    found = entered({"top": {"top_bar": "Free", "actions": icons[:2]}}, "Walks", "hiking", "handed")
    assert found is not None and found[1] == [{"tap": "Walks"}]


def test_an_app_that_has_such_a_list_already_gets_none() -> None:
    taken = _plain()._replace(
        app=_plain().app | {"titles": [one for kind in things()["lists"].values() for one in kind["titles"]]}
    )
    assert all(not with_handing(taken, random.Random(seed)).handed for seed in range(20))


def test_the_files_are_sound() -> None:
    check_handing(PATH.parent)


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("frames.yaml", "pay {it} with {purse}", "pay {it}", "{it}, {purse} and nothing else"),
        ("frames.yaml", "keep {it} as a note", "keep {that} as a note", "{it} and nothing else"),
        ("frames.yaml", "call:\n", "ring:\n", "there are no ways 'call'"),
        (
            "frames.yaml",
            "text {friend} all the details of {it}",
            "share {it} with {friend} by message",
            "twice",
        ),
        ("things.yaml", "[Share, Pass on,", "[Share, Withdraw,", "'drop' and 'share' are both called"),
        ("things.yaml", "  never:\n", "  no:\n", "there are no answers 'never'"),
        ("things.yaml", '"my {n} {slip}",', '"my {n}",', "'my {n}' does not say {slip}"),
        ("things.yaml", "nouns: [walk, guided walk, outing]", "nouns: []", "'walks' has 0 'nouns'"),
    ],
)
def test_what_is_wrong_with_the_files_is_told(
    tmp_path: Path, file: str, old: str, new: str, says: str
) -> None:
    files = (PATH.with_name(one) for one in ("frames.yaml", "things.yaml"))
    said = damaged.complaint(check_handing, files, tmp_path, file, old, new)
    assert says in said
