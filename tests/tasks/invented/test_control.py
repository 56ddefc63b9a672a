"""Control: invented apps that set things, by device or by setting, and the domains they are made of."""

from __future__ import annotations

import random

import pytest

from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.control.app import DEEDS, PREFERENCES, domains, sketch_control
from phonebuddy.tasks.invented.control.knobs import CHOICE, LEVEL, SEEN, SWITCH, apart, make_knob
from phonebuddy.tasks.invented.control.words import WANTS, wanted
from phonebuddy.tasks.invented.sketch import Data, Sketch
from phonebuddy.tasks.invented.village import FOLDER, _yaml, write_app
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.reading import parse_templates
from phonebuddy.world.image import Image, build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import assert_doable

NUM_APPS = 3


def _sketch(number: int) -> Sketch:
    return sketch_control(f"control{number}", random.Random(f"test/{number}"))


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    folder = tmp_path_factory.mktemp("control")
    folders = [write_app(folder, _sketch(number), is_mini=False) for number in range(NUM_APPS)]
    return build_image(extend_apps(default_apps(), folders), seed=0)


def test_the_same_chance_gives_the_same_app() -> None:
    for number in range(NUM_APPS):
        assert _sketch(number) == _sketch(number)
    assert _sketch(0) != _sketch(1)


def test_apps_differ_in_what_they_are_made_of_and_in_what_is_asked() -> None:
    made = [_sketch(number) for number in range(16)]
    assert len({one.title for one in made}) > 10
    assert len({tuple(one.app["pages"]) for one in made}) > 8
    for one in made:
        assert len({deed.name for deed in one.deeds}) == len(one.deeds) <= DEEDS[1] and one.reads
        assert all(len(set(deed.says)) >= 6 for deed in one.deeds)


def test_every_gold_reaches_its_goal(image: Image) -> None:
    phone = WorldPhone(image, LOOK)
    for number in range(NUM_APPS):
        made = templates_of(Place(_sketch(number), "", ""), random.Random(number))
        for template in parse_templates(_yaml(made), FOLDER, image.apps).values():
            assert_doable(phone, template)


def test_values_of_two_knobs_in_sight_of_each_other_differ() -> None:
    data = {"kind": CHOICE, "labels": ["Speed"], "said": "speed", "values": ["Slow", "Fast"]}
    knobs = [make_knob(name, data, random.Random(0))._replace(style="chips") for name in ("one", "two")]
    first, second = apart(knobs, set(), random.Random(0))
    assert first.style in SEEN and second.style not in SEEN


def test_a_switch_has_no_value_to_be_set_to() -> None:
    knob = make_knob("lamp", {"kind": SWITCH, "labels": ["Lamp"], "said": "lamp"}, random.Random(0))
    with pytest.raises(ValueError, match="switched"):
        knob.target("table", "id = 1", random.Random(0))


def test_domains_keep_words_as_they_are_written() -> None:
    assert len(domains()) > 40
    knobs = [
        one
        for name, data in domains().items()
        if name != PREFERENCES
        for group in (data["groups"].values() if "groups" in data else [data])
        for one in group["knobs"].values()
    ]
    for one in knobs:
        assert (
            one["labels"] and one["said"] and all(isinstance(value, str) for value in one.get("values", ()))
        )
        assert one["kind"] != LEVEL or (one["high"] - one["low"]) % one["step"] == 0, one


def test_what_people_want_is_said_of_settings_that_there_are() -> None:
    kinds = {one["said"].removeprefix("-"): one["kind"] for one in _settings()}
    several = {
        one["said"].removeprefix("-") for data in domains().values() for one in data.get("knobs", {}).values()
    }
    for part, wants in WANTS.items():
        for said, ways in wants.items():
            assert said in kinds and (kinds[said] == SWITCH) == (part != "set"), (part, said)
            assert len(set(ways)) == len(ways) >= 2 and not any(way.endswith(("?", ".")) for way in ways)
            assert all(("{v}" in way) == (part == "set") for way in ways), (part, said)
            assert said not in several or sum("{it}" in way for way in ways) >= 2, (part, said)


def _settings() -> list[Data]:
    found: list[Data] = []
    for name, data in domains().items():
        groups = [{"knobs": group} for group in data.values()] if name == PREFERENCES else [data]
        groups = list(data["groups"].values()) if "groups" in data else groups
        found += [one for group in groups for one in group["knobs"].values()]
    return found


def test_people_who_want_something_are_heard_more_often_than_those_who_name_it() -> None:
    says = wanted(("turn on the child lock",) * 12, "on", "the child lock", ("{name}", "the oven {name}"))
    named = [way for way in says if "child lock" in way]
    assert all("{name}" in way for way in says[12:]) and len(named) == 12 < len(says) // 2
    assert wanted(("turn it on",), "on", "the unheard-of", ("{name}",)) == ("turn it on",)
