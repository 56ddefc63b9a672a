"""Breaking text into lines.

Its invariant: the lines, put together again, are the text less the spaces at the breaks, unless the last
line was cut and ends in an ellipsis; no line is wider than asked, except a single character that is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from phonebuddy.world.render.measuring import (
    ELLIPSIS,
    UNITS_PER_EM,
    TextStyle,
    advances,
    ellipsize,
    measure,
)

_WIDE = "\u2e80-\u2fff\u3040-\ufaff\U0001f000-\U0003ffff"
_JOINED = "\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff"
_OPENING = "\u2018\u201c\u3008\u300a\u300c\u300e\u3010\u3014\uff08\uff3b\uff5b"
_CLOSING = (
    "\u201d\u3001\u3002\u3009\u300b\u300d\u300f\u3011\u3015"
    "\uff01\uff09\uff0c\uff0e\uff1a\uff1b\uff1f\uff3d\uff5d"
)
# What may not be parted: a wide character or a word, the openers before it, the closers and spaces after it.
_PIECE = re.compile(
    f"[{_OPENING}]*(?:[{_WIDE}][{_JOINED}]*[{_CLOSING}{_JOINED},.!?:;)%\u2019]*"
    f"|[^ {_WIDE}{_OPENING}{_CLOSING}]+[{_CLOSING}]*) *| +|.",
    re.DOTALL,
)


def pieces(text: str) -> list[str]:
    """A text cut where a line may end; spaces stay with the piece before them."""
    return _PIECE.findall(text)


@lru_cache(maxsize=1 << 13)
def wrap(text: str, width: float, style: TextStyle, max_lines: int | None = None) -> tuple[str, ...]:
    """The lines of a text in a column; the last one ellipsized when max_lines cuts the text short."""
    room = int(width * UNITS_PER_EM // style.size)
    lines: list[str] = []
    for paragraph in text.split("\n"):
        for line in _lines(paragraph, room, style.weight):
            if max_lines is not None and len(lines) == max_lines:
                lines[-1] = _cut(lines[-1], width, style)
                return tuple(lines)
            lines.append(line)
    return tuple(lines)


def _lines(paragraph: str, room: int, weight: int) -> Iterator[str]:
    table = advances(weight)
    whole_line = paragraph.rstrip(" ")
    if sum(map(table.__getitem__, whole_line)) <= room:
        yield whole_line  # most texts by far
        return
    space = table[" "]
    line, used = "", 0
    for piece in pieces(paragraph):
        total = sum(map(table.__getitem__, piece))
        needed = total - space * (len(piece) - len(piece.rstrip(" ")))
        if used + needed <= room:
            line, used = line + piece, used + total
            continue
        if line:
            yield line.rstrip(" ")
        line, used = piece, total
        if needed > room:
            *whole, line = _broken(piece, room, table)
            yield from whole
            used = sum(map(table.__getitem__, line))
    yield line.rstrip(" ")


def _broken(piece: str, room: int, table: dict[str, int]) -> Iterator[str]:
    """A piece wider than the column, cut between characters; each part has at least one.

    A closer takes the character before it along, where the column has room for both.
    """
    start, used = 0, 0
    for index, character in enumerate(piece):
        advance = table[character]
        if used + advance > room and index > start and character != " ":
            before = table[piece[index - 1]]
            along = character in _CLOSING and index - 1 > start and before + advance <= room
            end = index - 1 if along else index
            yield piece[start:end]
            start, used = end, before if along else 0
        used += advance
    yield piece[start:]


def _cut(line: str, width: float, style: TextStyle) -> str:
    """The line ended by an ellipsis, shortened as far as that needs."""
    longer = line + ELLIPSIS
    return longer if measure(longer, style) <= width else ellipsize(longer, width, style)
