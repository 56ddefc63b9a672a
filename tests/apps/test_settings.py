"""The settings, driven by the words on the screen: each really changes the phone.

What a setting does is checked where it shows: in the look, in the status bar, in the phone's tables, in other
apps. Every world begins on Tuesday, 12 May 2026, 09:30:00 UTC.
"""

from __future__ import annotations

import pytest

from phonebuddy.actions import ButtonPress, OpenApp
from phonebuddy.screen import Flag
from phonebuddy.world.services.settings import SETTINGS
from tests.apps.hand import Hand


@pytest.fixture
def hand() -> Hand:
    return Hand("settings")


def setting(hand: Hand, name: str) -> object:
    return hand.value(f"SELECT value FROM phone_settings WHERE name = '{name}'")


def signs(hand: Hand) -> set[str]:
    """What the status bar says."""
    elements = hand.phone.observe().elements
    return {one.description for one in elements if one.package == "com.android.systemui" and one.description}


def go(hand: Hand, *path: str) -> None:
    """From the first page down."""
    for words in path:
        if hand.page == "home" and words in ("Display", "Security", "Location", "System", "About phone"):
            hand.down()
        for _ in range(8):
            if words in hand.words() or hand.page != "apps":
                break
            hand.down()
        hand.tap(words)


def test_every_setting_has_a_row_from_the_start(hand: Hand) -> None:
    rows = hand.rows("SELECT name, value FROM phone_settings ORDER BY name")
    assert rows == tuple((name, SETTINGS[name].first) for name in sorted(SETTINGS))


# -- network and devices ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", [("Network & internet", "Wi-Fi"), ("Network & internet", "Internet", "Wi-Fi")]
)
def test_wifi_off_and_on(hand: Hand, path: tuple[str, ...]) -> None:
    assert "Wi-Fi" in signs(hand)
    go(hand, *path)
    assert setting(hand, "wifi") == 0 and not hand.see("Wi-Fi").has(Flag.CHECKED)
    hand.tap("Wi-Fi")
    assert setting(hand, "wifi") == 1


def test_aeroplane_mode_takes_wifi_and_bluetooth_with_it(hand: Hand) -> None:
    go(hand, "Connected devices", "Bluetooth")
    assert setting(hand, "bluetooth") == 1 and "Bluetooth" in signs(hand)
    hand.back()
    go(hand, "Network & internet", "Aeroplane mode")
    assert [setting(hand, name) for name in ("airplane", "wifi", "bluetooth")] == [1, 0, 0]
    assert "Aeroplane mode" in signs(hand) and "Wi-Fi" not in signs(hand)


def test_mobile_data(hand: Hand) -> None:
    go(hand, "Network & internet", "Mobile data")
    assert setting(hand, "mobile_data") == 0 and "Mobile data off" in signs(hand)


def test_join_a_network_with_its_password_and_forget_it(hand: Hand) -> None:
    go(hand, "Network & internet", "Internet", "Apartment 12")
    hand.fill("Password", "short")
    hand.tap("Connect")
    assert "A password has at least 8 characters" in hand.words()
    hand.tap("Apartment 12")
    hand.fill("Password", "long enough")
    hand.tap("Connect")
    connected = "SELECT name FROM settings_network WHERE connected"
    assert hand.value(connected) == "Apartment 12"
    hand.tap("Copper Kettle Guest")
    assert hand.value(connected) == "Copper Kettle Guest"
    hand.tap("Copper Kettle Guest", "Forget", "Forget")
    assert hand.rows(connected) == ()
    assert hand.value("SELECT saved FROM settings_network WHERE name = 'Copper Kettle Guest'") == 0


def test_saved_and_added_networks(hand: Hand) -> None:
    go(hand, "Network & internet", "Internet", "Add network")
    hand.fill("Network name", "Attic")
    hand.tap("Save", "Saved networks", "Attic")
    assert {"Attic", "Out of reach"} <= set(hand.words())


def test_without_wifi_there_are_no_networks(hand: Hand) -> None:
    go(hand, "Network & internet", "Internet", "Wi-Fi")
    assert "Turn Wi-Fi on to see networks" in hand.words() and "Apartment 12" not in hand.words()


def test_pair_connect_rename_and_forget_a_device(hand: Hand) -> None:
    go(hand, "Connected devices", "Pair new device")
    assert setting(hand, "bluetooth") == 1
    hand.tap("Kitchen speaker", "Pair")
    paired = "SELECT name, connected FROM settings_device WHERE icon = 'speaker' AND paired"
    assert hand.page == "devices" and hand.rows(paired) == (("Kitchen speaker", 1),)
    hand.tap("Kitchen speaker")
    assert hand.rows(paired) == (("Kitchen speaker", 0),)
    hand.tap("Options for Kitchen speaker", "Rename")
    hand.fill("Name", " 2")
    hand.tap("Rename", "Options for Kitchen speaker 2", "Forget")
    assert hand.rows(paired) == ()
    hand.tap("Undo")
    assert hand.rows(paired) == (("Kitchen speaker 2", 0),)


# -- sound and display ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("Media volume", "volume"),
        ("Ring and notification volume", "ring_volume"),
        ("Alarm volume", "alarm_volume"),
    ],
)
def test_volumes(hand: Hand, label: str, name: str) -> None:
    go(hand, "Sound")
    hand.slide(label, 1.0)
    assert setting(hand, name) == 15
    hand.slide(label, 0.0)
    assert setting(hand, name) == 0


def test_brightness_from_end_to_end(hand: Hand) -> None:
    go(hand, "Display")
    hand.slide("Brightness level", 1.0)
    assert setting(hand, "brightness") == 255
    hand.slide("Brightness level", 0.0)
    assert setting(hand, "brightness") == 1


def test_dark_theme_and_font_size_change_the_screen(hand: Hand) -> None:
    go(hand, "Display", "Dark theme")
    before = hand.phone.observe().pixels()[600, 10, :3].sum()
    hand.tap("On")
    assert setting(hand, "dark") == 1 and hand.phone.observe().pixels()[600, 10, :3].sum() < before
    small = hand.see("Screen timeout").bounds
    hand.tap("Font size", "Largest")
    large = hand.see("Screen timeout").bounds
    assert setting(hand, "font_scale") == 1.5
    assert large.right - large.left > small.right - small.left


def test_navigation_rotation_and_timeout(hand: Hand) -> None:
    go(hand, "Display", "System navigation", "Three buttons")
    assert setting(hand, "navigation") == "buttons" and "Recents" in signs(hand)
    hand.tap("Screen timeout", "5 minutes")
    assert setting(hand, "screen_timeout") == 300 and "After 5 min" in hand.words()
    hand.tap("Auto-rotate screen")
    assert setting(hand, "auto_rotate") == 0
    hand.tap("Turn the screen sideways")
    screen = hand.phone.observe()
    assert setting(hand, "rotation") == 90 and screen.width > screen.height


# -- apps and notifications -------------------------------------------------------------------------------


def test_an_app_that_may_not_notify_stays_silent(hand: Hand) -> None:
    go(hand, "Apps", "Messages", "Notifications")
    assert hand.rows("SELECT granted FROM phone_permissions WHERE app = 'messages'") == ((0,),)
    hand.wait(600)
    assert hand.rows("SELECT * FROM phone_notifications WHERE app = 'messages'") == ()
    hand.tap("Notifications")
    hand.wait(1200)
    assert hand.rows("SELECT * FROM phone_notifications WHERE app = 'messages'") != ()


def test_do_not_disturb_keeps_banners_away(hand: Hand) -> None:
    go(hand, "Notifications", "Do not disturb")
    assert setting(hand, "do_not_disturb") == 1 and "Do not disturb" in signs(hand)


def test_an_app_is_opened_from_its_page(hand: Hand) -> None:
    go(hand, "Apps", "Calendar", "Open")
    assert hand.package == "com.phoneworld.calendar"


def test_apps_are_searched(hand: Hand) -> None:
    go(hand, "Apps", "Search apps")
    hand.type("cont")
    assert "Contacts" in hand.words() and "Clock" not in hand.words()


# -- battery, storage, security, location, system -----------------------------------------------------------


def test_the_battery_falls_and_is_charged(hand: Hand) -> None:
    assert "80 %" in hand.words() and "Battery 80 percent" in signs(hand)
    hand.wait(990 * 5)
    assert "75 %" in hand.words() and "Battery 75 percent" in signs(hand)
    go(hand, "Battery", "Charger plugged in")
    assert setting(hand, "charging") == 1 and "Battery 75 percent, charging" in signs(hand)
    hand.wait(72 * 10)
    assert {"85 %", "Full in about 18 min"} <= set(hand.words())
    hand.wait(3600)
    assert {"100 %", "Fully charged"} <= set(hand.words())
    hand.tap("Charger plugged in")
    hand.wait(990)
    assert "Battery 99 percent" in signs(hand)


def test_battery_saver_and_location(hand: Hand) -> None:
    go(hand, "Battery", "Battery saver")
    assert setting(hand, "battery_saver") == 1 and "Battery 80 percent, saver on" in signs(hand)
    hand.back()
    go(hand, "Location", "Use location")
    assert setting(hand, "location") == 0


def test_storage_counts_the_files_of_the_phone(hand: Hand) -> None:
    go(hand, "Storage")
    pictures = hand.value("SELECT count(*) FROM files_all WHERE kind = 'image'")
    assert f"{pictures} files" in hand.words()


def test_a_pin_is_asked_for_and_locks_the_phone(hand: Hand) -> None:
    go(hand, "Security", "Screen lock", "PIN")
    hand.fill("PIN", "12")
    hand.tap("Save")
    assert "A PIN has 4 to 8 digits" in hand.words() and setting(hand, "lock") == "swipe"
    hand.tap("Screen lock", "PIN")
    hand.fill("PIN", "4321")
    hand.tap("Save")
    assert (setting(hand, "lock"), setting(hand, "pin")) == ("pin", "4321")
    hand.tap("Screen lock", "None")
    assert setting(hand, "lock") == "none"


def test_the_time_zone_moves_the_clock(hand: Hand) -> None:
    go(hand, "System", "Date & time", "Time zone", "Search for a city")
    hand.type("kathm")
    hand.tap("Kathmandu")
    assert setting(hand, "time_zone") == 345 and "15:15" in hand.words()
    hand.phone.act(OpenApp("clock"))
    hand.tap("World clock")
    assert "15:15" in hand.words()


def test_the_phone_has_a_name(hand: Hand) -> None:
    go(hand, "About phone", "Device name")
    hand.fill("Name", "!")
    hand.tap("Save")
    assert "My Ember 5!" in hand.words()


# -- search -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "title", "page"),
    [
        ("dim", "Brightness level", "display"),
        ("flight", "Aeroplane mode", "network"),
        ("pin", "Screen lock", "security"),
        ("head", "Bluetooth", "devices"),
        ("space", "Storage", "storage"),
        ("wlan", "Wi-Fi", "wifi"),
    ],
)
def test_search_leads_to_the_page(hand: Hand, typed: str, title: str, page: str) -> None:
    hand.fill("Search settings", typed)
    hand.tap(title)
    assert hand.page == page
    hand.back()
    hand.back()
    assert hand.page == "home" and "Network & internet" in hand.words()


def test_every_entry_of_the_index_leads_to_its_page(hand: Hand) -> None:
    for title, page in hand.rows("SELECT title, page FROM settings_entry"):
        other = Hand("settings")
        other.fill("Search settings", str(title).lower())
        other.tap(str(title))
        assert other.page == page


# -- language ---------------------------------------------------------------------------------------------


def test_chinese_is_spoken_by_system_settings_clock_and_calendar(hand: Hand) -> None:
    go(hand, "System", "Language", "中文")
    assert setting(hand, "language") == "zh" and "语言" in hand.words()
    hand.back()
    assert {"系统", "日期和时间", "2026年5月12日 星期二, 09:30"} <= set(hand.words())
    for app, words in (("calendar", "2026年5月"), ("clock", "闹钟")):
        hand.phone.act(OpenApp(app))
        assert words in hand.words()
    hand.phone.act(ButtonPress("home"))
    assert {"时钟", "5月12日 星期二"} <= set(hand.words())
    hand.phone.act(OpenApp("设置"))
    hand.tap("语言", "English")
    assert "Language" in hand.words()


def test_chinese_survives_a_snapshot(hand: Hand) -> None:
    go(hand, "System", "Language", "中文")
    taken = hand.phone.snapshot()
    hand.tap("English")
    hand.phone.restore(taken)
    assert "语言" in hand.words()
    hand.phone.reset()
    hand.phone.act(OpenApp("settings"))
    assert "Settings" in hand.words()


PAGES = (
    ("settings", "网络和互联网", "互联网"),
    ("settings", "已连接的设备", "与新设备配对"),
    ("settings", "应用"),
    ("settings", "通知"),
    ("settings", "电池"),
    ("settings", "存储"),
    ("settings", "声音"),
    ("calendar",),
    ("calendar", "日程"),
    ("calendar", "新建活动"),
    ("clock",),
    ("clock", "添加闹钟"),
    ("clock", "计时器"),
    ("clock", "秒表"),
)


@pytest.mark.parametrize("path", PAGES, ids="/".join)
def test_no_text_of_an_app_stays_english(path: tuple[str, ...]) -> None:
    """Whatever English is left on a page is content: a name, an address, a word of its owner."""
    hand = Hand("settings")
    go(hand, "System", "Language", "中文")
    hand.phone.act(OpenApp(path[0]))
    if path[0] == "settings":
        hand.back()
        hand.back()
        hand.up()
    hand.tap(*path[1:])
    ours = set(hand.phone.image.app(path[0]).manifest.words)
    said = {one.text or one.description for one in hand.phone.observe().elements}
    titles = {str(title) for (title,) in hand.rows("SELECT title FROM phone_apps")}
    assert not said & ours - titles
