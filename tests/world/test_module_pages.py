"""The pages of modules as a person uses them, in the small apps of tests/world/modules.

What is typed is checked, what is deleted can be undone, and the tables hold what the screen says.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from phonebuddy.world.image import Image, build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.spec.load import load_apps
from phonebuddy.world.spec.modules import module_names
from tests.apps.steps import do, element, texts, value

APPS = Path(__file__).parent / "modules"
STUBS = Path(__file__).parent / "module_stubs"
"""The apps that modules send something to, as small as can be."""


@cache
def image(character: str = "designer") -> Image:
    folders = [*STUBS.iterdir(), *(APPS / name for name in module_names())]
    return build_image(load_apps(sorted(folders)), 0, character)


def phone_with(app: str, character: str = "designer") -> WorldPhone:
    phone = WorldPhone(image(character), LookSpec("360x800"))
    do(phone, f"open: {app}")
    return phone


def test_search_suggests_finds_and_remembers() -> None:
    phone = phone_with("dishes")
    do(phone, "tap: Search")
    assert {"peas", "stew", "soup", "pasta"} <= set(texts(phone))
    do(phone, "type: vegan st")
    assert "Tomato soup" in texts(phone) and "Leek soup" not in texts(phone), "every word must be there"
    do(phone, "tap: Tomato soup")
    assert phone.observe().activity == "dish"
    assert value(phone, "SELECT text FROM dishes_search ORDER BY at DESC LIMIT 1") == "vegan st"
    do(phone, "press: back", "tap: vegan st", "type: zzz")
    assert "Nothing found. Try other words." in texts(phone)


def test_search_forgets_and_takes_it_back() -> None:
    phone = phone_with("dishes")
    do(phone, "tap: Search", "tap: Remove peas")
    assert value(phone, "SELECT count(*) FROM dishes_search") == 1
    do(phone, "tap: Undo")
    assert value(phone, "SELECT count(*) FROM dishes_search") == 2
    do(phone, "tap: Clear", "tap: Clear")
    assert value(phone, "SELECT count(*) FROM dishes_search") == 0


def test_records_are_added_changed_and_deleted() -> None:
    phone = phone_with("plants")
    before = phone.state("SELECT * FROM plants_plant")
    do(phone, "tap: Add", "tap: Save")
    assert "Enter a name" in texts(phone) and phone.state("SELECT * FROM plants_plant") == before
    do(phone, "tap: Name", "type: Ivy", "tap: Save")
    assert "Ivy" in texts(phone) and value(phone, "SELECT days FROM plants_plant WHERE name = 'Ivy'") == 7
    do(phone, "tap: Ivy", "tap: Edit", "tap: Where it stands", "type: Hall", "tap: Save")
    assert "Hall" in texts(phone)
    do(phone, "tap: Delete", "tap: Delete")
    assert phone.state("SELECT * FROM plants_plant") == before
    do(phone, "tap: Undo")
    assert value(phone, "SELECT spot FROM plants_plant WHERE name = 'Ivy'") == "Hall"


def test_records_ask_before_changes_are_lost() -> None:
    phone = phone_with("plants")
    do(phone, "tap: Basil", "tap: Edit", "tap: Name", "type: !", "tap: Close", "tap: Keep editing")
    assert phone.observe().activity == "records_edit"
    do(phone, "tap: Close", "tap: Discard")
    assert phone.observe().activity == "records_one"
    do(phone, "tap: Edit", "tap: Close")
    assert phone.observe().activity == "records_one", "nothing was changed"


def test_filters_narrow_sort_and_come_off() -> None:
    phone = phone_with("rooms")
    assert "4 results" in texts(phone) and texts(phone).index("Orchard House") < texts(phone).index(
        "Grand Quay"
    )
    do(phone, "tap: Sort: Best rated", "tap: Cheapest first")
    assert texts(phone).index("Station Hostel") < texts(phone).index("Grand Quay")
    do(phone, "tap: Filters", "tap: Guesthouse", "tap: From", "type: 80", "tap: Show results")
    assert {"1 result", "Orchard House", "Filters (2)"} <= set(texts(phone))
    do(phone, "tap: Remove filter Guesthouse")
    assert "2 results" in texts(phone)


def test_a_form_checks_sends_and_keeps_a_draft() -> None:
    phone = phone_with("faults")
    do(phone, "tap: Report", "tap: Send")
    assert "Say where it is" in texts(phone)
    do(phone, "tap: Where is it?", "type: Hall", "press: back", "tap: Close", "tap: Keep draft")
    assert "Go on with your draft" in texts(phone)
    do(phone, "tap: Go on with your draft")
    assert element(phone, "Hall") and "You are going on with a draft" in texts(phone)
    do(phone, "tap: What is wrong?", "type: Lamp is dead", "tap: Send")
    assert phone.state("SELECT place, text FROM faults_report") == (("Hall", "Lamp is dead"),)
    assert value(phone, "SELECT count(*) FROM faults_form_draft") == 0


def test_a_profile_is_changed_and_left() -> None:
    phone = phone_with("walks")
    do(phone, "tap: Edit profile", "tap: About you", "type:  and cake", "tap: Save")
    assert "Likes hills and cake" in texts(phone)
    do(phone, "tap: Sign out", "tap: Sign out")
    assert "Signed out" in texts(phone)


def test_settings_switch_choose_and_reset() -> None:
    phone = phone_with("radio")
    do(phone, "tap: Night mode", "tap: Quality", "tap: Low")
    assert phone.state("SELECT value FROM radio_settings ORDER BY id") == (("1",), ("Low",), ("1",))
    do(phone, "tap: Reset settings", "tap: Reset")
    assert phone.state("SELECT value FROM radio_settings ORDER BY id") == (("0",), ("High",), ("1",))


def test_a_cart_is_filled_paid_and_the_order_arrives() -> None:
    phone = phone_with("breads")
    do(phone, "tap: Rye loaf", "tap: View cart", "tap: Remove Baguette", "tap: Undo")
    assert value(phone, "SELECT subtotal FROM breads_cart_sum") == 520 + 3 * 280
    do(phone, "tap: Checkout $16.10", "tap: Pay $16.10", "tap: Pay")
    assert phone.observe().activity == "cart_order" and "On its way" in texts(phone)
    assert value(phone, "SELECT total FROM breads_cart_order WHERE id = 2") == 1610
    assert value(phone, "SELECT cents FROM hub_payment ORDER BY id DESC LIMIT 1") == -1610
    do(phone, "press: home", *["wait: 600000"] * 5)
    assert value(phone, "SELECT status FROM breads_cart_order WHERE id = 2") == "done"
    assert value(phone, "SELECT title FROM phone_notification WHERE app = 'breads'") == "Your order is here"


def test_an_order_is_cancelled_and_ordered_again() -> None:
    phone = phone_with("breads")
    do(
        phone,
        "tap: Cart",
        "tap: Checkout $10.90",
        "tap: Pay $10.90",
        "tap: Pay",
        "tap: Cancel order",
        "tap: Cancel order",
    )
    assert value(phone, "SELECT status FROM breads_cart_order WHERE id = 2") == "cancelled"
    do(phone, "tap: Order again")
    assert phone.state("SELECT name, quantity FROM breads_cart") == (("Baguette", 3),)


def test_seats_are_chosen_paid_and_given_back() -> None:
    phone = phone_with("films")
    do(phone, "tap: The Last Ferry", "tap: 20:00", "tap: Pay and book")
    assert "Choose a seat first" in texts(phone)
    do(phone, "tap: Seat 3")
    assert "This seat is taken" in texts(phone)
    do(phone, "tap: Seat 4", "tap: Seat 5", "tap: Seat 5", "tap: Seat 6")
    assert "$23.00" in texts(phone)
    do(phone, "tap: Pay and book", "tap: Pay")
    assert phone.observe().activity == "booking_booked"
    assert phone.state("SELECT people, cents FROM films_booking") == ((2, 2300),)
    assert phone.state("SELECT label FROM films_booking_seat ORDER BY seat") == (("4",), ("6",))
    do(phone, "tap: Cancel booking", "tap: Cancel booking")
    assert value(phone, "SELECT status FROM films_booking") == "cancelled"
    assert value(phone, "SELECT count(*) FROM films_booking_seat") == 0
    assert value(phone, "SELECT sum(cents) FROM hub_payment") == 0


def test_an_address_is_checked_saved_and_chosen() -> None:
    phone = phone_with("parcels")
    do(phone, "tap: All addresses", "tap: Add address", "tap: Save address")
    assert "Enter a street" in texts(phone)
    do(
        phone,
        "tap: Name",
        "type: Omar",
        "tap: Street and number",
        "type: Mill Lane",
        "tap: Town",
        "type: Ashwick",
    )
    do(phone, "press: back", "tap: Save address")
    assert "The house number is missing" in texts(phone)
    do(
        phone,
        "tap: Mill Lane",
        "type:  4",
        "press: back",
        "tap: Save address",
        "press: back",
        "tap: Tap to choose",
        "tap: Address",
    )
    assert "Address" in texts(phone)


def test_posts_are_liked_written_and_taken_back() -> None:
    phone = phone_with("hood")
    do(phone, "tap: Like the post of Omar Haddad")
    assert phone.state("SELECT likes, liked FROM hood_feed WHERE id = 1") == ((13, 1),)
    do(phone, "tap: New post", "tap: Post")
    assert "Write something first" in texts(phone)
    do(phone, "type: Hello all", "tap: Post")
    assert "Hello all" in texts(phone)
    do(phone, "tap: Undo")
    assert value(phone, "SELECT count(*) FROM hood_feed") == 3
    do(phone, "tap: Saved")
    assert "Sunset from the tower." in texts(phone) and "Lost a blue scarf near the mill." not in texts(phone)


def test_comments_are_said_changed_and_deleted() -> None:
    phone = phone_with("clubs")
    do(phone, "tap: How bees find home", "tap: Say something", "type: Lovely", "tap: Send")
    assert value(phone, "SELECT mine FROM clubs_comments WHERE text = 'Lovely'") == 1
    do(phone, "press: back", "tap: Like what Omar Haddad said")
    assert value(phone, "SELECT likes FROM clubs_comments WHERE id = 1") == 5


def test_a_review_needs_stars_and_words() -> None:
    phone = phone_with("eats")
    do(phone, "tap: The Copper Pot", "tap: Write a review", "tap: Publish")
    assert "Tap a star first" in texts(phone)
    do(phone, "tap: 4 stars", "tap: What did you like or dislike?", "type: Fine", "tap: Publish")
    assert "Write a little more" in texts(phone)
    do(phone, "type:  soup and bread", "tap: Publish")
    assert phone.state("SELECT stars, text FROM eats_reviews WHERE mine") == ((4, "Fine soup and bread"),)
    do(phone, "tap: Delete your review", "tap: Undo")
    assert value(phone, "SELECT count(*) FROM eats_reviews WHERE mine") == 1


def test_a_conversation_is_read_and_answered_and_keeps_a_draft() -> None:
    phone = phone_with("talks")
    assert value(phone, "SELECT unread FROM talks_thread_shown WHERE id = 1") == 2
    do(phone, "tap: Ingrid Novak", "tap: Message", "type: See you", "tap: Send message")
    assert value(phone, "SELECT unread FROM talks_thread_shown WHERE id = 1") == 0
    assert value(phone, "SELECT sent FROM talks_count") == 1 and "See you" in texts(phone)
    do(phone, "type: and", "press: back", "press: back")
    assert value(phone, "SELECT draft FROM talks_thread WHERE id = 1") == "and"
    do(phone, "tap: New conversation")
    assert phone.observe().package == "com.phoneworld.contacts"


def test_a_song_plays_on_with_the_clock_and_ends() -> None:
    phone = phone_with("tunes")
    do(phone, "tap: Amber Road", "wait: 60000")
    assert value(phone, "SELECT position >= 60 FROM tunes_player_state") == 1
    do(phone, "tap: Pause", "wait: 60000")
    assert value(phone, "SELECT position < 90 FROM tunes_player_state") == 1
    do(phone, "tap: Next")
    assert value(phone, "SELECT title FROM tunes_player_state") == "Blue Kettle"
    do(phone, "tap: Play", "wait: 190000")
    assert value(phone, "SELECT title FROM tunes_player_state") == "Cold Water"
    do(phone, "wait: 240000")
    assert value(phone, "SELECT playing FROM tunes_player") == 0, "nothing comes after the last"


def test_signing_in_needs_the_right_password() -> None:
    phone = phone_with("books")
    do(phone, "tap: Next", "tap: Get started", "tap: Sign in")
    assert "Enter your name" in texts(phone)
    do(phone, "tap: Mail or phone", "type: ada@post.example", "tap: Password", "type: wrong\n")
    assert "The name or the password is wrong" in texts(phone)
    assert value(phone, "SELECT failed FROM books_login") == 1
    again = phone_with("books")
    do(again, "tap: Skip", "tap: Mail or phone", "type: ada@post.example", "tap: Password", "type: maple-7\n")
    assert again.observe().activity == "home"
    do(again, "tap: Sign out")
    assert again.observe().activity == "login" and value(again, "SELECT signed_in FROM books_login") == 0


def test_a_day_of_the_month_shows_what_happens() -> None:
    phone = phone_with("shifts")
    assert "Ward 3" in texts(phone)
    do(phone, "tap: Thursday, 14 May 2026")
    assert "Ward 1" in texts(phone)
    do(phone, "tap: Friday, 15 May 2026")
    assert "Nothing on this day" in texts(phone)
    do(phone, "tap: Add")
    assert "New" in texts(phone)


@pytest.mark.parametrize(("amount", "says"), [("0", "Enter an amount"), ("300", "You do not have that much")])
def test_a_transfer_is_refused(amount: str, says: str) -> None:
    phone = phone_with("coins")
    do(phone, "tap: Send money", "tap: Omar Haddad", "tap: Amount", f"type: {amount}", "tap: Continue")
    assert says in texts(phone) and value(phone, "SELECT count(*) FROM coins_transfer") == 1


def test_a_transfer_needs_the_pin_and_gives_a_receipt() -> None:
    phone = phone_with("coins")
    do(
        phone,
        "tap: Send money",
        "tap: Omar Haddad",
        "tap: Amount",
        "type: 12.50",
        "tap: Continue",
        "tap: Send now",
    )
    assert "This is not your PIN" in texts(phone)
    do(phone, "tap: PIN", "type: 2468", "tap: Send now")
    assert phone.observe().activity == "transfer_receipt" and "$12.50" in texts(phone)
    assert value(phone, "SELECT cents FROM coins_purse") == 25000 - 1250


def test_places_are_narrowed_and_saved() -> None:
    phone = phone_with("swings")
    do(phone, "tap: With a cafe")
    assert "The Dovecote" in texts(phone) and "Mill Park" not in texts(phone)
    do(phone, "tap: Cake beside the climbing frame", "tap: Save", "press: back", "tap: Saved")
    assert value(phone, "SELECT count(*) FROM swings_places_saved") == 1 and "The Dovecote" in texts(phone)


@pytest.mark.parametrize("app", ["plants", "films", "breads", "talks"])
def test_modules_speak_chinese_on_a_chinese_phone(app: str) -> None:
    phone = phone_with(app, "manager")
    assert any(
        "\u4e00" <= one.description[:1] <= "\u9fff" or "\u4e00" <= one.hint[:1] <= "\u9fff"
        for one in phone.observe().elements
    )
