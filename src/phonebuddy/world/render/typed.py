"""Typed text: cut into lines without losing a character, so that a caret has a place before each.

Unlike wrapping, which is for reading: every character here belongs to exactly one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.world.render.text import TextStyle, line_height, measure


class Line(NamedTuple):
    """One line of what was typed, and where it starts in the whole text."""

    start: int
    text: str


def typed_lines(text: str, width: int, style: TextStyle, many: bool) -> list[Line]:
    """Text cut into lines without losing a character, so that a caret has a place before each."""
    if not many:
        return [Line(0, text)]
    lines: list[Line] = []
    start = 0
    for piece in text.split("\n"):
        lines.extend(_broken(piece, start, width, style))
        start += len(piece) + 1
    return lines


def _broken(text: str, start: int, width: int, style: TextStyle) -> list[Line]:
    lines: list[Line] = []
    while text and measure(text, style) > width:
        fits = _fitting(text, width, style)
        space = text.rfind(" ", 0, fits + 1)
        cut = space + 1 if space > 0 else fits
        lines.append(Line(start, text[:cut]))
        text, start = text[cut:], start + cut
    lines.append(Line(start, text))
    return lines


def _fitting(text: str, width: int, style: TextStyle) -> int:
    """How many characters fit, at least one."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if measure(text[:middle], style) <= width:
            low = middle
        else:
            high = middle - 1
    return low


def caret_line(lines: Sequence[Line], caret: int) -> int:
    """The number of the line a caret stands in."""
    return max(number for number, line in enumerate(lines) if line.start <= caret)


def caret_at(lines: tuple[Line, ...], style: TextStyle, x: int, y: int) -> int:
    """The place between two characters nearest to a touch."""
    line = lines[max(0, min(len(lines) - 1, y // line_height(style)))]
    best = min(range(len(line.text) + 1), key=lambda count: abs(measure(line.text[:count], style) - x))
    return line.start + best
