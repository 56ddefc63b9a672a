"""The money of a life: orders, bills, debts and every payment, with what firms write about them.

Invariant: each order and each bill that was paid has its payment, and balances follow from the payments.
"""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import accumulate

from phonebuddy.world.life.bills import add_bills
from phonebuddy.world.life.days import each_day
from phonebuddy.world.life.draft import DAY, Draft, Row, whole
from phonebuddy.world.life.ledger import MONTHS, Ledger, letter
from phonebuddy.world.life.messages import add_letter, add_message
from phonebuddy.world.life.orders import add_meals, add_parcels, add_tickets, add_trips


def add_money(draft: Draft, seed: int) -> None:
    ledger = Ledger()
    add_parcels(draft, ledger, seed)
    add_meals(draft, ledger)
    add_tickets(draft, ledger)
    add_bills(draft, ledger)
    add_trips(draft, ledger)
    _income(draft, ledger)
    _till(draft, ledger)
    _wallet(draft, ledger)
    _debts(draft, ledger)
    _close(draft, ledger)


def _income(draft: Draft, ledger: Ledger) -> None:
    owner = draft.owner
    party = owner["employer"] or draft.firm("insurance")["name"]
    for year, month in MONTHS[:3]:
        at = int(datetime(year, month, 27, 5, 10, tzinfo=UTC).timestamp())
        kind = "salary" if owner["employer"] else "pension"
        ledger.add(
            at,
            whole(owner, "income"),
            party,
            {"en": "Salary", "zh": "工资"}[draft.language]
            if kind == "salary"
            else {"en": "Pension", "zh": "养老金"}[draft.language],
            "income",
            kind=kind,
        )
        save = whole(owner, "income") // 20 // 1000 * 1000
        text = {"en": "Savings", "zh": "储蓄"}[draft.language]
        ledger.add(at + DAY, -save, owner["name"], text, "savings", kind="transfer")
        ledger.add(at + DAY, save, owner["name"], text, "savings", kind="transfer", account="savings")


def _till(draft: Draft, ledger: Ledger) -> None:
    """Cards at tills, by habit and by chance."""
    dice = draft.chance("till")
    for row in draft.rows["habit"]:
        habit = draft.sources.routines.habits[str(row["kind"])]
        if not habit.cost or habit.firm == "coffee":
            continue
        party = (
            draft.firm(habit.firm)["name"]
            if habit.firm
            else draft.rows["place"][whole(row, "place") - 1]["name"]
            if row["place"]
            else habit.title
        )
        for day in each_day(draft, row):
            cents = draft.price(habit.cost + dice.randrange(-habit.cost // 5, habit.cost // 5 + 1) // 10 * 10)
            ledger.add(
                draft.moment(day, whole(row, "minute") + habit.minutes),
                -cents,
                party,
                habit.title,
                habit.category,
            )
    for till in draft.sources.routines.till:
        for _ in range(till.often):
            places = [one["name"] for one in draft.rows["place"] if one["kind"] == till.place]
            party = dice.choice(places) if till.place else draft.firm(till.firm)["name"]
            at = draft.moment(-dice.randrange(1, 68), dice.randrange(600, 1200))
            ledger.add(at, -draft.price(dice.randint(*till.cents)), party, "", till.category)


def _wallet(draft: Draft, ledger: Ledger) -> None:
    """The hub's wallet: filled from the account, spent on coffee and bikes."""
    dice = draft.chance("wallet")
    coffee, bikes = draft.firm("coffee")["name"], draft.firm("bikes")["name"]
    drinks = {
        "en": ("Flat white", "Cappuccino", "Cold brew", "Latte"),
        "zh": ("馥芮白", "卡布奇诺", "冷萃", "拿铁"),
    }[draft.language]
    ride = {"en": "Ride, {} min", "zh": "骑行 {} 分钟"}[draft.language]
    topup = {"en": "Top-up", "zh": "充值"}[draft.language]
    hub = {"en": "Hub wallet", "zh": "钱包"}[draft.language]
    for day, dollars in ((-66, 40), (-38, 25)):
        cents = draft.price(100 * dollars)
        ledger.add(draft.moment(day, 1001), -cents, hub, topup, "cash", kind="topup")
        ledger.add(
            draft.moment(day, 1001), cents, draft.owner["bank"], topup, "cash", kind="topup", account="wallet"
        )
    for number in range(14):
        day, minutes = -63 + 4 * number + dice.randrange(3), dice.randrange(5, 16)
        if number % 3:
            ledger.add(
                draft.moment(day, 505 + dice.randrange(20)),
                -draft.price(dice.choice((390, 420, 450, 480))),
                coffee,
                dice.choice(drinks),
                "restaurants",
                account="wallet",
            )
        else:
            ledger.add(
                draft.moment(day, 1020 + dice.randrange(30)),
                -draft.price(100 + 15 * minutes),
                bikes,
                ride.format(minutes),
                "transport",
                account="wallet",
            )


def _debts(draft: Draft, ledger: Ledger) -> None:
    """Two debts of the past that were settled; those of stories are still open."""
    dice = draft.chance("debts")
    people = draft.with_role("friend")[:20]
    texts = {"en": ("Pizza", "Train tickets", "Flowers"), "zh": ("披萨", "火车票", "鲜花")}[draft.language]
    for number in range(2):
        person, cents = dice.choice(people), draft.price(dice.randrange(800, 3200, 50))
        at = draft.moment(-40 + 17 * number, 1150)
        draft.add(
            "debt", person=person["id"], cents=cents, text=texts[number], at=at, settled=at + 2 * DAY, event=0
        )
        ledger.add(
            at + 2 * DAY,
            cents,
            person["name"],
            texts[number],
            "family",
            kind="transfer",
            account="wallet" if number else "current",
            person=whole(person, "id"),
        )
        slots = {"amount": draft.money(cents), "text": texts[number]}
        told = draft.fill(letter(draft, "debt_paid")[1], slots)
        add_message(draft, person, at + 2 * DAY + 300, told, False, "debt", len(draft.rows["debt"]))


def _opening(income: int, rows: list[Row]) -> int:
    """What was there at first: most of an income is left now, and there was always something."""
    sums = list(accumulate(whole(row, "cents") for row in rows))
    lowest = income * 7 // 10 - sums[-1] + min(sums)
    missing = max(0, income // 10 - lowest)
    return income * 7 // 10 - sums[-1] - (-missing // 1000) * 1000


def _close(draft: Draft, ledger: Ledger) -> None:
    """Numbers and balances, and the bank's word about the last salary."""
    ledger.rows.sort(key=lambda row: (whole(row, "at"), str(row["account"]), str(row["party"])))
    past = [row for row in ledger.rows if whole(row, "at") <= draft.now]
    opening = _opening(whole(draft.owner, "income"), [row for row in past if row["account"] == "current"])
    balances = {"current": opening, "savings": draft.price(draft.character.savings), "wallet": 0}
    for row in past:
        account = str(row["account"])
        balances[account] += whole(row, "cents")
        row["balance"] = balances[account]
        draft.add("payment", **row)
    bank = draft.firm("bank")
    for row in draft.rows["payment"]:
        if row["kind"] in ("salary", "pension"):
            slots = {
                "bank": str(bank["name"]),
                "amount": draft.money(whole(row, "cents")),
                "party": str(row["party"]),
                "balance": draft.money(whole(row, "balance")),
            }
            add_letter(
                draft,
                bank,
                "sms",
                whole(row, "at") + 60,
                "",
                draft.fill(letter(draft, "salary")[1], slots),
            )
