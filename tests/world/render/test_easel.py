"""Tiles are painted on the same memory one after the other, and none sees or harms another."""

from __future__ import annotations

import numpy as np
import pytest

from phonebuddy.world.render.display import Paint, Tile
from phonebuddy.world.render.easel import ROOM, drawn_on, paint_words
from phonebuddy.world.render.library import skia

INK = 0xFF102030
INK_WORD = 0xFF302010
"""The same with its bytes in the order of memory."""


def _tile(width: int, height: int, background: int, paint: Paint) -> Tile:
    return Tile((width, height), width, height, background, paint)


def _nothing(canvas: skia.Canvas) -> None:
    pass


def _ink(canvas: skia.Canvas) -> None:
    canvas.drawPaint(skia.Paint(Color=INK))


@pytest.mark.parametrize(("width", "height"), [(1, 1), (40, 30), (41, 30), (ROOM, 1), (1024, ROOM // 512)])
def test_every_tile_starts_empty(width: int, height: int) -> None:
    assert (paint_words(_tile(width, height, 0, _ink)) == INK_WORD).all()
    words = paint_words(_tile(width, height, 0, _nothing))
    assert words.shape == (height, width)
    assert not words.any()


def test_a_paint_that_raises_leaves_nothing_behind() -> None:
    def fails(canvas: skia.Canvas) -> None:
        canvas.save()
        canvas.clipRect(skia.Rect.MakeWH(1, 1))
        canvas.translate(7, 7)
        raise ValueError("out of paint")

    with pytest.raises(ValueError, match="out of paint"):
        paint_words(_tile(20, 10, 0, fails))
    assert (paint_words(_tile(20, 10, 0, _ink)) == INK_WORD).all()


def test_a_lower_tile_of_the_same_width_does_not_cut_the_next() -> None:
    paint_words(_tile(20, 3, 0, _ink))
    assert (paint_words(_tile(20, 30, 0, _ink)) == INK_WORD).all()


def test_a_paint_cannot_reach_beyond_its_tile() -> None:
    tall = paint_words(_tile(20, 30, 0, _nothing))
    paint_words(_tile(20, 3, 0, _ink))
    assert (tall[:3] == INK_WORD).all()
    assert not tall[3:].any()


@pytest.mark.parametrize("shape", [(30, 40), (2, ROOM)])
@pytest.mark.parametrize("background", [0, INK_WORD])
def test_what_is_drawn_is_found(shape: tuple[int, int], background: int) -> None:
    words = np.full(shape, background, np.uint32)
    assert drawn_on(words, background) == (0, 0, 0, 0)
    words[1, 5:9] = 7
    assert drawn_on(words, background) == (5, 1, 9, 2)
    words[0, 2] = 7
    assert drawn_on(words, background) == (2, 0, 9, 2)
    words[-1, -1] = 7
    assert drawn_on(words, background) == (2, 0, shape[1], shape[0])
