"""Invented libraries: their data, that chance alone decides, and that what is asked for can be done."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import pytest

from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.library.app import sketch_library
from phonebuddy.tasks.invented.library.plan import MOST, domains, words
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

NUM_APPS = 3
PERSON = villagers(1, 0)[0]


def _sketch(number: int) -> Sketch:
    return sketch_library(f"library{number}", random.Random(f"test/{number}"))


@pytest.fixture(scope="module")
def phone() -> WorldPhone:
    with tempfile.TemporaryDirectory() as folder:
        folders = [write_app(Path(folder), _sketch(number), number == 0) for number in range(NUM_APPS)]
        return WorldPhone(build_image(extend_apps(default_apps(), folders), PERSON), LOOK)


def _templates(phone: WorldPhone, number: int) -> dict[str, TaskTemplate]:
    from phonebuddy.tasks.invented.village import _yaml

    place = Place(_sketch(number), "hub" if number == 0 else "", "Hub")
    return parse_templates(_yaml(templates_of(place, random.Random(number))), "invented", phone.image.apps)


def test_chance_alone_decides() -> None:
    assert _sketch(1) == _sketch(1)
    assert len({_sketch(number).title for number in range(12)}) > 6


@pytest.mark.parametrize("number", range(NUM_APPS))
def test_what_is_asked_can_be_done_and_not_by_doing_nothing(phone: WorldPhone, number: int) -> None:
    templates = _templates(phone, number)
    assert len(templates) > 20
    for template in templates.values():
        assert_doable(phone, template)


@pytest.mark.parametrize("kind", sorted(domains()))
def test_names_in_a_domain_are_told_apart(kind: str) -> None:
    data = domains()[kind]
    assert has_icon(data["icon"])
    assert len(data["names"]) >= MOST + 4
    labels = [one for fact in data["facts"].values() for one in (*fact["labels"], *fact.get("values", ()))]
    others = [*data["kinds"], *data.get("people", words()["people"]), *labels]
    for name in data["names"]:
        assert not [one for one in data["names"] if one != name and one in name]
        assert not [one for one in others if one in name]


def test_every_fact_with_a_largest_has_all_its_words() -> None:
    wanted = {"most", "least", "more"}
    for kind, data in domains().items():
        for name, fact in data["facts"].items():
            assert wanted & set(fact) in (set(), wanted), (kind, name)
