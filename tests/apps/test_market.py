"""Secondnest: used goods searched, asked about, bid for, bought and sold, by touch."""

from __future__ import annotations

import pytest

from tests.apps.reaching import Reaching


@pytest.fixture
def hand() -> Reaching:
    hand = Reaching("market")
    hand.phone.change(
        "INSERT INTO hub_payment (at, party, cents, kind) VALUES (now(), 'Ferra card', 90000, 'topup')"
    )
    return hand


def price(hand: Reaching, look: str) -> int:
    return int(str(hand.value(f"SELECT cents FROM market_item WHERE look = '{look}'")))


def open_item(hand: Reaching, title: str) -> None:
    hand.fill("Search in this list", title)
    hand.back()
    hand.tap(" km")


def test_goods_are_narrowed_by_kind_price_and_words(hand: Reaching) -> None:
    hand.tap("Filters", "Books")
    hand.fill("To", "10")
    hand.back()
    hand.tap("Show results")
    cheap = hand.value("SELECT count(*) FROM market_item WHERE kind = 'Books' AND cents <= 1000 AND NOT mine")
    assert f"{cheap} results" in hand.words()
    hand.tap("Filters", "Reset", "Show results")
    hand.fill("Search in this list", "kettle")
    assert "Electric kettle" in hand.words() and "Salad bowl, large" not in hand.words()


def test_an_offer_is_checked_taken_back_and_judged(hand: Reaching) -> None:
    open_item(hand, "Soup pot, blue")
    cents = price(hand, "Soup pot, blue")
    hand.reach("Make an offer")
    hand.fill("Your offer", "1")
    hand.tap("Send offer")
    assert "Nobody takes less than half" in hand.words()
    assert hand.value("SELECT count(*) FROM market_offer WHERE buyer = ''") == 0
    hand.tap("Make an offer")
    hand.fill("Your offer", str(cents // 100 - 1))
    hand.tap("Send offer", "Take back")
    assert hand.value("SELECT count(*) FROM market_offer WHERE buyer = ''") == 0
    hand.tap("Undo")
    assert hand.value("SELECT status FROM market_offer WHERE buyer = ''") == "open"
    hand.wait(200)
    enough = (cents - 100) * 10 >= 9 * cents
    assert hand.value("SELECT status FROM market_offer WHERE buyer = ''") == (
        "accepted" if enough else "declined"
    )


def test_something_is_bought_through_hub(hand: Reaching) -> None:
    cents = price(hand, "Chef knife")
    before = int(str(hand.value("SELECT balance FROM hub_wallet")))
    open_item(hand, "Chef knife")
    hand.tap("Buy for", "Pay")
    assert hand.value("SELECT status FROM market_item WHERE look = 'Chef knife'") == "sold"
    assert hand.value("SELECT balance FROM hub_wallet") == before - cents
    hand.back()
    hand.tap("My things", "Bought")
    assert "Chef knife" in hand.words()


def test_a_seller_is_asked_and_answers(hand: Reaching) -> None:
    open_item(hand, "Yoga mat")
    hand.reach("Ask the seller")
    assert hand.page == "chats_talk"
    hand.fill("Message", "Is it long enough?")
    hand.tap("Send message")
    hand.back()
    hand.back()
    hand.wait(120)
    assert hand.value("SELECT count(*) FROM phone_notification WHERE app = 'market'") == 1
    assert hand.value("SELECT mine FROM market_chats_message ORDER BY id DESC LIMIT 1") == 0


def test_something_is_put_up_with_a_draft_and_taken_down_again(hand: Reaching) -> None:
    hand.tap("Sell something")
    hand.fill("What is it?", "Toaster")
    hand.back()
    hand.tap("Put it up")
    assert "Choose a kind" in hand.words()
    hand.back()
    hand.tap("Keep draft", "My things", "Go on with your draft")
    hand.tap("Kitchen")
    hand.fill("Price", "12.50")
    hand.back()
    hand.reach("Put it up")
    assert hand.page == "mine"
    assert hand.rows("SELECT title, kind, state, cents FROM market_item ORDER BY id DESC LIMIT 1") == (
        ("Toaster", "Kitchen", "Good", 1250),
    )
    hand.tap("More about Toaster", "Take it down", "Take down")
    assert hand.value("SELECT count(*) FROM market_item WHERE title = 'Toaster'") == 0
    hand.tap("Undo")
    assert hand.value("SELECT count(*) FROM market_item WHERE title = 'Toaster' AND mine") == 1


def test_the_best_offer_for_an_own_thing_is_accepted(hand: Reaching) -> None:
    hand.tap("My things", "Travel bag, medium")
    hand.reach("Accept Hedda")
    hand.tap("Accept")
    assert hand.value("SELECT status FROM market_item WHERE look = 'Travel bag, medium'") == "reserved"
    assert hand.rows("SELECT buyer FROM market_offer WHERE status = 'accepted'") == (("Hedda",),)


def test_what_is_saved_is_swiped_away_and_comes_back(hand: Reaching) -> None:
    hand.tap("Saved", "Cast iron pan", "Remove from saved")
    assert hand.value("SELECT count(*) FROM market_item WHERE saved") == 3
