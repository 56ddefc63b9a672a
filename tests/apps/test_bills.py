"""Evenbill: bills that agree with the bank and the messages, paid from three places, and by themselves."""

from __future__ import annotations

import pytest

from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.apps.money import fill_wallet, image, number, row
from tests.apps.steps import do, texts, value

OPEN = "SELECT id, company, number, cents FROM bills_bill WHERE paid IS NULL AND biller IN "
LATER = OPEN + "(SELECT id FROM bills_biller WHERE NOT auto) ORDER BY due DESC, id LIMIT 1"


@pytest.fixture
def phone() -> WorldPhone:
    phone = WorldPhone(image(), LookSpec("540x1200"))
    do(phone, "open: bills")
    return phone


@pytest.mark.parametrize("seed", [0, 3, 5])
def test_what_was_paid_left_the_bank_and_what_is_late_was_said(seed: int) -> None:
    phone = WorldPhone(image(seed))
    assert value(phone, "SELECT count(*) >= 20 FROM bills_bill") == 1
    unpaid_at_the_bank = (
        "SELECT 1 FROM bills_bill AS b WHERE paid IS NOT NULL "
        "AND NOT EXISTS (SELECT 1 FROM bank_movement AS m "
        "WHERE m.cents = -b.cents AND m.party = b.company AND instr(m.text, b.number))"
    )
    assert not phone.state(unpaid_at_the_bank)
    assert phone.state(
        "SELECT 1 FROM bills_bill JOIN messages_sms ON instr(body, number) "
        "WHERE paid IS NULL AND due < today()"
    )


def test_a_bill_is_found_by_its_number_and_paid_with_hub(phone: WorldPhone) -> None:
    bill, company, code, cents = row(phone, LATER)
    fill_wallet(phone)
    do(
        phone,
        "tap: Company or number",
        f"type: {code}",
        f"tap: {company}",
        "tap: Pay with Hub",
        "tap: Cancel",
    )
    assert value(phone, f"SELECT paid FROM bills_bill WHERE id = {bill}") is None
    do(phone, "tap: Pay with Hub", "tap: Pay")
    assert value(phone, f"SELECT how FROM bills_bill WHERE id = {bill}") == "hub"
    assert phone.state("SELECT party, cents, note FROM hub_payment ORDER BY id DESC LIMIT 1") == (
        (company, -int(cents), code),
    )
    assert "Paid" in texts(phone) and "Pay with Hub" not in texts(phone)


def test_a_transfer_that_names_a_bill_settles_it_and_another_one_does_not(phone: WorldPhone) -> None:
    bill, company, code, cents = row(phone, LATER)
    payee = number(phone, f"SELECT id FROM bank_payee WHERE name = '{company}'")
    amount = f"{int(cents) / 100:.2f}"
    for given, paid in (("1.00", None), (amount, "bank")):
        phone.open_page("bank", "transfer_amount", {"payee": payee, "amount": given, "note": f"Bill {code}"})
        do(phone, "tap: Continue", "tap: Send now")
        how = value(phone, f"SELECT nullif(how, '') FROM bills_bill WHERE id = {bill}")
        assert how == paid


def test_the_bank_pays_a_bill_on_the_spot(phone: WorldPhone) -> None:
    bill, company, code, cents = row(phone, LATER)
    phone.open_page("bills", "bill", {"id": int(bill)})
    do(phone, "tap: Pay from bank", "tap: Pay")
    assert value(phone, f"SELECT how FROM bills_bill WHERE id = {bill}") == "bank"
    assert phone.state("SELECT party, text, cents, category FROM bank_movement ORDER BY id DESC LIMIT 1") == (
        (company, code, -int(cents), "bills"),
    )


def test_auto_pay_pays_on_the_day_and_can_be_stopped(phone: WorldPhone) -> None:
    bill, biller, company = row(
        phone,
        "SELECT bill.id, biller, bill.company FROM bills_bill AS bill "
        "JOIN bills_biller AS b ON b.id = biller WHERE auto AND paid IS NULL ORDER BY due LIMIT 1",
    )
    other = phone.fork()
    phone.open_page("bills", "biller", {"id": int(biller)})
    do(phone, "tap: Auto-pay", "tap: Switch off")
    for one in (phone, other):
        do(one, *["wait: 600000"] * 130)
    assert value(phone, f"SELECT paid FROM bills_bill WHERE id = {bill}") is None
    assert value(other, f"SELECT how FROM bills_bill WHERE id = {bill}") == "auto"
    assert other.state("SELECT title FROM phone_notification WHERE app = 'bills'") == (
        (f"{company} was paid",),
    )


def test_a_reminder_comes_the_day_before(phone: WorldPhone) -> None:
    bill, company, _, _ = row(phone, LATER)
    phone.open_page("bills", "bill", {"id": int(bill)})
    do(phone, "tap: Remind me the day before", "tap: Remind me the day before")
    assert not phone.state("SELECT 1 FROM phone_schedule WHERE app = 'bills' AND event = 'remind'")
    do(phone, "tap: Remind me the day before")
    planned = phone.state("SELECT at_ms / 1000 FROM phone_schedule WHERE app = 'bills' AND event = 'remind'")
    assert planned == ((value(phone, f"SELECT due - 54000 FROM bills_bill WHERE id = {bill}"),),)
    do(phone, "tap: Add the due day to the calendar")
    assert phone.observe().package == "com.phoneworld.calendar"


def test_the_search_that_finds_nothing_says_so_and_back_clears_it(phone: WorldPhone) -> None:
    do(phone, "tap: Company or number", "type: zzz")
    assert "No such bill" in texts(phone)
    do(phone, "press: back", "press: back")
    assert "To pay" in texts(phone)
    do(phone, "tap: Companies", "tap: Totals", "press: back")
    assert phone.observe().activity == "home"
