"""Pictures come back from disk as they were drawn, or are drawn again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from phonebuddy.screen import Pixels
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures import PICTURE_KINDS, draw_picture, draw_street_map, kept
from phonebuddy.world.render.pictures.kept import kept_picture


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(kept, "TALLY", kept.Tally())
    return tmp_path / "phonebuddy" / "pictures"


def _red(canvas: skia.Canvas) -> None:
    canvas.clear(0xFFFF0000)


def _no_drawing(canvas: skia.Canvas) -> None:
    raise AssertionError("drawn although it was kept")


def _stored(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.bin"))


def _picture(kind: str, seed: str = "one") -> Pixels:
    surface = skia.Surface(50, 40)
    draw_picture(surface.getCanvas(), kind, seed, 50, 40)
    pixels: Pixels = surface.toarray()
    return pixels


def test_drawn_once_and_then_found(folder: Path) -> None:
    drawn = kept_picture("red", 30, 20, _red)
    found = kept_picture("red", 30, 20, _no_drawing)
    assert np.array_equal(drawn, found)
    assert found[0, 0].tolist() == [255, 0, 0, 255]
    assert (kept.TALLY.drawn, kept.TALLY.found, len(_stored(folder))) == (1, 1, 1)


@pytest.mark.parametrize(("name", "width", "height"), [("blue", 30, 20), ("red", 20, 30), ("red", 30, 21)])
def test_another_name_or_size_is_another_picture(folder: Path, name: str, width: int, height: int) -> None:
    kept_picture("red", 30, 20, _red)
    assert kept_picture(name, width, height, _red).shape == (height, width, 4)
    assert len(_stored(folder)) == 2


def test_what_is_not_filled_is_opaque_all_the_same() -> None:
    assert (kept_picture("nothing", 5, 5, lambda canvas: None)[..., 3] == 255).all()


@pytest.mark.parametrize("kind", PICTURE_KINDS)
def test_found_or_drawn_every_kind_looks_the_same(kind: str) -> None:
    first = _picture(kind)
    assert np.array_equal(first, _picture(kind))
    assert (kept.TALLY.drawn, kept.TALLY.found) == (1, 1)


def test_maps_by_day_and_by_night_are_two_pictures() -> None:
    seen = []
    for dark in (False, True, False, True):
        surface = skia.Surface(50, 40)
        draw_street_map(surface.getCanvas(), "town", 50, 40, dark)
        seen.append(surface.toarray().tobytes())
    assert seen[0] == seen[2] != seen[1] == seen[3]
    assert (kept.TALLY.drawn, kept.TALLY.found) == (2, 2)


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 300])
def test_a_damaged_file_is_drawn_again(folder: Path, damage: bytes) -> None:
    first = _picture("sea")
    _stored(folder)[0].write_bytes(damage)
    assert np.array_equal(first, _picture("sea"))
    assert kept.TALLY.drawn == 2


def test_other_code_finds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept_picture("red", 30, 20, _red)
    monkeypatch.setattr(kept, "_painters", lambda: "another")
    kept_picture("red", 30, 20, _red)
    assert kept.TALLY.drawn == 2


def test_a_full_folder_forgets(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_path", lambda name, width, height: folder / "ab" / f"{name}.bin")
    for number in range(kept.MOST_IN_A_FOLDER + 4):
        kept_picture(str(number), 4, 4, _red)
    assert len(_stored(folder)) == kept.MOST_IN_A_FOLDER


def test_a_disk_that_cannot_be_written_is_no_trouble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert np.array_equal(kept_picture("red", 30, 20, _red), kept_picture("red", 30, 20, _red))
