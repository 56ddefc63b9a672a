"""Colours from pictures: what most of a place is, and the scheme nearest to it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from phonebuddy.errors import AppError
from phonebuddy.rebuild.build import build_model
from phonebuddy.rebuild.emit.app import app_files, write_app
from phonebuddy.rebuild.pixels import (
    add_colours,
    common_color,
    cut_out,
    refuse_inside_repository,
    scheme_of,
)
from phonebuddy.traces.read import read_traces
from phonebuddy.world.spec.load import check_apps
from phonebuddy.world.widgets.node import MAX_PICTURE, read_color, read_picture
from tests.rebuild.recorded import ALL
from tests.traces import samples


def test_the_common_colour_wins() -> None:
    region = np.full((10, 10, 3), (33, 150, 243), np.uint8)
    region[:3] = 0
    assert common_color(region) == (33, 150, 243)


@pytest.mark.parametrize(
    ("color", "name"), [((33, 150, 243), "blue"), ((76, 175, 80), "green"), ((90, 90, 95), "")]
)
def test_schemes_by_hue(color: tuple[int, int, int], name: str) -> None:
    assert scheme_of(color) == name


def test_recordings_without_pictures_give_no_colours() -> None:
    model = build_model(ALL)
    assert add_colours(model, ALL) == 0
    assert model.color == "slate"


def test_colours_are_in_the_app_only_when_asked_for(tmp_path: Path) -> None:
    traces = read_traces(samples.write(tmp_path / "bot", samples.droidbot()), "droidbot")
    model = build_model(traces)
    assert "fill:" not in "".join(app_files(model).values())
    assert add_colours(model, traces) > 0
    files = app_files(model)
    assert "fill:" in "".join(files.values())
    write_app(files, tmp_path / model.name)
    assert check_apps([tmp_path / model.name])[0] == []


def test_colours_are_read_with_care() -> None:
    assert read_color("#2196f3") == 0xFF2196F3
    assert read_color("blue") is None
    assert read_color("#12345g") is None


def test_what_is_cut_out_is_small_and_can_be_drawn() -> None:
    region = np.random.default_rng(2).integers(0, 255, (900, 600, 3), np.uint8)
    text = cut_out(region)
    assert len(text) < MAX_PICTURE
    image = read_picture(text)
    assert image is not None
    assert max(image.width(), image.height()) <= 128
    assert read_picture("not base64!") is None
    assert read_picture("QUJD") is None
    assert read_picture("A" * (MAX_PICTURE + 4)) is None


def test_pieces_of_pictures_never_get_into_the_repository(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    with pytest.raises(AppError, match="outside"):
        refuse_inside_repository(root / "src" / "phonebuddy" / "apps" / "twin")
    refuse_inside_repository(root / "out" / "twin")
    refuse_inside_repository(tmp_path / "twin")
