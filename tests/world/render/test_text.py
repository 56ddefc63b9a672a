"""Laws of measuring, cutting, wrapping and drawing text."""

from __future__ import annotations

import importlib.util
import random
import re
import warnings
from collections.abc import Iterator

import numpy as np
import pytest

from phonebuddy.errors import SetupError
from phonebuddy.screen import Pixels
from phonebuddy.world.render import fonts, measuring, text, wrapping
from phonebuddy.world.render.library import skia
from phonebuddy.world.render.text import ELLIPSIS, TextStyle, draw_text, ellipsize, measure, wrap

CHINESE, EMOJI, ARABIC = "\u4f60\u597d\u4e16\u754c", "\U0001f600\U0001f389", "\u0633\u0644\u0627\u0645"
ALPHABET = [
    "a",
    "W",
    "i",
    " ",
    " ",
    "\n",
    "-",
    "\uff0c",
    "\u3002",
    "\u201c",
    "\u2764\ufe0f",
    *CHINESE,
    *EMOJI,
]
STYLES = [TextStyle(42, 400), TextStyle(13, 500), TextStyle(29, 700)]


def _random_texts() -> Iterator[tuple[str, float, TextStyle]]:
    random_source = random.Random(5)
    for _ in range(400):
        letters = random_source.choices(ALPHABET, k=random_source.randrange(40))
        yield "".join(letters), random_source.uniform(0, 400), random_source.choice(STYLES)


def _drawn(line: str, style: TextStyle) -> Pixels:
    surface = skia.Surface(400, 80)
    draw_text(surface.getCanvas(), line, 10, 60, style, 0xFF000000)
    pixels: Pixels = surface.toarray()
    return pixels


def test_ellipsize_is_never_wider_than_asked() -> None:
    for line, width, style in _random_texts():
        cut = ellipsize(line, width, style)
        assert measure(cut, style) <= width
        assert cut == line or cut == "" or cut.endswith(ELLIPSIS)
        assert cut == line or line.startswith(cut.removesuffix(ELLIPSIS))


def test_wrap_loses_nothing_but_spaces() -> None:
    for paragraph, width, style in _random_texts():
        lines = wrap(paragraph, width, style, None)
        assert "".join(lines).replace(" ", "") == re.sub("[ \n]", "", paragraph)
        visible = [[letter for letter in line if not measuring.is_invisible(letter)] for line in lines]
        assert all(
            measure(line, style) <= width or len(letters) == 1
            for line, letters in zip(lines, visible, strict=True)
        )


def test_wrap_keeps_to_the_number_of_lines() -> None:
    for paragraph, width, style in _random_texts():
        lines = wrap(paragraph, width, style, 2)
        assert len(lines) <= 2
        assert (
            lines[:1] == wrap(paragraph, width, style, None)[:1] or len(lines) == 1 or lines[-1] != lines[0]
        )
    assert wrap("one two three", 130, STYLES[0], 2) == ("one", "two\u2026")
    assert wrap("one\ntwo", 900, STYLES[0], 1) == ("one\u2026",)
    assert wrap("one\n\ntwo", 900, STYLES[0], None) == ("one", "", "two")


def test_wrap_breaks_where_people_do() -> None:
    style = TextStyle(20, 400)
    assert wrap("alpha beta gamma", 100, style, None) == ("alpha beta", "gamma")
    assert wrap("\u4f60\u597d\uff0c\u4e16\u754c", 40, style, None) == (
        "\u4f60",
        "\u597d\uff0c",
        "\u4e16\u754c",
    )
    assert len(wrap("unbreakable" * 4, 100, style, None)) > 3
    name = "IMG_20260511_151615.jpg"
    *_, last = wrap(name + "\uff1f", measure(name, style), style, None)
    assert last == "g\uff1f"


def test_widths_add_up_and_scale() -> None:
    for line, _, (_, weight) in _random_texts():
        middle = len(line) // 2
        small, large = TextStyle(16, weight), TextStyle(64, weight)
        assert measure(line, large) == measure(line, small) * 4
        whole = measure(line[:middle], small) + measure(line[middle:], small)
        assert measure(line, small) == pytest.approx(whole)


@pytest.mark.parametrize("line", ["Hamburg", CHINESE, EMOJI, ARABIC])
@pytest.mark.parametrize("style", STYLES)
def test_what_is_measured_is_drawn(line: str, style: TextStyle) -> None:
    columns = np.unique(_drawn(line, style)[..., 3].nonzero()[1])
    assert columns.size, "blank"
    assert columns[0] >= 6 and columns[-1] <= 10 + measure(line, style) + 3
    assert columns[-1] >= 10 + measure(line, style) * 0.8


def test_emoji_are_coloured_and_weights_differ() -> None:
    red, green, blue = (_drawn(EMOJI, STYLES[0])[..., channel].astype(int) for channel in range(3))
    assert abs(red - green).max() > 60 and abs(green - blue).max() > 60
    for line in ("Hamburg", CHINESE):
        ink = [int((_drawn(line, TextStyle(42, weight))[..., 3]).sum()) for weight in (400, 700)]
        assert ink[1] > ink[0] * 1.1


def test_steering_characters_have_no_width() -> None:
    style = STYLES[0]
    assert measure("\u2764\ufe0f", style) == measure("\u2764", style) > 0
    assert measure("a\u200db\ufe0e", style) == measure("ab", style)


def test_lines_hold_their_letters() -> None:
    for size in range(8, 130):
        style = TextStyle(size, 400)
        assert size * 0.7 < text.baseline(style) < text.line_height(style) - size * 0.2


@pytest.fixture
def fresh_fonts() -> Iterator[None]:
    """Forget opened fonts and measured widths before and after a test that takes font files away."""
    caches = [
        fonts._fallback, fonts._roboto, fonts.family_of, fonts.font, measuring.advances, measuring.ellipsize,
        measuring.text_width, wrapping.wrap, text._runs,
    ]  # fmt: skip
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


@pytest.mark.usefixtures("fresh_fonts")
def test_missing_fonts_give_boxes_and_one_warning_each(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CHINESE_FILES", "CHINESE_BOLD_FILES", "EMOJI_FILES"):
        monkeypatch.setattr(fonts, name, (fonts.FontFile("/nowhere/font.ttf"),))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(2):
            assert measure(CHINESE, STYLES[0]) > 0
            assert np.count_nonzero(_drawn(CHINESE + EMOJI, STYLES[2]))
    messages = sorted(str(warning.message) for warning in caught)
    assert len(messages) == 2
    assert "fonts-noto-cjk" in messages[0] and "fonts-noto-color-emoji" in messages[1]


@pytest.mark.usefixtures("fresh_fonts")
def test_missing_roboto_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SetupError, match="pip install fontpkg-roboto"):
        measure("abc", STYLES[0])


def test_roboto_has_every_plain_letter_so_that_none_need_be_looked_up() -> None:
    plain = [chr(code) for code in range(128) if chr(code).isprintable()]
    assert len(plain) == 95
    assert {fonts.family_of(character) for character in plain} == {"roboto"}
