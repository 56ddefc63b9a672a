"""Getting about: the three buttons, the swipes from the edges, and the room they take from pages."""

from __future__ import annotations

import pytest

from phonebuddy import actions as a
from phonebuddy.screen import Flag
from phonebuddy.world.look import NAVIGATIONS, make_look
from phonebuddy.world.phone import WorldPhone
from tests.world.helpers import find, tap, texts
from tests.world.system.shelf import activity, assert_continues, by_role, press, setting, shelf_phone, swipe

BUTTONS = ("Back", "Home", "Recents")


def opened(navigation: str) -> WorldPhone:
    phone = shelf_phone(navigation)
    phone.act(a.OpenApp("apples"))
    tap(phone, "Further")
    return phone


def test_buttons_are_there_only_when_wanted() -> None:
    for navigation in NAVIGATIONS:
        phone = opened(navigation)
        shown = [button for button in BUTTONS if button in texts(phone)]
        assert shown == (list(BUTTONS) if navigation == "buttons" else [])
        assert_continues(phone)


def test_buttons_are_large_and_at_the_bottom() -> None:
    phone = opened("buttons")
    height = make_look(phone.look).dp(48)
    for button in BUTTONS:
        element = find(phone, button)
        left, top, right, bottom = element.bounds
        assert (top, bottom) == (800 - height, 800) and right - left >= height
        assert element.has(Flag.CLICKABLE) and element.package == "com.android.systemui"


def test_taps_on_the_buttons_do_what_they_say() -> None:
    phone = opened("buttons")
    tap(phone, "Recents")
    assert activity(phone) == "recents"
    tap(phone, "Recents")
    assert phone.view() == ("apples", "second", "")
    tap(phone, "Back")
    assert phone.view() == ("apples", "first", "")
    tap(phone, "Home")
    assert phone.view() is None
    tap(phone, "Recents")
    tap(phone, "Home")
    assert activity(phone) == "home"


def test_a_tap_beside_the_buttons_goes_nowhere() -> None:
    phone = opened("buttons")
    before = phone.view()
    phone.act(a.Click(a.Point(20, 980)))
    assert phone.view() == before


def test_back_puts_the_keyboard_away_above_the_buttons() -> None:
    phone = shelf_phone("buttons")
    phone.act(a.OpenApp("apples"))
    tap(phone, "Word")
    space = find(phone, "Space")
    assert space.bounds.bottom <= find(phone, "Back").bounds.top
    tap(phone, "Back")
    assert not by_role(phone, "keyboard") and phone.view() == ("apples", "first", "")


@pytest.mark.parametrize("navigation", NAVIGATIONS)
def test_pages_end_above_the_navigation(navigation: str) -> None:
    phone = shelf_phone(navigation)
    phone.act(a.OpenApp("apples"))
    body = by_role(phone, "scroll")[0]
    height = make_look(phone.look).dp(48 if navigation == "buttons" else 24)
    assert body.bounds.bottom == 800 - height


def test_swipes_from_the_edges() -> None:
    phone = opened("gestures")
    swipe(phone, (2, 500), (500, 500))
    assert phone.view() == ("apples", "first", "")
    tap(phone, "Further")
    swipe(phone, (999, 500), (500, 500))
    assert phone.view() == ("apples", "first", "")
    swipe(phone, (500, 999), (500, 500), 200)
    assert phone.view() is None
    swipe(phone, (500, 600), (500, 200))
    assert activity(phone) == "drawer"
    swipe(phone, (2, 500), (500, 500))
    assert activity(phone) == "home", "back leaves the drawer as well"


def test_with_buttons_the_edges_are_the_page_s() -> None:
    phone = opened("buttons")
    swipe(phone, (2, 500), (500, 500))
    swipe(phone, (500, 999), (500, 500), 200)
    assert phone.view() == ("apples", "second", "")


def test_the_owner_can_change_the_navigation() -> None:
    phone = opened("gestures")
    setting(phone, "navigation", "buttons")
    tap(phone, "Back")
    assert phone.view() == ("apples", "first", "")
    setting(phone, "navigation", "gestures")
    assert "Back" not in texts(phone)
    press(phone, "back")
    assert phone.view() is None
