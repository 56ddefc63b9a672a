"""Larkmarket by tapping and typing: find, filter, buy, cancel, send back, and what goes on by itself.

Everything is found by its words on the screen, and checked both there and in the app's tables.
"""

from __future__ import annotations

from functools import cache

import pytest

from phonebuddy.actions import Click, Wait, to_point
from phonebuddy.screen import Flag
from phonebuddy.world.image import Image, build_image
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.steps import do, element, texts, value


@cache
def image(seed: int = 0) -> Image:
    return build_image(seed=seed)


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(), LookSpec("360x800"))
    do(phone, "open: shop")
    return phone


def number(phone: WorldPhone, sql: str) -> int:
    found = value(phone, sql)
    assert isinstance(found, int)
    return found


def search(phone: WorldPhone, words: str) -> None:
    do(phone, "tap: Search Larkmarket", f"type: {words}", "press: enter")


def later(phone: WorldPhone, seconds: int) -> None:
    """Let time pass; one action waits ten minutes at most."""
    for _ in range(seconds // 600):
        phone.act(Wait(600_000))
    phone.act(Wait(seconds % 600 * 1000))


def tracked(phone: WorldPhone, order: int) -> list[object]:
    rows = phone.state(f'SELECT status FROM shop_track WHERE "order" = {order} ORDER BY id')
    return [status for (status,) in rows]


# -- what there is ----------------------------------------------------------------------------------------


def test_there_are_many_goods_with_reviews_by_people(phone: WorldPhone) -> None:
    ((goods, names, categories),) = phone.state(
        "SELECT count(*), count(DISTINCT name), count(DISTINCT category) FROM shop_product"
    )
    assert goods == names and isinstance(goods, int) and goods >= 120
    assert categories == 8
    assert number(phone, "SELECT count(*) FROM shop_review") > 500
    assert value(phone, "SELECT count(*) FROM shop_product WHERE reviews < 2 OR price <= 0") == 0
    assert number(phone, "SELECT count(*) FROM shop_product WHERE stock = 0") > 3


def test_every_owner_has_a_parcel_on_its_way_one_that_came_and_one_that_went_back() -> None:
    goods = set()
    for seed in (0, 1):
        rows = WorldPhone(image(seed)).state(
            "SELECT status, items FROM shop_order_shown WHERE id > 10250 ORDER BY id DESC"
        )
        assert [status for status, _ in rows] == ["shipped", "delivered", "returned"]
        goods.add(rows)
    assert len(goods) == 2, "not the same goods"


def test_totals_of_past_orders_add_up(phone: WorldPhone) -> None:
    wrong = phone.state(
        "SELECT id FROM shop_order WHERE total <> subtotal - discount + delivery_cents OR subtotal <> "
        '(SELECT sum(quantity * price) FROM shop_line WHERE "order" = shop_order.id)'
    )
    assert wrong == ()
    assert value(phone, "SELECT count(*) FROM shop_order") == 15


# -- finding ----------------------------------------------------------------------------------------------


def test_search_suggests_remembers_and_finds_every_word(phone: WorldPhone) -> None:
    do(phone, "tap: Search Larkmarket", "type: lamp")
    assert {"Reading lamp", "Floor lamp Heron"} <= set(texts(phone))
    do(phone, "press: enter")
    assert phone.observe().activity == "results"
    assert "4 products" in texts(phone)
    do(phone, "tap: Back", "tap: Back")
    search(phone, "HERON gloamwell")
    assert "1 product" in texts(phone)
    do(phone, "tap: Back", "tap: Clear")
    assert "heron gloamwell" in texts(phone)
    do(phone, "tap: Remove heron gloamwell")
    assert "heron gloamwell" not in texts(phone)


@pytest.mark.parametrize("query", ["nobody sells this", '"', "\\", "%", "''"])
def test_a_search_without_hits_says_so(phone: WorldPhone, query: str) -> None:
    search(phone, query)
    assert "Nothing fits. Try other words or fewer filters." in texts(phone)


def test_filters_narrow_and_can_be_taken_off(phone: WorldPhone) -> None:
    search(phone, "shoes")
    do(phone, "tap: Filters", "tap: From $", "type: 100", "press: back", "tap: In stock only", "tap: Show")
    expected = value(
        phone,
        "SELECT count(*) FROM shop_shown WHERE price >= 10000 AND stock > 0"
        " AND name || brand || about LIKE '%shoes%'",
    )
    assert {"From $100", "In stock", "Filters (2)"} <= set(texts(phone))
    assert any(text == f"{expected} product{'' if expected == 1 else 's'}" for text in texts(phone))
    do(phone, "tap: Remove filter From $100", "tap: Remove filter In stock")
    assert "Filters" in texts(phone)


def test_a_lower_price_above_the_higher_one_is_pointed_out(phone: WorldPhone) -> None:
    search(phone, "mug")
    do(phone, "tap: Filters", "tap: From $", "type: 50", "tap: To $", "type: 20")
    assert "The first price is above the second" in texts(phone)
    do(phone, "press: back", "tap: Reset")
    assert element(phone, "From $").text == ""


def test_sorting_puts_the_cheapest_first(phone: WorldPhone) -> None:
    do(phone, "tap: Books", "tap: Sort: Best match", "tap: Price: low to high")
    cheapest = value(phone, "SELECT name FROM shop_product WHERE category = 6 ORDER BY price, id LIMIT 1")
    shown = [text for text in texts(phone) if text.startswith("$")]
    assert cheapest in texts(phone)
    assert shown[0] == "$8.90"


def test_favourites_come_and_go(phone: WorldPhone) -> None:
    search(phone, "teddy bear")
    do(phone, "tap: Teddy bear", "tap: Save")
    assert value(phone, "SELECT count(*) FROM shop_favourite WHERE product = 113") == 1
    do(phone, "tap: Back", "tap: Back", "tap: Back", "tap: Saved")
    assert "Teddy bear" in texts(phone)
    do(phone, "tap: Remove Teddy bear from saved items", "tap: Undo")
    assert "Teddy bear" in texts(phone)


def test_a_product_is_shared_as_text(phone: WorldPhone) -> None:
    search(phone, "teddy bear")
    do(phone, "tap: Teddy bear", "tap: Share", "tap: Notes")
    assert any("Teddy bear by Bramblekin, $24.90 at Larkmarket" in text for text in texts(phone))


# -- buying -----------------------------------------------------------------------------------------------


def test_options_must_be_chosen_before_the_cart_takes_it(phone: WorldPhone) -> None:
    search(phone, "canvas shoes")
    do(phone, "tap: Canvas shoes", "tap: Add to cart")
    assert "Choose a colour first" in texts(phone)
    colour = value(phone, "SELECT value FROM shop_option WHERE product = 58 AND kind = 'Colour' LIMIT 1")
    do(phone, f"tap: {colour}", "tap: Add to cart")
    assert "Choose a size first" in texts(phone)
    do(phone, "tap: 41", "tap: Add to cart", "tap: View cart")
    assert f"Size 41, {colour}" in texts(phone)


def test_buy_with_a_coupon_then_cancel(phone: WorldPhone) -> None:
    stock = number(phone, "SELECT stock FROM shop_product WHERE id = 17")
    search(phone, "electric kettle")
    colour = value(phone, "SELECT value FROM shop_option WHERE product = 17 ORDER BY position LIMIT 1")
    do(phone, "tap: Electric kettle", f"tap: {colour}", "tap: Add to cart", "tap: View cart")
    do(phone, "scroll: down", "tap: Add a coupon code", "tap: Code", "type: spring10", "tap: Apply")
    assert "SPRING10" in texts(phone)
    do(phone, "tap: Checkout", "tap: Express", "tap: Oriel debit card", "tap: Change", "tap: Work")
    do(phone, "tap: Place order")
    assert phone.observe().activity == "placed"
    ((order, status, payment, subtotal, discount, total, coupon),) = phone.state(
        "SELECT id, status, payment, subtotal, discount, total, coupon FROM shop_order"
        " ORDER BY id DESC LIMIT 1"
    )
    assert (order, status, coupon) == (10483, "placed", "SPRING10")
    assert payment == "Oriel debit card, ends in 8830"
    assert (subtotal, discount, total) == (7560, 756, 7560 - 756 + 990)
    assert value(phone, "SELECT stock FROM shop_product WHERE id = 17") == stock - 1
    assert value(phone, "SELECT count(*) FROM shop_cart") == 0
    do(phone, "tap: View order", "scroll: down", "scroll: down", "tap: Cancel order", "tap: Cancel order")
    assert "Cancelled" in texts(phone)
    assert tracked(phone, 10483) == ["placed", "cancelled"]
    assert value(phone, "SELECT stock FROM shop_product WHERE id = 17") == stock
    later(phone, 7200)
    assert value(phone, "SELECT status FROM shop_order WHERE id = 10483") == "cancelled"


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("", "Enter a code"),
        ("nosuch", "There is no code NOSUCH"),
        ("winter5", "WINTER5 expired on 28 February 2026"),
        ("summer15", "SUMMER15 starts on 1 June 2026"),
    ],
)
def test_a_coupon_that_does_not_hold_says_why(phone: WorldPhone, code: str, answer: str) -> None:
    do(phone, "tap: Cart", "tap: Add a coupon code", "tap: Code", f"type: {code}", "tap: Apply")
    assert answer in texts(phone)
    assert value(phone, "SELECT coupon FROM shop_session") == ""


def test_a_coupon_waits_for_a_cart_that_is_large_enough(phone: WorldPhone) -> None:
    do(phone, "tap: Cart", "tap: Add a coupon code", "tap: Code", "type: WELCOME5", "tap: Apply")
    assert "-$5.00" in texts(phone)
    do(phone, "tap: Remove Heather honey jar")
    assert "Needs a cart of at least $30.00" in texts(phone)
    assert "-$5.00" not in texts(phone)
    do(phone, "tap: Undo")
    assert "-$5.00" in texts(phone)


def test_the_cart_changes_quantities_and_gives_back_what_was_removed(phone: WorldPhone) -> None:
    do(phone, "tap: Cart")
    before = phone.state("SELECT product, quantity FROM shop_cart ORDER BY product")
    do(phone, "tap: Remove The Lighthouse Ledger")
    assert value(phone, "SELECT count(*) FROM shop_cart") == 1
    do(phone, "tap: Undo")
    assert phone.state("SELECT product, quantity FROM shop_cart ORDER BY product") == before
    do(phone, "tap: Remove The Lighthouse Ledger", "tap: Remove Heather honey jar")
    assert "Your cart is empty. Everything you add waits for you here." in texts(phone)
    do(phone, "tap: Go shopping")
    assert phone.observe().activity == "home"


def test_more_than_there_is_cannot_be_bought(phone: WorldPhone) -> None:
    product = value(phone, "SELECT id FROM shop_product WHERE stock BETWEEN 1 AND 3 AND has = '' LIMIT 1")
    name = value(phone, f"SELECT name FROM shop_product WHERE id = {product}")
    stock = number(phone, f"SELECT stock FROM shop_product WHERE id = {product}")
    search(phone, str(name))
    do(phone, f"tap: {name}")
    for _ in range(stock):
        do(phone, "tap: Add to cart")
    do(phone, "tap: Add to cart")
    assert f"Only {stock} left, {stock} in your cart" in texts(phone)


def test_paying_with_the_wallet_asks_the_hub_and_comes_back(phone: WorldPhone) -> None:
    do(
        phone,
        "tap: Cart",
        "tap: Remove The Lighthouse Ledger",
        "tap: Checkout",
        "scroll: down",
        "tap: Hub wallet",
    )
    balance = number(phone, "SELECT balance FROM hub_wallet")
    do(phone, "tap: Place order")
    assert phone.observe().package == "com.phoneworld.hub"
    do(phone, "tap: Cancel")
    assert phone.observe().activity == "checkout"
    assert value(phone, "SELECT max(id) FROM shop_order") == 10482
    do(phone, "tap: Place order", "tap: Pay")
    assert phone.observe().activity == "placed"
    assert value(phone, "SELECT payment FROM shop_order WHERE id = 10483") == "Hub wallet"
    total = number(phone, "SELECT total FROM shop_order WHERE id = 10483")
    assert value(phone, "SELECT balance FROM hub_wallet") == balance - total


def test_a_cancelled_order_that_the_wallet_paid_comes_back_into_it(phone: WorldPhone) -> None:
    do(
        phone,
        "tap: Cart",
        "tap: Remove The Lighthouse Ledger",
        "tap: Checkout",
        "scroll: down",
        "tap: Hub wallet",
    )
    phone.change("INSERT INTO hub_payment (at, party, cents) VALUES (1778500000, 'Bank', 100000)")
    balance = number(phone, "SELECT balance FROM hub_wallet")
    do(phone, "tap: Place order", "tap: Pay", "tap: View order")
    total = number(phone, "SELECT total FROM shop_order ORDER BY id DESC LIMIT 1")
    do(phone, "scroll: down", "tap: Cancel order", "tap: Cancel order")
    assert phone.observe().package == "com.phoneworld.shop"
    assert value(phone, "SELECT balance FROM hub_wallet") == balance
    ((party, cents, kind),) = phone.state(
        "SELECT party, cents, kind FROM hub_payment ORDER BY id DESC LIMIT 1"
    )
    assert (party, cents, kind) == ("Larkmarket", total, "refund")


def test_what_a_card_paid_does_not_come_into_the_wallet(phone: WorldPhone) -> None:
    balance = number(phone, "SELECT balance FROM hub_wallet")
    card = value(phone, "SELECT label FROM shop_payment WHERE kind = 'card' ORDER BY id LIMIT 1")
    do(phone, "tap: Cart", "tap: Checkout", f"tap: {card}", "tap: Place order", "tap: View order")
    do(phone, "scroll: down", "tap: Cancel order", "tap: Cancel order")
    assert value(phone, "SELECT status FROM shop_order ORDER BY id DESC LIMIT 1") == "cancelled"
    assert value(phone, "SELECT balance FROM hub_wallet") == balance


def test_an_address_is_checked_saved_and_used(phone: WorldPhone) -> None:
    do(phone, "tap: Cart", "tap: Checkout", "tap: Change", "tap: Add an address", "tap: Save address")
    assert {"Enter a name", "Enter a street", "Enter a town"} <= set(texts(phone))
    do(phone, "tap: Name", "type: Ivo Brandt\nKiln Lane\nAshwick\n", "press: back", "tap: Save address")
    assert "The house number is missing" in texts(phone)
    do(phone, "tap: Street and number", "type:  9", "press: back", "tap: Save address")
    assert phone.observe().activity == "checkout"
    do(phone, "tap: Change", "tap: Ivo Brandt, Kiln Lane 9, Ashwick", "tap: Place order", "tap: View order")
    address = value(phone, "SELECT address FROM shop_order WHERE id = 10483")
    assert address == "Ivo Brandt, Kiln Lane 9, Ashwick"


def test_a_name_comes_from_the_contacts(phone: WorldPhone) -> None:
    do(phone, "tap: Account", "tap: Addresses", "tap: Add address", "tap: Choose from contacts")
    assert phone.observe().package == "com.phoneworld.contacts"
    name, telephone = phone.state("SELECT name, phone FROM contacts_people ORDER BY folded(name) LIMIT 1")[0]
    do(phone, f"tap: {name!s}")
    assert phone.observe().activity == "address_edit"
    assert (element(phone, "Name").text, element(phone, "Phone (optional)").text) == (name, telephone)


def test_a_card_is_checked_and_only_its_last_digits_are_kept(phone: WorldPhone) -> None:
    do(phone, "tap: Account", "tap: Payment methods", "tap: Add card", "tap: Save card")
    assert {"Enter a name", "A card number has 16 digits", "Write it as MM/YY"} <= set(texts(phone))
    do(phone, "tap: Name of the card", "type: Tern card\n4000 1234 5678 9010\n01/25", "press: back")
    do(phone, "tap: Save card")
    assert "This card has expired" in texts(phone)
    for _ in range(5):
        do(phone, "tap: Expires (MM/YY)", "tap: Delete")
    do(phone, "type: 11/29", "press: back", "tap: Save card")
    assert value(phone, "SELECT detail FROM shop_payment WHERE label = 'Tern card'") == "ends in 9010"


# -- afterwards -------------------------------------------------------------------------------------------


def test_the_parcel_goes_out_after_twenty_minutes_and_the_notification_opens_it(phone: WorldPhone) -> None:
    do(phone, "press: home")
    later(phone, 1190)
    assert value(phone, "SELECT status FROM shop_order WHERE id = 10482") == "shipped"
    later(phone, 10)
    assert value(phone, "SELECT status FROM shop_order WHERE id = 10482") == "out"
    assert value(phone, "SELECT title FROM phone_notification WHERE app = 'shop'") == "Out for delivery"
    do(phone, "tap: Out for delivery")
    screen = phone.observe()
    assert (screen.package, screen.activity) == ("com.phoneworld.shop", "order")
    assert {"Order SO-10482", "Arrives today"} <= set(texts(phone))


def test_a_new_order_moves_on_by_itself_until_it_is_there(phone: WorldPhone) -> None:
    do(phone, "tap: Cart", "tap: Checkout", "tap: Place order", "press: home")
    later(phone, 1900)
    assert tracked(phone, 10483) == ["placed", "packed"]
    later(phone, 4 * 86_400)
    assert tracked(phone, 10483) == ["placed", "packed", "shipped", "out", "delivered"]
    assert value(phone, "SELECT count(*) FROM phone_schedule WHERE app = 'shop'") == 0


def test_a_return_needs_a_reason_and_is_refunded(phone: WorldPhone) -> None:
    do(phone, "tap: Orders", "tap: SO-10377", "scroll: down", "tap: Return items", "tap: Request return")
    assert "Choose a reason first" in texts(phone)
    do(phone, "tap: Not as described", "tap: Request return")
    assert value(phone, "SELECT status FROM shop_order WHERE id = 10377") == "returning"
    assert phone.state('SELECT "order", reason FROM shop_return WHERE "order" = 10377') == (
        (10377, "Not as described"),
    )
    do(phone, "scroll: down", "scroll: down", "tap: Cancel return", "tap: Cancel return")
    assert value(phone, "SELECT status FROM shop_order WHERE id = 10377") == "delivered"
    do(phone, "tap: Return items", "tap: Does not fit", "tap: Request return", "press: home")
    later(phone, 3 * 86_400)
    assert value(phone, "SELECT status FROM shop_order WHERE id = 10377") == "returned"
    title = value(phone, "SELECT title FROM phone_notification WHERE key = 'order 10377'")
    assert title == "Your refund is here"


def test_what_is_on_its_way_can_neither_be_cancelled_nor_returned(phone: WorldPhone) -> None:
    do(phone, "tap: Orders", "tap: SO-10482", "scroll: down", "scroll: down")
    assert "Order again" in texts(phone)
    assert not {"Cancel order", "Return items"} & set(texts(phone))


def test_order_again_fills_the_cart(phone: WorldPhone) -> None:
    do(phone, "tap: Orders", "tap: SO-10482", "scroll: down", "tap: Order again")
    assert phone.observe().activity == "cart"
    assert value(phone, "SELECT options FROM shop_cart WHERE product = 1") == "Graphite"


def test_orders_are_told_apart_by_tab_and_search(phone: WorldPhone) -> None:
    do(phone, "tap: Orders", "tap: On the way")
    assert "Wireless headphones" in texts(phone) and "Electric kettle" not in texts(phone)
    do(phone, "tap: All", "tap: Search orders", "type: 10251")
    assert "Running shoes" in texts(phone) and "Wireless headphones" not in texts(phone)


def test_a_review_changes_the_rating(phone: WorldPhone) -> None:
    do(phone, "tap: Orders", "tap: SO-10377", "scroll: down", "tap: Electric kettle", "scroll: down")
    button = element(phone, "Reviews").bounds
    phone.act(Click(to_point(330, button.center[1], 360, 800)))
    before = number(phone, "SELECT reviews FROM shop_product WHERE id = 17")
    do(phone, "tap: Write a review", "tap: Publish")
    assert "Tap a star first" in texts(phone)
    star = [one for one in phone.observe().elements if one.has(Flag.CLICKABLE) and "star" in one.description]
    do(phone, f"tap: {star[0].description}", "tap: What did you like or dislike?", "type: Leaks at the spout")
    do(phone, "press: back", "tap: Publish")
    assert value(phone, "SELECT reviews FROM shop_product WHERE id = 17") == before + 1
    assert "Leaks at the spout" in texts(phone)
    assert "Write a review" not in texts(phone)
