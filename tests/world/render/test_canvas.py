"""Bitmaps keep only what is drawn on them, and frames show all of it with the background around."""

from __future__ import annotations

import numpy as np
import pytest

from phonebuddy.screen import Pixels
from phonebuddy.world.render.canvas import FrameBuffer, pack, paint_tile, unpack
from phonebuddy.world.render.display import Fill, Rect, Tile
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.strips import cut
from tests.world.render.drawing import Wish, display_of

WIDTH, HEIGHT = 40, 30
SAND, INK = 0xFFEEDDCC, 0xFF102030
SPOTS: list[Rect] = [(0, 0, 0, 0), (0, 0, 2, 2), (37, 28, 40, 30), (10, 8, 20, 12), (0, 0, WIDTH, HEIGHT)]
"""What is drawn: nothing, two corners, something inside, all of it."""


def _tile(spot: Rect, background: int) -> Tile:
    def paint(canvas: skia.Canvas) -> None:
        canvas.drawRect(skia.Rect.MakeLTRB(*spot), skia.Paint(Color=INK))

    return Tile((spot, background), WIDTH, HEIGHT, background, paint)


def _expected(spot: Rect, background: int, clip: Rect) -> Pixels:
    """A blue frame of 60x50 with the tile at (10, 10)."""
    frame: Pixels = np.full((50, 60, 4), (0, 0, 255, 255), np.uint8)
    shown = frame.copy()
    if background:
        shown[10 : 10 + HEIGHT, 10 : 10 + WIDTH] = (0xEE, 0xDD, 0xCC, 255)
    left, top, right, bottom = (10 + side for side in spot)
    shown[top:bottom, left:right] = (0x10, 0x20, 0x30, 255)
    left, top, right, bottom = clip
    frame[top:bottom, left:right] = shown[top:bottom, left:right]
    return frame


@pytest.mark.parametrize("spot", SPOTS)
@pytest.mark.parametrize("background", [SAND, 0])
@pytest.mark.parametrize("clip", [(0, 0, 60, 50), (15, 15, 25, 25), (49, 39, 60, 50), (0, 0, 11, 50)])
@pytest.mark.parametrize("was_packed", [False, True])
def test_the_background_is_around_what_is_drawn(
    spot: Rect, background: int, clip: Rect, was_packed: bool
) -> None:
    tile = _tile(spot, background)
    bitmap = paint_tile(tile)
    if was_packed:
        bitmap = unpack(pack(bitmap), tile)
    buffer = FrameBuffer(60, 50)
    display = display_of([Fill(0xFF0000FF, (0, 0, 60, 50)), Wish(tile, 10, 10, clip)], 60, 50)
    buffer.compose(cut(display, 60, 50).seen, 0, 50, lambda _: bitmap)
    assert np.array_equal(buffer.pixels, _expected(spot, background, clip))


@pytest.mark.parametrize("spot", SPOTS)
@pytest.mark.parametrize("background", [SAND, 0])
def test_only_what_is_drawn_is_kept(spot: Rect, background: int) -> None:
    left, top, right, bottom = spot
    assert paint_tile(_tile(spot, background)).words.shape == (bottom - top, right - left)
