"""Touches: what is under the finger, where a scroll ends, what a swipe, a drag and a long press do."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy import actions as a
from phonebuddy.screen import Flag
from phonebuddy.world.look import LookSpec, make_look
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.touch import fling_distance, scroll_distance
from tests.world.helpers import find, middle, new_phone, small_phone, tap, texts

LOOK = make_look(LookSpec())
SMALL_LOOK = make_look(LookSpec("360x800"))


def test_a_finger_must_move_before_anything_scrolls() -> None:
    slop = LOOK.dp(8)
    assert [scroll_distance(moved, 500, LOOK, False) for moved in (0, slop, -slop)] == [0, 0, 0]
    assert scroll_distance(slop + 1, 500, LOOK, False) == 1
    assert scroll_distance(-slop - 1, 500, LOOK, False) == -1
    assert scroll_distance(500, 500, LOOK, False) == 500 - slop


def test_a_fling_ends_where_android_ends_it() -> None:
    """Worked out by hand from the formula of android.widget.OverScroller, at 420 dpi, in pixels/s."""
    assert fling_distance(0, LOOK) == 0
    assert fling_distance(49 * LOOK.density, LOOK) == 0
    for velocity, distance in {1_000: 95, 3_000: 643, 8_000: 3_531}.items():
        assert fling_distance(velocity, LOOK) == pytest.approx(distance, abs=3), velocity
    far = [fling_distance(velocity, LOOK) for velocity in range(200, 21_000, 400)]
    assert far == sorted(far)
    assert fling_distance(10**9, LOOK) == fling_distance(8_000 * LOOK.density, LOOK)


def test_scrolling_looks_the_same_at_every_resolution() -> None:
    """The same finger on the same phone moves a list by the same share of the screen."""
    large = scroll_distance(900, 300, LOOK, True) / LOOK.height
    small = scroll_distance(300, 300, SMALL_LOOK, True) / SMALL_LOOK.height
    assert small == pytest.approx(large, rel=0.02)


def test_a_slow_finger_drags_and_a_fast_one_flings() -> None:
    slow = scroll_distance(400, 10_000, LOOK, True)
    fast = scroll_distance(400, 100, LOOK, True)
    assert slow == scroll_distance(400, 10_000, LOOK, False) < fast


def desk() -> WorldPhone:
    phone = new_phone()
    phone.act(a.OpenApp("desk"))
    return phone


def offset(phone: WorldPhone) -> int:
    return phone._ui.stacks["desk"][-1].scroll.get("body", 0)


def test_scrolling_stops_at_both_ends() -> None:
    phone = desk()
    down, up = (a.Point(500, 800), a.Point(500, 200)), (a.Point(500, 200), a.Point(500, 800))
    phone.act(a.Scroll(*up))
    assert offset(phone) == 0
    seen = [0]
    for _ in range(10):
        phone.act(a.Scroll(*down))
        seen.append(offset(phone))
    assert seen == sorted(seen) and seen[-1] == seen[-2] > 0
    last = find(phone, "Item 29")
    fab = find(phone, "Add")
    assert last.bounds.bottom <= fab.bounds.bottom, "the last row can be brought above the floating button"
    for _ in range(10):
        phone.act(a.Scroll(*up))
    assert offset(phone) == 0


def test_a_drag_has_no_momentum() -> None:
    one, other = desk(), desk()
    one.act(a.Drag(a.Point(500, 800), a.Point(500, 500), 100))
    other.act(a.Scroll(a.Point(500, 800), a.Point(500, 500), 100))
    assert 0 < offset(one) < offset(other)


def test_a_tap_a_swipe_and_a_long_press_are_three_things() -> None:
    phone = desk()
    start = phone.snapshot()
    spot = middle(phone.observe(), find(phone, "Item 3"))
    phone.act(a.Click(spot))
    assert phone.view() == ("desk", "edit", "")
    phone.restore(start)
    phone.act(a.LongPress(spot))
    assert "Delete this?" in texts(phone)
    phone.restore(start)
    left = a.Scroll(a.Point(800, spot.y), a.Point(200, spot.y))
    phone.act(left)
    assert phone.state("SELECT done FROM desk_item WHERE title = 'Item 3'") == ((1,),)
    phone.restore(start)
    phone.act(a.Scroll(a.Point(200, spot.y), a.Point(800, spot.y)))
    assert phone.state("SELECT done FROM desk_item WHERE title = 'Item 3'") == ((0,),)
    phone.act(a.DoubleClick(spot))
    assert phone.state("SELECT text FROM phone_copied") == (("Item 3",),)


def test_two_taps_where_nothing_takes_a_double_tap() -> None:
    phone = desk()
    tap(phone, "More")
    tap(phone, "Board")
    on = find(phone, "On")
    phone.act(a.DoubleClick(middle(phone.observe(), on)))
    assert find(phone, "On").has(Flag.CHECKED) == on.has(Flag.CHECKED)
    phone.act(a.DoubleClick(middle(phone.observe(), find(phone, "Late"))))
    assert [page.page for page in phone._ui.stacks["desk"]] == ["items", "board", "board", "board"]


def test_beside_a_dialog_closes_it_and_touches_nothing_else() -> None:
    phone = desk()
    beside = middle(phone.observe(), find(phone, "Add"))
    phone.act(a.LongPress(middle(phone.observe(), find(phone, "Item 3"))))
    phone.act(a.Click(beside))
    assert phone.view() == ("desk", "items", "")
    phone.act(a.Click(beside))
    assert phone.view() == ("desk", "edit", "")


@pytest.mark.parametrize("action", [a.LongPress, a.DoubleClick, a.Click])
def test_outside_everything(action: type[a.Click]) -> None:
    phone = new_phone()
    for x, y in ((0, 0), (1000, 1000), (0, 1000), (1000, 0), (500, 5)):
        phone.act(action(a.Point(x, y)))
    phone.observe()


def test_a_touch_goes_to_the_innermost_box_that_takes_it(tmp_path: Path) -> None:
    body = """
    main:
      vars: {seen: none}
      body:
        - text: "{seen}"
        - card:
            - {text: plain}
            - {button: inner, on_tap: [{set: {seen: button}}]}
          on_tap: [{set: {seen: card}}]
          on_long_press: [{set: {seen: long}}]
    """
    phone = small_phone(tmp_path / "small", body)
    tap(phone, "inner")
    assert "button" in texts(phone)
    tap(phone, "plain")
    assert "card" in texts(phone)
    phone.act(a.LongPress(middle(phone.observe(), find(phone, "inner"))))
    assert "long" in texts(phone)


def test_each_action_takes_a_second_and_waiting_what_it_says() -> None:
    phone = new_phone()
    start = phone.observe().time_s
    phone.act(a.Click(a.Point(0, 0)))
    assert phone.observe().time_s == start + 1
    phone.act(a.Wait(90_000))
    assert phone.observe().time_s == start + 91
    for action in (a.Output("x"), a.Finish("x"), a.CallUser("x")):
        phone.act(action)
    assert phone.observe().time_s == start + 94


def test_a_snackbar_goes_away() -> None:
    phone = desk()
    phone.act(a.DoubleClick(middle(phone.observe(), find(phone, "Item 3"))))
    assert "Copied" in texts(phone)
    phone.act(a.Wait(5_000))
    assert "Copied" not in texts(phone)
