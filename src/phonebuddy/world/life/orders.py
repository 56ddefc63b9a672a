"""What was ordered: parcels, meals, tickets and trips, with their payments and what firms wrote about them.

Invariant: numbers of orders and bookings are the same in the tables and in every text.
"""

from __future__ import annotations

import json

from phonebuddy.world.life.draft import DAY, Draft, Row, whole
from phonebuddy.world.life.ledger import Ledger, letter
from phonebuddy.world.life.messages import add_letter
from phonebuddy.world.life.parts import Good

PARCELS = (
    # number, status, days ago placed, minute, days until it arrives, which good
    (10482, "shipped", 2, 1145, 2),
    (10377, "delivered", 9, 686, -5),
    (10251, "returned", 33, 1231, -29),
)
"""Number, status, days ago and minute it was placed, days until it arrives."""
DELIVERY = 490


def add_parcels(draft: Draft, ledger: Ledger, seed: int) -> None:
    goods, shop = draft.sources.routines.goods, draft.firm("shop")
    for number, (base, status, ago, minute, ahead) in enumerate(PARCELS):
        good = goods[(3 * seed + number) % len(goods)]
        _parcel(
            draft,
            ledger,
            shop,
            good,
            base + 29 * (seed % 40),
            status,
            draft.moment(-ago, minute),
            draft.moment(ahead, 0),
        )


def _parcel(
    draft: Draft, ledger: Ledger, shop: Row, good: Good, number: int, status: str, at: int, arrives: int
) -> None:
    cents = draft.price(good.cents)
    items = [{"key": good.key, "name": good.name, "quantity": 1, "cents": cents, "options": good.options}]
    total = cents + draft.price(DELIVERY)
    order = draft.add(
        "order",
        app="shop",
        number=f"SO-{number}",
        company=shop["name"],
        what=good.name,
        items=json.dumps(items, ensure_ascii=False),
        cents=total,
        at=at,
        arrives=arrives,
        status=status,
        person=0,
        event=0,
    )
    ledger.add(at + 40, -total, shop["name"], f"SO-{number}", "shopping", order=order)
    if status == "returned":
        ledger.add(
            arrives + 6 * DAY, total, shop["name"], f"SO-{number}", "shopping", kind="refund", order=order
        )
    slots = {
        **draft.slots(),
        "number": f"SO-{number}",
        "what": good.name,
        "amount": draft.money(total),
        "arrives": draft.date(arrives),
        "company": str(shop["name"]),
    }
    subject, text = letter(draft, "order")
    add_letter(
        draft, shop, "mail", at + 60, draft.fill(subject, slots), draft.fill(text, slots), "order", order
    )
    told = draft.fill(letter(draft, "order_shipped")[1], slots)
    add_letter(draft, shop, "sms", min(at + DAY, draft.today - DAY + 545 * 60), "", told, "order", order)
    if status == "shipped":
        out = draft.fill(letter(draft, "order_out")[1], slots)
        add_letter(draft, shop, "sms", draft.now + 22 * 60, "", out, "order", order)


def add_meals(draft: Draft, ledger: Ledger) -> None:
    dice, firm = draft.chance("meals"), draft.firm("food")
    for number in range(5):
        meal = dice.choice(draft.sources.routines.meals)
        places = [one for one in draft.rows["place"] if one["kind"] == meal.place]
        at = draft.moment(-2 - 9 * number - dice.randrange(5), dice.randrange(1110, 1260))
        cents = draft.price(meal.cents + 250)
        order = draft.add(
            "order",
            app="food",
            number=f"DB-{dice.randrange(20000, 90000)}",
            company=firm["name"],
            what=f"{meal.dish} ({dice.choice(places)['name']})",
            items="[]",
            cents=cents,
            at=at,
            arrives=at - at % DAY,
            status="delivered",
            person=0,
            event=0,
        )
        ledger.add(
            at,
            -cents,
            firm["name"],
            str(draft.rows["order"][order - 1]["number"]),
            "restaurants",
            order=order,
        )


def add_tickets(draft: Draft, ledger: Ledger) -> None:
    """What stories ordered is paid by card."""
    for row in draft.rows["order"]:
        if row["app"] in ("cinema", "ticket"):
            number, cents = whole(row, "id"), whole(row, "cents")
            ledger.add(whole(row, "at"), -cents, row["company"], str(row["what"]), "fun", order=number)


def add_trips(draft: Draft, ledger: Ledger) -> None:
    towns = draft.rows["town"]
    for row in draft.rows["ride"]:
        firm = draft.firm("rail" if row["kind"] == "train" else "airline")
        origin, target = (str(towns[whole(row, key) - 1]["name"]) for key in ("origin", "target"))
        at, cents = whole(row, "bought"), whole(row, "cents")
        ledger.add(
            at,
            -cents,
            firm["name"],
            f"{row['code']} {origin} - {target}",
            "travel",
            trip=whole(row, "trip"),
        )
        slots = {
            **draft.slots(),
            "origin": origin,
            "target": target,
            "day": draft.date(whole(row, "departs")),
            "departs": draft.clock(whole(row, "departs")),
            "arrives": draft.clock(whole(row, "arrives")),
            "amount": draft.money(cents),
            "company": str(firm["name"]),
            **{key: str(row[key]) for key in ("code", "number", "coach", "seat")},
        }
        subject, text = letter(draft, "ride" if row["kind"] == "train" else "flight")
        add_letter(
            draft,
            firm,
            "mail",
            at + 120,
            draft.fill(subject, slots),
            draft.fill(text, slots),
            "ride",
            whole(row, "id"),
        )
    for trip in draft.rows["trip"]:
        if trip["hotel"]:
            _hotel(draft, ledger, trip)


def _hotel(draft: Draft, ledger: Ledger, trip: Row) -> None:
    place = draft.rows["place"][whole(trip, "hotel") - 1]
    at = min(draft.now - DAY, whole(trip, "leaves") - 18 * DAY) + 3000
    cents, number = whole(trip, "hotel_cents"), whole(trip, "id")
    ledger.add(at, -cents, place["name"], str(trip["hotel_code"]), "travel", trip=number)
    slots = {
        **draft.slots(),
        "hotel": str(place["name"]),
        "code": str(trip["hotel_code"]),
        "amount": draft.money(cents),
        "street": str(place["street"]),
        "town": str(place["town"]),
        "arrives": draft.date(whole(trip, "leaves")),
        "leaves": draft.date(whole(trip, "returns")),
    }
    subject, text = letter(draft, "hotel")
    firm: Row = {"name": place["name"], "mail": "booking@hotel.example"}
    add_letter(
        draft, firm, "mail", at + 90, draft.fill(subject, slots), draft.fill(text, slots), "trip", number
    )
