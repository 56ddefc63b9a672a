"""Shop asks: questions about a shop, and the values that stand in it or can be put there.

Invariant: what gold reads is what the page of that very shop shows.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import READ_AS
from phonebuddy.tasks.invented.meant import meant
from phonebuddy.tasks.invented.shop.deeds_customer import CustomerDeeds
from phonebuddy.tasks.invented.shop.plan import Shop
from phonebuddy.tasks.invented.sketch import ANYTHING, Data, Deed, Gold, Read, Write, filled

OWN = 4
"""How often a question counts that does without the name of the fact."""


def _price(shop: Shop, got: str) -> Gold:
    """On the page of a product."""
    if shop.price_as == "fact":
        return shop.read(shop.calls["price"], got)
    return [
        {
            "read": got,
            "match": r"^\$[\d,]+\.\d\d$"
            if shop.price_as == "big"
            else rf"^{shop.calls['price']}: (\$[\d,]+\.\d\d)$",
        }
    ]


def _order_fact(shop: Shop, label: str, got: str) -> Gold:
    """On the page of an order."""
    return [{"read": got, "near": label}] if shop.is_module else shop.read(label, got)


def _pair(shop: Shop) -> Data:
    return {
        "one": f"SELECT id, name, category, cents FROM {shop.product}",
        "two": (
            "SELECT id AS id2, name AS name2, category AS category2, cents AS cents2 FROM "
            f"{shop.product} WHERE id <> :id"
        ),
    }


def _both(shop: Shop) -> Gold:
    """The prices of two products, one after the other."""
    back: Gold = [{"press": "back"}] * (1 + (shop.layout == "categories"))
    first, second = (
        [*shop.to_row(), shop.tap("{name}")],
        [*shop.to_row("name2", "category2"), shop.tap("{name2}")],
    )
    return [*first, *_price(shop, "one_price"), *back, *second, *_price(shop, "two_price")]


def asks(shop: Shop) -> list[Deed]:
    """Questions that take more than one look."""
    found = [
        _sum(shop),
        _cheaper(shop),
        _several(shop),
        _cheapest(shop),
        _dearer_by(shop),
        _two_orders(shop),
        *_counts(shop),
    ]
    return found if shop.is_module else [*found, _latest(shop), _next(shop), *_cart_questions(shop)]


def _two_orders(shop: Shop) -> Deed:
    says = shop.ways("ask_orders")
    draw = {
        "one": f"SELECT id, {shop.number} AS number, total AS cents FROM {shop.order}",
        "two": f"SELECT {shop.number} AS number2, total AS cents2 FROM {shop.order} WHERE id <> :id",
        "sum": "SELECT money(:cents + :cents2) AS total",
    }
    first, second = (
        _order_fact(shop, shop.calls["total"], "one_total"),
        _order_fact(shop, shop.calls["total"], "two_total"),
    )
    gold: Gold = [
        *shop.to("orders"),
        {"tap": "{number}"},
        *first,
        {"press": "back"},
        {"tap": "{number2}"},
        *second,
    ]
    gold += [
        {"work_out": "all", "as": "SELECT money(cents(:one_total) + cents(:two_total))"},
        {"answer": "{all}"},
    ]
    return Deed("ask_orders", says, gold, [{"answer": "{total}"}], {}, draw)


def _next(shop: Shop) -> Deed:
    """Which of the open orders comes first: each has to be looked at."""
    says = shop.ways("ask_next")
    first = f"FROM {shop.order} WHERE status = 'placed' ORDER BY ready"
    draw = {
        "one": f"SELECT {shop.number} AS number, day(ready) AS day {first} LIMIT 1",
        "two": f"SELECT {shop.number} AS number2 {first} LIMIT 1 OFFSET 1",
    }
    gold: Gold = [
        *shop.to("orders"),
        {"tap": "{number2}"},
        *shop.read(shop.calls["arrival"], "later"),
        {"press": "back"},
        {"tap": "{number}"},
        *shop.read(shop.calls["arrival"], "sooner"),
        {"answer": "{number}"},
    ]
    return Deed("ask_next", says, gold, [{"answer": "{number}"}], {}, draw)


def _counts(shop: Shop) -> list[Deed]:
    """How many goods there are, where a page says it."""
    says = shop.ways("ask_count")
    draw = {"one": f"SELECT category, CAST(count(*) AS TEXT) AS size FROM {shop.product} GROUP BY category"}
    if shop.layout == "categories":
        gold: Gold = [{"read": "got", "near": "{category}"}, {"answer": "{got}"}]
    elif shop.narrows == "tabs" and shop.has_number:
        gold = [
            {"tap": "{category}"},
            {"read": "got", "match": rf"^(\d+) {shop.units}$"},
            {"answer": "{got}"},
        ]
    else:
        return []
    return [Deed("ask_count", says, gold, [{"answer": "{size}"}], {}, draw)]


def _sum(shop: Shop) -> Deed:
    says = shop.ways("ask_sum")
    draw = _pair(shop) | {"sum": "SELECT money(:cents + :cents2) AS total"}
    gold: Gold = [
        *_both(shop),
        {"work_out": "all", "as": "SELECT money(cents(:one_price) + cents(:two_price))"},
        {"answer": "{all}"},
    ]
    return Deed("ask_sum", says, gold, [{"answer": "{total}"}], {}, draw)


def _dearer_by(shop: Shop) -> Deed:
    says = shop.ways("ask_gap")
    draw = _pair(shop)
    draw["one"] += f" WHERE cents > (SELECT min(cents) FROM {shop.product})"
    draw["two"] += " AND cents < :cents"
    draw["gap"] = "SELECT money(:cents - :cents2) AS gap"
    gold: Gold = [
        *_both(shop),
        {"work_out": "more", "as": "SELECT money(cents(:one_price) - cents(:two_price))"},
        {"answer": "{more}"},
    ]
    return Deed("ask_gap", says, gold, [{"answer": "{gap}"}], {}, draw)


def _cheaper(shop: Shop) -> Deed:
    says = shop.ways("ask_cheaper")
    draw = _pair(shop) | {"best": "SELECT iif(:cents < :cents2, :name, :name2) AS cheaper"}
    return Deed(
        "ask_cheaper", says, [*_both(shop), {"answer": "{cheaper}"}], [{"answer": "{cheaper}"}], {}, draw
    )


def _several(shop: Shop) -> Deed:
    says = shop.ways("ask_several")
    draw = {"one": f"SELECT id, name, category, money(cents * :count) AS total FROM {shop.product}"}
    gold: Gold = [
        *shop.to_product(),
        *_price(shop, "one_price"),
        {"work_out": "all", "as": "SELECT money(cents(:one_price) * :count)"},
        {"answer": "{all}"},
    ]
    return Deed("ask_several", says, gold, [{"answer": "{total}"}], {"count": [2, 3, 4, 5]}, draw)


def _cheapest(shop: Shop) -> Deed:
    says = shop.ways("ask_cheapest")
    draw = {
        "group": f"SELECT DISTINCT category FROM {shop.product}",
        "best": f"SELECT name FROM {shop.product} WHERE category = :category ORDER BY cents LIMIT 1",
    }
    sort: Gold = (
        [{"tap": shop.calls["sort"]}, {"tap": shop.cheapest}] if shop.sorts in ("menu", "sheet") else []
    )
    gold: Gold = [*sort, *shop.to_row(), {"scroll_to": "{name}"}, {"answer": "{name}"}]
    return Deed("ask_cheapest", says, gold, [{"answer": "{name}"}], {}, draw)


def _latest(shop: Shop) -> Deed:
    says = shop.ways("ask_latest")
    draw = {
        "one": (
            f"SELECT {shop.number} AS number, money(total) AS total FROM {shop.order} ORDER "
            "BY at DESC LIMIT 1"
        )
    }
    gold: Gold = [
        *shop.to("orders"),
        {"tap": "{number}"},
        *_order_fact(shop, shop.calls["total"], "got"),
        {"answer": "{got}"},
    ]
    return Deed("ask_latest", says, gold, [{"answer": "{total}"}], {}, draw)


def _cart_questions(shop: Shop) -> list[Deed]:
    if not shop.is_filled:
        return []
    says = shop.ways("ask_cart")
    draw = {"one": f"SELECT money(sum(quantity * cents) + {shop.fee}) AS total FROM {shop.cart}"}
    gold: Gold = [*shop.to("cart"), {"read": "got", "near": shop.calls["total"]}, {"answer": "{got}"}]
    return [Deed("ask_cart", says, gold, [{"answer": "{total}"}], {}, draw)]


# -- values --------------------------------------------------------------------------------------


def reads(shop: Shop) -> list[Read]:
    return [
        _price_read(shop),
        _rating_read(shop),
        *_fact_reads(shop),
        *_order_reads(shop),
        *_contact_reads(shop),
    ]


def _price_read(shop: Shop) -> Read:
    things = shop.ways("price_things")
    asked = shop.ways("price_asks")
    draw = {
        "read": f"SELECT name AS r_name, category AS r_category, money(cents) AS r_price FROM {shop.product}"
    }
    return Read(
        "money",
        things,
        asked,
        draw,
        "r_price",
        [*shop.to_product("r_name", "r_category"), *_price(shop, "got")],
    )


def _rating_read(shop: Shop) -> Read:
    it = ("{r_name}", f"the {shop.noun} {{r_name}}")
    things = tuple(f"the rating of {name}" for name in it)
    asked = tuple(filled(way, it=name) for name in it for way in shop.ways("rating_asks"))
    draw = {
        "read": (
            "SELECT name AS r_name, category AS r_category, printf('%.1f', stars / 10.0) AS "
            f"r_value FROM {shop.product}"
        )
    }
    return Read(
        "number",
        things,
        asked,
        draw,
        "r_value",
        [*shop.to_product("r_name", "r_category"), *shop.read(shop.rated)],
    )


def _fact_reads(shop: Shop) -> list[Read]:
    found = []
    for one in shop.facts:
        it = ("{r_name}", f"the {shop.noun} {{r_name}}")
        other = meant("shop", one.said)
        ways, called = (*other.asks * OWN, *shop.ways("fact_asks")), (*other.things, "the {s} of {it}")
        things = tuple(filled(way, s=one.said, it=name) for name in it for way in called)
        asked = tuple(filled(way, s=one.said, it=name) for name in it for way in ways)
        draw = {
            "read": (
                f"SELECT name AS r_name, category AS r_category, {one.shown()} AS r_value FROM {shop.product}"
            )
        }
        gold = [*shop.to_product("r_name", "r_category"), *shop.read(one.label)]
        found.append(Read(READ_AS[one.kind], things, asked, draw, "r_value", gold))
    return found


def _order_reads(shop: Shop) -> list[Read]:
    shown = [("money", "total", shop.calls["total"], "money(total)", shop.ways("total_asks"))]
    if not shop.is_module:
        shown.append(
            ("day", "day of arrival", shop.calls["arrival"], "day(ready)", shop.ways("arrival_asks"))
        )
        shown.append(("text", "status", shop.calls["status"], shop.status, shop.ways("status_asks")))
    found = []
    for kind, said, label, value, asked in shown:
        where = "status = 'placed'" if kind == "day" else "1"
        draw = {
            "read": f"SELECT {shop.number} AS r_number, {value} AS r_value FROM {shop.order} WHERE {where}"
        }
        things = shop.ways("order_things", said=said)
        found.append(
            Read(
                kind,
                things,
                asked,
                draw,
                "r_value",
                [*shop.to("orders"), {"tap": "{r_number}"}, *_order_fact(shop, label, "got")],
            )
        )
    return found


def _contact_reads(shop: Shop) -> list[Read]:
    found = []
    for one in shop.contacts:
        label, kind, said = one.label, one.kind, one.said
        own = tuple(filled(way, shop=shop.shop_said) for way in one.things)
        things = (
            f"the {said} of the shop",
            f"the shop's {said}",
            f"the {said} of the {shop.shop_said}",
            *own,
        )
        asked = (
            *shop.ways("contact_asks", said=said),
            *(filled(way, shop=shop.shop_said) for way in one.asks * OWN),
        )
        draw = {"read": f"SELECT value AS r_value FROM {shop.contact} WHERE label = '{label}'"}
        found.append(
            Read(kind, things, asked, draw, "r_value", [*shop.to("help"), {"read": "got", "near": label}])
        )
    return found


def writes(shop: Shop) -> list[Write]:
    wishes = shop.wishes.lower()
    says = (
        "put {v} under " + wishes,
        "write {v} under " + wishes,
        "enter {v} as " + wishes,
        "set " + wishes + " to {v}",
        "let every driver who comes to me read {v}",
        "leave {v} for all who bring me parcels",
    )
    gold: Gold = [*shop.to("account"), *shop.enter(shop.wishes, "{got}")]
    goal = [{"exactly 1": f"SELECT wishes FROM {shop.state}", "saying": "{V}"}]
    found = [Write(ANYTHING, says, {}, {}, gold, goal, (f"update {shop.state}(wishes)",))]
    if not shop.is_module:
        found.append(_courier_write(shop))
    if shop.reviews_as in ("page", "dialog"):
        found.append(_review_write(shop))
    return found


def _courier_write(shop: Shop) -> Write:
    says = shop.ways("courier_write")
    draw = {
        "write": f"SELECT id AS w_id, {shop.number} AS w_number FROM {shop.order} WHERE status = 'placed'"
    }
    gold: Gold = [
        *shop.to("orders"),
        {"tap": "{w_number}"},
        {"replace": shop.calls["courier"], "with": "{got}"},
        {"press": "back"},
        {"tap": shop.calls["pass"]},
    ]
    goal = [{"exactly 1": f"SELECT courier FROM {shop.order} WHERE id = :w_id", "saying": "{V}"}]
    return Write(ANYTHING, says, draw, {}, gold, goal, (f"update {shop.order}(courier) where id = :w_id",))


def _review_write(shop: Shop) -> Write:
    says = shop.ways("review_write")
    draw = {
        "write": (
            f"SELECT id AS w_id, name AS w_name, category AS w_category FROM {shop.product} "
            f"WHERE id NOT IN (SELECT thing FROM {shop.review} WHERE mine)"
        )
    }
    gold = [*shop.to_product("w_name", "w_category"), *CustomerDeeds(shop).review_gold("{got}", "4 stars")]
    goal = [
        {
            "exactly 1": f"SELECT text FROM {shop.review} WHERE thing = :w_id AND mine AND stars = 4",
            "saying": "{V}",
        }
    ]
    return Write(ANYTHING, says, draw, {}, gold, goal, (f"insert {shop.review} where thing = :w_id",))
