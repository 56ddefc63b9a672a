"""Invented apps about money: made from a seed, read by the checkers of apps and templates; golds play."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.grammar import an, plural
from phonebuddy.tasks.invented.money.app import sketch_domain, sketch_money
from phonebuddy.tasks.invented.money.data import domains
from phonebuddy.tasks.invented.sketch import Sketch
from phonebuddy.tasks.invented.village import FOLDER, _yaml, write_app
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.reading import parse_templates
from phonebuddy.world.image import build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import assert_doable

PERSON = 10_000
FEWEST_DOMAINS, FEWEST_NAMES = 25, 18


def _three() -> list[Sketch]:
    chosen = ("savings", "invoice", "prepaid")
    return [
        sketch_domain(f"money{at}", name, random.Random(f"test/{name}")) for at, name in enumerate(chosen)
    ]


def test_the_same_seed_gives_the_same_app() -> None:
    assert sketch_money("money0", random.Random(5)) == sketch_money("money0", random.Random(5))
    assert sketch_money("money0", random.Random(5)) != sketch_money("money0", random.Random(6))


def test_golds_pass_and_doing_nothing_fails(tmp_path: Path) -> None:
    sketches = _three()
    apps = extend_apps(default_apps(), [write_app(tmp_path, one, is_mini=False) for one in sketches])
    phone = WorldPhone(build_image(apps, PERSON), LOOK)
    chance = random.Random(1)
    made = {name: one for each in sketches for name, one in templates_of(Place(each, "", ""), chance).items()}
    templates = parse_templates(_yaml(made), FOLDER, apps)
    assert len(templates) > 40
    for template in list(templates.values())[::2]:
        assert_doable(phone, template)


@pytest.mark.parametrize("name", sorted(domains()))
def test_a_domain_has_names_that_gold_can_tell_apart(name: str) -> None:
    data = domains()[name]
    names = data["names"]
    assert len(names) >= FEWEST_NAMES
    assert len(set(names)) == len(names)
    inside = [(one, other) for one in names for other in names if one != other and one in other]
    assert not inside
    labels = {label for field in data["fields"].values() for label in field["labels"]}
    labels |= {label for act in data.get("acts", ()) for label in act["labels"]}
    assert not labels & set(names)
    assert not labels & set(data.get("lines", ()))


def test_there_are_enough_domains_with_two_kinds_of_title() -> None:
    assert len(domains()) >= FEWEST_DOMAINS
    for data in domains().values():
        brands = [title for title in data["titles"] if title.endswith("*")]
        assert brands and len(brands) < len(data["titles"])


def test_words() -> None:
    assert an("Open a envelope") == "Open an envelope"
    assert an("Find a pot") == "Find a pot"
    assert [plural(noun) for noun in ("policy", "pass", "child", "pot")] == [
        "policies",
        "passes",
        "children",
        "pots",
    ]
