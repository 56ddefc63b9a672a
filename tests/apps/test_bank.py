"""Bank: what moved and where it went, money sent, standing orders, cards, and paying for other apps."""

from __future__ import annotations

import pytest

from phonebuddy.screen import Flag
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.money import image, number, row
from tests.apps.steps import do, element, texts, value

BALANCE = "SELECT cents FROM bank_balance WHERE account = 1"


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(), LookSpec("540x1200"))
    do(phone, "open: bank")
    return phone


def words(phone: WorldPhone, sql: str) -> str:
    return str(value(phone, sql))


@pytest.mark.parametrize("seed", [0, 5])
def test_the_balances_are_those_of_the_life(seed: int) -> None:
    phone = WorldPhone(image(seed))
    assert number(phone, "SELECT count(*) FROM bank_movement") >= 80
    assert number(phone, BALANCE) > 0
    # Whoever wrote a bill can be paid, and what was transferred has a receipt.
    assert not phone.state("SELECT 1 FROM bills_bill WHERE company NOT IN (SELECT name FROM bank_payee)")
    assert not phone.state(
        "SELECT 1 FROM bank_movement WHERE kind = 'transfer' AND cents < 0 AND account = 1 AND NOT transfer"
    )


def test_money_is_sent_to_a_payee_and_the_receipt_says_so(phone: WorldPhone) -> None:
    before = number(phone, BALANCE)
    name, account = row(
        phone, "SELECT name, account FROM bank_payee WHERE kind = 'person' ORDER BY id LIMIT 1"
    )
    do(phone, "tap: Send", "tap: Name or account", f"type: {name}", f"tap: {account}")
    do(phone, "tap: Continue")
    assert "Enter an amount" in texts(phone)
    do(phone, "tap: Amount", "type: 99999999", "tap: Continue")
    assert "You do not have that much" in texts(phone)
    do(phone, "press: back", "press: back", f"tap: {account}", "tap: Amount", "type: 12.5")
    do(phone, "tap: Note (optional)", "type: Lunch", "press: back", "tap: Continue", "tap: Send now")
    assert {"Receipt", name, "$12.50", "Lunch"} <= set(texts(phone))
    assert number(phone, BALANCE) == before - 1250
    last = phone.state("SELECT party, text, cents, kind FROM bank_movement ORDER BY id DESC LIMIT 1")
    assert last == ((name, "Lunch", -1250, "transfer"),)


def test_a_contact_is_picked_and_becomes_a_payee(phone: WorldPhone) -> None:
    name = words(
        phone,
        "SELECT name FROM contacts_people WHERE phone <> '' AND name NOT IN (SELECT name FROM bank_payee) "
        "ORDER BY name LIMIT 1",
    )
    do(phone, "tap: To a contact", "tap: Search contacts", f"type: {name[:5]}", f"tap: {name}")
    assert phone.observe().activity == "transfer_amount" and name in texts(phone)
    assert number(phone, f"SELECT count(*) FROM bank_payee WHERE name = '{name}'") == 1


def test_transactions_are_searched_by_words_and_amount(phone: WorldPhone) -> None:
    party, amount = row(
        phone,
        "SELECT party, printf('%.2f', -cents / 100.0) FROM bank_movement "
        "WHERE text LIKE 'SO-%' ORDER BY at LIMIT 1",
    )
    do(phone, "tap: Search transactions", f"type: {amount}")
    assert str(party) in texts(phone) and not any("Salary" in text for text in texts(phone))
    do(phone, "tap: Out", f"tap: {party}")
    assert phone.observe().activity == "movement" and "Show the order" in texts(phone)
    do(phone, "tap: Show the order")
    assert phone.observe().package == "com.phoneworld.shop"


def test_a_transaction_gets_a_note_and_another_category_which_can_be_undone(phone: WorldPhone) -> None:
    first, party, old = row(
        phone,
        "SELECT id, party, category FROM bank_movement WHERE account = 1 ORDER BY at DESC, id DESC LIMIT 1",
    )
    do(phone, f"tap: {party}", "tap: Add a note", "type: With Mara", "tap: Save")
    assert value(phone, f"SELECT note FROM bank_movement WHERE id = {first}") == "With Mara"
    do(phone, "tap: Category", "tap: Shopping")
    assert value(phone, f"SELECT category FROM bank_movement WHERE id = {first}") == "shopping"
    do(phone, "tap: Undo")
    assert value(phone, f"SELECT category FROM bank_movement WHERE id = {first}") == old


def test_the_months_add_up(phone: WorldPhone) -> None:
    spent = words(
        phone,
        "SELECT money(-sum(cents)) FROM bank_movement WHERE account = 1 AND cents < 0 "
        "AND at >= unixepoch('2026-04-01') AND at < unixepoch('2026-05-01')",
    )
    do(phone, "tap: Spending", "tap: Month after")
    assert "This is the latest month" in texts(phone)
    do(phone, "tap: Month before")
    assert {"April 2026", spent} <= set(texts(phone))
    do(phone, "tap: Groceries")
    assert phone.observe().activity == "spent"


def test_a_standing_order_is_made_sent_paused_and_deleted_with_undo(phone: WorldPhone) -> None:
    name = words(phone, "SELECT name FROM bank_payee ORDER BY name COLLATE NOCASE LIMIT 1")
    do(phone, "tap: Standing", "tap: Add", "tap: Save")
    assert "Choose to whom" in texts(phone)
    do(phone, "tap: To", f"tap: {name}", "tap: Amount", "type: 7.5", "press: back", "tap: Weekly")
    do(phone, "tap: First or next day", "tap: Wednesday, 13 May 2026", "tap: OK", "tap: Save")
    row = "SELECT name, cents, every, next, active FROM bank_standing ORDER BY id DESC LIMIT 1"
    assert phone.state(row) == ((name, 750, "week", 1778630400, 1),)
    do(phone, *["wait: 600000"] * 130)
    sent = "SELECT party, cents FROM bank_movement WHERE kind = 'standing' ORDER BY id DESC LIMIT 1"
    assert phone.state(sent) == ((name, -750),)
    assert phone.state(row) == ((name, 750, "week", 1779235200, 1),)
    # On the same morning a bill was debited that Evenbill pays by itself.
    told = [title for (title,) in phone.state("SELECT title FROM bank_notice ORDER BY id DESC LIMIT 2")]
    assert "Standing order sent" in told and any(str(title).endswith("was debited") for title in told)
    do(phone, f"tap: {name}", "tap: Active", "tap: Delete", "tap: Delete")
    assert number(phone, f"SELECT count(*) FROM bank_standing WHERE name = '{name}' AND cents = 750") == 0
    do(phone, "tap: Undo")
    assert phone.state(row) == ((name, 750, "week", 1779235200, 0),)


def test_a_card_is_frozen_limited_and_replaced(phone: WorldPhone) -> None:
    do(phone, "tap: Cards", "tap: Ferra card", "tap: Freeze card", "tap: Cancel")
    assert value(phone, "SELECT frozen FROM bank_card WHERE id = 1") == 0
    do(phone, "tap: Freeze card", "tap: Freeze")
    assert value(phone, "SELECT frozen FROM bank_card WHERE id = 1") == 1
    do(
        phone,
        "tap: Unfreeze card",
        "tap: Abroad",
        "tap: Daily limit",
        "tap: New limit",
        "type: 5",
        "tap: Save",
    )
    assert "From 10 to 50,000" in texts(phone)
    do(phone, "type: 50", "tap: Save")
    assert phone.state("SELECT frozen, abroad, daily FROM bank_card WHERE id = 1") == ((0, 0, 55000),)
    do(phone, "tap: Lost or stolen", "tap: Order", "tap: Unfreeze card")
    assert value(phone, "SELECT frozen FROM bank_card WHERE id = 1") == 1


def test_the_shop_is_paid_by_bank_and_gives_back_there(phone: WorldPhone) -> None:
    phone.change("INSERT INTO shop_cart (product, options, quantity, added) VALUES (21, '', 1, 1778500000)")
    before = number(phone, BALANCE)
    phone.open_page("shop", "checkout", {"payment": 4})
    do(phone, "tap: Place order")
    assert phone.observe().package == "com.phoneworld.bank" and element(phone, "Pay").has(Flag.ENABLED)
    do(phone, "tap: Cancel")
    assert phone.observe().activity == "checkout" and number(phone, BALANCE) == before
    do(phone, "tap: Place order", "tap: Pay")
    assert phone.observe().activity == "placed"
    order, total, payment = row(phone, "SELECT id, total, payment FROM shop_order ORDER BY id DESC LIMIT 1")
    assert payment == "Bank account" and number(phone, BALANCE) == before - int(total)
    phone.open_page("shop", "order", {"id": int(order)})
    do(phone, "scroll: down", "tap: Cancel order", "tap: Cancel order")
    assert number(phone, BALANCE) == before
    assert value(phone, "SELECT title FROM phone_notification WHERE app = 'bank'") is not None


def test_money_moves_between_own_accounts_but_not_more_than_there_is(phone: WorldPhone) -> None:
    total = number(phone, "SELECT sum(cents) FROM bank_balance")
    before = number(phone, BALANCE)
    do(phone, "tap: Move", "tap: Amount", "type: 9999999", "press: back", "tap: Move")
    assert "You do not have that much" in texts(phone)
    do(phone, "press: back", "tap: Move", "tap: Swap the accounts", "tap: Amount", "type: 20", "tap: Move")
    assert number(phone, BALANCE) == before + 2000
    assert number(phone, "SELECT sum(cents) FROM bank_balance") == total


def test_notices_are_read_and_swiped_away(phone: WorldPhone) -> None:
    do(phone, "tap: Notices")
    assert number(phone, "SELECT count(*) FROM bank_notice WHERE unread") > 0
    do(phone, "tap: Mark all as read")
    assert number(phone, "SELECT count(*) FROM bank_notice WHERE unread") == 0
    assert number(phone, "SELECT count(*) FROM bank_notice") >= 30
