"""Typed text: no character is lost, lines are as long as they can be, and a touch finds its nearest place."""

from __future__ import annotations

import random

import pytest

from phonebuddy.world.render.measuring import TextStyle, measure
from phonebuddy.world.render.typed import Line, caret_at, typed_lines

STYLE = TextStyle(17)
WORDS = ("a", "tea", "i", "mountains", "  ", "\u4e2d\u6587", "o\u0301", "WWW", "\u2764\ufe0f")


def _text(seed: int) -> str:
    chance = random.Random(seed)
    return chance.choice((" ", "")).join(chance.choices(WORDS, k=chance.randrange(40)))


def _fitting(text: str, width: int) -> int:
    """How many characters fit, at least one: by trying."""
    return max(1, *(count for count in range(len(text) + 1) if measure(text[:count], STYLE) <= width))


@pytest.mark.parametrize("width", [1, 20, 61, 140])
def test_lines_break_after_the_last_space_that_fits(width: int) -> None:
    for seed in range(30):
        text = _text(seed)
        lines = typed_lines(text, width, STYLE, many=True)
        assert "".join(line.text for line in lines) == text
        start = 0
        for line in lines[:-1]:
            rest = text[start:]
            fits = _fitting(rest, width)
            space = rest.rfind(" ", 0, fits + 1)
            assert line == Line(start, rest[: space + 1 if space > 0 else fits])
            start += len(line.text)
        assert lines[-1].start == start
        assert measure(lines[-1].text, STYLE) <= width or len(lines[-1].text) == 1


def test_a_touch_finds_the_nearest_place() -> None:
    line = Line(5, "mountains of tea")
    for x in range(-3, 160, 4):
        found = caret_at((Line(0, "one\n"), line), STYLE, x, 1_000)
        away = [abs(measure(line.text[:count], STYLE) - x) for count in range(len(line.text) + 1)]
        assert found == 5 + away.index(min(away))
