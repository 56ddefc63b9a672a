"""The shade and its tiles, the banner, the toast: opened, used and left by finger."""

from __future__ import annotations

import pytest

from phonebuddy import actions as a
from phonebuddy.screen import Element, Flag
from phonebuddy.world.look import LookSpec
from phonebuddy.world.system.quick_settings import TILES, Tile
from tests.world.helpers import differences, moment, pixel_hash
from tests.world.system.talk import Talk


def test_the_shade_opens_and_closes_in_every_way() -> None:
    talk = Talk()
    below = pixel_hash(talk.phone)
    ways = [
        lambda: talk.press("back"),
        lambda: talk.phone.act(a.Click(a.Point(500, 950))),
        lambda: talk.phone.act(a.Drag(a.Point(500, 300), a.Point(500, 20))),
        lambda: talk.swipe("No notifications", 0, -200),
    ]
    for close in ways:
        talk.pull()
        assert talk.has("No notifications")
        close()
        assert not talk.has("No notifications")
        assert talk.phone.view() == ("talk", "main", "")
    assert pixel_hash(talk.phone) == below
    talk.pull()
    talk.press("home")
    assert talk.phone.view() is None and not talk.has("No notifications")


def test_a_second_pull_or_the_chevron_shows_all_tiles() -> None:
    talk = Talk()
    talk.pull()
    assert talk.has("Wi-Fi, on") and not talk.has("Location, on")
    talk.pull()
    assert talk.has("Location, on") and talk.has("Brightness")
    talk.tap("Notifications")
    assert not talk.has("Location, on")
    talk.tap("All quick settings")
    assert talk.has("Location, on")


@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.setting)
def test_a_tile_switches_its_setting_and_says_so(tile: Tile) -> None:
    talk = Talk()
    talk.pull()
    talk.pull()
    was = _tile(talk, tile).has(Flag.SELECTED)
    for on in (not was, was):
        before = pixel_hash(talk.phone)
        talk.phone.act(a.Click(talk.point(_tile(talk, tile))))
        assert _tile(talk, tile).has(Flag.SELECTED) == on
        assert _tile(talk, tile).description == f"{tile.label}, {'on' if on else 'off'}"
        assert talk.phone._runtime.settings.get(tile.setting) == int(on)
        assert pixel_hash(talk.phone) != before


def _tile(talk: Talk, tile: Tile) -> Element:
    """The status bar has signs with the same words."""
    return next(one for one in talk.elements() if one.text == tile.label and one.id.startswith("shade"))


def test_dark_theme_from_the_panel_redresses_the_phone() -> None:
    talk = Talk()
    talk.pull()
    talk.pull()
    talk.tap("Dark theme")
    assert talk.phone._look.theme.dark
    talk.phone.reset()
    talk.phone.observe()
    assert not talk.phone._look.theme.dark


def test_brightness_follows_the_finger() -> None:
    talk = Talk()
    talk.pull()
    talk.pull()
    talk.swipe("Brightness", -300, 0)
    low = talk.phone._runtime.settings.get("brightness")
    talk.swipe("Brightness", 300, 0)
    high = talk.phone._runtime.settings.get("brightness")
    assert isinstance(low, int) and isinstance(high, int) and 1 <= low < 128 < high <= 255


def test_a_notification_opens_its_page_and_is_gone() -> None:
    talk = Talk()
    talk.tap("Post")
    talk.press("home")
    talk.pull()
    talk.tap("Talk: Tea is ready")
    assert talk.phone.view() == ("talk", "word", "") and talk.has("About tea")
    talk.pull()
    assert talk.has("No notifications")


@pytest.mark.parametrize("way", [-400, 400])
def test_a_swipe_to_the_side_removes_one(way: int) -> None:
    talk = Talk()
    talk.tap("Post")
    talk.pull()
    talk.swipe("Talk: Tea is ready", way, 0)
    assert talk.has("No notifications") and talk.rows("SELECT * FROM phone_notification") == []
    assert talk.phone.view() == ("talk", "main", "notifications")


def test_clear_all_removes_all_and_many_scroll() -> None:
    talk = Talk()
    for number in range(12):
        talk.phone._runtime.post("talk", "", f"Number {number}", "Text", "word", {"word": "x"})
    talk.pull()
    assert not talk.has("Clear all")
    talk.phone.act(a.Drag(a.Point(500, 900), a.Point(500, 100)))
    talk.tap("Clear all")
    assert talk.has("No notifications")
    assert talk.phone._ui.page() is not None and not talk.phone._ui.page().scroll  # type: ignore[union-attr]


def test_the_banner_shows_for_a_while() -> None:
    talk = Talk()
    talk.tap("Post")
    assert talk.find("Talk: Tea is ready").role == "notification"
    talk.wait(5)
    assert talk.has("Talk: Tea is ready")
    talk.wait(2)
    assert not talk.has("Talk: Tea is ready")
    talk.pull()
    assert talk.has("Talk: Tea is ready")


def test_the_banner_can_be_opened_put_away_and_removed() -> None:
    talk = Talk()
    talk.tap("Post")
    talk.swipe("Talk: Tea is ready", 0, -90)
    assert not talk.has("Talk: Tea is ready")
    assert talk.rows("SELECT count(*) FROM phone_notification") == [(1,)]
    talk.tap("Post")
    talk.swipe("Talk: Tea is ready", 400, 0)
    assert talk.rows("SELECT count(*) FROM phone_notification") == [(0,)]
    talk.tap("Post")
    talk.tap("Talk: Tea is ready")
    assert talk.phone.view() == ("talk", "word", "")


def test_do_not_disturb_keeps_the_banner_away() -> None:
    talk = Talk()
    talk.pull()
    talk.tap("Do not disturb")
    talk.press("back")
    talk.tap("Post")
    assert not talk.has("Talk: Tea is ready")
    talk.pull()
    assert talk.has("Talk: Tea is ready")


def test_a_withdrawn_notification_takes_its_banner_along() -> None:
    talk = Talk()
    talk.tap("Post")
    talk.tap("Withdraw")
    assert not talk.has("Talk: Tea is ready")


def test_a_toast_says_something_and_takes_no_touch() -> None:
    talk = Talk()
    talk.tap("Say")
    toast = talk.find("Hello there")
    assert talk.find("Hello there").text == "Hello there"
    talk.phone.act(a.Click(talk.point(toast)))
    assert talk.has("Hello there")
    talk.wait(3)
    assert not talk.has("Hello there")


@pytest.mark.parametrize("look", [LookSpec("360x800"), LookSpec("1600x2560", dark=True, font_scale=1.3)])
def test_snapshots_hold_while_it_is_open(look: LookSpec) -> None:
    talk = Talk(look)
    talk.tap("Post")
    for _ in range(3):
        before, pixels = moment(talk.phone), pixel_hash(talk.phone)
        kept = talk.phone.snapshot()
        talk.press("home")
        talk.phone.restore(kept)
        assert not differences(before, moment(talk.phone)) and pixel_hash(talk.phone) == pixels
        talk.pull()


def test_everything_to_tap_in_the_shade_is_large_enough() -> None:
    talk = Talk()
    talk.tap("Post")
    least = round(48 * 0.875)
    for _ in range(3):
        for one in talk.elements():
            if one.has(Flag.CLICKABLE) and one.id.startswith(("shade", "heads_up")):
                wide, high = one.bounds.right - one.bounds.left, one.bounds.bottom - one.bounds.top
                assert min(wide, high) >= least, one
                assert one.text or one.description
        talk.pull()
