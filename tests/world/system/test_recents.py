"""The recents: cards of open apps, newest first, to open and to close."""

from __future__ import annotations

import numpy as np
import pytest

from phonebuddy import actions as a
from phonebuddy.screen import Flag
from phonebuddy.world.look import NAVIGATIONS
from phonebuddy.world.phone import WorldPhone
from tests.world.helpers import find, middle, tap, texts
from tests.world.system.shelf import MINI, activity, assert_continues, by_role, press, shelf_phone, swipe


def used(*names: str, navigation: str = "gestures", rotated: bool = False) -> WorldPhone:
    """A phone on which some apps were used, one after the other."""
    phone = shelf_phone(navigation, rotated)
    for name in names:
        phone.act(a.OpenApp(name))
    return phone


def cards(phone: WorldPhone) -> list[str]:
    return [one.description for one in by_role(phone, "card")]


def close_card(phone: WorldPhone, title: str) -> None:
    """Swipe a card up."""
    card = next(one for one in by_role(phone, "card") if one.description == title)
    start = middle(phone.observe(), card)
    phone.act(a.Scroll(start, a.Point(start.x, start.y - 300)))


@pytest.mark.parametrize("navigation", NAVIGATIONS)
def test_recents_show_what_was_used_newest_first(navigation: str) -> None:
    phone = used("apples", "bread", "cheese", navigation=navigation)
    press(phone, "menu")
    assert activity(phone) == "recents" and phone.observe().package == "com.phoneworld.launcher"
    assert cards(phone)[:2] == ["Cheese", "Bread"]
    assert "Cheese page" not in texts(phone), "a picture says nothing"
    assert_continues(phone)


def test_a_card_shows_the_page_the_app_was_left_on() -> None:
    phone = used("apples")
    press(phone, "menu")
    first = phone.observe().pixels().copy()
    press(phone, "back")
    tap(phone, "Further")
    press(phone, "menu")
    second = phone.observe().pixels().copy()
    card = by_role(phone, "card")[0].bounds
    there = np.any(first != second, axis=2)
    assert there[card.top : card.bottom, card.left : card.right].any()
    there[card.top : card.bottom, card.left : card.right] = False
    assert not there.any()


def test_a_tap_opens_the_app_where_it_was_left() -> None:
    phone = used("apples")
    tap(phone, "Further")
    phone.act(a.OpenApp("bread"))
    press(phone, "menu")
    swipe(phone, (700, 500), (300, 500))
    tap(phone, "Apples")
    assert phone.view() == ("apples", "second", "")
    press(phone, "menu")
    assert cards(phone)[0] == "Apples"


def test_a_swipe_up_closes_an_app() -> None:
    phone = used("apples", "bread")
    press(phone, "menu")
    close_card(phone, "Bread")
    assert activity(phone) == "recents" and cards(phone) == ["Apples"]
    assert "bread" not in phone._ui.stacks
    assert_continues(phone)
    press(phone, "back")
    assert phone.view() is None, "the app in front was closed"


def test_clear_all_closes_every_app() -> None:
    phone = used("apples", "bread", "cheese")
    press(phone, "menu")
    tap(phone, "Clear all")
    assert activity(phone) == "home" and not phone._ui.stacks and not phone._ui.order
    press(phone, "menu")
    assert find(phone, "No recent apps") and not by_role(phone, "card")
    assert_continues(phone)
    press(phone, "back")
    assert activity(phone) == "home"


def test_cards_scroll_sideways() -> None:
    phone = used("apples", "bread", "cheese", "dates", "eggs")
    press(phone, "menu")
    before = cards(phone)
    for _ in range(6):
        swipe(phone, (800, 500), (200, 500))
    assert "Apples" in cards(phone) and cards(phone) != before
    assert_continues(phone)
    press(phone, "menu")
    press(phone, "menu")
    assert cards(phone) == before, "they open at the newest"


@pytest.mark.parametrize("navigation", NAVIGATIONS)
@pytest.mark.parametrize("way", ["back", "home", "menu", "beside"])
def test_there_are_ways_out(way: str, navigation: str) -> None:
    phone = used("apples", navigation=navigation)
    press(phone, "menu")
    if way == "beside":
        phone.act(a.Click(a.Point(40, 200)))
    else:
        press(phone, way)
    assert phone.view() == (None if way == "home" else ("apples", "first", ""))


def test_a_long_swipe_up_from_the_edge_shows_them() -> None:
    phone = used("apples")
    swipe(phone, (500, 995), (500, 500), 1500)
    assert activity(phone) == "recents"
    swipe(phone, (500, 995), (500, 500), 200)
    assert activity(phone) == "home"


def test_typing_does_not_reach_an_app_behind_them() -> None:
    phone = used("apples")
    tap(phone, "Word")
    press(phone, "menu")
    assert not by_role(phone, "keyboard")
    phone.act(a.Type("hello"))
    press(phone, "back")
    assert "hello" not in texts(phone)


def test_a_mini_shows_as_its_host() -> None:
    phone = used("apples", MINI)
    press(phone, "menu")
    assert cards(phone) == ["Apples"]
    tap(phone, "Apples")
    assert phone.view() == (MINI, "first", "")


def test_on_its_side() -> None:
    phone = used("apples", "bread", rotated=True)
    press(phone, "menu")
    clear = next(one for one in by_role(phone, "button") if one.description == "Clear all")
    card = by_role(phone, "card")[0]
    assert card.bounds.bottom <= clear.bounds.top and clear.has(Flag.CLICKABLE)
    assert_continues(phone)
