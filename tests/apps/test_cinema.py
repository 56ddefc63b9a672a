"""Starlight Cinema: films, seats, tickets paid through Hub, money back, and the evening of the calendar."""

from __future__ import annotations

import pytest

from phonebuddy.world.image import build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.hand import image
from tests.apps.reaching import Reaching


@pytest.fixture
def hand() -> Reaching:
    hand = Reaching("cinema")
    hand.phone.change(
        "INSERT INTO hub_payment (at, party, cents, kind) VALUES (now(), 'Ferra card', 9000, 'topup')"
    )
    return hand


def showing(hand: Reaching) -> tuple[int, str, str, list[str]]:
    """A showing of tomorrow, its film and time, and two seats that are free."""
    sql = (
        "SELECT show.id, title, clock_time(show.at), taken FROM cinema_show AS show JOIN cinema_film AS film "
        "ON film.id = film WHERE show.at > today() + 86400 ORDER BY show.at, show.id LIMIT 1"
    )
    ((show, title, time, taken),) = hand.rows(sql)
    free = [str(hand.value(f"SELECT label FROM cinema_seat WHERE id = {n + 1}")) for n in range(30)
            if str(taken)[n] == "0"]  # fmt: skip
    return int(str(show)), str(title), str(time), free[:2]


def test_two_seats_are_chosen_paid_and_held(hand: Reaching) -> None:
    show, title, time, seats = showing(hand)
    hand.tap("Times", "Day after", time)
    hand.tap("Pay and book")
    assert "Choose a seat first" in hand.words()
    hand.tap(*[f"Seat {seat}" for seat in seats])
    before = int(str(hand.value("SELECT balance FROM hub_wallet")))
    free = int(str(hand.value(f"SELECT free FROM cinema_program WHERE id = {show}")))
    hand.tap("Pay and book", "Pay")
    assert hand.page == "booking_booked" and title in hand.words()
    paid = int(str(hand.value("SELECT cents FROM cinema_booking ORDER BY id DESC LIMIT 1")))
    assert hand.value("SELECT balance FROM hub_wallet") == before - paid
    assert hand.value(f"SELECT free FROM cinema_program WHERE id = {show}") == free - 2
    hand.back()
    hand.tap(time)
    hand.tap(f"Seat {seats[0]}")
    assert "This seat is taken" in hand.words()


def test_a_cancelled_ticket_gives_the_money_back_to_where_it_came_from(hand: Reaching) -> None:
    hand.tap("Tickets", "The Last Ferry", "Cancel booking", "Keep it")
    assert hand.value("SELECT status FROM cinema_booking WHERE id = 1") == "booked"
    wallet = hand.value("SELECT balance FROM hub_wallet")
    hand.tap("Cancel booking", "Cancel booking")
    assert hand.value("SELECT status FROM cinema_booking WHERE id = 1") == "cancelled"
    assert hand.value("SELECT balance FROM hub_wallet") == wallet, "it was paid by card"
    assert hand.value("SELECT count(*) FROM bank_movement WHERE kind = 'refund' AND cents = 2300") == 1


def test_films_are_searched_kept_and_reviewed(hand: Reaching) -> None:
    hand.fill("Search films", "orchard")
    hand.back()
    hand.tap("Tin Orchard", "Add to my list")
    assert hand.rows("SELECT title FROM cinema_film WHERE saved") == (("Tin Orchard",),)
    hand.reach("3 reviews")
    hand.tap("Write a review", "Publish")
    assert "Tap a star first" in hand.words()
    hand.back()
    hand.back()
    hand.back()
    hand.back()
    hand.tap("My list")
    assert "Tin Orchard" in hand.words() and "Deep Field" not in hand.words()
    hand.fill("Search films", "zzz")
    assert "No film here" in hand.words()


def test_a_ticket_goes_to_the_calendar(hand: Reaching) -> None:
    hand.tap("Show ticket", "Add to calendar", "Save")
    assert (
        hand.value(
            "SELECT count(*) FROM calendar_events WHERE title = 'The Last Ferry' AND start_ts = "
            "(SELECT at FROM cinema_booking WHERE id = 1) AND end_ts - start_ts = "
            "(SELECT 60 * minutes FROM cinema_film WHERE title = 'The Last Ferry')"
        )
        == 1
    )


def test_a_reminder_comes_before_the_film_and_opens_the_ticket(hand: Reaching) -> None:
    _, title, time, seats = showing(hand)
    hand.tap("Times", "Day after", time, f"Seat {seats[0]}", "Pay and book", "Pay")
    hand.phone.change("UPDATE phone_schedule SET at_ms = now_ms() + 5000 WHERE app = 'cinema'")
    hand.back()
    hand.wait(60)
    assert (
        hand.value("SELECT title FROM phone_notification WHERE app = 'cinema'") == f"{title} begins at {time}"
    )


@pytest.mark.parametrize("seed", [0, 5])
def test_the_evening_of_the_calendar_has_its_seats(seed: int) -> None:
    phone = WorldPhone(build_image(image(0).apps, seed), LookSpec("360x800"))
    rows = phone.state(
        "SELECT count(*) FROM cinema_booking AS b JOIN calendar_events AS e ON e.start_ts = b.at "
        "WHERE b.id = 1 AND instr(e.title, b.what)"
    )
    assert rows == ((1,),)
    held = phone.state("SELECT label FROM cinema_booking_seat WHERE booking = 1")
    assert len(held) == 2
    # No hall shows two films at once.
    clash = (
        "SELECT count(*) FROM cinema_show AS a JOIN cinema_film AS f ON f.id = a.film JOIN cinema_show AS b "
        "ON b.hall = a.hall AND b.id <> a.id AND b.at >= a.at AND b.at < a.at + 60 * f.minutes"
    )
    assert phone.state(clash) == ((0,),)
