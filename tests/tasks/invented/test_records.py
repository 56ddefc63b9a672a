"""Records: invented apps that keep a list of things, and the domains they are made of."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from phonebuddy.errors import AppError
from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.records.app import MOST_DEEDS, sketch_records
from phonebuddy.tasks.invented.records.checking import check_records
from phonebuddy.tasks.invented.records.plan import PATH, domains
from phonebuddy.tasks.invented.sketch import Sketch
from phonebuddy.tasks.invented.village import FOLDER, _yaml, write_app
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.reading import parse_templates
from phonebuddy.world.image import Image, build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import assert_doable


def _sketch(number: int) -> Sketch:
    return sketch_records(f"records{number}", random.Random(f"test/{number}"))


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    folder = tmp_path_factory.mktemp("records")
    folders = [write_app(folder, _sketch(number), is_mini=False) for number in range(3)]
    return build_image(extend_apps(default_apps(), folders), seed=0)


def test_the_same_chance_gives_the_same_app() -> None:
    for number in range(3):
        assert _sketch(number) == _sketch(number)
    assert _sketch(0) != _sketch(1)


def test_apps_differ_in_what_is_asked_and_in_what_they_are_made_of() -> None:
    made = [_sketch(number) for number in range(12)]
    assert len({one.title for one in made}) > 8
    assert len({tuple(one.app["pages"]) for one in made}) > 4
    for one in made:
        assert 15 < len({deed.name for deed in one.deeds}) == len(one.deeds) <= MOST_DEEDS and one.reads


def test_every_gold_reaches_its_goal(image: Image) -> None:
    phone = WorldPhone(image, LOOK)
    for number in range(3):
        made = templates_of(Place(_sketch(number), "", ""), random.Random(number))
        for template in parse_templates(_yaml(made), FOLDER, image.apps).values():
            assert_doable(phone, template)


def test_the_domains_are_well_formed() -> None:
    check_records(PATH)
    assert len(domains()) > 40


def test_a_broken_domain_is_told_with_its_line(tmp_path: Path) -> None:
    broken = tmp_path / "domains.yaml"
    broken.write_text(
        "shoe:\n  titles: [Shoes]\n  icon: shoe\n  nouns: [shoe]\n  names: [Boot, Clog]\n  fields:\n"
        "    name: {kind: colour, labels: [Boot], said: name}\n    sole: {kind: choice, lables: [Sole]}\n"
        "    group: {kind: date, labels: [Set], said: set}\n"
    )
    with pytest.raises(AppError) as caught:
        check_records(broken)
    told = str(caught.value)
    assert "has 2 names; at least 18" in told
    assert "domains.yaml:7: a field cannot be called 'name'" in told
    assert "unknown kind of field 'colour'" in told and "'Boot' is a label of 'name' and a name" in told
    assert "domains.yaml:8: unknown key of field 'sole' 'lables' (did you mean 'labels'?)" in told
    assert "domains.yaml:9: a field cannot be called 'group'" in told
    assert "field 'sole' has 0 values; at least 2" in told
