"""Text: measuring, cutting, wrapping and drawing, all that a widget needs to know of it.

Its invariant: what is measured is what is drawn.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from phonebuddy.world.render import fonts
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.measuring import (
    BOX_ADVANCE,
    ELLIPSIS,
    UNITS_PER_EM,
    TextStyle,
    advances,
    baseline,
    ellipsize,
    is_invisible,
    line_height,
    measure,
    text_width,
)
from phonebuddy.world.render.wrapping import wrap

__all__ = [
    "ELLIPSIS",
    "TextStyle",
    "baseline",
    "draw_text",
    "ellipsize",
    "line_height",
    "measure",
    "text_width",
    "wrap",
]


class _Run(NamedTuple):
    """Neighbouring characters of one family; x in pixels from the start of the text."""

    family: fonts.Family | None
    text: str
    x: float


@lru_cache(maxsize=1 << 12)
def _runs(text: str, style: TextStyle) -> tuple[_Run, ...]:
    if text.isascii() and text.isprintable():
        # Most texts by far, and Roboto has all of these.
        return (_Run("roboto", text, 0.0),)
    size, weight = style
    table = advances(weight)
    runs: list[_Run] = []
    start, position = 0, 0
    letters: list[str] = []
    family: fonts.Family | None = None
    for character in text.replace("\t", " "):
        if is_invisible(character):
            continue
        next_family = fonts.family_of(character)
        if letters and next_family != family:
            runs.append(_Run(family, "".join(letters), start * size / UNITS_PER_EM))
            start, letters = position, []
        family = next_family
        letters.append(character)
        position += table[character]
    if letters:
        runs.append(_Run(family, "".join(letters), start * size / UNITS_PER_EM))
    return tuple(runs)


def draw_text(
    canvas: skia.Canvas, text: str, x: float, baseline: float, style: TextStyle, color: int
) -> None:
    """Draw one line with its left end at x; colour as ARGB."""
    size, weight = style
    paint = skia.Paint(Color=color, AntiAlias=True)
    for run in _runs(text, style):
        if run.family is None:
            _draw_boxes(canvas, len(run.text), x + run.x, baseline, size, paint)
        else:
            font = fonts.font(run.family, fonts.snap_weight(weight), size)
            canvas.drawString(run.text, x + run.x, baseline, font, paint)


def _draw_boxes(
    canvas: skia.Canvas, count: int, x: float, baseline: float, size: int, paint: skia.Paint
) -> None:
    """One hollow box for each character that no font has."""
    outline = skia.Paint(paint)
    outline.setStyle(skia.Paint.kStroke_Style)
    outline.setStrokeWidth(max(1.0, size / 16))
    step = BOX_ADVANCE * size / UNITS_PER_EM
    for index in range(count):
        left = x + index * step
        box = skia.Rect.MakeLTRB(left + step * 0.12, baseline - size * 0.7, left + step * 0.88, baseline)
        canvas.drawRect(box, outline)
