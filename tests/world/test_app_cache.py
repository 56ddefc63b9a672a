"""The cache of checked apps: it saves work, and never knows better than the files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from phonebuddy.world.spec import cache
from phonebuddy.world.spec.load import BUILT_IN, AppSet


def _apps_at(place: Path, monkeypatch: pytest.MonkeyPatch) -> AppSet:
    shutil.copytree(BUILT_IN / "notes", place / "notes")
    folders = [place / "notes"]
    monkeypatch.setattr(cache, "built_in_folders", lambda: folders)
    return cache.load_default_apps()


def test_apps_checked_in_a_checkout_that_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Symptom: a second clone found the first one's folders in the cache, and failed once it was gone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    _apps_at(tmp_path / "first", monkeypatch)
    shutil.rmtree(tmp_path / "first")
    apps = _apps_at(tmp_path / "second", monkeypatch)
    assert apps.apps["notes"].folder == tmp_path / "second" / "notes"
    assert "notes" in apps.apps["notes"].pages


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\x80"])
def test_a_damaged_cache_is_as_good_as_none(
    damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    _apps_at(tmp_path / "first", monkeypatch)
    (stored,) = (tmp_path / "cache" / "phonebuddy").iterdir()
    stored.write_bytes(damage)
    apps = _apps_at(tmp_path / "second", monkeypatch)
    assert "notes" in apps.apps["notes"].pages
    assert stored.read_bytes() != damage, "it was written anew"
