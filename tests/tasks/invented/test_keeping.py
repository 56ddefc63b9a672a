"""Phones of the village on disk: found again they are what was made, and what is damaged is made again."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from phonebuddy.tasks.invented import keeping, packing, village
from phonebuddy.tasks.invented.make import make_invented
from phonebuddy.tasks.invented.village import image_of, sketches, templates_for, villagers
from phonebuddy.tasks.proving import LOOK
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.world.image import Image
from phonebuddy.world.phone import WorldPhone
from tests.tasks.invented.golds import assert_doable

SOMEBODY = villagers(1, 3)[0]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and nothing that this process knows already."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    _forget()
    return tmp_path / "phonebuddy" / "village"


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
    # The phone, its tasks, and what may follow in chains.
    assert len(list((made.cache / "phonebuddy" / "village").iterdir())) == 3
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


def test_checks_of_every_kind_are_packed() -> None:
    from phonebuddy.tasks.reading import built_in_templates

    every = list(built_in_templates().values())
    assert len({type(check) for one in every for check in one.goal}) == 4
    again = packing.unpack_templates(packing.pack_templates(every))
    assert again == every
    kinds = [[type(check) for check in one.goal] for one in every]
    assert [[type(check) for check in one.goal] for one in again] == kinds
    with pytest.raises(msgspec.MsgspecError):
        packing.unpack_templates(b"something else")


def test_what_is_damaged_is_as_good_as_none(folder: Path) -> None:
    assert keeping.find("one") is None
    keeping.keep("one", b"content" * 100)
    assert keeping.find("one") == b"content" * 100
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    for damaged in (b"", whole[:20], whole[:-3], whole[:40] + b"?" + whole[41:], b"?" + whole[1:]):
        file.write_bytes(damaged)
        assert keeping.find("one") is None


def test_what_was_not_used_longest_goes_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "MOST", 2)
    for age, name in enumerate(("first", "second")):
        keeping.keep(name, name.encode())
        os.utime(keeping._path(name), (1000 + age, 1000 + age))
    assert keeping.find("first") == b"first"  # and so it was used
    keeping.keep("third", b"third")
    assert [keeping.find(name) for name in ("first", "second", "third")] == [b"first", None, b"third"]


def test_a_disk_that_cannot_be_written_is_no_reason_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    keeping.keep("one", b"content")
    assert keeping.find("one") is None
