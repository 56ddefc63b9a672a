"""Phones of the village on disk: found again they are what was made."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

from phonebuddy.tasks.invented import village
from phonebuddy.tasks.invented.make import make_invented
from phonebuddy.tasks.invented.village import image_of, sketches, templates_for, villagers
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.image import Image
from phonebuddy.world.phone import WorldPhone
from tests.tasks.invented.golds import assert_doable

SOMEBODY = villagers(1, 3)[0]


def _forget() -> None:
    for known in (village._village_image, village._village_templates, village._followers, village.sketches):
        known.cache_clear()


class Kept(NamedTuple):
    """A phone that was made up in this process, and the cache it lies in."""

    cache: Path
    image: Image
    templates: dict[str, TaskTemplate]
    names: list[str]
    """Of its invented apps."""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """Made up once for several tests."""
    cache = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(cache))
        _forget()
        names = [sketch.name for sketch, _ in sketches(SOMEBODY)]
        return Kept(cache, image_of(SOMEBODY), templates_for(SOMEBODY), names)


@pytest.fixture
def made(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """The same for a process that has to find it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept.cache))
    _forget()
    monkeypatch.setattr(village, "sketches", _refuse)
    return kept


def _refuse(_person: int) -> None:
    raise AssertionError("it is on disk, so nothing is to be made up")


def test_a_phone_is_made_up_once_on_a_machine(made: Kept) -> None:
    # The phone and its tasks.
    assert len(list((made.cache / "phonebuddy" / "village").iterdir())) == 2
    found = image_of(SOMEBODY)
    assert found is not made.image
    assert found._replace(apps=made.image.apps, known=made.image.known) == made.image
    asked = templates_for(SOMEBODY)
    assert asked is not made.templates
    assert asked == made.templates and list(asked) == list(made.templates)
    ours, theirs = found.apps, made.image.apps
    assert list(ours.apps) == list(theirs.apps)
    assert (ours.digest, ours.schema, ours.offered) == (theirs.digest, theirs.schema, theirs.offered)
    for name in made.names:
        one, other = ours.apps[name], theirs.apps[name]
        assert one.manifest == other.manifest and not one.is_open
        assert list(one.plans) == list(other.plans) and list(one.pages) == list(other.pages)
        assert one.compile().statements == other.compile().statements


def test_tasks_of_a_phone_that_was_found_can_be_done(made: Kept) -> None:
    phone = WorldPhone(image_of(SOMEBODY), LOOK)
    for number in range(0, 12, 3):
        assert_doable(phone, make_invented("invented/any", phone, number)[0])
    phone.close()


def test_several_threads_may_open_its_apps_at_once(made: Kept) -> None:
    apps = image_of(SOMEBODY).apps.apps
    with ThreadPoolExecutor(len(made.names)) as threads:
        assert all(threads.map(lambda name: len(apps[name].pages) > 0, made.names))
