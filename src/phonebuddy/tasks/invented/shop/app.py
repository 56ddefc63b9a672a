"""Shop: an invented app that sells things: tea, lamps, pet food.

Goods are found, liked, chosen, ordered, called off, sent back and reviewed; pages, words and ways differ
from shop to shop. Invariant: the name and chance alone decide about a shop.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.shop.asks import asks, reads, writes
from phonebuddy.tasks.invented.shop.buying import BuyingPages
from phonebuddy.tasks.invented.shop.deeds_cart import CartDeeds
from phonebuddy.tasks.invented.shop.deeds_customer import CustomerDeeds
from phonebuddy.tasks.invented.shop.deeds_orders import OrderDeeds
from phonebuddy.tasks.invented.shop.pages import GoodsPages
from phonebuddy.tasks.invented.shop.plan import Shop
from phonebuddy.tasks.invented.shop.tables import schema
from phonebuddy.tasks.invented.sketch import COLORS, Data, Sketch, some

NUM_ORDERS = (4, 8)
NUM_DEEDS, NUM_READS = 26, 8
"""Of about forty and twelve that a shop could be asked for, so that it does not outweigh other apps."""
SOLD_OUT = 2
"""Goods that a shop has not got now."""
_STREETS = (
    "14 Orchard Road",
    "3 Linden Close",
    "27 Bridge Street",
    "8 Castle View",
    "51 Meadow Lane",
    "6 Old Wharf",
    "19 Abbey Gardens",
)
_WISHES = ("", "Ring twice", "Leave it at the back door", "Third floor, no lift", "Give it to the porter")


def sketch_shop(name: str, chance: random.Random) -> Sketch:
    shop = Shop(name, chance)
    goods = GoodsPages(shop)
    buying = BuyingPages(shop, goods)
    app: Data = {
        "title": shop.title,
        "domain": shop.noun,
        "icon": shop.data["icon"],
        "color": chance.choice(COLORS),
        "start": goods.first,
        "schema": schema(shop),
        "pages": {**goods.pages(), **buying.pages()},
    }
    modules = buying.modules()
    app |= {"modules": modules} if modules else {}
    content = _content(shop)
    deeds = [deed for kind in (CartDeeds, OrderDeeds, CustomerDeeds) for deed in kind(shop).deeds()]
    return Sketch(
        name,
        shop.title,
        shop.tells,
        app,
        content,
        tuple(some(chance, [*deeds, *asks(shop)], NUM_DEEDS, NUM_DEEDS)),
        tuple(some(chance, reads(shop), NUM_READS, NUM_READS)),
        tuple(writes(shop)),
    )


def _content(shop: Shop) -> Data:
    chance = shop.chance
    goods: list[Data] = []
    stars = chance.sample(range(28, 50), len(shop.goods))
    for place, (name, category) in enumerate(shop.goods):
        row: Data = {
            "id": place + 1,
            "name": name,
            "category": category,
            "cents": shop.prices[place],
            "stars": stars[place],
            "liked": 0,
        }
        goods.append(row | {one.name: one.drawn(chance) for one in shop.facts})
    # The cheapest and the dearest of one category can be had, for deeds that ask for them.
    ends = sorted(
        (row for row in goods if row["category"] == goods[0]["category"]), key=lambda row: int(row["cents"])
    )
    kept = [row for row in goods if row in (ends[0], ends[-1])]
    mixed = chance.sample([row for row in goods if row not in kept], len(goods) - len(kept))
    gone, taken, free = (
        mixed[:SOLD_OUT],
        mixed[SOLD_OUT : SOLD_OUT + chance.randint(2, 4)],
        [*kept, *mixed[SOLD_OUT + 4 :]],
    )
    chance.shuffle(free)
    for row in gone:
        row["stock"] = 0
    for row in free[: chance.randint(2, 4)]:  # what is liked can be had and is not in the cart
        row["liked"] = 1
    state: Data = {
        "id": 1,
        "street": chance.choice(_STREETS),
        "wishes": chance.choice(_WISHES),
        shop.switch: int(shop.is_switched),
    }
    found: Data = {
        shop.product: goods,
        shop.state: [state],
        shop.coupon: [{"code": code, "percent": chance.choice((5, 10, 15, 20))} for code in shop.codes],
        shop.contact: [{"label": one.label, "value": one.value, "icon": one.icon} for one in shop.contacts],
    }
    if shop.is_filled:
        found[shop.cart] = [_line(shop, row) for row in taken]
        found[shop.cart][0]["quantity"] = 5  # so that no number is that of all
    return found | _orders(shop, free)


def _line(shop: Shop, row: Data) -> Data:
    detail = shop.chance.choice(shop.option.values) if shop.option else ""
    return {
        "item": row["id"],
        "name": row["name"],
        "detail": detail,
        "cents": row["cents"],
        "quantity": shop.chance.randint(1, 4),
    }


def _orders(shop: Shop, goods: list[Data]) -> Data:
    """Some open ones and some that are over; no two of one day."""
    chance = shop.chance
    count = chance.randint(*NUM_ORDERS)
    days = sorted(chance.sample(range(3, 90), count), reverse=True)
    first = chance.randint(3, 400)
    arrivals = chance.sample(range(1, 10), 2)
    orders: list[Data] = []
    lines: list[Data] = []
    for place, ago in enumerate(days):
        is_open = place >= count - 2
        inside = [_line(shop, row) for row in chance.sample(goods, chance.randint(1, 3))]
        subtotal = sum(line["cents"] * line["quantity"] for line in inside)
        status = (
            "placed"
            if is_open
            else chance.choice(("done", "done", "done", "cancelled"))
            if place > 1
            else "done"
        )
        row: Data = {
            "id": first + place,
            "at": f"=today() - {ago * 86400 - 36000 - 60 * chance.randrange(300)}",
            "address": "3 Linden Close",
            "subtotal": subtotal,
            "fee": shop.fee,
            "total": subtotal + shop.fee,
            "ready": f"=today() + {86400 * (arrivals[count - 1 - place] if is_open else 2 - ago)}",
            "status": status,
        }
        if not shop.is_module:
            row |= {one.name: chance.choice(one.values) for one in shop.form}
        orders.append(row)
        lines += [{"order": first + place, **line} for line in inside]
    return {shop.order: orders, shop.line: lines}
