"""Pictures are cut to round corners much as Skia would cut them whole."""

from __future__ import annotations

import numpy as np
import pytest

from phonebuddy.screen import Pixels
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pasting import paste


def _picture(width: int, height: int) -> Pixels:
    pixels: Pixels = np.random.default_rng(1).integers(0, 200, (height, width, 4), dtype=np.uint8)
    pixels[..., 3] = 255
    return pixels


def _surface(width: int, height: int) -> tuple[Pixels, skia.Surface]:
    pixels: Pixels = np.full((height, width, 4), 255, np.uint8)
    kinds = {"colorType": skia.kRGBA_8888_ColorType, "alphaType": skia.kPremul_AlphaType}
    return pixels, skia.Surface(pixels, **kinds)


def _frame(width: int, height: int, radii: tuple[int, int, int, int]) -> skia.RRect:
    frame = skia.RRect()
    frame.setRectRadii(skia.Rect.MakeWH(width, height), [skia.Point(radius, radius) for radius in radii])
    return frame


@pytest.mark.parametrize(
    ("width", "height", "radii"),
    [
        (90, 60, (12, 12, 12, 12)),
        (40, 40, (20, 20, 20, 20)),
        (90, 70, (14, 14, 3, 14)),
        (50, 30, (0, 0, 0, 0)),
    ],
)
def test_much_as_cut_whole(width: int, height: int, radii: tuple[int, int, int, int]) -> None:
    picture, frame = _picture(width, height), _frame(width, height, radii)
    ours, surface = _surface(width + 20, height + 20)
    surface.getCanvas().translate(7, 9)
    paste(surface.getCanvas(), picture, frame)
    whole, surface = _surface(width + 20, height + 20)
    canvas = surface.getCanvas()
    canvas.translate(7, 9)
    canvas.clipRRect(frame, skia.ClipOp.kIntersect, True)
    kinds = {"colorType": skia.kRGBA_8888_ColorType, "alphaType": skia.kOpaque_AlphaType}
    canvas.drawImage(skia.Image.fromarray(picture, **kinds), 0, 0)
    apart = np.abs(ours.astype(np.int16) - whole).max(axis=2)
    reach = max(radii)
    assert not apart[9 + reach : 9 + height - reach].any()
    assert not apart[:, 7 + reach : 7 + width - reach].any()
    # Skia's soft edges are not quite the same for a part of a shape and for the whole of it.
    assert apart.max() <= 30 and (apart > 0).sum() <= 16
    assert (ours[9, 7] == 255).all() == bool(radii[0])


def test_a_frame_larger_than_the_picture_leaves_the_rest_alone() -> None:
    ours, surface = _surface(60, 90)
    paste(surface.getCanvas(), _picture(60, 40), _frame(60, 90, (10, 10, 10, 10)))
    assert (ours[20:40, :, :3] < 200).all()
    assert (ours[40:] == 255).all()


def test_without_a_frame_and_scaled_down() -> None:
    ours, surface = _surface(60, 40)
    picture = np.zeros_like(_picture(60, 40))
    picture[..., 3] = 255
    picture[::2, ::2, :3] = 200
    surface.getCanvas().scale(0.5, 0.5)
    paste(surface.getCanvas(), picture)
    assert (ours[20:] == 255).all() and (ours[:, 30:] == 255).all()
    assert (ours[1:19, 1:29, 0] > 20).all(), "every second pixel was left out instead of blended"
