"""Fingers: an action lands where its point falls, and a gesture in pixels lands on that very pixel."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from phonebuddy.actions import Click, DoubleClick, Drag, LongPress, Point, Scroll, Type, to_pixels
from phonebuddy.world.finger import SWIPE_MS, Finger, finger_of

POINTS = st.builds(Point, st.integers(0, 1000), st.integers(0, 1000))
SIZES = st.tuples(st.integers(1, 4000), st.integers(1, 4000))


@given(POINTS, POINTS, SIZES)
def test_a_finger_is_where_its_action_says_and_on_the_screen(
    one: Point, two: Point, size: tuple[int, int]
) -> None:
    here, there = to_pixels(one, *size), to_pixels(two, *size)
    assert finger_of(Click(one), *size) == Finger("tap", here, here)
    assert finger_of(DoubleClick(one), *size) == Finger("double_tap", here, here)
    assert finger_of(LongPress(one, 900), *size) == Finger("long_press", here, here)
    assert finger_of(Scroll(one, two, 70), *size) == Finger("scroll", here, there, 70)
    assert finger_of(Drag(one, two), *size) == Finger("drag", here, there, SWIPE_MS)
    for x, y in (here, there):
        assert 0 <= x < size[0] and 0 <= y < size[1]


def test_what_touches_nothing_is_no_finger() -> None:
    assert finger_of(Type("a"), 100, 100) is None
