"""Shadows: they darken what they fall on and leave no holes in it, whatever the shape of the panel."""

from __future__ import annotations

import numpy as np
import pytest

from phonebuddy.screen import Pixels
from phonebuddy.world.image import build_image
from phonebuddy.world.look import SHAPES, LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.shadows import shadow

PAPER = 0xFFF0F0FF


def cast(radius: int, side: int, paper: int) -> Pixels:
    """A square panel's shadow on a sheet of paper."""
    pixels: Pixels = np.zeros((400, 400, 4), np.uint8)
    surface = skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kPremul_AlphaType)
    canvas = surface.getCanvas()
    canvas.clear(paper)
    shadow(canvas, 100, 100, 100 + side, 100 + side, radius, 16)
    return pixels


@pytest.mark.parametrize("radius", [0, 6, 42])
@pytest.mark.parametrize("side", [60, 147, 250])
def test_a_shadow_falls_on_what_is_there(radius: int, side: int) -> None:
    alone, on_paper = cast(radius, side, 0), cast(radius, side, PAPER)
    assert (on_paper[..., 3] == 255).all()
    darker = on_paper[..., 0] < 0xF0
    assert darker.any() and not darker[:40].any()
    assert (alone[..., 3][darker] > 0).all()


@pytest.mark.parametrize("shape", SHAPES)
def test_a_page_with_a_button_of_its_own_has_no_holes(shape: str) -> None:
    phone = WorldPhone(build_image(), LookSpec("540x1200", shape=shape))
    phone.open_page("clock", "stopwatch", {})
    assert (phone.observe().pixels()[..., 3] == 255).all()
