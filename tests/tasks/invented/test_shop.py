"""Invented shops: their data, that chance alone decides, and that what is asked for can be done."""

from __future__ import annotations

import json
import random
import tempfile
from pathlib import Path

import pytest

from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.shop.app import sketch_shop
from phonebuddy.tasks.invented.shop.plan import LEFT_OUT, MOST, shops
from phonebuddy.tasks.invented.sketch import Sketch
from phonebuddy.tasks.invented.village import villagers, write_app
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.reading import parse_templates
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.render.icons import has_icon
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import assert_doable

NUM_SHOPS = 3
PERSON = villagers(1, 0)[0]


def _sketch(number: int) -> Sketch:
    return sketch_shop(f"shop{number}", random.Random(f"test/{number}"))


@pytest.fixture(scope="module")
def phone() -> WorldPhone:
    with tempfile.TemporaryDirectory() as folder:
        folders = [write_app(Path(folder), _sketch(number), number == 0) for number in range(NUM_SHOPS)]
        return WorldPhone(build_image(extend_apps(default_apps(), folders), PERSON), LOOK)


def _templates(phone: WorldPhone, number: int) -> dict[str, TaskTemplate]:
    place = Place(_sketch(number), "hub" if number == 0 else "", "Hub")
    made = templates_of(place, random.Random(number))
    return parse_templates(json.dumps(made), "invented", phone.image.apps)


def test_chance_alone_decides() -> None:
    assert _sketch(1) == _sketch(1)
    assert len({_sketch(number).title for number in range(12)}) > 6


@pytest.mark.parametrize("number", range(NUM_SHOPS))
def test_what_is_asked_can_be_done_and_not_by_doing_nothing(phone: WorldPhone, number: int) -> None:
    templates = _templates(phone, number)
    assert len(templates) > 25
    for template in templates.values():
        assert_doable(phone, template)


def test_all_ways_to_ask_name_the_same_things() -> None:
    for number in range(20):
        for deed in _sketch(number).deeds:
            slots = {frozenset(part.split("}")[0] for part in way.split("{")[1:]) for way in deed.says}
            assert len(slots) == 1, (deed.name, slots)


@pytest.mark.parametrize("kind", sorted(shops()))
def test_a_kind_of_shop_has_goods_with_names_of_their_own(kind: str) -> None:
    data = shops()[kind]
    names = [name for goods in data["goods"].values() for name in goods]
    assert has_icon(data["icon"]) and len(data["titles"]) >= 4 and len(data["needs"]) >= 3
    assert len(names) >= 18 and len(names) - LEFT_OUT <= MOST
    taken = [*names, *data["option"]["values"]]
    assert [(one, two) for one in taken for two in taken if one != two and str(one) in str(two)] == []
    assert len(set(taken)) == len(taken) and len(data["option"]["values"]) >= 2
    assert not set(taken) & {fact_label for fact in data["facts"].values() for fact_label in fact["labels"]}
