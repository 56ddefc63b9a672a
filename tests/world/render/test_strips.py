"""Frames are cut where their content is, so that content is known again wherever it stands."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.world.render.display import Fill, Rect, Tile
from phonebuddy.world.render.strips import LOWEST, MOST_ROWS, Strip, cut
from tests.world.render.drawing import Wish, display_of

WIDTH, HEIGHT = 300, 900
WHITE = 0xFFFFFFFF
FRAME = (0, 0, WIDTH, HEIGHT)


def _row(name: str, top: int, height: int = 90, width: int = WIDTH, clip: Rect = FRAME) -> Wish:
    return Wish(Tile(name, width, height, WHITE, lambda _canvas: None), 0, top, clip)


def _strips(*wishes: Wish | Fill, height: int = HEIGHT) -> list[Strip]:
    return cut(display_of(list(wishes), WIDTH, height), WIDTH, height).strips


def _list(offset: int) -> list[Strip]:
    """Three rows below a bar, scrolled by some pixels."""
    below = (0, 100, WIDTH, HEIGHT)
    rows = [_row(f"row {number}", 100 + 90 * number - offset, clip=below) for number in range(3)]
    return _strips(Fill(0xFFEEEEEE, FRAME), *rows, _row("bar", 0, 100))


@st.composite
def anything(draw: st.DrawFn) -> Wish | Fill:
    left, top = draw(st.integers(-40, WIDTH)), draw(st.integers(-40, HEIGHT))
    right, bottom = left + draw(st.integers(0, 2 * WIDTH)), top + draw(st.integers(0, HEIGHT))
    if draw(st.booleans()):
        return Fill(draw(st.sampled_from((WHITE, 0x52000000))), (left, top, right, bottom))
    width, height = draw(st.sampled_from((20, 170, WIDTH))), draw(st.integers(1, 400))
    tile = Tile((width, height), width, height, draw(st.sampled_from((0, WHITE))), lambda _canvas: None)
    return Wish(tile, left, top, draw(st.sampled_from((FRAME, (10, 50, 280, 700)))))


@given(st.lists(anything(), max_size=8), st.sampled_from((1, 20, 30, 250, 700, HEIGHT)))
def test_strips_fill_the_frame(wishes: list[Wish | Fill], height: int) -> None:
    strips = _strips(*wishes, height=height)
    assert [strip[0] for strip in strips] == [0, *(strip[1] for strip in strips[:-1])]
    assert strips[-1][1] == height
    for top, bottom, _ in strips:
        assert min(LOWEST, height) <= bottom - top <= MOST_ROWS


def test_a_row_that_was_scrolled_is_the_same_strip() -> None:
    before = {number for _, _, number in _list(0)}
    after = _list(30)
    whole = [number for top, _, number in after if top in (160, 250)]
    assert len(whole) == 2 and before.issuperset(whole)
    # The first is cut by the bar.
    assert next(number for top, _, number in after if top == 100) not in before


def test_the_same_tile_further_down_is_another_strip() -> None:
    """Two strips of one tall tile show different rows of it, also where it stands at the top of the frame."""
    first, second, *_ = _strips(_row("tall", 0, HEIGHT))
    assert first[2] != second[2]


def test_what_is_covered_does_not_count() -> None:
    hidden = _row("hidden", 100)
    above = (Fill(0xFFEEEEEE, FRAME), _row("bar", 0, 100))
    assert _strips(hidden, *above)[0] == _strips(*above)[0]
    veil = Fill(0x52000000, FRAME)
    assert _strips(hidden, veil) != _strips(veil)


def test_lines_are_no_strips_of_their_own() -> None:
    strips = _strips(_row("one", 0), _row("line", 90, 2), _row("two", 92), _row("narrow", 300, 90, 40))
    assert [top for top, _, _ in strips][:4] == [0, 90, 182, 422]
