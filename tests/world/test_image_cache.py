"""Images come back from the cache as they were built, or are built again."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.world import image as image_module
from phonebuddy.world import image_cache
from phonebuddy.world.image import build_image


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "phonebuddy" / "images"


def stored(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.bin"))


def test_what_was_kept_is_found(folder: Path) -> None:
    image_cache.keep_image("one", b"data" * 1000)
    assert image_cache.find_image("one") == b"data" * 1000
    assert image_cache.find_image("two") is None
    assert len(stored(folder)) == 1


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 200])
def test_a_damaged_file_is_as_good_as_none(folder: Path, damage: bytes) -> None:
    image_cache.keep_image("one", b"data" * 1000)
    stored(folder)[0].write_bytes(damage)
    assert image_cache.find_image("one") is None


def test_a_flipped_bit_is_noticed(folder: Path) -> None:
    image_cache.keep_image("one", bytes(range(256)) * 50)
    data = bytearray(stored(folder)[0].read_bytes())
    data[0] ^= 1
    stored(folder)[0].write_bytes(data)
    assert image_cache.find_image("one") is None


def test_other_code_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    image_cache.keep_image("one", b"data")
    monkeypatch.setattr(image_cache, "_builders", lambda: "another")
    assert image_cache.find_image("one") is None


def test_the_oldest_go_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_cache, "MOST_IMAGES", 2)
    for number in range(4):
        image_cache.keep_image(str(number), b"data")
    assert len(stored(folder)) == 2


def test_a_folder_that_cannot_be_written_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    image_cache.keep_image("one", b"data")
    assert image_cache.find_image("one") is None


def test_an_image_from_the_cache_is_the_one_that_was_built(monkeypatch: pytest.MonkeyPatch) -> None:
    seed = 7_001
    built = build_image(seed=seed)
    image_module._built_in.cache_clear()
    monkeypatch.setattr(image_module, "_fill", lambda *_: pytest.fail("built again"))
    found = build_image(seed=seed)
    image_module._built_in.cache_clear()
    assert (found.id, found.data) == (built.id, built.data)
