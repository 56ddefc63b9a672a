"""Sheets: many small screens in one picture, with a line of text under each. For people to look at."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from phonebuddy.screen import Pixels
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.text import TextStyle, draw_text, ellipsize, measure

GAP = 16
CAPTION = 26
RADIUS = 14
PAPER = 0xFFF2F2F5
INK = 0xFF303038


class Shot(NamedTuple):
    title: str
    pixels: Pixels


def draw_sheet(shots: list[Shot], columns: int, width: int) -> skia.Image:
    """Screens side by side, each `width` pixels wide."""
    heights = [round(shot.pixels.shape[0] * width / shot.pixels.shape[1]) for shot in shots]
    height = max(heights)
    rows = -(-len(shots) // columns)
    cell_w, cell_h = width + GAP, height + GAP + CAPTION
    surface = skia.Surface(min(columns, len(shots)) * cell_w + GAP, rows * cell_h + GAP)
    with surface as canvas:
        canvas.clear(PAPER)
        for index, shot in enumerate(shots):
            x, y = GAP + index % columns * cell_w, GAP + index // columns * cell_h
            _draw_shot(canvas, shot, x, y, width, heights[index])
    return surface.makeImageSnapshot()


def _draw_shot(canvas: skia.Canvas, shot: Shot, x: int, y: int, width: int, height: int) -> None:
    frame = skia.Rect.MakeXYWH(x, y, width, height)
    canvas.save()
    canvas.clipRRect(skia.RRect.MakeRectXY(frame, RADIUS, RADIUS), True)
    image = skia.Image.fromarray(shot.pixels, colorType=skia.kRGBA_8888_ColorType)
    sampling = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
    canvas.drawImageRect(image, frame, sampling)
    canvas.restore()
    style = TextStyle(13, 500)
    words = ellipsize(shot.title, width, style)
    draw_text(canvas, words, x + (width - measure(words, style)) / 2, y + height + 18, style, INK)


def save_png(image: skia.Image, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(str(path), skia.kPNG)
