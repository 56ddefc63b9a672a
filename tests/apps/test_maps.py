"""Wayfare: the town of the life, ways that can be compared, trips that end with the clock."""

from __future__ import annotations

import pytest

from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.hand import image
from tests.apps.steps import do, texts, value, words

UNSAVED = (
    "SELECT id, name FROM maps_place WHERE kind = 'food' AND id NOT IN (SELECT place FROM maps_places_saved) "
    "ORDER BY id LIMIT 1"
)


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(0), LookSpec("540x1200"))
    do(phone, "open: maps")
    return phone


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_the_town_has_places_and_a_home(seed: int) -> None:
    phone = WorldPhone(image(seed))
    assert value(phone, "SELECT count(*) >= 30 FROM maps_place") == 1
    assert (
        value(phone, "SELECT kind FROM maps_place JOIN maps_label ON place = id WHERE label = 'home'")
        == "home"
    )
    assert value(phone, "SELECT count(*) > 0 FROM maps_trip") == 1


def test_a_place_is_found_saved_and_taken_off_again(phone: WorldPhone) -> None:
    place, name = words(phone, UNSAVED)
    do(phone, "tap: Search here", f"type: {name}", "press: enter")
    phone.open_page("maps", "places_one", {"id": place})
    do(phone, "tap: Save")
    assert phone.state(f"SELECT 1 FROM maps_places_saved WHERE place = {place}")
    do(phone, "tap: Remove from saved", "tap: Undo")
    assert phone.state(f"SELECT 1 FROM maps_places_saved WHERE place = {place}")
    phone.open_page("maps", "yours", {})
    assert name in texts(phone)


def test_a_trip_starts_arrives_and_says_so(phone: WorldPhone) -> None:
    place, name = words(phone, UNSAVED)
    phone.open_page("maps", "directions", {"id": place})
    do(phone, "tap: By bike", "tap: Start")
    ((there, mode, minutes),) = phone.state(
        "SELECT place, mode, minutes FROM maps_trip ORDER BY id DESC LIMIT 1"
    )
    assert (there, mode) == (int(place), "bike")
    assert "On the way to" in texts(phone)
    do(phone, *["wait: 600000"] * (int(str(minutes)) // 10 + 1))
    assert value(phone, "SELECT arrived IS NOT NULL FROM maps_trip ORDER BY id DESC LIMIT 1") == 1
    assert phone.state("SELECT title FROM phone_notification WHERE app = 'maps'") == (
        (f"You are at {name}",),
    )


def test_starting_is_undone_without_an_arrival(phone: WorldPhone) -> None:
    before = value(phone, "SELECT count(*) FROM maps_trip")
    do(phone, "tap: Go to work", "tap: Start", "tap: Undo")
    assert value(phone, "SELECT count(*) FROM maps_trip") == before
    assert not phone.state("SELECT 1 FROM phone_schedule WHERE app = 'maps'")


def test_work_moves_and_moves_back(phone: WorldPhone) -> None:
    place, name = words(phone, UNSAVED)
    work = "SELECT place FROM maps_label WHERE label = 'work'"
    before = value(phone, work)
    do(phone, "tap: Yours", "tap: Change Work", "tap: Name or street", f"type: {name}", "press: back")
    do(phone, f"tap: {value(phone, f'SELECT street FROM maps_place WHERE id = {place}')}")
    assert value(phone, work) == int(place)
    do(phone, "tap: Undo")
    assert value(phone, work) == before


def test_a_note_needs_words_and_a_visit_goes_to_the_calendar(phone: WorldPhone) -> None:
    place, name = words(phone, UNSAVED)
    phone.open_page("maps", "note", {"id": place})
    do(phone, "tap: Save")
    assert not phone.state(f"SELECT 1 FROM maps_note WHERE place = {place}")
    do(phone, "type: Closed on Mondays", "tap: Save")
    phone.open_page("maps", "places_one", {"id": place})
    do(phone, "scroll: down", "tap: Plan a visit")
    assert phone.observe().package == "com.phoneworld.calendar" and name in texts(phone)
