"""Gradients from arrays look like those of Skia."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from phonebuddy.screen import Pixels
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures.shading import glow, shade_across, shade_down

SKY = (0xFF3F8EDB, 0xFFCBE7F8)
MIST = (0x00AABBCC, 0x47AABBCC)
SUN = 0xA6FFF8DC
Paint = Callable[[skia.Canvas], None]


def _drawn(paint: Paint, width: int = 120, height: int = 80) -> Pixels:
    pixels: Pixels = np.full((height, width, 4), 255, np.uint8)
    surface = skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kPremul_AlphaType)
    surface.getCanvas().scale(height, height)
    paint(surface.getCanvas())
    return pixels


def _difference(first: Paint, second: Paint) -> Pixels:
    pair = [_drawn(paint).astype(np.int16) for paint in (first, second)]
    apart: Pixels = np.abs(pair[0] - pair[1]).max(axis=2)
    assert pair[0].std() > 1, "nothing was drawn"
    return apart


def _linear(canvas: skia.Canvas, ends: list[skia.Point], rect: skia.Rect, colors: tuple[int, ...]) -> None:
    canvas.drawRect(rect, skia.Paint(Shader=skia.GradientShader.MakeLinear(ends, list(colors))))


@pytest.mark.parametrize("colors", [SKY, MIST, (*SKY, 0xFF102030)])
@pytest.mark.parametrize(("top", "bottom"), [(0.0, 1.0), (0.333, 0.741)])
def test_down(colors: tuple[int, ...], top: float, bottom: float) -> None:
    def by_skia(canvas: skia.Canvas) -> None:
        ends = [skia.Point(0, top), skia.Point(0, bottom)]
        _linear(canvas, ends, skia.Rect.MakeLTRB(0, top, 1.5, bottom), colors)

    assert _difference(lambda canvas: shade_down(canvas, 1.5, top, bottom, colors), by_skia).max() <= 2


def test_down_over_no_rows_draws_nothing() -> None:
    assert (_drawn(lambda canvas: shade_down(canvas, 1.5, 0.5, 0.5, SKY)) == 255).all()


def test_across() -> None:
    def by_skia(canvas: skia.Canvas) -> None:
        _linear(canvas, [skia.Point(0, 0), skia.Point(1.5, 1)], skia.Rect.MakeWH(1.5, 1), SKY)

    assert _difference(lambda canvas: shade_across(canvas, 1.5, 1, SKY), by_skia).max() <= 2


@pytest.mark.parametrize(
    ("turn", "flat"),
    [(0.0, 1.0), (0.0, 0.3), (40.0, 1.0), (25.0, 0.5)],
    ids=["round", "flat", "turned", "both"],
)
def test_glow(turn: float, flat: float) -> None:
    def moved(draw: Paint) -> Paint:
        def paint(canvas: skia.Canvas) -> None:
            canvas.translate(0.3, 0.4)
            canvas.rotate(turn)
            canvas.scale(1, flat)
            draw(canvas)

        return paint

    def by_skia(canvas: skia.Canvas) -> None:
        shades = [SUN, 0x42FFF8DC, SUN & 0xFFFFFF]
        shader = skia.GradientShader.MakeRadial(skia.Point(0.1, 0.05), 0.6, shades, [0.0, 0.45, 1.0])
        canvas.drawCircle(0.1, 0.05, 0.6, skia.Paint(Shader=shader))

    apart = _difference(moved(lambda canvas: glow(canvas, 0.1, 0.05, 0.6, SUN)), moved(by_skia))
    assert apart.max() <= 4
    assert (apart > 2).mean() < 0.001


def test_a_glow_out_of_sight_draws_nothing() -> None:
    assert (_drawn(lambda canvas: glow(canvas, -3.0, 0.5, 0.6, SUN)) == 255).all()
