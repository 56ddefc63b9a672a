"""Shop deeds around orders: to check out, to order again, to call off, to send back.

Invariant: one new order at most, and its lines are those asked for.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import Entry, Field
from phonebuddy.tasks.invented.shop.parts import Parts
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, some


class OrderDeeds(Parts):
    """What becomes of the cart."""

    def deeds(self) -> list[Deed]:
        shop = self._shop
        found = [self._again("number"), self._calling_off("number"), self._too_late()]
        if shop.is_module:
            return [*found, self._paying()] if shop.is_cheap and not shop.is_filled else found
        found += [self._calling_off("day"), self._calling_off("latest"), self._again("day")]
        found += [self._returning(), self._telling_courier()]
        if shop.is_filled:
            checks = [self._checking_out("checkout", 2), self._checking_out("checkout_all", 3)]
            return [*found, *checks, self._adding_and_ordering()]
        orders = (("order", False, 2), ("order_more", shop.counts, 2), ("order_short", False, 1))
        return found + [self._ordering(name, has_count, told) for name, has_count, told in orders]

    def _check_out(self, entries: dict[str, Entry], note: str = "") -> Gold:
        """From the cart to the order."""
        shop = self._shop

        def chosen(fields: list[Field]) -> Gold:
            return [step for one in fields if one.name in entries for step in entries[one.name].gold]

        noted: Gold = [{"type": note, "into": shop.note}, {"press": "back"}] if note else []
        sure: Gold = [{"tap": shop.sure}] if shop.is_sure else []
        start: Gold = [{"tap": shop.checkout}]
        if shop.checks == "page":
            return [*start, *chosen(shop.form), *noted, {"tap": shop.place}, *sure]
        return [
            *start,
            *chosen(shop.form[:1]),
            {"tap": shop.next},
            *chosen(shop.form[1:]),
            *noted,
            {"tap": shop.next},
            {"tap": shop.place},
            *sure,
        ]

    def _wanted(self, count: int) -> tuple[dict[str, Entry], Data, list[tuple[str, str]], str, str]:
        """What is told about an order: entries, inventions, words, the condition on the order, the note."""
        shop = self._shop
        fields = some(shop.chance, shop.form, min(count, len(shop.form)), count)
        # Where there are more than two, not the one that is chosen at first.
        entries = {
            one.name: one.invented(
                f"n_{one.name}", shop.chance, True, one.values[1:] if len(one.values) > 2 else ()
            )
            for one in fields
        }
        new: Data = {key: value for entry in entries.values() for key, value in entry.new.items()}
        told = [(one.said, entries[one.name].said) for one in fields]
        where = "".join(f" AND {one.name} = {entries[one.name].stored}" for one in fields)
        note = ""
        if shop.has_note and shop.likely(0.5):
            note = "{note}"
            new["note"] = shop.chance.sample(shop.ways("notes"), 5)
            told.append((shop.one_of("note", "remark", "message to the shop"), '"{note}"'))
            where += " AND note = :note"
        return entries, new, told, where, note

    @property
    def _last(self) -> Data:
        return {"orders": f"SELECT max(id) AS last FROM {self._shop.order}"}

    def _ordered(self, where: str) -> list[Data]:
        shop = self._shop
        return [
            {"exactly 1": f"SELECT 1 FROM {shop.order} WHERE id > :last{where} AND status = 'placed'"},
            {"exactly 1": f"SELECT 1 FROM {shop.order} WHERE id > :last"},
        ]

    @property
    def _order_changes(self) -> tuple[str, ...]:
        shop = self._shop
        return f"insert {shop.order} where id = :last + 1", f'insert {shop.line} where "order" = :last + 1'

    def _ordering(self, name: str, has_count: bool, count: int = 2) -> Deed:
        shop = self._shop
        new, worked = self._new(has_count)
        entries, more, told, where, note = self._wanted(count)
        says = self._said(shop.ways("ordering"), g=self._goods(has_count, True), f=self._told(told))
        gold = [
            *shop.to_product(),
            *self.take(has_count),
            *shop.from_product(),
            *self._check_out(entries, note),
        ]
        quantity = ":count" if has_count else "1"
        goal = [
            *self._ordered(where),
            {
                "exactly 1": (
                    f'SELECT 1 FROM {shop.line} WHERE "order" > :last AND item = :id AND '
                    f"quantity = {quantity}{self._choice_is()}"
                )
            },
            {"exactly 1": f'SELECT 1 FROM {shop.line} WHERE "order" > :last'},
        ]
        return Deed(
            name,
            says,
            gold,
            goal,
            {**new, **more},
            {**worked, **self._one(self._free())},
            self._last,
            self._order_changes,
        )

    def _paying(self) -> Deed:
        """An order through the module, which is paid from the wallet of the hub."""
        shop = self._shop
        new, _ = self._new()
        new["note"] = list(shop.ways("notes"))
        says = self._said(
            shop.ways("ordering"), g=self._goods(False, True), f=self._told([("note", '"{note}"')])
        )
        gold: Gold = [*shop.to_product(), *self.take(), *shop.from_product(), {"tap": "Checkout"}]
        gold += [
            {"type": "{note}", "into": "Note (optional)"},
            {"press": "back"},
            {"tap": "Pay $"},
            {"tap": "Pay"},
        ]
        wallet = "(SELECT sum(cents) FROM hub_payment)"
        draw = self._one(f"{self._free()} AND cents + {shop.fee} < {wallet}")
        lines = f'SELECT 1 FROM {shop.line} WHERE "order" > :last'
        goal = [
            *self._ordered(" AND note = :note"),
            {"exactly 1": f"{lines} AND item = :id AND quantity = 1{self._choice_is()}"},
            {"exactly 1": lines},
            {"exactly 1": "SELECT 1 FROM hub_payment WHERE id > :paid"},
        ]
        facts = self._last | {"payments": "SELECT max(id) AS paid FROM hub_payment"}
        allow = (*self._order_changes, "insert hub_payment where id = :paid + 1")
        return Deed("pay", says, gold, goal, new, draw, facts, allow)

    def _checking_out(self, name: str, count: int) -> Deed:
        shop = self._shop
        entries, new, told, where, note = self._wanted(count)
        goal = [*self._ordered(where), {"absent": f"SELECT 1 FROM {shop.cart}"}]
        facts = {**self._last}
        says = self._said(shop.ways("checking_out"), f=self._told(told))
        return Deed(
            name,
            says,
            [*shop.to("cart"), *self._check_out(entries, note)],
            goal,
            new,
            {},
            facts,
            (*self._order_changes, f"delete {shop.cart}"),
        )

    def _adding_and_ordering(self) -> Deed:
        shop = self._shop
        new, worked = self._new()
        entries, more, told, where, note = self._wanted(2)
        gold = [*shop.to_product(), *self.take(), *shop.from_product(), *self._check_out(entries, note)]
        goal = [
            *self._ordered(where),
            {
                "exactly 1": (
                    f'SELECT 1 FROM {shop.line} WHERE "order" > :last AND item = :id AND '
                    f"quantity = 1{self._choice_is()}"
                )
            },
            {"absent": f"SELECT 1 FROM {shop.cart}"},
        ]
        says = self._said(shop.ways("adding_and_ordering"), g=self._goods(False, True), f=self._told(told))
        return Deed(
            "add_order",
            says,
            gold,
            goal,
            {**new, **more},
            {**worked, **self._one(self._free())},
            self._last,
            (*self._order_changes, f"delete {shop.cart}"),
        )

    def _order_called(self, by: str) -> tuple[tuple[str, ...], str]:
        """How an order is named, and what is drawn of it."""
        shop = self._shop
        if by == "number":
            return (
                "{number}",
                "order {number}",
                "my order {number}",
                "the order with the number {number}",
            ), ""
        if by == "day":
            return (
                "the order I placed on {day}",
                "my order from {day}",
                f"my {shop.noun} order of {{day}}",
                "the order of {day}",
            ), ""
        return (
            f"my latest {shop.noun} order",
            "the order I placed last",
            "the most recent of my orders",
        ), "ORDER BY at DESC LIMIT 1"

    def _order_of(self, by: str, where: str) -> Data:
        shop = self._shop
        return {
            "one": (
                f"SELECT id, {shop.number} AS number, day(at) AS day FROM {shop.order} WHERE "
                f"{where} {self._order_called(by)[1]}"
            )
        }

    def _again(self, by: str) -> Deed:
        shop = self._shop
        where = (
            f"NOT EXISTS (SELECT 1 FROM {shop.line} AS old JOIN {shop.cart} AS now ON "
            f'now.item = old.item WHERE old."order" = {shop.order}.id)'
        )
        same = (
            f"SELECT 1 FROM {shop.line} AS old JOIN {shop.cart} AS now ON now.item = old.item "
            'AND now.detail = old.detail AND now.quantity = old.quantity WHERE old."order" = '
            ":id"
        )
        draw = self._order_of(by, where) | {
            "size": f'SELECT count(*) AS size FROM {shop.line} WHERE "order" = :id'
        }
        goal = [{"exactly {size}": same}]
        allow = (f'insert {shop.cart} where item in (SELECT item FROM {shop.line} WHERE "order" = :id)',)
        gold = [
            *shop.to("orders"),
            {"tap": "{number}"},
            {"tap": "Order again" if shop.is_module else shop.again},
        ]
        return Deed(
            f"again_{by}",
            self._said(shop.ways("again"), it=self._order_called(by)[0]),
            gold,
            goal,
            {},
            draw,
            {},
            allow,
        )

    def _calling_off(self, by: str) -> Deed:
        shop = self._shop
        sure: Gold = [{"tap": shop.sure}] if shop.calls_off else []
        gold: Gold = [{"tap": shop.cancel}, *sure]
        allow: tuple[str, ...] = (f"update {shop.order}(status) where id = :id",)
        if shop.is_module:
            gold, allow = (
                [{"tap": "Cancel order"}, {"tap": "Cancel order"}],
                (f"update {shop.order}(status) where id = :id", "insert hub_payment"),
            )
        goal = [{"present": f"SELECT 1 FROM {shop.order} WHERE id = :id AND status = 'cancelled'"}]
        gold = [*shop.to("orders"), {"tap": "{number}"}, *gold]
        return Deed(
            f"cancel_{by}",
            self._said(shop.ways("calling_off"), it=self._order_called(by)[0]),
            gold,
            goal,
            {},
            self._order_of(by, "status = 'placed'"),
            {},
            allow,
        )

    def _too_late(self) -> Deed:
        shop = self._shop
        gold = [
            *shop.to("orders"),
            {"tap": "{number}"},
            {"answer": "It cannot be done: order {number} is over and cannot be cancelled."},
        ]
        page = "cart_order" if shop.is_module else "order"
        return Deed(
            "too_late",
            self._said(shop.ways("too_late"), it=self._order_called("number")[0]),
            gold,
            self._looked(page),
            {},
            self._order_of("number", "status = 'done'"),
            end="impossible",
        )

    def _returning(self) -> Deed:
        shop = self._shop
        entry = shop.reason.invented("reason", shop.chance, True)
        gold = [
            *shop.to("orders"),
            {"tap": "{number}"},
            {"tap": shop.return_},
            *entry.gold,
            {"tap": shop.send},
        ]
        goal = [
            {
                "present": (
                    f"SELECT 1 FROM {shop.order} WHERE id = :id AND status = 'returned' AND reason = :reason"
                )
            }
        ]
        by = shop.one_of("number", "day")
        return Deed(
            "return",
            self._said(shop.ways("returning"), it=self._order_called(by)[0]),
            gold,
            goal,
            entry.new,
            self._order_of(by, "status = 'done'"),
            {},
            (f"update {shop.order}(status, reason) where id = :id",),
        )

    def _telling_courier(self) -> Deed:
        shop = self._shop
        gold = [
            *shop.to("orders"),
            {"tap": "{number}"},
            {"replace": shop.calls["courier"], "with": "{note}"},
            {"press": "back"},
            {"tap": shop.calls["pass"]},
        ]
        goal = [{"present": f"SELECT 1 FROM {shop.order} WHERE id = :id AND courier = :note"}]
        return Deed(
            "courier",
            self._said(shop.ways("telling_courier"), it=self._order_called("number")[0]),
            gold,
            goal,
            {"note": list(shop.ways("notes"))},
            self._order_of("number", "status = 'placed'"),
            {},
            (f"update {shop.order}(courier) where id = :id",),
        )
