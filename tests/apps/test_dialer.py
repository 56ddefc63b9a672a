"""Phone: calls that go out, calls that come in, and the log of both."""

from __future__ import annotations

import pytest

from phonebuddy.world.phone import WorldPhone
from tests.apps.hand import Hand, image
from tests.apps.steps import do, texts, value

COUNT = "SELECT count(*) FROM dialer_call"
LAST = "SELECT number, duration, type, new FROM dialer_call ORDER BY _id DESC LIMIT 1"


def count(hand: Hand, which: str = "1") -> int:
    found = value(hand.phone, f"{COUNT} WHERE {which}")
    assert isinstance(found, int)
    return found


@pytest.fixture
def hand() -> Hand:
    return Hand("dialer")


def test_the_log_has_androids_columns_and_many_calls(hand: Hand) -> None:
    columns = [name for (name,) in hand.phone.state("SELECT name FROM pragma_table_info('dialer_call')")]
    assert {"_id", "number", "presentation", "date", "duration", "type", "new", "name", "is_read"} == set(
        columns
    )
    assert count(hand) >= 100
    assert value(hand.phone, "SELECT max(date) < 1778578200000 FROM dialer_call") == 1
    assert count(hand, "type IN (3, 5) AND duration > 0") == 0


def test_a_typed_number_is_called_and_logged(hand: Hand) -> None:
    hand.tap("Keypad", *"5550199", "Backspace", "8", "Call")
    assert hand.page == "call" and {"5550198", "Calling"} <= set(hand.words())
    do(hand.phone, "wait: 14000")
    hand.tap("Mute", "Speaker")
    assert value(hand.phone, "SELECT muted + speaker FROM dialer_line") == 2
    hand.tap("End call")
    ((number, seconds, kind, new),) = hand.phone.state(LAST)
    assert (number, kind, new) == ("5550198", 2, 0) and 10 <= int(str(seconds)) <= 16
    assert "Call ended" in hand.words() and not hand.phone.state("SELECT * FROM dialer_line")


def test_a_call_goes_on_while_something_else_is_done(hand: Hand) -> None:
    hand.tap("Keypad", "1", "2", "3", "Call")
    do(hand.phone, "press: back", "tap: Recents")
    assert "On the phone with 123" in hand.words()
    hand.tap("Keypad", "4", "Call")
    assert "End the other call first" in hand.words()
    hand.tap("Recents", "Show", "End call")
    assert "On the phone with 123" not in hand.words()


def test_no_call_in_aeroplane_mode_and_none_without_a_number(hand: Hand) -> None:
    hand.tap("Keypad", "Call")
    assert "Enter a number" in hand.words() and hand.page == "keypad"
    hand.phone.change("UPDATE phone_setting SET value = 1 WHERE name = 'airplane'")
    hand.tap("1", "Call")
    assert "Turn off aeroplane mode to make a call" in hand.words() and hand.page == "keypad"


def test_missed_calls_alone_and_one_deleted_and_brought_back(hand: Hand) -> None:
    missed = count(hand, "type = 3")
    hand.tap("Missed")
    assert not any(text.startswith(("Incoming", "Outgoing")) for text in hand.words())
    name = str(value(hand.phone, "SELECT name FROM dialer_shown WHERE type = 3 ORDER BY at DESC LIMIT 1"))
    hand.hold(name)
    hand.tap("Delete")
    assert count(hand, "type = 3") == missed - 1
    hand.tap("Undo")
    assert count(hand, "type = 3") == missed


def test_the_history_is_cleared_only_when_it_is_meant(hand: Hand) -> None:
    hand.tap("More options", "Clear call history", "Cancel")
    assert count(hand) > 0
    hand.tap("More options", "Clear call history", "Clear")
    assert "No calls yet" in hand.words() and count(hand) == 0


def test_a_contact_is_found_and_called_and_contacts_dials_here() -> None:
    phone = WorldPhone(image())
    query = "SELECT name, phone FROM contacts_people WHERE phone <> '' ORDER BY folded(name) LIMIT 1"
    name, number = map(str, phone.state(query)[0])
    do(phone, "open: contacts", f"tap: {name}", "tap: Call")
    assert phone.observe().package == "com.phoneworld.dialer" and {number, name} <= set(texts(phone))
    do(phone, "tap: Call")
    assert phone.observe().activity == "call" and name in texts(phone)


@pytest.mark.parametrize(
    ("steps", "kind", "told"),
    [
        (("tap: Answer", "wait: 20000", "tap: End call"), 1, ()),
        (("tap: Decline",), 5, ()),
        (("wait: 40000",), 3, (("Missed call", "Ashgrain Dental"),)),
        (("press: back",), 3, (("Missed call", "Ashgrain Dental"),)),
    ],
)
def test_calls_that_come_in_are_logged(
    steps: tuple[str, ...], kind: int, told: tuple[tuple[str, str], ...]
) -> None:
    phone = WorldPhone(image())
    phone.interrupt("call", says=1)
    do(phone, *steps)
    ((number, seconds, type_, new),) = phone.state(LAST)
    assert (number, type_, new) == ("+1 555 0142 310", kind, int(kind == 3))
    assert (int(str(seconds)) >= 20) == (kind == 1)
    notes = phone.state("SELECT title, text FROM phone_notifications WHERE app = 'dialer'")
    assert notes == told


def test_who_is_answered_is_named_and_a_missed_call_opens_its_page() -> None:
    phone = WorldPhone(image())
    phone.interrupt("call", says=1)
    do(phone, "tap: Answer")
    assert "Ashgrain Dental" in texts(phone)
    do(phone, "tap: End call")
    phone.interrupt("call", says=3)
    do(phone, "wait: 40000", "tap: Phone: Missed call")
    assert phone.observe().activity == "history" and "Private number" in texts(phone)
    assert value(phone, "SELECT count(*) FROM dialer_call WHERE new") == 0


def test_a_number_is_that_of_the_first_by_name_and_a_hidden_one_of_nobody(hand: Hand) -> None:
    person = "INSERT INTO contacts_person (given, phone) VALUES (?, ?)"
    for name, number in (("Zed", "+1 (555) 010-7788"), ("Abe", "555 010 7788"), ("Nil", "-")):
        hand.phone.change(person, (name, number))
    hand.phone.change("DELETE FROM dialer_call")
    call = "INSERT INTO dialer_call (number, presentation, date, type) VALUES (?, ?, 1, 1)"
    hand.phone.change(call, ("5550107788", 1))
    hand.phone.change(call, ("", 2))
    shown = hand.phone.state("SELECT name, contact IS NULL FROM dialer_shown ORDER BY id")
    assert shown == (("Abe", 0), ("Private number", 1))
    hand.tap("Abe")
    assert "Abe" in hand.words()
    do(hand.phone, "press: back", "tap: Private number")
    assert "Private number" in hand.words() and "Nil" not in hand.words()
