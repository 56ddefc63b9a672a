"""Levels: sliders, and several settings at once: every part counts and nothing else may change."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.control.knobs import LEVEL
from phonebuddy.tasks.invented.desk.app import sketch_desk
from phonebuddy.tasks.invented.levels.checking import check_levels
from phonebuddy.tasks.invented.levels.deeds import _goal, _several, level_deeds
from phonebuddy.tasks.invented.levels.page import PAGE, Tuned, tuned
from phonebuddy.tasks.invented.levels.words import PATH, Part, asked
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Data, Sketch
from phonebuddy.tasks.invented.village import FOLDER, write_app
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented import damaged
from tests.tasks.invented.golds import assert_doable, is_done


@lru_cache(maxsize=1)
def _sketch() -> Sketch:
    return sketch_desk("desk0", random.Random("levels/1"))


@lru_cache
def _tuned(seed: int = 1) -> Tuned:
    found = tuned(_sketch(), random.Random(seed))
    assert found is not None, "this app has room for levels"
    return found


class _Phone(NamedTuple):
    phone: WorldPhone
    app: Tuned
    templates: dict[str, TaskTemplate]

    def one(self, word: str) -> TaskTemplate:
        return next(one for name, one in self.templates.items() if f"_{word}" in name)

    def is_done(self, template: TaskTemplate) -> bool:
        return is_done(self.phone, template)


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> _Phone:
    app = _tuned()
    folder = write_app(tmp_path_factory.mktemp("levels"), app.sketch, is_mini=False)
    image = build_image(extend_apps(default_apps(), [folder]), 10_000)
    place = Place(app.sketch, "", "").asked_for(level_deeds(app, random.Random(3)))
    made = read_templates(templates_of(place, random.Random(3)), FOLDER, image.apps)
    return _Phone(WorldPhone(image), app, made)


def test_gold_reaches_every_goal_and_doing_nothing_none(phone: _Phone) -> None:
    assert {name.rpartition("_")[2] for name in phone.templates} == {
        "level0",
        "level1",
        "levels0",
        "settings0",
        "settings1",
    }
    for template in phone.templates.values():
        assert_doable(phone.phone, template)


@pytest.mark.parametrize("word", ["levels0", "settings0"])
def test_one_part_of_several_is_not_enough(phone: _Phone, word: str) -> None:
    whole = phone.one(word)
    assert phone.is_done(whole)
    assert not phone.is_done(msgspec.structs.replace(whole, gold=whole.gold[:-1]))


def test_the_neighbour_must_not_move(phone: _Phone) -> None:
    template, two = phone.one("level0"), phone.one("levels0")
    moved = [step for step in two.gold if step.word == "slide"]
    other = next(step for step in moved if str(step.value) != str(template.gold[-1].value))
    assert phone.is_done(template)
    assert not phone.is_done(msgspec.structs.replace(template, gold=(*template.gold, other)))


def test_an_app_that_speaks_of_something_alike_gets_no_second_one() -> None:
    sketch = _sketch()
    loud = sketch._replace(app=sketch.app | {"about": "alarm ring media notif pitch speak bright shak flash"})
    for seed in range(12):
        app = tuned(loud, random.Random(seed))
        names = {one.knob.name for one in app.dials} if app is not None else set()
        assert not names & {"t_alarm", "t_ring", "t_media", "t_message", "t_pitch", "t_brightness", "t_flash"}


def test_an_app_without_room_for_a_way_in_gets_no_levels() -> None:
    sketch = _sketch()
    start = sketch.app["pages"][sketch.app["start"]]
    icons = [{"icon_button": "plus", "label": f"Sign {at}", "on_tap": []} for at in range(3)]
    full: Data = {**start, "top": {**start["top"], "actions": icons}}
    pages = {**sketch.app["pages"], sketch.app["start"]: full}
    assert tuned(sketch._replace(app={**sketch.app, "pages": pages}), random.Random(1)) is None
    assert PAGE not in _sketch().app["pages"], "the app that was given stays as it was"


def test_of_several_never_all_are_right_already() -> None:
    rights = []
    for seed in range(60):
        app = _tuned(seed % 6)
        sliders = [one for one in app.dials if one.knob.kind == LEVEL]
        others = [one for one in app.dials if one.knob.kind != LEVEL]
        wishes = _several(sliders, others, random.Random(seed))
        assert any(one.gold for one in wishes) and len(wishes) in (2, 3)
        rights.append(not all(one.gold for one in wishes))
    assert any(rights) and not all(rights)


def test_a_level_is_never_asked_to_be_where_it_is() -> None:
    dial = next(one for one in _tuned().dials if one.knob.kind == LEVEL)
    knob = dial.knob._replace(low=0, high=100, step=5)
    for now in knob.levels:
        for way in ("top", "bottom", "silent", "half", "quarter", "three_quarters", "number"):
            goal = _goal(dial._replace(knob=knob, now=now), way, random.Random(now))
            assert abs(goal.value - now) > goal.slack, (now, way, goal)


def test_a_sentence_says_every_part_once() -> None:
    parts = [
        Part("switch_on", ("alerts",)),
        Part("switch_off", ("red dot",)),
        Part("choice_set", ("font",), (), {"v": "serif"}),
    ]
    for seed in range(200):
        said = asked(parts, [("jingle",)], random.Random(seed))
        assert [said.lower().count(word) for word in ("alerts", "red dot", "font", "serif")] == [1] * 4, said
        assert "{" not in said


def test_the_data_is_sound() -> None:
    check_levels(PATH.parent)


@pytest.mark.parametrize(
    ("file", "right", "wrong", "complaint"),
    [
        ("knobs.yaml", "      near: [alarm, wake]\n", "", "'alarm' has no 'near'"),
        ("knobs.yaml", "Ringtone", "Alarm", "both called 'Alarm'"),
        ("knobs.yaml", "dress it in {v}", "dress it up", "{v} is wanted"),
        ("knobs.yaml", "proper:", "propper:", "did you mean 'proper'?"),
        ("frames.yaml", '"{a} / {b}"', '"{a}"', "each of a, b is wanted once"),
        ("frames.yaml", "mute {s}", "mute", "{s} or {n} is wanted"),
        ("frames.yaml", "level_half", "level_halves", "there are no ways 'level_half'"),
    ],
)
def test_what_is_wrong_with_the_data_is_said(
    tmp_path: Path, file: str, right: str, wrong: str, complaint: str
) -> None:
    files = (PATH.with_name(one) for one in ("knobs.yaml", "frames.yaml"))
    said = damaged.complaint(check_levels, files, tmp_path, file, right, wrong)
    assert complaint in said and f"{file}:" in said
