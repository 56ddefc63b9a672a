"""Spendlog: entries as AndroidWorld keeps them, months and budgets that add up, bills shared with friends."""

from __future__ import annotations

import pytest

from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.hand import image
from tests.apps.steps import do, texts, value, words

COUNT = "SELECT count(*) FROM expenses_expense"


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(0), LookSpec("540x1200"))
    do(phone, "open: expenses")
    return phone


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_entries_are_those_of_the_bank(seed: int) -> None:
    phone = WorldPhone(image(seed))
    assert value(phone, f"SELECT ({COUNT}) >= 60") == 1
    unknown = (
        "SELECT name FROM expenses_expense WHERE category = 4 AND NOT EXISTS (SELECT 1 FROM bank_movement "
        "WHERE -cents = amount AND at = created_date / 1000)"
    )
    assert not phone.state(unknown)
    assert value(phone, "SELECT count(*) > 0 FROM expenses_open_shares") == 1


def test_an_entry_is_checked_added_and_changed(phone: WorldPhone) -> None:
    before = int(str(value(phone, COUNT)))
    do(phone, "tap: Add entry", "tap: Save")
    assert "Enter a name" in texts(phone)
    do(phone, "tap: Name", "type: Tram day ticket", "tap: Save")
    assert "Enter an amount above zero" in texts(phone) and value(phone, COUNT) == before
    do(phone, "tap: Amount", "type: 7,35", "press: back", "tap: Transportation", "tap: Save")
    assert phone.state(
        "SELECT name, amount, category FROM expenses_expense ORDER BY expense_id DESC LIMIT 1"
    ) == (("Tram day ticket", 735, 7),)
    do(phone, "tap: Entries", "tap: Tram day ticket", "tap: Edit", "tap: Food", "tap: Save")
    assert value(phone, "SELECT category FROM expenses_expense WHERE name = 'Tram day ticket'") == 3


def test_deleting_is_undone_to_the_letter(phone: WorldPhone) -> None:
    row = "SELECT * FROM expenses_expense ORDER BY created_date DESC, expense_id DESC LIMIT 1"
    before = phone.state(row)
    phone.open_page("expenses", "log_one", {"id": before[0][0]})
    do(phone, "tap: Delete", "tap: Cancel", "tap: Delete", "tap: Delete")
    assert phone.state(row) != before
    do(phone, "tap: Undo")
    assert phone.state(row) == before


def test_a_month_adds_up_and_months_can_be_turned(phone: WorldPhone) -> None:
    month = (
        "FROM expenses_expense WHERE category <> 2 AND strftime('%m', created_date / 1000, 'unixepoch') = "
    )
    assert value(phone, f"SELECT money(sum(amount)) {month} '05'") in texts(phone)
    do(phone, "tap: Month before")
    assert value(phone, f"SELECT money(sum(amount)) {month} '04'") in texts(phone)
    do(phone, "tap: Month after", "tap: Month after")
    assert "That is this month" in texts(phone)


def test_search_finds_by_note(phone: WorldPhone) -> None:
    do(phone, "tap: Search", "tap: Search", "type: tulips")
    assert "Birthday flowers" in texts(phone) and "Rain jacket" not in texts(phone)


def test_a_budget_is_above_zero_or_none(phone: WorldPhone) -> None:
    limit = "SELECT cents FROM expenses_budget WHERE category = 1"
    do(phone, "tap: Budgets", "tap: Others", "type: 0", "tap: Save")
    assert not phone.state(limit)
    do(phone, "tap: Others", "type: 40", "tap: Save")
    assert value(phone, limit) == 4000
    do(phone, "tap: Social", "tap: Save")
    assert not phone.state("SELECT 1 FROM expenses_budget WHERE category = 5")


def test_a_bill_is_split_with_somebody_from_the_contacts(phone: WorldPhone) -> None:
    (name,) = words(phone, "SELECT name FROM contacts_people WHERE phone <> '' ORDER BY name LIMIT 1")
    do(phone, "tap: Shared", "tap: Split a bill", "tap: Save")
    assert "Say what it was for" in texts(phone)
    do(
        phone,
        "tap: What was it for?",
        "type: Boat hire",
        "tap: Amount you paid",
        "type: 25.01",
        "press: back",
    )
    do(phone, "tap: Add a friend", f"tap: {name}", "tap: Save")
    assert phone.state("SELECT name, cents, text FROM expenses_share ORDER BY id DESC LIMIT 1") == (
        (name, 1250, "Boat hire"),
    )
    assert value(phone, "SELECT amount FROM expenses_expense WHERE name = 'Boat hire'") == 1251


def test_friends_are_reminded_paid_and_settled(phone: WorldPhone) -> None:
    (owing,) = words(phone, "SELECT name FROM expenses_open_shares WHERE cents > 0 LIMIT 1")
    owed, cents = words(phone, "SELECT name, cents FROM expenses_open_shares WHERE cents < 0 LIMIT 1")
    phone.change(
        "INSERT INTO hub_payment (at, party, cents, kind) VALUES (1778500000, 'Bank', 900000, 'topup')"
    )
    phone.open_page("expenses", "friend", {"name": owed})
    do(phone, "tap: Pay with Hub", "tap: Pay")
    assert phone.state("SELECT party, cents FROM hub_payment ORDER BY id DESC LIMIT 1") == (
        (owed, int(cents)),
    )
    assert not phone.state(f"SELECT 1 FROM expenses_open_shares WHERE name = '{owed}'")
    phone.open_page("expenses", "friend", {"name": owing})
    do(phone, "tap: Settle up", "tap: Settle", "tap: Undo")
    assert phone.state(f"SELECT 1 FROM expenses_open_shares WHERE name = '{owing}'")
    do(phone, "tap: Remind")
    assert phone.observe().package == "com.phoneworld.messages"
