"""The home screen, the app drawer, the status bar, and all of them on a phone that lies on its side."""

from __future__ import annotations

import pytest

from phonebuddy import actions as a
from phonebuddy.screen import Flag
from phonebuddy.world.look import NAVIGATIONS, WALLPAPERS, make_look
from phonebuddy.world.phone import WorldPhone
from tests.world.helpers import find, pixel_hash, tap, texts
from tests.world.system.shelf import (
    MINI,
    NAMES,
    activity,
    apps_shown,
    assert_continues,
    by_role,
    post,
    press,
    setting,
    shelf_phone,
    swipe,
    swipe_up,
)

TITLES = [name.capitalize() for name in NAMES]
LEFT, RIGHT = ((800, 400), (200, 400)), ((200, 400), (800, 400))


def test_the_first_page_has_the_clock_icons_a_dock_and_a_search() -> None:
    phone = shelf_phone()
    shown = texts(phone)
    assert "09:30" in shown and "Tuesday, 12 May" in shown and "Search apps" in shown
    assert "Home page 1 of 2" in shown
    # One line of icons, and four favourites in the dock.
    assert len(apps_shown(phone)) == 8
    assert (phone.observe().package, activity(phone)) == ("com.phoneworld.launcher", "home")


def test_every_app_but_a_mini_has_one_icon_on_the_pages() -> None:
    phone = shelf_phone()
    dock = apps_shown(phone)[4:]
    seen = apps_shown(phone)[:4]
    swipe(phone, *LEFT)
    assert apps_shown(phone)[-4:] == dock, "the dock stays"
    seen += apps_shown(phone)[:-4]
    assert sorted(seen + dock) == TITLES
    assert MINI.capitalize() not in seen


def test_swipes_turn_pages_and_stop_at_the_ends() -> None:
    phone = shelf_phone()
    swipe(phone, *RIGHT)
    assert find(phone, "Home page 1 of 2")
    swipe(phone, *LEFT)
    swipe(phone, *LEFT)
    assert find(phone, "Home page 2 of 2")
    assert "Tuesday, 12 May" not in texts(phone)
    assert_continues(phone)
    swipe(phone, *RIGHT)
    assert find(phone, "Home page 1 of 2")


def test_home_goes_to_the_first_page_and_an_app_keeps_the_page() -> None:
    phone = shelf_phone()
    swipe(phone, *LEFT)
    tap(phone, "Pears")
    assert activity(phone) == "first"
    press(phone, "home")
    assert find(phone, "Home page 2 of 2")
    press(phone, "home")
    assert find(phone, "Home page 1 of 2")


@pytest.mark.parametrize("wallpaper", WALLPAPERS)
def test_each_wallpaper_shows_and_can_be_snapshot(wallpaper: str) -> None:
    phone = shelf_phone(wallpaper=wallpaper, dark=True)
    assert_continues(phone)
    other = shelf_phone(wallpaper=WALLPAPERS[WALLPAPERS.index(wallpaper) - 1], dark=True)
    assert pixel_hash(phone) != pixel_hash(other)


# -- the drawer --------------------------------------------------------------------------------------------


def open_drawer(navigation: str = "gestures") -> WorldPhone:
    phone = shelf_phone(navigation)
    swipe_up(phone)
    return phone


@pytest.mark.parametrize("navigation", NAVIGATIONS)
def test_a_swipe_up_opens_the_drawer_with_all_apps(navigation: str) -> None:
    phone = open_drawer(navigation)
    assert activity(phone) == "drawer"
    assert apps_shown(phone) == TITLES
    assert not by_role(phone, "keyboard") and "Tuesday, 12 May" not in texts(phone)
    assert_continues(phone)


@pytest.mark.parametrize("way", ["back", "home"])
def test_back_and_home_leave_the_drawer(way: str) -> None:
    phone = open_drawer()
    press(phone, way)
    assert activity(phone) == "home"


def test_a_swipe_down_leaves_the_drawer() -> None:
    phone = open_drawer()
    swipe(phone, (500, 400), (500, 800))
    assert activity(phone) == "home"


def test_an_icon_of_the_drawer_opens_its_app() -> None:
    phone = open_drawer()
    tap(phone, "Olives")
    assert phone.view() == ("olives", "first", "")
    press(phone, "home")
    assert activity(phone) == "home"


def test_the_search_bar_brings_the_keyboard_and_finds() -> None:
    phone = shelf_phone()
    tap(phone, "Search apps")
    assert by_role(phone, "keyboard") and by_role(phone, "field")[0].has(Flag.FOCUSED)
    phone.act(a.Type("e"))
    tap(phone, "g")
    assert by_role(phone, "field")[0].text == "eg"
    assert apps_shown(phone) == ["Eggs"]
    assert_continues(phone)
    tap(phone, "Delete")
    assert "Dates" in apps_shown(phone)
    tap(phone, "Clear")
    assert len(apps_shown(phone)) == len(TITLES)


def test_enter_opens_the_first_hit() -> None:
    phone = shelf_phone()
    tap(phone, "Search apps")
    phone.act(a.Type(" LEM\n"))
    assert phone.view() == ("lemons", "first", "")
    press(phone, "home")
    tap(phone, "Search apps")
    assert by_role(phone, "field")[0].text == "", "a new search starts empty"
    phone.act(a.Type("fig"))
    tap(phone, "Enter")
    assert phone.view() == ("figs", "first", "")


def test_a_search_without_a_hit_says_so() -> None:
    phone = shelf_phone()
    tap(phone, "Search apps")
    phone.act(a.Type("zzz\n"))
    assert activity(phone) == "drawer" and apps_shown(phone) == []
    assert find(phone, "No apps match “zzz”")


def test_back_closes_the_keyboard_first() -> None:
    phone = shelf_phone()
    tap(phone, "Search apps")
    press(phone, "back")
    assert activity(phone) == "drawer" and not by_role(phone, "keyboard")
    phone.act(a.Type("nobody listens"))
    assert phone._ui.search == ""
    tap(phone, "Search apps")
    assert by_role(phone, "keyboard")
    press(phone, "back")
    press(phone, "back")
    assert activity(phone) == "home"


def test_the_drawer_scrolls_where_it_must() -> None:
    phone = shelf_phone(rotated=True)
    tap(phone, "Search apps")
    assert by_role(phone, "scroll") and "Pears" not in apps_shown(phone)
    for _ in range(4):
        swipe(phone, (500, 400), (500, 260))
    assert "Pears" in apps_shown(phone) and "Apples" not in apps_shown(phone)
    assert_continues(phone)
    press(phone, "home")
    tap(phone, "Search apps")
    assert apps_shown(phone)[0] == "Apples", "it opens at the top"


# -- the status bar ----------------------------------------------------------------------------------------


def signs(phone: WorldPhone) -> list[str]:
    return [one.description for one in phone.observe().elements if one.id.startswith("status/sign")]


def test_the_status_bar_shows_what_is_on() -> None:
    phone = shelf_phone()
    assert signs(phone) == ["Battery 80 percent", "Mobile data, signal full", "Wi-Fi"]
    setting(phone, "bluetooth", 1)
    setting(phone, "do_not_disturb", 1)
    setting(phone, "mobile_data", 0)
    assert signs(phone)[1:] == ["Mobile data off", "Wi-Fi", "Bluetooth", "Do not disturb"]
    setting(phone, "airplane", 1)
    assert signs(phone)[1:] == ["Aeroplane mode", "Do not disturb"]
    setting(phone, "battery_saver", 1)
    assert signs(phone)[0] == "Battery 80 percent, saver on"
    assert_continues(phone)


def test_the_status_bar_shows_who_has_something_to_tell() -> None:
    phone = shelf_phone()
    before = pixel_hash(phone)
    for name in ("apples", "bread", "apples"):
        post(phone, name)
    told = [one.description for one in phone.observe().elements if "notification" in one.description]
    assert told == ["Apples notification", "Bread notification"]
    assert pixel_hash(phone) != before
    for name in NAMES[2:7]:
        post(phone, name)
    told = [one.description for one in phone.observe().elements if one.id.startswith("status/notification")]
    assert len(told) == 5 and told[-1] == "3 more"
    assert_continues(phone)


# -- on its side -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("navigation", NAVIGATIONS)
def test_on_its_side_everything_is_there_and_nothing_overlaps(navigation: str) -> None:
    phone = shelf_phone(navigation, rotated=True)
    screen = phone.observe()
    assert (screen.width, screen.height) == (800, 360)
    shown = [one for one in screen.elements if one.has(Flag.CLICKABLE) or one.text == "09:30"]
    for index, one in enumerate(shown):
        others = [two for two in shown[index + 1 :] if _overlap(one.bounds, two.bounds)]
        assert not others, f"{one} lies on {others[0]}"
    assert find(phone, "Search apps")
    assert_continues(phone)


def test_on_its_side_one_can_type() -> None:
    phone = shelf_phone(rotated=True)
    tap(phone, "Search apps")
    phone.act(a.Type("gra\n"))
    tap(phone, "Word")
    assert by_role(phone, "keyboard")[0].bounds.top > 100
    phone.act(a.Type("hello"))
    assert find(phone, "hello").bounds.bottom <= by_role(phone, "keyboard")[0].bounds.top
    assert_continues(phone)
    setting(phone, "rotation", 0)
    assert phone.observe().width == 360 and find(phone, "hello")


@pytest.mark.parametrize("rotated", [False, True])
@pytest.mark.parametrize("navigation", NAVIGATIONS)
def test_what_can_be_tapped_is_large_enough(navigation: str, rotated: bool) -> None:
    phone = shelf_phone(navigation, rotated, font_scale=1.3)
    least = make_look(phone.look).dp(48)
    swipe(phone, *LEFT)
    for screen in ("home", "drawer"):
        assert activity(phone) == screen
        for one in phone.observe().elements:
            left, top, right, bottom = one.bounds
            cut = bottom >= find_floor(phone)
            if one.has(Flag.CLICKABLE) and not cut:
                assert right - left >= least and bottom - top >= least, one
        swipe_up(phone)


def find_floor(phone: WorldPhone) -> int:
    """Where a scrolling window may cut an icon."""
    return min([one.bounds.bottom for one in by_role(phone, "scroll")], default=10_000)


def _overlap(one: tuple[int, int, int, int], two: tuple[int, int, int, int]) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]
