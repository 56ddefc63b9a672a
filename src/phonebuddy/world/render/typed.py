"""Typed text: cut into lines without losing a character, so that a caret has a place before each.

Unlike wrapping, which is for reading: every character here belongs to exactly one line.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from phonebuddy.world.render.measuring import UNITS_PER_EM, TextStyle, ends, line_height


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
    room, until = width * UNITS_PER_EM // style.size, ends(text, style.weight)
    lines: list[Line] = []
    first = 0
    while until[-1] - until[first] > room:
        # As many characters as fit, at least one.
        fits = max(first + 1, bisect_right(until, until[first] + room) - 1)
        space = text.rfind(" ", first, fits + 1)
        cut = space + 1 if space > first else fits
        lines.append(Line(start + first, text[first:cut]))
        first = cut
    lines.append(Line(start + first, text[first:]))
    return lines


def caret_line(lines: Sequence[Line], caret: int) -> int:
    """The number of the line a caret stands in."""
    return max(number for number, line in enumerate(lines) if line.start <= caret)


def caret_at(lines: tuple[Line, ...], style: TextStyle, x: int, y: int) -> int:
    """The place between two characters nearest to a touch."""
    line = lines[max(0, min(len(lines) - 1, y // line_height(style)))]
    places = [end * style.size / UNITS_PER_EM for end in ends(line.text, style.weight)]
    return line.start + min(range(len(places)), key=lambda count: abs(places[count] - x))
