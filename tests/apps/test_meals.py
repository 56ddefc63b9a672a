"""Dashbowl: a kitchen is found, dishes ordered from it alone, the order followed, repeated, rated."""

from __future__ import annotations

import pytest

from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.money import fill_wallet, image, number
from tests.apps.steps import do, texts, value

WALLET = "SELECT balance FROM hub_wallet"
NEWEST = "SELECT subtotal, fee, total, status FROM meals_cart_order ORDER BY id DESC LIMIT 1"


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(), LookSpec("540x1200"))
    fill_wallet(phone)
    do(phone, "open: meals")
    return phone


def dish_of(phone: WorldPhone, cuisine: str, name: str) -> int:
    return number(
        phone,
        "SELECT d.id FROM meals_dish AS d JOIN meals_place AS p ON p.id = place "
        f"WHERE cuisine = '{cuisine}' AND d.name = '{name}' LIMIT 1",
    )


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_past_orders_hold_what_they_cost(seed: int) -> None:
    phone = WorldPhone(image(seed))
    assert number(phone, "SELECT count(*) FROM meals_dish") >= 60
    assert number(phone, "SELECT count(*) FROM meals_reviews") >= 30
    wrong = (
        "SELECT 1 FROM meals_cart_order AS o WHERE subtotal + fee <> total OR subtotal <> coalesce("
        '(SELECT sum(cents * quantity) FROM meals_cart_line WHERE "order" = o.id), 0)'
    )
    assert not phone.state(wrong)
    assert not phone.state(
        "SELECT 1 FROM meals_cart_line AS l JOIN meals_dish AS d ON d.id = item WHERE l.cents <> d.cents"
    )


def test_a_dish_is_found_ordered_paid_followed_and_delivered(phone: WorldPhone) -> None:
    before = number(phone, WALLET)
    do(phone, "tap: Search", "type: biryani", "tap: Lamb biryani", "tap: Add")
    assert "Say how hot it should be" in texts(phone)
    do(phone, "tap: Hot", "tap: More: How many", "tap: Add", "press: back", "tap: Cart")
    do(phone, "tap: Checkout", "tap: Pay", "tap: Pay")
    assert phone.state(NEWEST) == ((3560, 250, 3810, "placed"),)
    assert value(phone, "SELECT detail FROM meals_cart_line ORDER BY id DESC LIMIT 1") == "Hot"
    assert number(phone, WALLET) == before - 3810
    do(phone, "tap: Follow your order")
    assert {"Being cooked", "Your rider"} <= set(texts(phone))
    do(phone, *["wait: 600000"] * 4)
    assert phone.state(NEWEST)[0][3] == "done"
    assert (
        value(phone, "SELECT title FROM phone_notification WHERE app = 'meals'") == "Your food is at the door"
    )


def test_one_order_comes_from_one_kitchen(phone: WorldPhone) -> None:
    for cuisine, name, price in (("Italian", "Lasagne", "15.40"), ("Chinese", "Egg fried rice", "7.20")):
        phone.open_page("meals", "dish", {"dish": dish_of(phone, cuisine, name)})
        do(phone, f"tap: Add ${price}")
    do(phone, "tap: Cancel")
    assert phone.state("SELECT name FROM meals_cart") == (("Lasagne",),)
    do(phone, "tap: Add $7.20", "tap: Start anew")
    assert phone.state("SELECT name FROM meals_cart") == (("Egg fried rice",),)


def test_an_order_is_repeated_and_cancelled_with_the_money_back(phone: WorldPhone) -> None:
    before = number(phone, WALLET)
    newest = "SELECT id FROM meals_cart_order ORDER BY at DESC LIMIT 1"
    phone.open_page("meals", "cart_order", {"id": number(phone, newest)})
    do(phone, "tap: Order again", "tap: Checkout", "tap: Pay", "tap: Pay")
    assert phone.state(NEWEST)[0][3] == "placed"
    do(phone, "scroll: down", "tap: Cancel order", "tap: Cancel order")
    assert phone.state(NEWEST)[0][3] == "cancelled" and number(phone, WALLET) == before


def test_only_who_has_eaten_there_can_rate(phone: WorldPhone) -> None:
    eaten = "SELECT place FROM meals_cart_line JOIN meals_dish ON meals_dish.id = item"
    strange = number(phone, f"SELECT id FROM meals_place WHERE id NOT IN ({eaten}) LIMIT 1")
    phone.open_page("meals", "reviews", {"thing": strange})
    do(phone, "tap: Write a review")
    assert "You can rate a kitchen after it has cooked for you" in texts(phone)
    phone.open_page("meals", "reviews", {"thing": number(phone, f"{eaten} LIMIT 1")})
    do(phone, "tap: Write a review")
    assert phone.observe().activity == "reviews_write"


def test_kitchens_are_narrowed_liked_and_the_address_changed(phone: WorldPhone) -> None:
    do(phone, "tap: Chinese")
    name = str(value(phone, "SELECT name FROM meals_place WHERE cuisine = 'Chinese'"))
    assert name in texts(phone)
    was = number(phone, "SELECT count(*) FROM meals_favourite")
    do(phone, f"tap: {name}", "tap: Favourite")
    assert number(phone, "SELECT count(*) FROM meals_favourite") != was
    do(phone, "press: back", "tap: Deliver to", "type: , 2nd floor", "tap: Save")
    assert str(value(phone, "SELECT address FROM meals_owner")).endswith(", 2nd floor")
