"""The steps of a trace as small pictures, the touch drawn on the screen it was made on, each with a title.

Screens without a picture are drawn from their elements: boxes with their words. What puts the pictures side
by side is the sheet of the world. Invariant: the same trace gives the same pixels.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import NamedTuple

import numpy as np
import skia

from phonebuddy.actions import Click, DoubleClick, Drag, LongPress, OpenApp, Scroll, Type, name_of
from phonebuddy.errors import TraceError
from phonebuddy.screen import Flag, Pixels, Screen
from phonebuddy.traces.pictures import NoPicture
from phonebuddy.traces.trace import Mark, Shot, Step, Trace

WIDTH, TALLEST = 360, 2.4
"""Of one picture; a made-up screen of many rows is squeezed to this many times its width."""
_PAPER, _INK, _BOX, _TOUCH = 0xFFFFFFFF, 0xFF303038, 0xFF5570B0, 0xFFD0203A
_FONT, _PAD = 15, 4
_TOLD = (Mark.GAP, Mark.NO_CHANGE, Mark.MISSED, Mark.OUTSIDE, Mark.LEAVES, Mark.UNSEEN)


class Cell(NamedTuple):
    title: str
    pixels: Pixels


def draw_cells(trace: Trace) -> Iterator[Cell]:
    """Each step with the screen it was done on, and where the trace ended."""
    for step in trace.steps:
        yield Cell(_title(trace, step), _draw(trace.shots[step.before], step))
    last = trace.steps[-1].after if trace.steps else next(iter(trace.shots), None)
    if last is not None:
        told = trace.answer if trace.answer is not None else ""
        yield Cell(f"end of {trace.id} {told}".strip(), _draw(trace.shots[last], None))


def num_cells(trace: Trace) -> int:
    return len(trace.steps) + 1


def _title(trace: Trace, step: Step) -> str:
    words = trace.shots[step.before].label(step.target) if step.target is not None else ""
    if isinstance(step.action, Type):
        words = f"{step.action.text} in {words}"
    elif isinstance(step.action, OpenApp):
        words = step.action.package
    marks = ", ".join(mark.value for mark in _TOLD if step.has(mark))
    return f"{name_of(step.action)} {words} {f'({marks})' if marks else ''}".replace("\n", " ").strip()


def _draw(shot: Shot, step: Step | None) -> Pixels:
    screen = shot.screen
    height = max(round(WIDTH * min(screen.height / max(screen.width, 1), TALLEST)), 1)
    pixels = np.zeros((height, WIDTH, 4), np.uint8)
    with skia.Surface(pixels) as canvas:
        canvas.clear(_PAPER)
        if not _draw_picture(canvas, screen, height):
            _draw_elements(canvas, screen, height)
        if step is not None:
            _draw_touch(canvas, step, height)
    return pixels


def _draw_picture(canvas: skia.Canvas, screen: Screen, height: int) -> bool:
    if isinstance(screen.frame, NoPicture):
        return False
    try:
        pixels = screen.pixels()
    except TraceError:
        return False
    image = skia.Image.fromarray(np.ascontiguousarray(pixels), colorType=skia.kRGBA_8888_ColorType)
    sampling = skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
    canvas.drawImageRect(image, skia.Rect.MakeWH(WIDTH, height), sampling)
    return True


def _draw_elements(canvas: skia.Canvas, screen: Screen, height: int) -> None:
    across, down = WIDTH / max(screen.width, 1), height / max(screen.height, 1)
    line = skia.Paint(Color=_BOX, Style=skia.Paint.kStroke_Style)
    for element in screen.elements:
        left, top, right, bottom = element.bounds
        box = skia.Rect.MakeLTRB(left * across, top * down, right * across, bottom * down)
        if element.has(Flag.CLICKABLE):
            canvas.drawRect(box, line)
        checked = "[x] " if element.has(Flag.CHECKED) else "[ ] " if element.has(Flag.CHECKABLE) else ""
        _write(canvas, checked + (element.text or element.description), box)


def _write(canvas: skia.Canvas, text: str, box: skia.Rect) -> None:
    """One line, cut where it would leave its box."""
    font = _font()
    line = text.replace("\n", " \u00b7 ")[:200]
    while line and font.measureText(line) > box.width() - 2 * _PAD:
        line = line[:-1]
    if line:
        y = (box.top() + box.bottom() + _FONT * 0.7) / 2
        canvas.drawString(line, box.left() + _PAD, y, font, skia.Paint(Color=_INK, AntiAlias=True))


@cache
def _font() -> skia.Font:
    file = resources.files("fontpkg_roboto") / "files/Roboto[wdth,wght].ttf"
    # An empty manager: the default one reads the machine's own fonts first.
    face = skia.FontMgr.New_Custom_Empty().makeFromData(skia.Data.MakeWithCopy(file.read_bytes()))
    return skia.Font(face, _FONT)


def _draw_touch(canvas: skia.Canvas, step: Step, height: int) -> None:
    action = step.action
    paint = skia.Paint(Color=_TOUCH, Style=skia.Paint.kStroke_Style, StrokeWidth=4, AntiAlias=True)

    def place(x: int, y: int) -> tuple[float, float]:
        return x * WIDTH / 1000, y * height / 1000

    if isinstance(action, Click | DoubleClick | LongPress):
        canvas.drawCircle(*place(*action.point), 14, paint)
    elif isinstance(action, Scroll | Drag):
        canvas.drawCircle(*place(*action.start), 7, paint)
        canvas.drawLine(*place(*action.start), *place(*action.end), paint)
