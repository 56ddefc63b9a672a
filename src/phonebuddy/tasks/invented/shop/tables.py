"""Shop tables: what a shop keeps.

Invariant: tables have the columns of the module `cart`, so deeds need not know whose pages a shop has.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.shop.plan import Shop


def schema(shop: Shop) -> str:
    """The tables of a shop; those of the modules come with them."""
    facts = "".join(f", {one.column}" for one in shop.facts)
    made = [
        (
            f"CREATE TABLE {shop.product} (id INTEGER PRIMARY KEY, name TEXT NOT NULL, "
            "category TEXT NOT NULL, cents INTEGER NOT NULL, stars INTEGER NOT NULL, "
            f"liked INTEGER NOT NULL DEFAULT 0, chosen INTEGER NOT NULL DEFAULT 0{facts});"
        ),
        (
            f"CREATE TABLE {shop.state} (id INTEGER PRIMARY KEY, coupon TEXT NOT NULL "
            "DEFAULT '', street TEXT NOT NULL, wishes TEXT NOT NULL DEFAULT '', "
            f"{shop.switch} INTEGER NOT NULL DEFAULT 0);"
        ),
        (
            f"CREATE TABLE {shop.contact} (id INTEGER PRIMARY KEY, label TEXT NOT NULL, "
            "value TEXT NOT NULL, icon TEXT NOT NULL);"
        ),
        (
            f"CREATE TABLE {shop.coupon} (id INTEGER PRIMARY KEY, code TEXT NOT NULL, "
            "percent INTEGER NOT NULL);"
        ),
    ]
    if shop.reviews_as != "module":
        made.append(
            f"CREATE TABLE {shop.review} (id INTEGER PRIMARY KEY, thing INTEGER NOT "
            "NULL, author TEXT NOT NULL, at INTEGER NOT NULL, stars INTEGER NOT "
            "NULL, text TEXT NOT NULL, mine INTEGER NOT NULL DEFAULT 0);"
        )
    if not shop.is_module:
        made += _buying_tables(shop)
    return "\n".join(made) + "\n"


def _buying_tables(shop: Shop) -> list[str]:
    goods = (
        "item INTEGER NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL DEFAULT '', "
        "cents INTEGER NOT NULL, quantity INTEGER NOT NULL"
    )
    extra = "".join(f", {one.name} TEXT NOT NULL DEFAULT {quoted('')}" for one in shop.form)
    return [
        f"CREATE TABLE {shop.cart} (id INTEGER PRIMARY KEY, {goods}, UNIQUE (item, detail));",
        (
            f"CREATE TABLE {shop.order} (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, "
            "address TEXT NOT NULL, note TEXT NOT NULL DEFAULT '', subtotal INTEGER NOT "
            "NULL, fee INTEGER NOT NULL, "
            "total INTEGER NOT NULL, ready INTEGER NOT NULL, status TEXT NOT NULL "
            "DEFAULT 'placed', reason TEXT NOT NULL DEFAULT '', courier TEXT NOT NULL "
            f"DEFAULT ''{extra});"
        ),
        f'CREATE TABLE {shop.line} (id INTEGER PRIMARY KEY, "order" INTEGER NOT NULL, {goods});',
    ]
