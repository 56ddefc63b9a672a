"""Tucked: what stands behind menus and dialogs is found, counts once saved, and nothing else may change."""

from __future__ import annotations

import random
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.desk.app import sketch_desk
from phonebuddy.tasks.invented.levels.words import Part
from phonebuddy.tasks.invented.reading import read_templates
from phonebuddy.tasks.invented.sketch import Data, Deed, Sketch
from phonebuddy.tasks.invented.tucked.checking import check_tucked
from phonebuddy.tasks.invented.tucked.deeds import tucked, with_tucked
from phonebuddy.tasks.invented.tucked.doors import MOST
from phonebuddy.tasks.invented.tucked.ground import MENU, PARTS, PREFIX, Ground
from phonebuddy.tasks.invented.tucked.words import PATHS, asked, says
from phonebuddy.tasks.invented.village import (
    FOLDER,
    _templates_data,
    sketches,
    templates_for,
    villagers,
    write_app,
)
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented import damaged
from tests.tasks.invented.golds import assert_doable, is_done

FILES = ("prefs.yaml", "parts.yaml", "frames.yaml")
SEEDS = range(40)


@lru_cache(maxsize=1)
def _plain() -> Sketch:
    return sketch_desk("desk0", random.Random("levels/1"))


def _start(sketch: Sketch) -> Data:
    start: Data = sketch.app["pages"][sketch.app["start"]]
    return start


@lru_cache
def _tucked(seed: int) -> Sketch:
    found = tucked(_plain(), _start(_plain()), random.Random(seed))
    assert found is not None, "this app has room for it"
    return found


def _has(sketch: Sketch, word: str) -> bool:
    return any(deed.name.startswith(f"{PREFIX}{word}") for deed in sketch.tucked)


def _with(*words: str) -> Sketch:
    """An app with deeds of all these names."""
    return next(_tucked(seed) for seed in SEEDS if all(_has(_tucked(seed), word) for word in words))


class _Phone(NamedTuple):
    phone: WorldPhone
    templates: dict[str, TaskTemplate]

    def one(self, word: str) -> TaskTemplate:
        return next(one for name, one in self.templates.items() if f"_{PREFIX}{word}" in name)

    def is_done(self, template: TaskTemplate) -> bool:
        return is_done(self.phone, template)


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> _Phone:
    app = _with("saved2", "two0", "twin1", "export", "act")
    folder = write_app(tmp_path_factory.mktemp("tucked"), app, is_mini=False)
    image = build_image(extend_apps(default_apps(), [folder]), 10_000)
    place = Place(app, "", "").asked_for(app.tucked)
    made = read_templates(templates_of(place, random.Random(3)), FOLDER, image.apps)
    return _Phone(WorldPhone(image), made)


def _without(template: TaskTemplate, *places: int) -> TaskTemplate:
    """The gold without some of its last lines, counted from the end."""
    count = len(template.gold)
    kept = tuple(step for at, step in enumerate(template.gold) if at - count not in places)
    return msgspec.structs.replace(template, gold=kept)


def test_gold_reaches_every_goal_and_doing_nothing_none(phone: _Phone) -> None:
    assert len(phone.templates) >= 12
    for template in phone.templates.values():
        assert_doable(phone.phone, template)


def test_what_was_not_saved_does_not_count(phone: _Phone) -> None:
    for word in ("saved1", "saved2"):
        whole = phone.one(word)
        assert phone.is_done(whole)
        assert not phone.is_done(_without(whole, -1))


def test_one_of_two_is_not_enough(phone: _Phone) -> None:
    whole = phone.one("two0")
    assert phone.is_done(whole)
    changes = [at for at, step in enumerate(whole.gold) if step.word == "press"]
    assert changes, "the first of two sections is left again"
    assert not phone.is_done(msgspec.structs.replace(whole, gold=whole.gold[: changes[0] + 1]))


def test_the_neighbour_of_the_same_name_must_not_change(phone: _Phone) -> None:
    first, second = phone.one("twin0"), phone.one("twin1")
    assert phone.is_done(first) and phone.is_done(second)
    assert not phone.is_done(msgspec.structs.replace(first, gold=second.gold))


def test_what_is_asked_about_is_not_done_before_the_answer(phone: _Phone) -> None:
    whole = phone.one("act")
    assert phone.is_done(whole) and not phone.is_done(_without(whole, -1))


def test_a_copy_has_its_name_and_is_made_once(phone: _Phone) -> None:
    whole = phone.one("export")
    named = [step for step in whole.gold if step.word != "replace"]
    assert phone.is_done(whole) and not phone.is_done(msgspec.structs.replace(whole, gold=tuple(named)))


def test_what_stands_twice_is_told_by_its_section_or_by_what_it_is_for() -> None:
    for seed in SEEDS:
        for deed in _tucked(seed).tucked:
            if not deed.name.startswith(f"{PREFIX}twin"):
                continue
            other = next(one for one in _tucked(seed).tucked if "twin" in one.name and one.name != deed.name)
            assert not set(deed.says) & set(other.says)


def _gold_of(deed: Deed) -> list[str]:
    return [str(step["tap"]) for step in deed.gold if "tap" in step]


def test_an_app_without_room_for_a_door_gets_nothing() -> None:
    sketch = _plain()
    icons = [{"icon_button": "plus", "label": f"Sign {at}", "on_tap": []} for at in range(3)]
    full: Data = {**_start(sketch), "top": {**_start(sketch)["top"], "actions": icons}}
    pages = {**sketch.app["pages"], sketch.app["start"]: full}
    crowded = sketch._replace(app={**sketch.app, "pages": pages})
    assert all(with_tucked(crowded, random.Random(seed)) is crowded for seed in SEEDS)
    assert not sketch.tucked, "the app that was given stays as it was"


def test_many_of_the_others_get_it() -> None:
    count = sum(bool(with_tucked(_plain(), random.Random(seed)).tucked) for seed in SEEDS)
    assert 0.4 <= count / len(SEEDS) <= 0.9


def test_nothing_new_is_called_like_something_in_the_app() -> None:
    sketch = _plain()
    loud = sketch._replace(app=sketch.app | {"title": "Theme, language, backup, sort, Settings, Storage"})
    for seed in SEEDS:
        found = tucked(loud, _start(loud), random.Random(seed))
        if found is not None:
            labels = {tap for deed in found.tucked for tap in _gold_of(deed)}
            assert not labels & {"Settings", "Storage", "Theme", "App language", "Back up now", "Sort by"}


def test_an_app_with_settings_of_its_own_gets_no_second_ones() -> None:
    own = _plain()._replace(app=_plain().app | {"title": "Settings"})
    assert all(tucked(own, _start(own), random.Random(seed)) is None for seed in SEEDS)


def test_labels_of_one_group_hold_no_other() -> None:
    ground = Ground(_plain(), random.Random(1))
    assert ground.label(["Storage"]) and not ground.label(["Storage and data"])
    assert ground.label(["Storage and data"], MENU), "what stands elsewhere is not taken for it"


def _entries(sketch: Sketch) -> list[Data]:
    """Lines of what the last button of the first page opens."""
    opened: Any = _start(sketch)["top"]["actions"][-1]["on_tap"][0]
    lines: list[Data] = opened.get("menu") or opened.get("items") or []
    return lines


def test_every_entry_of_a_menu_does_something() -> None:
    seen = 0
    for seed in SEEDS:
        lines = _entries(_tucked(seed))
        assert all(line["on_tap"] for line in lines if "on_tap" in line) and len(lines) <= MOST + 3
        seen += bool(lines)
    assert seen


def test_requests_seldom_say_where_it_stands() -> None:
    part = Part("switch_on", ("sleepless screen",), ("let it shine",))
    ways = [way for seed in range(60) for way in says([part], random.Random(seed))]
    told = [way for way in ways if any(word in way.lower() for word in PATHS)]
    assert 0.03 < len(told) / len(ways) < 0.25


def test_a_sentence_says_every_part_once() -> None:
    parts = [Part("switch_on", ("red dot",)), Part("choice_set", ("font",), (), {"v": "serif"})]
    for seed in range(200):
        said = asked(parts, random.Random(seed), ("save", {}))
        assert [said.lower().count(word) for word in ("red dot", "font", "serif")] == [1] * 3, said
        assert "{" not in said


def test_nothing_else_of_a_phone_is_drawn_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    person = next(one for one in villagers(9, 6) if any(sketch.tucked for sketch, _ in sketches(one)))
    with_it, asked_with = sketches(person), _templates_data(person)
    monkeypatch.setattr("phonebuddy.tasks.invented.tucked.deeds.OFTEN", 0.0)
    sketches.cache_clear()
    without, asked_without = sketches(person), _templates_data(person)
    sketches.cache_clear()
    assert len(asked_with) > len(asked_without)
    assert {name: one for name, one in asked_with.items() if f"_{PREFIX}" not in name} == asked_without
    for (one, _), (other, _) in zip(with_it, without, strict=True):
        assert not other.tucked and (one.tucked or one == other)
        assert one._replace(app=other.app, content=other.content, tucked=()) == other


def test_gold_of_a_phone_of_the_village() -> None:
    person = next(one for one in villagers(9, 8) if any(sketch.tucked for sketch, _ in sketches(one)))
    names = [name for name in templates_for(person) if f"_{PREFIX}" in name]
    assert len(names) >= 10 and not any("chain" in name for name in names)


def test_the_data_is_sound() -> None:
    check_tucked(PARTS.parent)


@pytest.mark.parametrize(
    ("file", "right", "wrong", "complaint"),
    [
        ("prefs.yaml", "    near: [exit, closing, leaving]\n", "", "'confirm_exit' has no 'near'"),
        ("prefs.yaml", "section: gestures", "section: gesture", "is in 'gesture', which is no section"),
        ("prefs.yaml", "'begin with {v} every time'", "'begin every time'", "{v} is wanted"),
        ("prefs.yaml", "proper:", "propper:", "did you mean 'proper'?"),
        ("prefs.yaml", "labels: [Digest,", "labels: [Signal,", "both called 'Signal'"),
        ("prefs.yaml", "kind: number", "kind: numbr", "did you mean 'number'?"),
        ("parts.yaml", "say: Link copied", "tell: Link copied", "nothing is there that does nothing"),
        ("parts.yaml", "acts:\n", "deeds:\n", "there is no 'acts'"),
        ("frames.yaml", '"{x} + save"', '"save"', "{x} is wanted"),
        ("frames.yaml", "sorted:", "sort:", "there are no ways 'sorted'"),
    ],
)
def test_what_is_wrong_with_the_data_is_said(
    tmp_path: Path, file: str, right: str, wrong: str, complaint: str
) -> None:
    files = (PARTS.with_name(one) for one in FILES)
    said = damaged.complaint(check_tucked, files, tmp_path, file, right, wrong)
    assert complaint in said and f"{file}:" in said
