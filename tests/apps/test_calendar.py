"""The calendar, driven by the words on its screen and checked against its table.

Every world begins on Tuesday, 12 May 2026, 09:30:00 UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from phonebuddy.world.phone import WorldPhone
from tests.apps.hand import Hand, image

COLUMNS = (
    "id, start_ts, end_ts, title, location, description, reminder_1_minutes, reminder_2_minutes, "
    "reminder_3_minutes, reminder_1_type, reminder_2_type, reminder_3_type, repeat_interval, repeat_rule, "
    "repeat_limit, repetition_exceptions, attendees, import_id, time_zone, flags, event_type, parent_id, "
    "last_updated, source, availability, color, type"
)
DAY, WEEK = 86_400, 604_800
SENDER = """
app: sender
title: Sender
package: com.example.sender
icon: send
start: home
pages:
  home:
    body:
      - button: Compose
        on_tap: [{send: compose_event, with: {title: Rooftop party, at: 1779130800, length: 5400}}]
      - button: Show
        on_tap: [{send: open_event, with: {id: 3}}]
      - button: Show nothing
        on_tap: [{send: open_event, with: {id: 99999}}]
"""


@pytest.fixture
def hand() -> Hand:
    return Hand("calendar")


def at(day: int, hour: int = 0, minute: int = 0, month: int = 5) -> int:
    return int(datetime(2026, month, day, hour, minute, tzinfo=UTC).timestamp())


def newest(hand: Hand, *columns: str) -> tuple[object, ...]:
    sql = f"SELECT {', '.join(columns)} FROM calendar_events WHERE id = (SELECT max(id) FROM calendar_events)"
    return hand.rows(sql)[0]


def planned(hand: Hand, number: object) -> object:
    """When the reminder of an event is due."""
    return hand.value(f"SELECT at_ms / 1000 FROM phone_schedule WHERE app = 'calendar' AND key = '{number}'")


def pick_time(hand: Hand, which: str, hour: int, minute: int = 0) -> None:
    """Set a time of the form with the clock."""
    hand.tap(f"{which} time", "Hour", f"{hour} hour" if hour == 1 else f"{hour} hours")
    if minute:
        hand.tap("Minute", f"{minute} minutes")
    hand.tap("OK")


# -- the data ---------------------------------------------------------------------------------------------


def test_the_table_is_that_of_the_real_app(hand: Hand) -> None:
    names = [str(name) for (name,) in hand.rows("SELECT name FROM pragma_table_info('calendar_events')")]
    assert ", ".join(names) == COLUMNS
    assert hand.rows("SELECT count(*) FROM calendar_events WHERE source <> 'simple-calendar'") == ((0,),)


def test_a_life_in_events() -> None:
    for seed in range(3):
        phone = WorldPhone(image(seed))
        near = "abs(start_ts - 1778578200) < 66 * 86400"
        assert phone.state(f"SELECT count(*) > 80 FROM calendar_events WHERE {near}") == ((1,),)
        assert phone.state("SELECT count(*) >= 100 FROM calendar_events") == ((1,),)
        wrong = "end_ts < start_ts OR title = '' OR instr(title, '%') OR location IS NULL"
        assert phone.state(f"SELECT title FROM calendar_events WHERE {wrong}") == ()
        guests = "SELECT json_extract(attendees, '$[0].name') FROM calendar_events WHERE attendees <> ''"
        people = phone.state(f"SELECT count(*) > 20 FROM contacts_people WHERE name IN ({guests})")
        assert people == ((1,),)
        assert phone.state("SELECT start_ts FROM calendar_events WHERE title = 'Dentist'") == (
            (at(13, 10, 30),),
        )
        phone.close()


# -- adding -----------------------------------------------------------------------------------------------


def test_add_an_event_on_a_day_at_a_time(hand: Hand) -> None:
    before = hand.rows("SELECT * FROM calendar_events")
    hand.tap("Wednesday, 20 May 2026", "New event")
    hand.fill("Title", "Rent a van")
    hand.fill("Location", "Station Road")
    hand.fill("Description", "Bring the licence")
    hand.back()
    pick_time(hand, "Start", 14)
    assert "15:00" in hand.words()
    pick_time(hand, "End", 14, 45)
    hand.tap("Save")
    assert hand.page == "month" and "Event saved" in hand.words()
    columns = "start_ts", "end_ts", "title", "location", "description", "repeat_interval", "repeat_rule"
    wanted = (at(20, 14), at(20, 14, 45), "Rent a van", "Station Road", "Bring the licence", 0, 0)
    assert newest(hand, *columns) == wanted
    after = hand.rows("SELECT * FROM calendar_events")
    assert len(after) == len(before) + 1 and set(before) < set(after)
    rest = "time_zone", "source", "reminder_1_minutes", "attendees", "repetition_exceptions", "flags"
    assert newest(hand, *rest) == ("UTC", "simple-calendar", 10, "", "[]", 0)


def test_the_end_follows_the_start(hand: Hand) -> None:
    hand.tap("New event", "Start date", "Saturday, 30 May 2026", "OK")
    hand.fill("Title", "Brunch")
    hand.back()
    hand.tap("Save")
    assert newest(hand, "start_ts", "end_ts") == (at(30, 10), at(30, 11))


@pytest.mark.parametrize(
    ("choice", "interval", "rule"),
    [("Every day", DAY, 0), ("Every week", WEEK, 1), ("Every month", 2592001, 1)],
)
def test_repeating_events(hand: Hand, choice: str, interval: int, rule: int) -> None:
    hand.tap("Monday, 18 May 2026", "New event")
    hand.fill("Title", "Feed the cat")
    hand.back()
    hand.tap("Repetition", choice, "Save")
    assert newest(hand, "repeat_interval", "repeat_rule", "repeat_limit") == (interval, rule, 0)
    # The first of June is a Monday.
    hand.tap("Next month", "Monday, 1 June 2026", "Day")
    assert ("Feed the cat" in hand.words()) == (interval != 2592001)


def test_weekly_on_chosen_days_until_a_day(hand: Hand) -> None:
    hand.tap("Monday, 18 May 2026", "New event")
    hand.fill("Title", "Class")
    hand.back()
    hand.tap("Repetition", "Every week", "Thursday")
    hand.down()
    hand.tap("Repeat until", "Friday, 29 May 2026", "OK", "Save")
    assert newest(hand, "repeat_rule", "repeat_limit") == (1 + 8, at(29) + DAY - 1)
    for day, there in (("Thursday, 21 May 2026", True), ("Monday, 25 May 2026", True)):
        hand.tap(day)
        hand.down()
        assert ("Class" in hand.words()) == there
        hand.up()
    hand.tap("Next month", "Thursday, 4 June 2026")
    hand.down()
    assert "Class" not in hand.words()


def test_an_event_that_takes_all_day(hand: Hand) -> None:
    hand.tap("New event", "All day")
    hand.fill("Title", "Moving")
    hand.back()
    hand.tap("End date", "Thursday, 14 May 2026", "OK", "Save")
    assert newest(hand, "start_ts", "end_ts", "flags") == (at(12), at(14), 1)
    hand.tap("Day", "Next day", "Next day")
    assert hand.words()[hand.words().index("Moving") + 1] == "All day"
    hand.tap("Next day")
    assert "Moving" not in hand.words()


def test_what_is_wrong_is_said(hand: Hand) -> None:
    before = hand.rows("SELECT * FROM calendar_events")
    hand.tap("New event", "Save")
    assert "Enter a title" in hand.words()
    hand.fill("Title", "Late")
    hand.back()
    pick_time(hand, "End", 9)
    hand.tap("Save")
    assert "The end must be after the start" in hand.words()
    assert hand.rows("SELECT * FROM calendar_events") == before


def test_leaving_a_form_asks_once_something_was_typed(hand: Hand) -> None:
    hand.tap("New event", "Close")
    assert hand.page == "month"
    hand.tap("New event")
    hand.fill("Title", "Half")
    hand.back()
    hand.tap("Close", "Keep editing")
    assert hand.page == "edit"
    hand.tap("Close", "Discard")
    assert hand.page == "month"


def test_edit_keeps_what_the_form_does_not_show(hand: Hand) -> None:
    hand.tap("Wednesday, 13 May 2026", "Dentist", "Edit event")
    hand.fill("Title", "!")
    hand.back()
    hand.tap("Save")
    assert hand.page == "event" and "Dentist!" in hand.words()
    ((start, location, kind),) = hand.rows(
        "SELECT start_ts, location, event_type FROM calendar_events WHERE title = 'Dentist!'"
    )
    assert (start, kind) == (at(13, 10, 30), 1) and str(location).startswith("Ashgrain Dental, ")


# -- deleting ---------------------------------------------------------------------------------------------


def test_delete_asks_and_can_be_undone(hand: Hand) -> None:
    before = hand.rows("SELECT * FROM calendar_events")
    hand.tap(
        "Wednesday, 13 May 2026", "Dentist", "More options", "Delete", "Cancel", "More options", "Delete"
    )
    hand.tap("Delete")
    assert hand.page == "month" and "Dentist" not in hand.words()
    after = hand.rows("SELECT * FROM calendar_events")
    assert set(before) - set(after) == {row for row in before if row[3] == "Dentist"}
    hand.tap("Undo")
    assert hand.rows("SELECT * FROM calendar_events") == before


def test_delete_one_day_of_a_repeating_event(hand: Hand) -> None:
    hand.tap("Day")
    hand.hold("Stand-up")
    hand.tap("Delete", "Only this event")
    assert "Stand-up" not in hand.words()
    exceptions = "SELECT repetition_exceptions FROM calendar_events WHERE title = 'Stand-up'"
    assert hand.value(exceptions) == '["20260512"]'
    hand.tap("Next day")
    assert "Stand-up" in hand.words()
    hand.tap("Undo")
    assert hand.value(exceptions) == "[]"


def test_delete_all_that_follows(hand: Hand) -> None:
    hand.tap("Day", "Next day")
    hand.hold("Stand-up")
    hand.tap("Delete", "This and all following events")
    assert "Stand-up" not in hand.words()
    hand.tap("Next day")
    assert "Stand-up" not in hand.words()
    hand.tap("Today")
    assert "Stand-up" in hand.words()
    hand.hold("Stand-up")
    hand.tap("Delete", "All events")
    assert hand.rows("SELECT * FROM calendar_events WHERE title = 'Stand-up'") == ()


# -- finding ----------------------------------------------------------------------------------------------


def test_search_finds_places_and_people(hand: Hand) -> None:
    hand.tap("Search")
    hand.type("ashgrain")
    hand.tap("Dentist")
    assert {"Wednesday, 13 May 2026", "10:30 – 11:15 · 45 min"} <= set(hand.words())
    assert any(text.startswith("Ashgrain Dental, ") for text in hand.words())
    hand.back()
    hand.tap("Clear", "Search events")
    hand.type("zzz")
    assert "No events found" in hand.words()


def test_go_to_a_date_and_back_to_today(hand: Hand) -> None:
    hand.tap("More options", "Go to date", "Friday, 29 May 2026", "OK")
    assert "Friday, 29 May 2026" in hand.words()
    hand.tap("Next month")
    assert "June 2026" in hand.words()
    hand.tap("Today")
    assert {"May 2026", "Tuesday, 12 May 2026"} <= set(hand.words())


def test_a_day_shows_times_in_order(hand: Hand) -> None:
    hand.tap("Day")
    times = [text[:5] for text in hand.words() if " – " in text]
    assert times == sorted(times) and len(times) >= 3


def test_the_agenda_goes_on_and_back(hand: Hand) -> None:
    hand.tap("Agenda")
    assert "Today" in hand.words()
    hand.tap("Show earlier events")
    assert "Tue, 14 Apr – Mon, 8 Jun" in hand.words()


def test_a_night_train_is_on_both_days(hand: Hand) -> None:
    hand.tap("New event", "Start date", "Friday, 15 May 2026", "OK")
    hand.fill("Title", "Night train to Ravensby")
    hand.back()
    pick_time(hand, "Start", 22)
    hand.tap("End date", "Saturday, 16 May 2026", "OK")
    pick_time(hand, "End", 6)
    hand.tap("Save", "Day", "Go to date", "Friday, 15 May 2026", "OK")
    assert {"Night train to Ravensby", "From 22:00"} <= set(hand.words())
    hand.tap("Next day")
    assert {"Night train to Ravensby", "Until 06:00"} <= set(hand.words())


# -- reminders --------------------------------------------------------------------------------------------


def test_a_reminder_comes_at_its_time_and_opens_the_event(hand: Hand) -> None:
    hand.tap("New event")
    hand.fill("Title", "Kettle")
    hand.back()
    hand.tap("Reminder", "5 minutes before", "Save")
    assert planned(hand, newest(hand, "id")[0]) == at(12, 9, 55)
    told = "SELECT title, text FROM phone_notifications WHERE title = 'Kettle'"
    hand.wait(24 * 60)
    assert hand.rows(told) == ()
    hand.wait(60)
    assert hand.rows(told) == (("Kettle", "Tue, 12 May, 10:00"),)
    hand.tap("Month", "Agenda", "Calendar: Kettle")
    assert hand.page == "event" and "Kettle" in hand.words()
    assert hand.rows(told) == ()


def test_a_repeating_reminder_is_planned_again(hand: Hand) -> None:
    number = hand.value("SELECT id FROM calendar_events WHERE title = 'Stand-up'")
    assert planned(hand, number) == at(12, 9, 35)
    hand.wait(3600)
    assert planned(hand, number) == at(13, 9, 35)


def test_a_deleted_event_does_not_remind(hand: Hand) -> None:
    count = "SELECT count(*) FROM phone_schedule WHERE app = 'calendar'"
    before = hand.value(count)
    assert isinstance(before, int)
    hand.tap("Wednesday, 13 May 2026", "Dentist", "More options", "Delete", "Delete")
    assert hand.value(count) == before - 1
    hand.tap("Undo")
    assert hand.value(count) == before


# -- other apps -------------------------------------------------------------------------------------------


def test_invite_somebody_from_the_contacts(hand: Hand) -> None:
    ((name, mail),) = hand.rows("SELECT name, mail FROM contacts_people ORDER BY folded(name) LIMIT 1")
    hand.tap("New event")
    hand.fill("Title", "Picnic")
    hand.back()
    hand.down()
    hand.tap("Invite")
    assert hand.package == "com.phoneworld.contacts"
    hand.tap(str(name))
    assert hand.page == "edit" and str(name) in hand.words()
    hand.tap("Save")
    assert newest(hand, "json_extract(attendees, '$[0].name')", "json_extract(attendees, '$[0].email')") == (
        name,
        mail,
    )


def test_an_event_is_shared_as_text(hand: Hand) -> None:
    hand.tap("Wednesday, 13 May 2026", "Dentist", "Share event", "Copy")
    text = str(hand.value("SELECT text FROM phone_copied"))
    assert text.startswith("Dentist\nWednesday, 13 May 2026 10:30 – 11:15")


def test_others_may_compose_and_open_events(tmp_path: Path) -> None:
    folder = tmp_path / "sender"
    folder.mkdir()
    (folder / "app.yaml").write_text(SENDER, "utf-8")
    hand = Hand("sender", folder)
    hand.tap("Compose")
    assert hand.page == "edit" and {"Rooftop party", "Mon, 18 May", "19:00"} <= set(hand.words())
    hand.tap("Save")
    assert newest(hand, "title", "start_ts", "end_ts") == ("Rooftop party", at(18, 19), at(18, 20, 30))
    other = Hand("sender", folder)
    other.tap("Show")
    shown = other.value("SELECT title FROM calendar_events WHERE id = 3")
    assert other.page == "event" and shown in other.words()
    third = Hand("sender", folder)
    third.tap("Show nothing")
    assert "This event is gone" in third.words()
