"""Wellmoor: doctors, free times, visits and medicines, by touch; and that it agrees with the calendar."""

from __future__ import annotations

import pytest

from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.hand import image
from tests.apps.reaching import Reaching
from tests.apps.steps import value

DENTIST = 2


@pytest.fixture
def hand() -> Reaching:
    return Reaching("clinic")


def slots(hand: Reaching, doctor: int) -> list[tuple[int, str]]:
    """Free times of a doctor: the moment and what its button is called."""
    sql = (
        "SELECT at, relative_day(at, today()) || ', ' || clock_time(at) FROM clinic_free "
        f"WHERE doctor = {doctor} AND at > today() + 86400 ORDER BY at"
    )
    return [(int(str(at)), str(words)) for at, words in hand.rows(sql)]


def name(hand: Reaching, doctor: int) -> str:
    return str(hand.value(f"SELECT name FROM clinic_doctor WHERE id = {doctor}"))


def test_a_visit_is_booked_once_it_has_a_reason(hand: Reaching) -> None:
    at, words = slots(hand, 4)[0]
    hand.fill("Search doctors and fields", "eyes")
    hand.back()
    hand.tap(name(hand, 4))
    hand.reach(words)
    hand.tap("Book")
    assert "Say what it is about" in hand.words()
    hand.tap("Follow-up", "Book")
    assert hand.page == "visit"
    assert hand.rows("SELECT doctor, at, reason FROM clinic_visit ORDER BY id DESC LIMIT 1") == (
        (4, at, "Follow-up"),
    )
    assert at not in [moment for moment, _ in slots(hand, 4)]
    assert hand.value("SELECT count(*) FROM phone_schedule WHERE app = 'clinic'") == int(
        at - 86400 > int(str(hand.value("SELECT now()")))
    )


def test_a_visit_is_moved_cancelled_and_taken_back(hand: Reaching) -> None:
    visit = hand.value("SELECT id FROM clinic_shown WHERE coming AND doctor = 2")
    hand.tap("Your next visit", "Move to another time")
    at, words = slots(hand, DENTIST)[0]
    hand.reach(words)
    hand.tap("Move")
    assert hand.page == "visit"
    assert hand.value(f"SELECT at FROM clinic_visit WHERE id = {visit}") == at
    hand.reach("Cancel visit")
    hand.tap("Cancel visit")
    assert hand.value(f"SELECT status FROM clinic_visit WHERE id = {visit}") == "cancelled"
    hand.tap("Undo")
    assert hand.value(f"SELECT status FROM clinic_visit WHERE id = {visit}") == "booked"


def test_two_visits_at_the_same_time_are_refused(hand: Reaching) -> None:
    at, words = slots(hand, 4)[0]
    hand.phone.change(
        "UPDATE clinic_visit SET at = ? WHERE id = (SELECT id FROM clinic_shown WHERE coming AND doctor = 2)",
        (at,),
    )
    hand.tap("Eyes", name(hand, 4))
    hand.reach(words)
    hand.tap("Check-up", "Book")
    assert "You have another visit at this time" in hand.words()


def test_a_visit_goes_to_the_calendar(hand: Reaching) -> None:
    hand.tap("Your next visit", "Add to calendar")
    assert hand.package == "com.phoneworld.calendar"
    at = hand.value("SELECT min(at) FROM clinic_shown WHERE coming")
    hand.tap("Save")
    found = hand.rows(f"SELECT count(*) FROM calendar_events WHERE start_ts = {at}")
    assert found == ((2,),), "the calendar knew of it already; now it has it twice"


def test_a_refill_is_asked_for_and_is_ready_later(hand: Reaching) -> None:
    hand.tap("Medicines", "Vitamin D, 1000 IU", "Ask for a refill", "Ask")
    assert hand.rows("SELECT state, refills FROM clinic_medicine WHERE name LIKE 'Vitamin%'") == (
        ("asked", 1),
    )
    hand.back()
    hand.wait(1900)
    assert (
        hand.value("SELECT title FROM phone_notification WHERE app = 'clinic'")
        == "Vitamin D, 1000 IU is ready"
    )
    hand.tap("Vitamin D, 1000 IU", "I have it")
    assert hand.value("SELECT state FROM clinic_medicine WHERE name LIKE 'Vitamin%'") == "none"
    hand.back()
    hand.tap("Ibuprofen gel", "Ask for a refill")
    assert "No refills left. Book a visit to get a new prescription." in hand.words()


def test_search_finds_nothing_and_back_clears_it(hand: Reaching) -> None:
    hand.fill("Search doctors and fields", "zzz")
    assert "No doctor fits. Try another word or field." in hand.words()
    hand.back()
    hand.back()
    assert hand.page == "doctors" and name(hand, 1) in hand.words()


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_what_the_calendar_has_at_the_surgery_is_here_too(seed: int) -> None:
    phone = WorldPhone(build_image(image(0).apps, seed), LookSpec("360x800"))
    places = phone.state("SELECT practice FROM clinic_doctor WHERE id <= 2")
    for (practice,) in places:
        known = phone.state(
            "SELECT count(*) FROM calendar_events WHERE location LIKE ? || '%' AND repeat_interval = 0",
            (practice,),
        )
        same = phone.state(
            "SELECT count(*) FROM calendar_events WHERE location LIKE ? || '%' AND repeat_interval = 0 "
            "AND start_ts IN (SELECT at FROM clinic_visit)",
            (practice,),
        )
        assert known == same and known[0][0], practice
    assert int(str(value(phone, "SELECT count(*) FROM clinic_slot"))) > 200
