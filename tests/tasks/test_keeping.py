"""What is kept on disk is found as it was; what is damaged or cannot be written is as good as none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from phonebuddy.tasks import reading
from phonebuddy.tasks.keeping import Cupboard
from phonebuddy.tasks.reading import FOLDER, built_in_templates, load_templates

SOME = Cupboard("some", 2)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "phonebuddy"


def test_what_is_damaged_is_as_good_as_none(cache: Path) -> None:
    assert SOME.find("one") is None
    SOME.keep("one", b"content" * 100)
    assert SOME.find("one") == b"content" * 100
    (file,) = (cache / "some").iterdir()
    whole = file.read_bytes()
    for damaged in (b"", whole[:20], whole[:-3], whole[:40] + b"?" + whole[41:], b"?" + whole[1:]):
        file.write_bytes(damaged)
        assert SOME.find("one") is None


@pytest.mark.usefixtures("cache")
def test_what_was_not_used_longest_goes_first() -> None:
    for age, name in enumerate(("first", "second")):
        SOME.keep(name, name.encode())
        os.utime(SOME.path(name), (1000 + age, 1000 + age))
    assert SOME.find("first") == b"first"  # and so it was used
    SOME.keep("third", b"third")
    assert [SOME.find(name) for name in ("first", "second", "third")] == [b"first", None, b"third"]


def test_a_disk_that_cannot_be_written_is_no_reason_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    SOME.keep("one", b"content")
    assert SOME.find("one") is None


def test_built_in_templates_are_read_once_on_a_machine(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = load_templates(sorted(FOLDER.glob("*.yaml")))
    monkeypatch.setattr(reading, "load_templates", lambda _paths: wanted)
    built_in_templates.cache_clear()
    assert built_in_templates() == wanted
    assert len(list((cache / "templates").iterdir())) == 1
    monkeypatch.setattr(reading, "load_templates", lambda _paths: pytest.fail("they are on disk"))
    built_in_templates.cache_clear()
    found = built_in_templates()
    assert found == wanted and list(found) == list(wanted)
    kinds = [[type(check) for check in one.goal] for one in wanted.values()]
    assert [[type(check) for check in one.goal] for one in found.values()] == kinds
    assert len({kind for some in kinds for kind in some}) == 4
