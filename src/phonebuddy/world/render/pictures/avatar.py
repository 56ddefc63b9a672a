"""Avatars: initials on a colour, for people without a photograph.

Its invariant: a name always has the same colour, on every phone and in every run.
"""

from __future__ import annotations

import unicodedata

from phonebuddy.world.render.library import skia
from phonebuddy.world.render.pictures.dice import stable_hash
from phonebuddy.world.render.text import TextStyle, draw_text, measure

AVATAR_COLORS = (
    0xFFB3543E, 0xFF9A6A1F, 0xFF5F7D2E, 0xFF2E7D4F, 0xFF1F7F80, 0xFF2A74A8,
    0xFF4A62B8, 0xFF7353B0, 0xFF9A4A9C, 0xFFB0487A, 0xFF5D6B78, 0xFF7A5C4D,
)  # fmt: skip
_CAP_HEIGHT, _WIDE_HEIGHT = 0.711, 0.76


def initials(name: str) -> str:
    """What stands for a name: two initials, the first wide character (Chinese, emoji), or '#'."""
    words = [word for word in name.split() if any(_tells(letter) for letter in word)]
    if not words:
        return "#"
    first = next(letter for letter in words[0] if _tells(letter))
    if _is_wide(first) or len(words) == 1:
        return first.upper()
    last = next(letter for letter in words[-1] if _tells(letter))
    return first.upper() + (last.upper() if last.isalpha() and not _is_wide(last) else "")


def _tells(letter: str) -> bool:
    return letter.isalnum() or unicodedata.category(letter) == "So"


def _is_wide(letter: str) -> bool:
    return unicodedata.east_asian_width(letter) in "WF"


def avatar_color(name: str) -> int:
    return AVATAR_COLORS[stable_hash(name) % len(AVATAR_COLORS)]


def draw_avatar(canvas: skia.Canvas, name: str, left: float, top: float, size: int) -> None:
    """A round avatar in a size x size box."""
    radius = size / 2
    paint = skia.Paint(Color=avatar_color(name), AntiAlias=True)
    canvas.drawCircle(left + radius, top + radius, radius, paint)
    letters = initials(name)
    wide = _is_wide(letters[0])
    style = TextStyle(max(1, round(size * (0.46 if wide else 0.42))), 500)
    x = left + radius - measure(letters, style) / 2
    # Wide characters reach a little below the baseline, capitals stand on it.
    rise = style.size * (_WIDE_HEIGHT / 2 if wide else _CAP_HEIGHT / 2)
    draw_text(canvas, letters, x, top + radius + rise, style, 0xFFFFFFFF)
