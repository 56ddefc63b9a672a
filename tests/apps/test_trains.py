"""Northway Rail: a way is looked for, a seat booked and paid, a ticket shown, cancelled and paid back."""

from __future__ import annotations

import pytest

from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.money import fill_wallet, image, number, row
from tests.apps.steps import do, texts, value

WALLET = "SELECT balance FROM hub_wallet"
LAST = "SELECT id, status, people, cents FROM trains_booking ORDER BY id DESC LIMIT 1"


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(), LookSpec("540x1200"))
    fill_wallet(phone)
    do(phone, "open: trains")
    return phone


def free_seats(phone: WorldPhone) -> list[str]:
    """The first two seats of the map that say they are free, by trying."""
    free = []
    for seat in ("Seat 1A", "Seat 1B", "Seat 1C", "Seat 2A", "Seat 2B", "Seat 2C"):
        do(phone, f"tap: {seat}")
        if "This seat is taken" not in texts(phone):
            free.append(seat)
        else:
            do(phone, "wait: 6000")
        if len(free) == 2:
            return free
    raise AssertionError("no free seats")


@pytest.mark.parametrize("seed", [0, 5])
def test_the_tickets_are_those_of_the_owners_trips(seed: int) -> None:
    phone = WorldPhone(image(seed))
    assert number(phone, "SELECT count(*) FROM trains_train") >= 100
    assert number(phone, "SELECT count(*) FROM trains_booking") >= 4
    no_such_train = (
        "SELECT 1 FROM trains_booking AS b WHERE NOT EXISTS (SELECT 1 FROM trains_train AS t "
        "WHERE t.origin = b.thing / 100 AND t.target = b.thing % 100 "
        "AND t.minute = b.at % 86400 / 60 AND t.cents = b.cents)"
    )
    assert not phone.state(no_such_train)


def test_two_seats_are_booked_paid_and_cancelled_with_the_money_back(phone: WorldPhone) -> None:
    before = number(phone, WALLET)
    (station,) = row(phone, "SELECT name FROM trains_station WHERE id = 4")
    price = number(
        phone, "SELECT cents FROM trains_train WHERE origin = 1 AND target = 4 ORDER BY cents LIMIT 1"
    )
    (target,) = row(phone, "SELECT name FROM trains_station WHERE id = (SELECT target FROM trains_choice)")
    do(phone, f"tap: {target}", f"type: {station[:4]}", f"tap: {station}", "tap: Find trains")
    do(phone, "tap: Thu, 14 May", "tap: Cheapest")
    first = next(text for text in texts(phone) if " – " in text and ":" in text)
    do(phone, f"tap: {first}", "tap: Pay and book")
    assert "Choose a seat first" in texts(phone)
    seats = free_seats(phone)
    do(phone, "tap: Pay and book", "tap: Pay")
    assert phone.observe().activity == "booking_booked"
    booking, status, people, cents = row(phone, LAST)
    assert (status, people, cents) == ("booked", "2", str(2 * price))
    assert number(phone, WALLET) == before - 2 * price
    labels = phone.state(f"SELECT label FROM trains_booking_seat WHERE booking = {booking} ORDER BY label")
    assert labels == tuple((seat.removeprefix("Seat "),) for seat in sorted(seats))
    do(phone, "scroll: down", "tap: Cancel booking", "tap: Keep it")
    assert phone.state(LAST)[0][1] == "booked"
    do(phone, "tap: Cancel booking", "tap: Cancel booking")
    assert phone.state(LAST)[0][1] == "cancelled" and number(phone, WALLET) == before
    assert not phone.state(f"SELECT 1 FROM phone_schedule WHERE app = 'trains' AND key = 'train {booking}'")


def test_a_seat_that_is_booked_is_taken_afterwards(phone: WorldPhone) -> None:
    ((thing, what, slot, at, cents),) = phone.state(
        "SELECT thing, what, slot, at, cents FROM trains_booking WHERE at > 1778578200 ORDER BY at LIMIT 1"
    )
    phone.open_page(
        "trains",
        "booking_choose",
        {"thing": thing, "what": what, "slot": slot, "slot_at": at, "cents": cents, "slot_words": "x"},
    )
    (free, *_) = free_seats(phone)
    label = free.removeprefix("Seat ")
    phone.change(f"UPDATE trains_booking_seat SET seat = '{label}', label = '{label}'")
    do(phone, f"tap: {free}")
    assert "This seat is taken" in texts(phone)


def test_no_train_goes_between_two_other_towns_and_none_to_where_one_is(phone: WorldPhone) -> None:
    phone.change("UPDATE trains_choice SET origin = 1, target = 1")
    do(phone, "tap: Find trains")
    assert "Choose two different stations" in texts(phone)
    phone.change("UPDATE trains_choice SET origin = 2, target = 3")
    do(phone, "tap: Find trains")
    assert any(text.startswith("No direct train") for text in texts(phone))


def test_a_ticket_goes_to_the_calendar_and_opens_by_its_code(phone: WorldPhone) -> None:
    (code,) = row(phone, "SELECT code FROM trains_booking WHERE at > 1778578200 ORDER BY at LIMIT 1")
    do(phone, f"tap: {code}", "tap: Add to calendar")
    assert phone.observe().package == "com.phoneworld.calendar"
    do(phone, "press: back", "tap: Other trains on this way")
    assert phone.observe().activity == "booking"


def test_a_ticket_in_the_calendar_lasts_until_the_train_arrives(phone: WorldPhone) -> None:
    code, at, end = row(
        phone,
        "SELECT b.code, b.at, b.at + 60 * t.minutes FROM trains_booking AS b "
        "JOIN trains_train AS t ON t.origin = b.thing / 100 "
        "AND t.target = b.thing % 100 AND t.minute = b.at % 86400 / 60 AND instr(b.detail, t.number) = 1 "
        "WHERE b.at > 1778578200 AND t.minutes <> 60 ORDER BY b.at LIMIT 1",
    )
    do(phone, f"tap: {code}", "tap: Add to calendar", "tap: Save")
    newest = "SELECT start_ts, end_ts FROM calendar_events ORDER BY id DESC LIMIT 1"
    assert row(phone, newest) == (at, end)


def test_the_owner_is_told_an_hour_before(phone: WorldPhone) -> None:
    phone.change("UPDATE phone_schedule SET at_ms = 1778580000000 WHERE app = 'trains'")
    do(phone, *["wait: 600000"] * 4)
    title = str(value(phone, "SELECT title FROM phone_notification WHERE app = 'trains' ORDER BY id LIMIT 1"))
    assert title.startswith("Your train leaves at")
