"""Strips join to a PNG that other programs read, with the very pixels that went in."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from phonebuddy.screen import Pixels
from phonebuddy.world.render.png import encode_rows, join


def _picture(width: int, height: int) -> Pixels:
    pixels: Pixels = np.random.default_rng(width * 1000 + height).integers(
        0, 256, (height, width, 4), np.uint8
    )
    pixels[height // 3 :, : width // 2] = (200, 100, 50, 255)
    return pixels


def _decode(png: bytes) -> Pixels:
    return np.asarray(Image.open(io.BytesIO(png)))


@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 2), (17, 41), (64, 100), (300, 257), (1080, 90)])
@pytest.mark.parametrize("rows", [1, 7, 40, 1000])
def test_decodes_to_the_same_pixels(width: int, height: int, rows: int) -> None:
    pixels = _picture(width, height)
    strips = [encode_rows(pixels[top : top + rows]) for top in range(0, height, rows)]
    assert np.array_equal(_decode(join(width, height, strips)), pixels)


def test_bytes_depend_on_pixels_only() -> None:
    pixels = _picture(50, 40)
    assert encode_rows(pixels) == encode_rows(pixels.copy())
    wide = np.zeros((40, 90, 4), np.uint8)
    wide[:, 20:70] = pixels
    assert encode_rows(np.ascontiguousarray(wide[:, 20:70])) == encode_rows(pixels)
