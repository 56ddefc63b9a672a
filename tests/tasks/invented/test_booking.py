"""Booking: invented apps in which times are booked, and the domains they are made of."""

from __future__ import annotations

import copy
import random

import pytest

from phonebuddy.errors import TaskError
from phonebuddy.tasks.invented.asking import Place, templates_of
from phonebuddy.tasks.invented.booking.app import MOST_DEEDS, sketch_booking
from phonebuddy.tasks.invented.booking.data import checked, domains
from phonebuddy.tasks.invented.sketch import Sketch
from phonebuddy.tasks.invented.village import FOLDER, _yaml, write_app
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.reading import parse_templates
from phonebuddy.world.image import Image, build_image, default_apps
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import extend_apps
from tests.tasks.invented.golds import assert_doable


def _sketch(number: int) -> Sketch:
    return sketch_booking(f"booking{number}", random.Random(f"test/{number}"))


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    folder = tmp_path_factory.mktemp("booking")
    folders = [write_app(folder, _sketch(number), is_mini=False) for number in range(3)]
    return build_image(extend_apps(default_apps(), folders), seed=0)


def test_the_same_chance_gives_the_same_app() -> None:
    for number in range(3):
        assert _sketch(number) == _sketch(number)
    assert _sketch(0) != _sketch(1)


def test_apps_differ_in_build_and_words() -> None:
    made = [_sketch(number) for number in range(24)]
    assert len({one.title for one in made}) > 16
    assert len({tuple(sorted(one.app["pages"])) for one in made}) > 8
    for one in made:
        assert 12 <= len({deed.name for deed in one.deeds}) == len(one.deeds) <= MOST_DEEDS
        assert len(one.reads) >= 5 and all(len(set(deed.says)) >= 7 for deed in one.deeds)


def test_every_gold_reaches_its_goal_and_doing_nothing_does_not(image: Image) -> None:
    phone = WorldPhone(image, LOOK)
    for number in range(3):
        made = templates_of(Place(_sketch(number), "", ""), random.Random(number))
        for template in parse_templates(_yaml(made), FOLDER, image.apps).values():
            assert_doable(phone, template)


def test_there_are_many_domains() -> None:
    assert len(domains()) >= 40


def test_what_is_wrong_with_a_domain_is_told_with_the_fix() -> None:
    broken = copy.deepcopy({"hair": domains()["hair"], "court": domains()["court"]})
    broken["hair"]["verbs"].append("book it")
    broken["hair"]["things"]["Beard"].append("Cut")
    broken["hair"]["things"]["Cut"] = ["Cut and go"]
    broken["court"]["tittles"] = broken["court"].pop("titles")
    with pytest.raises(TaskError) as caught:
        checked(broken)
    told = str(caught.value)
    assert "hair: a verb says what is booked with {it}: 'book it'" in told
    assert "'Cut' stands in 'Cut and go'; rename one" in told and "'Cut' is also the name of a group" in told
    assert "court: 'titles' is missing" in told and "'tittles' means nothing (did you mean 'titles'?)" in told
