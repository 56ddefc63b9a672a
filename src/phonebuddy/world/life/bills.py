"""Bills: most paid, some open, one forgotten; with their letters and payments.

Invariant: a bill without a payment is open, and its firm has said so.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime

from phonebuddy.world.life.draft import DAY, Draft, Row, whole
from phonebuddy.world.life.ledger import MONTHS, Ledger, letter
from phonebuddy.world.life.messages import add_letter
from phonebuddy.world.life.parts import Bill


def add_bills(draft: Draft, ledger: Ledger) -> None:
    dice = draft.chance("bills")
    manual = [kind for kind in draft.character.bills if not draft.sources.routines.bills[kind].auto]
    late = dice.choice(manual) if manual else ""
    for kind in draft.character.bills:
        bill = draft.sources.routines.bills[kind]
        firm = draft.firm(bill.firm)
        customer = f"{dice.randrange(100, 999)}-{dice.randrange(1000, 9999)}"
        cents = draft.price(dice.randint(*bill.cents) // 10 * 10)
        for year, month in MONTHS:
            amount = cents if bill.same else draft.price(dice.randint(*bill.cents))
            issued = int(datetime(year, month, bill.day, tzinfo=UTC).timestamp())
            if issued < draft.now:
                _bill(
                    draft,
                    ledger,
                    dice,
                    (kind, bill),
                    firm,
                    customer,
                    issued,
                    amount,
                    late == kind and month == 4,
                )


def _bill(
    draft: Draft,
    ledger: Ledger,
    dice: random.Random,
    named: tuple[str, Bill],
    firm: Row,
    customer: str,
    issued: int,
    cents: int,
    forgotten: bool,
) -> None:
    kind, bill = named
    due = issued + bill.term * DAY
    paid = due + 6 * 3600 if bill.auto else due - dice.randrange(1, 5) * DAY + 60 * dice.randrange(500, 1200)
    open_still = forgotten or paid > draft.now
    when = datetime.fromtimestamp(issued, UTC)
    month = draft.pools.months[when.month - 1]
    period = f"{when.year}年{month}" if draft.language == "zh" else f"{month} {when.year}"
    number = draft.add(
        "bill",
        kind=kind,
        company=firm["name"],
        number=_number(draft, dice, kind[:2].upper()),
        customer=customer,
        period=period,
        issued=issued,
        due=due,
        cents=cents,
        paid=None if open_still else paid,
        auto=bill.auto,
    )
    row = draft.rows["bill"][number - 1]
    if not open_still:
        text = f"{bill.title} {row['number']}"
        ledger.add(
            paid,
            -cents,
            firm["name"],
            text,
            bill.category,
            kind="debit" if bill.auto else "transfer",
            bill=number,
        )
    _tell_bill(draft, firm, row, open_still)


def _number(draft: Draft, dice: random.Random, start: str) -> str:
    """Drawn again where another bill has it: once in some thousand lives one would."""
    taken = {row["number"] for row in draft.rows["bill"]}
    while (number := f"{start}{dice.randrange(100000, 999999)}") in taken:
        pass
    return number


def _tell_bill(draft: Draft, firm: Row, row: Row, is_open: bool) -> None:
    number, due = whole(row, "id"), whole(row, "due")
    slots = {
        **draft.slots(),
        "number": str(row["number"]),
        "period": str(row["period"]),
        "amount": draft.money(whole(row, "cents")),
        "due": draft.date(due),
        "customer": str(row["customer"]),
        "company": str(firm["name"]),
    }
    subject, text = letter(draft, "bill")
    at = whole(row, "issued") + 36000
    add_letter(draft, firm, "mail", at, draft.fill(subject, slots), draft.fill(text, slots), "bill", number)
    if is_open and not row["auto"]:
        late = due < draft.today
        told = draft.fill(letter(draft, "bill_late" if late else "bill_sms")[1], slots)
        when = due + 3 * DAY + 33000 if late else at + 5400
        add_letter(draft, firm, "sms", min(when, draft.today - DAY + 33000), "", told, "bill", number)
