"""The lock screen: a swipe or the PIN opens it, nothing else does."""

from __future__ import annotations

import pytest

from phonebuddy import actions as a
from phonebuddy.errors import AppError
from phonebuddy.screen import Flag
from phonebuddy.world.look import NAVIGATIONS
from phonebuddy.world.phone import WorldPhone
from tests.world.helpers import find, tap, texts
from tests.world.system.shelf import (
    activity,
    assert_continues,
    by_role,
    lock,
    post,
    press,
    setting,
    shelf_phone,
    swipe,
    swipe_up,
)


def locked(how: str = "swipe", navigation: str = "gestures", rotated: bool = False) -> WorldPhone:
    """A locked phone with an app in front."""
    phone = shelf_phone(navigation, rotated)
    phone.act(a.OpenApp("apples"))
    setting(phone, "lock", how)
    lock(phone)
    return phone


@pytest.mark.parametrize("navigation", NAVIGATIONS)
def test_it_shows_the_time_and_hides_the_rest(navigation: str) -> None:
    phone = locked(navigation=navigation)
    post(phone, "bread")
    post(phone, "cheese")
    shown = texts(phone)
    assert activity(phone) == "lock"
    assert {"09:30", "Tuesday, 12 May", "2 notifications", "Swipe up to unlock", "Locked"} <= set(shown)
    assert "Apples page" not in shown and "News of bread" not in shown and "Home" not in shown
    assert_continues(phone)


@pytest.mark.parametrize("navigation", NAVIGATIONS)
def test_a_swipe_up_opens_it_where_the_person_was(navigation: str) -> None:
    phone = locked(navigation=navigation)
    swipe(phone, (500, 990), (500, 300))
    assert phone.view() == ("apples", "first", "")


def test_without_a_lock_there_is_no_lock_screen() -> None:
    phone = locked("none")
    assert phone.view() == ("apples", "first", "")


@pytest.mark.parametrize("how", ["swipe", "pin"])
def test_nothing_else_opens_it(how: str) -> None:
    phone = locked(how)
    for button in ("back", "home", "menu", "enter"):
        press(phone, button)
    swipe(phone, (500, 5), (500, 700))
    swipe(phone, (5, 500), (800, 500))
    phone.act(a.Click(a.Point(500, 500)))
    phone.act(a.Type("1234\n"))
    assert activity(phone) == "lock"
    assert len(phone._ui.stacks["apples"]) == 1


def test_the_pin_is_typed_on_the_pad() -> None:
    phone = locked("pin")
    swipe_up(phone)
    assert find(phone, "Enter PIN")
    for key in ("1", "2", "9", "Delete", "3", "4"):
        tap(phone, key)
    field = by_role(phone, "field")[0]
    assert field.text == "••••" and field.has(Flag.PASSWORD)
    assert_continues(phone)
    tap(phone, "Enter")
    assert phone.view() == ("apples", "first", "")
    assert phone._ui.unlocking is None


def test_the_pin_can_be_typed_at_once() -> None:
    phone = locked("pin")
    swipe_up(phone)
    phone.act(a.Type("12"))
    phone.act(a.Type("34\n"))
    assert phone.view() == ("apples", "first", "")


def test_a_wrong_pin_is_refused() -> None:
    phone = locked("pin")
    swipe_up(phone)
    phone.act(a.Type("4321\n"))
    assert find(phone, "Wrong PIN. Try again.") and by_role(phone, "field")[0].text == ""
    assert_continues(phone)
    phone.act(a.Type("1234\n"))
    assert phone.view() == ("apples", "first", "")


@pytest.mark.parametrize("way", ["back", "swipe"])
def test_from_the_pad_back_to_the_clock(way: str) -> None:
    phone = locked("pin")
    swipe_up(phone)
    if way == "back":
        press(phone, "back")
    else:
        swipe(phone, (500, 200), (500, 900))
    assert find(phone, "Swipe up to unlock") and activity(phone) == "lock"


def test_the_owner_can_choose_another_pin() -> None:
    phone = locked("pin")
    setting(phone, "pin", "987654")
    swipe_up(phone)
    phone.act(a.Type("1234\n"))
    assert activity(phone) == "lock"
    phone.act(a.Type("987654\n"))
    assert phone.view() == ("apples", "first", "")
    for bad in ("12", "abcd", "123456789", 1234):
        with pytest.raises(AppError, match="4 to 8 digits"):
            setting(phone, "pin", bad)


def test_the_lock_is_logged() -> None:
    phone = locked()
    swipe_up(phone)
    rows = phone.state("SELECT kind FROM phone_event WHERE app = 'phone' AND kind LIKE '%lock' ORDER BY seq")
    assert rows == (("lock",), ("unlock",))


def test_on_its_side_every_key_can_be_reached() -> None:
    phone = locked("pin", rotated=True)
    assert_continues(phone)
    swipe_up(phone)
    keys = [one for one in by_role(phone, "key") if one.has(Flag.CLICKABLE)]
    assert len(keys) == 12
    for key in ("1", "2", "3", "4", "Enter"):
        tap(phone, key)
    assert phone.view() == ("apples", "first", "")
