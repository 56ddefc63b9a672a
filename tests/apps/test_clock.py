"""The clock app, driven as a person would: by the words on the screen, checked against its tables.

Every world begins on Tuesday, 12 May 2026, 09:30:00 UTC, and every action takes one second, so each time that
is shown can be said exactly.
"""

from __future__ import annotations

import pytest

from phonebuddy.actions import ButtonPress, Click, LongPress, OpenApp, Scroll, Type, Wait, to_point
from phonebuddy.screen import Element, Flag
from phonebuddy.world.image import START_MS, Image, build_image
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.script import find
from phonebuddy.world.spec.load import BUILT_IN, AppSet, check_apps, load_apps
from phonebuddy.world.state.store import Rows

FOLDER = BUILT_IN / "clock"
PACKAGE = "com.phoneworld.clock"


class Hand:
    """A phone with the clock open, and a finger that finds things by their words."""

    def __init__(self, image: Image) -> None:
        self.phone = WorldPhone(image)
        self.phone.act(OpenApp(PACKAGE))

    def see(self, words: str) -> Element:
        element = find(self.phone.observe(), words)
        assert element is not None, f"no '{words}' among {self.words()}"
        return element

    def words(self) -> list[str]:
        """Everything that is written on the screen, top to bottom."""
        return [element.text for element in self.phone.observe().elements if element.text]

    def _at(self, words: str) -> tuple[int, int, int, int]:
        info = self.phone.info
        return (*self.see(words).bounds.center, info.width, info.height)

    def tap(self, *things: str) -> None:
        for words in things:
            self.phone.act(Click(to_point(*self._at(words))))

    def hold(self, words: str) -> None:
        self.phone.act(LongPress(to_point(*self._at(words))))

    def swipe_left(self, words: str) -> None:
        _, y, width, height = self._at(words)
        start, end = (to_point(width * share // 10, y, width, height) for share in (7, 1))
        self.phone.act(Scroll(start, end))

    def type(self, text: str) -> None:
        self.phone.act(Type(text))

    def wait(self, milliseconds: int) -> None:
        self.phone.act(Wait(milliseconds))

    def back(self) -> None:
        self.phone.act(ButtonPress("back"))

    def rows(self, sql: str) -> Rows:
        return self.phone.state(sql)

    @property
    def page(self) -> str:
        return self.phone.observe().activity


@pytest.fixture(scope="module")
def apps() -> AppSet:
    return load_apps([FOLDER])


@pytest.fixture(scope="module")
def image(apps: AppSet) -> Image:
    return build_image(apps)


@pytest.fixture
def hand(image: Image) -> Hand:
    return Hand(image)


def shown_alarms(hand: Hand) -> list[str]:
    """The times of the alarms on the screen."""
    times = {row[0] for row in hand.rows("SELECT clock_time(minute * 60) FROM clock_alarm")}
    return [text for text in hand.words() if text in times]


def test_the_app_has_no_problems() -> None:
    problems, _ = check_apps([FOLDER])
    assert problems == []


def test_seeds_differ_a_little(apps: AppSet) -> None:
    worlds = set()
    for seed in range(6):
        phone = WorldPhone(build_image(apps, seed))
        alarms = phone.state("SELECT minute, label FROM clock_alarm ORDER BY minute")
        cities = phone.state("SELECT name FROM clock_city WHERE position NOT NULL ORDER BY position")
        timers = phone.state("SELECT seconds FROM clock_timer WHERE left_ms = seconds * 1000")
        assert 8 <= len(alarms) <= 12 and len(cities) == 6 and len(timers) == 2
        assert phone.state("SELECT count(*) >= 60, count(*) = count(DISTINCT name) FROM clock_city") == (
            (1, 1),
        )
        worlds.add((alarms, cities, timers))
        phone.close()
    assert len(worlds) == 6


# -- alarms ----------------------------------------------------------------------------------------------


def test_alarms_stand_in_order_of_time(hand: Hand) -> None:
    shown = shown_alarms(hand)
    assert len(shown) >= 4 and shown == sorted(shown)


def test_add_an_alarm_with_days(hand: Hand) -> None:
    hand.tap("Add alarm", "Alarm time 07:00", "1 hour", "15 minutes", "OK")
    hand.tap("Monday", "Tuesday", "Wednesday", "Friday", "Tuesday", "Label")
    hand.type("Night train")
    hand.tap("Save")
    assert hand.rows(
        "SELECT minute, label, days, enabled, vibrate, snooze FROM clock_alarm WHERE minute = 75"
    ) == ((75, "Night train", 1 + 4 + 16, 1, 1, 10),)
    assert hand.page == "alarms"
    assert {"01:15", "Night train", "Mon, Wed, Fri"} <= set(hand.words())
    # Wednesday 01:15 from Tuesday 09:30, rounded up to the minute.
    assert "Alarm set for 15 h 45 min from now" in hand.words()


def test_an_alarm_without_days_rings_today_or_tomorrow(hand: Hand) -> None:
    hand.tap("Add alarm")
    assert "Rings once, tomorrow" in hand.words()
    hand.tap("Alarm time 07:00", "12 hours", "00", "OK")
    assert "Rings once, today" in hand.words()
    hand.tap("Save")
    assert "Alarm set for 2 h 30 min from now" in hand.words()
    assert hand.rows("SELECT days, enabled FROM clock_alarm WHERE minute = 720") == ((0, 1),)


def test_every_day(hand: Hand) -> None:
    hand.tap("Add alarm", "Alarm time 07:00", "2 hours", "OK")
    hand.tap("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Save")
    assert hand.rows("SELECT days FROM clock_alarm WHERE minute = 120") == ((127,),)
    assert hand.words()[hand.words().index("02:00") + 1] == "Every day"


def test_switch_an_alarm_on_and_off(hand: Hand) -> None:
    switch = "Alarm 08:00 Vitamins"
    hand.tap(switch)
    assert hand.rows("SELECT enabled FROM clock_alarm WHERE label = 'Vitamins'") == ((0,),)
    assert not hand.see(switch).has(Flag.CHECKED)
    assert not any(text.startswith("Alarm set") for text in hand.words())
    hand.tap(switch)
    assert hand.rows("SELECT enabled FROM clock_alarm WHERE label = 'Vitamins'") == ((1,),)
    assert hand.see(switch).has(Flag.CHECKED)
    assert "Alarm set for 22 h 30 min from now" in hand.words()


def test_edit_an_alarm(hand: Hand) -> None:
    before = hand.rows("SELECT count(*) FROM clock_alarm")
    hand.tap("Wake up", "Vibrate", "Snooze", "20 minutes", "Label")
    hand.type("!")
    hand.tap("Saturday", "Save")
    changed = hand.rows(
        "SELECT label, days, vibrate, snooze, enabled FROM clock_alarm WHERE label = 'Wake up!'"
    )
    assert changed == (("Wake up!", 31 + 32, 0, 20, 1),)
    assert hand.rows("SELECT count(*) FROM clock_alarm") == before


def test_cancel_keeps_an_alarm_as_it_was(hand: Hand) -> None:
    before = hand.rows("SELECT * FROM clock_alarm")
    hand.tap("Wake up", "Sunday", "Cancel")
    hand.tap("Wake up", "Sunday")
    hand.back()
    hand.tap("Add alarm", "Close")
    assert hand.page == "alarms" and hand.rows("SELECT * FROM clock_alarm") == before


def test_delete_asks_and_can_be_undone(hand: Hand) -> None:
    before = hand.rows("SELECT * FROM clock_alarm")
    hand.tap("Wake up", "Delete alarm", "Cancel")
    assert hand.page == "alarm_edit"
    hand.tap("Delete alarm", "Delete")
    assert hand.page == "alarms" and "Wake up" not in hand.words()
    assert len(hand.rows("SELECT * FROM clock_alarm")) == len(before) - 1
    hand.tap("Undo")
    assert hand.rows("SELECT * FROM clock_alarm") == before


def test_the_menu_of_an_alarm(hand: Hand) -> None:
    hand.hold("Vitamins")
    hand.tap("Duplicate")
    assert hand.rows("SELECT days FROM clock_alarm WHERE label = 'Vitamins'") == ((127,), (127,))
    hand.hold("Wake up")
    hand.tap("Delete")
    assert hand.rows("SELECT * FROM clock_alarm WHERE label = 'Wake up'") == ()
    hand.tap("Undo")
    hand.hold("Wake up")
    hand.tap("Edit")
    assert hand.page == "alarm_edit"


def test_undo_after_the_number_was_taken_again(hand: Hand) -> None:
    hand.tap("Add alarm", "Alarm time 07:00", "1 hour", "OK", "Save")
    hand.hold("01:00")
    hand.tap("Delete")
    hand.hold("Wake up")
    hand.tap("Duplicate", "Undo")
    assert hand.rows("SELECT count(*) FROM clock_alarm WHERE minute = 60") == ((1,),)
    assert hand.rows("SELECT count(*) FROM clock_alarm WHERE label = 'Wake up'") == ((2,),)


# -- world clock -----------------------------------------------------------------------------------------


def test_add_a_city_and_remove_it(hand: Hand) -> None:
    hand.tap("World clock", "Add city", "Search for a city")
    hand.type("fiji")
    hand.tap("Suva")
    assert hand.page == "world"
    words = hand.words()
    at = words.index("Suva")
    assert {"Today, +12 h", "21:30"} <= set(words[at - 1 : at + 2])
    hand.swipe_left("Suva")
    assert "Suva" not in hand.words()
    hand.tap("Undo")
    assert "Suva" in hand.words()
    hand.hold("Suva")
    hand.tap("Remove")
    assert hand.rows("SELECT position FROM clock_city WHERE name = 'Suva'") == ((None,),)


def test_a_city_is_only_added_once(hand: Hand) -> None:
    name = str(hand.rows("SELECT name FROM clock_city WHERE position = 1")[0][0])
    hand.tap("World clock", "Add city", "Search for a city")
    hand.type(name[:-1])
    hand.tap(name)
    assert f"{name} is already on the world clock" in hand.words()
    assert hand.rows("SELECT count(*) FROM clock_city WHERE position NOT NULL") == ((6,),)


def test_move_a_city_to_the_top(hand: Hand) -> None:
    name = str(hand.rows("SELECT name FROM clock_city WHERE position = 6")[0][0])
    hand.tap("World clock")
    hand.hold(name)
    hand.tap("Move to top")
    first = hand.rows("SELECT name FROM clock_city WHERE position NOT NULL ORDER BY position LIMIT 1")
    assert first == ((name,),)


def test_far_cities_have_another_day(hand: Hand) -> None:
    hand.tap("World clock", "Add city", "Search for a city")
    hand.type("auckland")
    hand.tap("New Zealand")
    for _ in range(16):
        hand.wait(600_000)
    assert "Tomorrow, +12 h" in hand.words()


# -- timer -----------------------------------------------------------------------------------------------


def test_the_key_pad(hand: Hand) -> None:
    hand.tap("Timer", "Add timer")
    assert not hand.see("Start").has(Flag.ENABLED)
    hand.tap("1", "0", "2", "0", "3")
    assert "01h 02m 03s" in hand.words()
    hand.tap("Backspace")
    assert "00h 10m 20s" in hand.words()
    hand.tap("00", "7")
    assert "10h 20m 00s" in hand.words()


def test_a_timer_runs_until_time_is_up(hand: Hand) -> None:
    hand.tap("Timer", "Add timer", "9", "0", "Start")
    assert hand.page == "timers"
    assert hand.rows("SELECT seconds, state, left_ms FROM clock_timer WHERE label = ''") == (
        (90, "running", 90_000),
    )
    hand.phone.act(Scroll(to_point(500, 1600, 1080, 2400), to_point(500, 600, 1080, 2400)))
    assert "01:29" in hand.words()
    hand.wait(88_000)
    assert "00:01" in hand.words() and "Time's up" not in hand.words()
    hand.wait(1_000)
    assert "Time's up" in hand.words() and "-00:00" in hand.words()
    hand.tap("Add 1 minute to 1 min timer")
    assert "01:00" in hand.words() and "Time's up" not in hand.words()


def test_pause_resume_reset(hand: Hand) -> None:
    hand.tap("Timer")
    ((seconds,),) = hand.rows("SELECT seconds FROM clock_timer WHERE label = 'Tea'")
    assert isinstance(seconds, int)
    hand.tap("Start Tea")
    hand.wait(9_000)
    hand.tap("Pause Tea")
    hand.wait(60_000)
    assert hand.rows("SELECT state, left_ms FROM clock_timer WHERE label = 'Tea'") == (
        ("paused", (seconds - 10) * 1000),
    )
    assert f"{seconds // 60 - 1:02d}:50" in hand.words() and "Paused" in hand.words()
    hand.tap("Resume Tea")
    hand.wait(20_000)
    assert f"{seconds // 60 - 1:02d}:30" in hand.words()
    hand.tap("Reset Tea")
    assert hand.rows("SELECT state, left_ms FROM clock_timer WHERE label = 'Tea'") == (
        ("ready", seconds * 1000),
    )


def test_presets_labels_and_deleting(hand: Hand) -> None:
    hand.tap("Timer", "Rename Tea", "Label")
    hand.type(" time")
    hand.tap("OK")
    assert "Tea time" in hand.words()
    hand.tap("Delete Tea time", "Delete Pasta")
    assert "No timers" in hand.words()
    hand.tap("Undo", "Delete Pasta", "Start a timer of 5 min")
    assert hand.rows("SELECT seconds, state FROM clock_timer") == ((300, "running"),)
    hand.tap("Undo")
    assert hand.rows("SELECT count(*), max(label) FROM clock_timer") == ((2, "Pasta"),)


# -- stopwatch -------------------------------------------------------------------------------------------


def test_laps_are_what_the_virtual_clock_says(hand: Hand) -> None:
    hand.tap("Stopwatch")
    assert "00:00.00" in hand.words()
    hand.tap("Start")
    assert "00:00.00" in hand.words()
    hand.wait(3_210)
    hand.tap("Lap")
    hand.wait(61_050)
    hand.tap("Lap")
    hand.tap("Pause")
    assert hand.rows("SELECT id, lap_ms, total_ms FROM clock_lap") == ((1, 4_210, 4_210), (2, 62_050, 66_260))
    hand.wait(500_000)
    words = hand.words()
    laps = ["# 2", "01:02.05", "01:06.26", "# 1", "00:04.21", "00:04.21"]
    assert words[words.index("# 2") : words.index("# 2") + 6] == laps
    assert "01:07.26" in words
    hand.tap("Resume")
    hand.wait(1_000)
    assert "01:08.26" in hand.words()
    hand.tap("Pause", "Reset")
    assert "00:00.00" in hand.words()
    assert hand.rows("SELECT running, kept_ms, (SELECT count(*) FROM clock_lap) FROM clock_stopwatch") == (
        (0, 0, 0),
    )


def test_the_stopwatch_runs_on_elsewhere(hand: Hand) -> None:
    hand.tap("Stopwatch", "Start", "Alarms")
    hand.phone.act(ButtonPress("home"))
    hand.wait(10_000)
    hand.phone.act(OpenApp(PACKAGE))
    hand.tap("Stopwatch")
    assert "00:14.00" in hand.words()


def test_names_other_benchmarks_look_for(hand: Hand) -> None:
    hand.tap("Stopwatch")
    elements = hand.phone.observe().elements
    assert any(element.description == "Start" for element in elements)
    assert sum("Stopwatch" in (element.text, element.description) for element in elements) >= 2
    hand.tap("Start")
    described = {element.description for element in hand.phone.observe().elements}
    assert {"Pause", "Lap"} <= described


# -- the way back ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "below"),
    [
        (("Add alarm",), "alarms"),
        (("World clock", "Add city"), "world"),
        (("Timer", "Add timer"), "timers"),
    ],
)
def test_back_returns_to_the_page_below_and_then_leaves(
    hand: Hand, steps: tuple[str, ...], below: str
) -> None:
    hand.tap(*steps)
    hand.back()
    assert hand.page == below
    hand.back()
    assert hand.page == "home"


def test_time_on_the_world_clock_is_the_phones(hand: Hand) -> None:
    hand.tap("World clock")
    assert hand.phone.observe().time_s * 1000 == START_MS + 2_000
    assert {"09:30", "Tuesday, 12 May 2026"} <= set(hand.words())


# -- ringing ---------------------------------------------------------------------------------------------


def wait_until(hand: Hand, hour: int, minute: int) -> None:
    """Let time pass to just after a time of the day."""
    due = START_MS // 86_400_000 * 86_400 + hour * 3600 + minute * 60
    while (left := due - hand.phone.observe().time_s) > 0:
        hand.wait(min(left, 600) * 1000)


def test_an_alarm_rings_and_is_stopped(hand: Hand) -> None:
    hand.tap("Add alarm", "Alarm time 07:00", "9 hours", "40 minutes", "OK", "Label")
    hand.type("Kettle")
    hand.tap("Save")
    wait_until(hand, 9, 39)
    assert hand.rows("SELECT * FROM phone_notifications") == ()
    hand.phone.act(ButtonPress("home"))
    wait_until(hand, 9, 40)
    assert hand.rows("SELECT title, text FROM phone_notifications") == (("Alarm 09:40", "Kettle"),)
    hand.tap("Clock: Alarm 09:40")
    assert hand.page == "ringing" and {"Kettle", "09:40"} <= set(hand.words())
    # It rang once, so it is off.
    assert hand.rows("SELECT enabled FROM clock_alarm WHERE label = 'Kettle'") == ((0,),)
    hand.tap("Stop")
    assert hand.page == "alarms"
    assert hand.rows("SELECT * FROM phone_schedule WHERE event = 'ring_again'") == ()


def test_a_snoozed_alarm_rings_again(hand: Hand) -> None:
    hand.tap("Add alarm", "Alarm time 07:00", "9 hours", "40 minutes", "OK", "Save")
    wait_until(hand, 9, 40)
    hand.tap("Clock: Alarm 09:40", "Snooze 10 min")
    assert "Snoozed until 09:50" in hand.words() and hand.page == "alarms"
    wait_until(hand, 9, 49)
    assert hand.rows("SELECT * FROM phone_notifications") == ()
    wait_until(hand, 9, 51)
    assert hand.rows("SELECT title FROM phone_notifications") == (("Alarm 09:40",),)


def test_a_repeating_alarm_is_planned_again(hand: Hand) -> None:
    planned = (
        "SELECT at_ms / 60000 - ? FROM phone_schedule JOIN clock_alarm ON key = clock_alarm.id "
        "WHERE event = 'ring' AND label = 'Wind down'"
    )
    midnight = START_MS // 86_400_000 * 1440
    ((minute,),) = hand.rows("SELECT minute FROM clock_alarm WHERE label = 'Wind down'")
    assert isinstance(minute, int)
    assert hand.phone.state(planned, (midnight,)) == ((minute,),)
    wait_until(hand, 23, 0)
    assert hand.phone.state(planned, (midnight,)) == ((1440 + minute,),)


def test_what_is_off_or_gone_does_not_ring(hand: Hand) -> None:
    planned = "SELECT count(*) FROM phone_schedule WHERE event = 'ring'"
    ((before,),) = hand.rows(planned)
    assert isinstance(before, int)
    assert hand.rows("SELECT count(*) FROM clock_alarm WHERE enabled") == ((before,),)
    hand.tap("Alarm 08:00 Vitamins")
    assert hand.rows(planned) == ((before - 1,),)
    hand.hold("Wake up")
    hand.tap("Delete")
    assert hand.rows(planned) == ((before - 2,),)
    hand.tap("Undo", "Alarm 08:00 Vitamins")
    assert hand.rows(planned) == ((before,),)
    hand.hold("Wake up")
    hand.tap("Duplicate")
    assert hand.rows(planned) == ((before + 1,),)


def test_a_timer_rings_wherever_one_is(hand: Hand) -> None:
    hand.tap("Timer", "Start Tea")
    hand.phone.act(ButtonPress("home"))
    hand.wait(600_000)
    assert hand.rows("SELECT title, text FROM phone_notifications") == (("Tea", "Time's up"),)
    hand.tap("Clock: Tea")
    assert hand.page == "time_up" and "Time's up" in hand.words()
    hand.tap("+1 min")
    assert "01:00" in hand.words() and "Time's up" not in hand.words()
    hand.wait(62_000)
    hand.tap("Stop")
    assert hand.rows("SELECT state FROM clock_timer WHERE label = 'Tea'") == (("ready",),)
    assert hand.rows("SELECT * FROM phone_notifications") == ()


def test_a_paused_timer_does_not_ring(hand: Hand) -> None:
    hand.tap("Timer", "Start Tea", "Pause Tea")
    assert hand.rows("SELECT * FROM phone_schedule WHERE event = 'time_up'") == ()
    hand.tap("Resume Tea", "Delete Tea")
    assert hand.rows("SELECT * FROM phone_schedule WHERE event = 'time_up'") == ()
    hand.tap("Undo")
    assert len(hand.rows("SELECT * FROM phone_schedule WHERE event = 'time_up'")) == 1
