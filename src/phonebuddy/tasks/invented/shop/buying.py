"""Shop buying: the pages of the cart, the checkout, the orders, and what the shop knows about its customer.

Invariant: tables have the columns of the module `cart`, so deeds need not know whose pages these are.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.fields import Field
from phonebuddy.tasks.invented.shop.pages import GoodsPages
from phonebuddy.tasks.invented.shop.plan import Shop
from phonebuddy.tasks.invented.sketch import Data


class BuyingPages:
    """The pages on which goods are bought."""

    def __init__(self, shop: Shop, goods: GoodsPages) -> None:
        self._shop, self._goods = shop, goods

    def pages(self) -> Data:
        shop = self._shop
        found: Data = {"account": self._account(), "help": self._help()}
        if shop.reviews_as == "page":
            found["review"] = self._review()
        if not shop.is_module:
            found |= {
                "cart": self._cart(),
                "orders": self._orders(),
                "order": self._order(),
                "returning": self._returning(),
            }
            found |= self._checkouts()
        return found

    def modules(self) -> Data:
        shop, found = self._shop, {}
        if shop.layout == "filters":
            found["filters"] = self._goods.filters()
        if shop.is_module:
            found["cart"] = {
                "party": shop.title,
                "title": shop.cart_word,
                "prefix": shop.prefix,
                "fee": f"SELECT {shop.fee}",
                "fee_words": shop.fee_word,
                "address": f"SELECT street FROM {shop.state}",
                "picture": shop.picture,
            }
        if shop.reviews_as == "module":
            found["reviews"] = {
                "me": "SELECT 'Me'",
                "about": f"SELECT name FROM {shop.product} WHERE id = :thing",
            }
        return found

    # -- the cart --------------------------------------------------------------------------------------

    @property
    def _sums(self) -> str:
        """Columns over the whole cart."""
        shop = self._shop
        subtotal = f"coalesce((SELECT sum(quantity * cents) FROM {shop.cart}), 0)"
        percent = (
            f"coalesce((SELECT percent FROM {shop.coupon} WHERE code = (SELECT coupon FROM {shop.state})), 0)"
        )
        inner = (
            f"SELECT {subtotal} AS subtotal, {subtotal} * {percent} / 100 AS off, {shop.fee} "
            f"AS fee, (SELECT coupon FROM {shop.state}) AS coupon"
        )
        return (
            "SELECT *, subtotal > 0 AS filled, off > 0 AS is_off, fee > 0 AS has_fee, "
            "subtotal - off + fee AS total, money(subtotal) AS subtotal_text, money(off) AS "
            "off_text, money(fee) AS fee_text, money(subtotal - off + fee) AS total_text "
            f"FROM ({inner})"
        )

    def _cart(self) -> Data:
        shop = self._shop
        rows = (
            "SELECT id, item, name AS c_name, detail, cents, quantity, trim(detail || '  ' "
            "|| quantity || ' × ' || money(cents)) AS about, money(cents * quantity) AS "
            f"line_text FROM {shop.cart} ORDER BY id"
        )
        page: Data = {"vars": {"code": "", "wrong": ""}, "data": self._sums}
        clear: list[Data] = [{"sql": f"DELETE FROM {shop.cart}"}, {"snackbar": "All gone"}]
        if shop.is_sure:
            clear = [{"dialog": "Take everything out?", "confirm": shop.sure, "on_confirm": clear}]
        actions: list[Data] = []
        if shop.clears == "icon":
            actions = [
                {
                    "icon_button": "delete-sweep-outline",
                    "label": shop.calls["empty"],
                    "when": "filled",
                    "on_tap": clear,
                }
            ]
        if shop.clears == "menu":
            actions = [
                {
                    "icon_button": "dots-vertical",
                    "label": shop.calls["options"],
                    "on_tap": [{"menu": [{"menu_item": shop.calls["empty"], "on_tap": clear}]}],
                }
            ]
        lines = [
            self._sum("Goods", "{subtotal_text}"),
            self._sum("Discount", "{off_text}", "is_off"),
            self._sum(shop.fee_word, "{fee_text}", "has_fee"),
            self._sum(shop.calls["total"], "{total_text}"),
        ]
        body: list[Data] = [{"list": rows, "each": self._cart_row(), "empty": "There is nothing in it yet"}]
        body += [{"column": lines, "pad": 16, "gap": 8, "when": "filled"}, *self._coupon_widgets()]
        button = {"button": shop.checkout, "wide": True, "when": "filled", "on_tap": [{"open": "checkout"}]}
        page["body"] = [*body, {"column": [button], "pad": 16}, {"space": 24}]
        return self._goods.main("cart", page, actions=actions)

    @staticmethod
    def _sum(label: str, value: str, when: str = "") -> Data:
        row: Data = {"row": [{"text": label, "grow": 1}, {"text": value}], "gap": 12}
        return row | ({"when": when} if when else {})

    def _cart_row(self) -> Data:
        shop = self._shop
        remove = [{"sql": f"DELETE FROM {shop.cart} WHERE id = :id"}]
        if shop.cart_as == "stepper":
            return self._cart_stepper(remove)
        deeds = {
            shop.one_more: [{"sql": f"UPDATE {shop.cart} SET quantity = quantity + 1 WHERE id = :id"}],
            shop.one_less: [
                {"sql": f"UPDATE {shop.cart} SET quantity = max(1, quantity - 1) WHERE id = :id"}
            ],
            shop.calls["later"]: [
                {"sql": f"UPDATE {shop.product} SET liked = 1 WHERE id = :item"},
                *remove,
            ],
            shop.calls["out"]: remove,
        }
        row: Data = {"list_item": "{c_name}", "text": "{about}", "meta": "{line_text}"}
        menu = [{"menu": [{"menu_item": word, "on_tap": deed} for word, deed in deeds.items()]}]
        if shop.cart_as == "hold":
            return row | {"on_long_press": menu}
        if shop.cart_as == "menu":
            label = f"{shop.calls['change']} {{c_name}}"
            dots = {"icon_button": "dots-vertical", "label": label, "on_tap": menu}
            return {"list_item": "{c_name}", "text": "{about}", "trailing": dots}
        if shop.cart_as == "swipe":
            row["on_swipe_left"] = [*deeds.pop(shop.calls["out"]), {"snackbar": "Taken out"}]
        return row | {"on_tap": self._cart_sheet(deeds)}

    def _cart_stepper(self, remove: list[Data]) -> Data:
        shop = self._shop
        count = [{"sql": f"UPDATE {shop.cart} SET quantity = :value WHERE id = :id"}]
        label = f"{shop.calls['remove']} {{c_name}}"
        line: list[Data] = [
            {"text": "{about}", "grow": 1},
            {"text": "{line_text}"},
            {"icon_button": "delete-outline", "label": label, "on_tap": remove},
        ]
        step = {"stepper": "{quantity}", "label": "{c_name}", "min": 1, "max": 20, "on_change": count}
        return {"column": [step, {"row": line, "gap": 8}], "pad": 16, "gap": 4}

    def _cart_sheet(self, deeds: dict[str, list[Data]]) -> list[Data]:
        """What can be done with something in the cart; all but the numbers closes the sheet."""
        shop = self._shop
        counts = [
            {"button": word, "style": "tonal", "on_tap": deeds.pop(word)}
            for word in (shop.one_less, shop.one_more)
        ]
        leave: Data = {"dismiss": None}
        widgets: list[Data] = [{"row": counts, "gap": 12}]
        for word, deed in [*deeds.items(), (shop.calls["close"], [])]:
            style = "text" if word == shop.calls["close"] else "outlined"
            widgets.append({"button": word, "style": style, "wide": True, "on_tap": [leave, *deed]})
        return [{"sheet": "{c_name}", "body": [{"column": widgets, "pad": 16, "gap": 12}]}]

    def _coupon_widgets(self) -> list[Data]:
        shop = self._shop
        apply = [
            {
                "require": f"SELECT EXISTS (SELECT 1 FROM {shop.coupon} WHERE code = upper(trim(:code)))",
                "message": "This code is not valid",
                "into": "wrong",
            },
            {"sql": f"UPDATE {shop.state} SET coupon = upper(trim(:code))"},
            {"snackbar": "Thank you, the code was accepted"},
        ]
        field: Data = {
            "field": "code",
            "label": shop.code,
            "error": "{wrong}",
            "on_change": [{"set": {"wrong": ""}}],
        }
        if shop.clears == "icon":
            return [
                {
                    "column": [field, {"button": shop.redeem, "style": "tonal", "on_tap": apply}],
                    "pad": 16,
                    "gap": 8,
                    "when": "filled",
                }
            ]
        return [
            {
                "row": [field | {"grow": 1}, {"button": shop.redeem, "style": "outlined", "on_tap": apply}],
                "pad": 16,
                "gap": 8,
                "when": "filled",
            }
        ]

    # -- the checkout ----------------------------------------------------------------------------------

    def _checkouts(self) -> Data:
        """One page, or several one after the other."""
        shop = self._shop
        if shop.checks == "page":
            return {
                "checkout": self._step("Checkout", shop.form, shop.has_note, self._placing(), shop.place, [])
            }
        names = [one.name for one in shop.form]
        given = {one: f"{{{one}}}" for one in [*names, "note"]}
        last = self._step("Last look", [], False, self._placing(), shop.place, [*names, "note"])
        second = self._step(
            "Details",
            shop.form[1:],
            shop.has_note,
            [{"open": "checkout_look", "with": given}],
            shop.next,
            names[:1],
        )
        first = self._step(
            "Checkout",
            shop.form[:1],
            False,
            [{"open": "checkout_more", "with": {names[0]: f"{{{names[0]}}}"}}],
            shop.next,
            [],
        )
        return {"checkout": first, "checkout_more": second, "checkout_look": last}

    def _step(
        self, title: str, fields: list[Field], has_note: bool, then: list[Data], word: str, params: list[str]
    ) -> Data:
        shop = self._shop
        helpers = [part for one in fields for part in one.helpers()]
        columns = ", ".join(["*", *helpers])
        widgets = [widget for one in fields for widget in one.widgets()]
        shown = [
            {"list_item": f"{{{one.name}}}", "text": one.label}
            for one in shop.form
            if one.name in params and title == "Last look"
        ]
        if has_note:
            widgets.append({"field": "note", "label": shop.note})
        widgets.append(self._sum(shop.calls["total"], "{total_text}"))
        widgets.append({"button": word, "wide": True, "on_tap": then})
        page: Data = {
            "data": f"SELECT {columns} FROM ({self._sums})",
            "vars": {one.name: one.first for one in fields},
        }
        if "note" not in params:
            page["vars"]["note"] = ""
        if params:
            page["params"] = params
        where = {"list_item": "{street}", "text": "Address", "icon": "map-marker-outline"}
        address = [{"list": f"SELECT street FROM {shop.state}", "each": where}] if title == "Checkout" else []
        return page | {
            "top": {"top_bar": title, "leave": "back"},
            "body": [*address, *shown, {"column": widgets, "pad": 16, "gap": 12}],
        }

    def _placing(self) -> list[Data]:
        shop = self._shop
        names = [one.name for one in shop.form]
        place: list[Data] = [
            {"require": "SELECT :filled", "message": "There is nothing to order"},
            {
                "sql": (
                    f"INSERT INTO {shop.order} (at, address, note, subtotal, fee, total, "
                    f"ready, {', '.join(names)}) SELECT now(), street, trim(:note), :subtotal "
                    "- :off, :fee, :total, "
                    f"today() + 172800, {', '.join(f':{one}' for one in names)} FROM {shop.state}"
                )
            },
            {"let": f"SELECT max(id) AS made FROM {shop.order}"},
            {
                "sql": (
                    f'INSERT INTO {shop.line} ("order", item, name, detail, cents, quantity) '
                    f"SELECT :made, item, name, detail, cents, quantity FROM {shop.cart} "
                    "ORDER BY id"
                )
            },
            {"sql": f"DELETE FROM {shop.cart}"},
            {"sql": f"UPDATE {shop.state} SET coupon = ''"},
            {"replace": "order", "with": {"id": "{made}"}},
            {"snackbar": "Thank you for your order"},
        ]
        if not shop.is_sure:
            return place
        return [
            {
                "dialog": shop.chance.choice(
                    ("Send this order?", "Buy for {total_text}?", "Is everything right?")
                ),
                "confirm": shop.sure,
                "on_confirm": place,
            }
        ]

    # -- orders ----------------------------------------------------------------------------------------

    def _orders(self) -> Data:
        shop = self._shop
        page: Data = {"vars": {"only": "All"}, "body": []}
        where = "1"
        if shop.orders_tabs:
            page["body"].append(
                {"tabs": "only", "options": {"All": "All", "Current": "Current", "Earlier": "Earlier"}}
            )
            where = "(:only = 'All' OR (status = 'placed') = (:only = 'Current'))"
        rows = (
            f"SELECT id, {shop.number} AS number, {shop.status} AS status_text, day(at) AS "
            f"day_text, money(total) AS total_text, (SELECT sum(quantity) FROM {shop.line} "
            f"WHERE \"order\" = {shop.order}.id) || ' {shop.units}' AS how_many FROM "
            f"{shop.order} WHERE {where} ORDER BY at DESC, id DESC"
        )
        tap = [{"open": "order", "with": {"id": "{id}"}}]
        each: Data = {
            "list_item": "{number}",
            "text": "{day_text} · {status_text}",
            "meta": "{total_text}",
            "icon": "receipt-text-outline",
            "on_tap": tap,
        }
        if shop.orders_as == "overline":
            each = {
                "list_item": "{how_many}, {total_text}",
                "overline": "{number}",
                "text": "{status_text} · {day_text}",
                "on_tap": tap,
            }
        if shop.orders_as == "cards":
            lines = [
                {"row": [{"text": "{number}", "style": "title", "grow": 1}, {"text": "{total_text}"}]},
                {"text": "{day_text}, {how_many}"},
                {"text": "{status_text}", "color": "primary"},
            ]
            each = {"card": lines, "pad": 12, "gap": 4, "style": "outlined", "on_tap": tap}
        goods: Data = {"list": rows, "each": each, "empty": "No orders yet"}
        page["body"].append(
            {"column": [goods | {"gap": 10}], "pad": 16} if shop.orders_as == "cards" else goods
        )
        return self._goods.main("orders", page)

    def _order(self) -> Data:
        shop = self._shop
        columns = (
            f"{shop.number} AS number, {shop.status} AS status_text, long_day(at) AS "
            "placed_text, day(ready) AS ready_text, money(total) AS total_text, address, "
            "note AS order_note, courier, status = 'placed' AS is_open, status = 'done' AS "
            "is_done, note <> '' AS has_note"
        )
        fields = "".join(
            f", {one.name} AS {one.name}_shown, {one.name} <> '' AS has_{one.name}" for one in shop.form
        )
        pairs = [
            (shop.calls["status"], "{status_text}"),
            (shop.calls["placed"], "{placed_text}"),
            (shop.calls["arrival"], "{ready_text}"),
        ]
        shop.chance.shuffle(pairs)
        facts = self._goods.facts([*pairs, (shop.calls["total"], "{total_text}")])
        facts += [{"list_item": "{order_note}", "text": shop.note, "when": "has_note"}]
        facts += [
            {"list_item": f"{{{one.name}_shown}}", "text": one.label, "when": f"has_{one.name}"}
            for one in shop.form
        ]
        rows = (
            "SELECT name AS l_name, trim(detail || '  ' || quantity || ' × ' || "
            f'money(cents)) AS about FROM {shop.line} WHERE "order" = :id ORDER BY id'
        )
        body = [
            *facts,
            {"header": "What is in it"},
            {"list": rows, "each": {"list_item": "{l_name}", "text": "{about}"}},
        ]
        return {
            "params": ["id"],
            "vars": {"message": ""},
            "data": f"SELECT {columns}{fields} FROM {shop.order} WHERE id = :id",
            "top": {"top_bar": "{number}", "leave": "back"},
            "on_open": [
                {"let": f"SELECT courier AS old FROM {shop.order} WHERE id = :id"},
                {"set": {"message": "{old}"}},
            ],
            "body": [*body, {"column": self._order_buttons(), "pad": 16, "gap": 8}, {"space": 24}],
        }

    def _order_buttons(self) -> list[Data]:
        shop = self._shop
        again = [
            {
                "sql": (
                    f"INSERT INTO {shop.cart} (item, name, detail, cents, quantity) SELECT "
                    f'item, name, detail, cents, quantity FROM {shop.line} WHERE "order" = '
                    ":id ORDER BY id "
                    "ON CONFLICT (item, detail) DO UPDATE SET quantity = quantity + excluded.quantity"
                )
            },
            {"snackbar": f"All of it is in your {shop.cart_said} again"},
        ]
        cancel: list[Data] = [
            {"sql": f"UPDATE {shop.order} SET status = 'cancelled' WHERE id = :id"},
            {"snackbar": "It was called off"},
        ]
        if shop.calls_off:
            cancel = [
                {
                    "dialog": "Are you sure?",
                    "text": "{number} will not be sent.",
                    "confirm": shop.sure,
                    "cancel": "No",
                    "on_confirm": cancel,
                }
            ]
        told = [
            {"sql": f"UPDATE {shop.order} SET courier = trim(:message) WHERE id = :id"},
            {"snackbar": "Passed on"},
        ]
        return [
            {"field": "message", "label": shop.calls["courier"], "when": "is_open"},
            {"button": shop.calls["pass"], "style": "tonal", "when": "is_open", "on_tap": told},
            {"button": shop.again, "wide": True, "on_tap": again},
            {"button": shop.cancel, "style": "danger", "wide": True, "when": "is_open", "on_tap": cancel},
            {
                "button": shop.return_,
                "style": "outlined",
                "wide": True,
                "when": "is_done",
                "on_tap": [{"open": "returning", "with": {"id": "{id}"}}],
            },
        ]

    def _returning(self) -> Data:
        shop = self._shop
        reason = shop.reason
        send = [
            {"sql": f"UPDATE {shop.order} SET status = 'returned', reason = :reason WHERE id = :id"},
            {"snackbar": "We will be in touch"},
            {"back": None},
        ]
        helpers = ", ".join([f"{shop.number} AS number", *reason.helpers()])
        body = [*reason.widgets(), {"button": shop.send, "wide": True, "on_tap": send}]
        return {
            "params": ["id"],
            "vars": {"reason": reason.first},
            "data": f"SELECT {helpers} FROM {shop.order} WHERE id = :id",
            "top": {"top_bar": shop.return_, "subtitle": "{number}", "leave": "close"},
            "body": [{"column": body, "pad": 16, "gap": 12}],
        }

    # -- the customer ----------------------------------------------------------------------------------

    def _account(self) -> Data:
        shop = self._shop
        save = [
            {"require": "SELECT length(trim(:street)) > 0", "message": "Enter an address"},
            {"sql": f"UPDATE {shop.state} SET street = trim(:street), wishes = trim(:wishes)"},
            {"snackbar": "Saved"},
        ]
        flip = [{"sql": f"UPDATE {shop.state} SET {shop.switch} = :value"}]
        fields: list[Data] = [
            {"field": "street", "label": shop.street},
            {"field": "wishes", "label": shop.wishes},
        ]
        actions: list[Data] = []
        if shop.account_as == "inline":
            fields.append({"button": shop.save, "wide": True, "on_tap": save})
        if shop.account_as == "bar":
            actions.append({"button": shop.save, "style": "text", "on_tap": save})
        if shop.account_as == "dialog":
            fields = [
                {
                    "list_item": one["label"],
                    "text": f"{{{one['field']}}}",
                    "icon": "pencil-outline",
                    "on_tap": [
                        {"dialog": one["label"], "body": [one], "confirm": shop.save, "on_confirm": save}
                    ],
                }
                for one in fields
            ]
        switch = {
            "list_item": shop.switch_label,
            "trailing": {"switch": f"{{{shop.switch}}}", "description": shop.switch_label, "on_change": flip},
        }
        links = [{"list_item": shop.help_word, "icon": "help-circle-outline", "on_tap": [{"open": "help"}]}]
        if shop.nav == "account":
            orders = "cart_orders" if shop.is_module else "orders"
            links = [
                {"list_item": shop.orders_word, "icon": "receipt-text-outline", "on_tap": [{"open": orders}]},
                {"list_item": shop.likes_word, "icon": "heart-outline", "on_tap": [{"open": "likes"}]},
                *links,
            ]
        page: Data = {
            "vars": {"street": "", "wishes": ""},
            "data": f"SELECT {shop.switch} FROM {shop.state}",
            "on_open": [
                {"let": f"SELECT street AS old_street, wishes AS old_wishes FROM {shop.state}"},
                {"set": {"street": "{old_street}", "wishes": "{old_wishes}"}},
            ],
            "body": [*links, switch, {"column": fields, "pad": 16, "gap": 12}],
        }
        return self._goods.main("account", page, actions=actions)

    def _help(self) -> Data:
        shop = self._shop
        rows = f"SELECT label, value, icon FROM {shop.contact} ORDER BY id"
        each = {"list_item": "{value}", "text": "{label}", "icon": "{icon}"}
        return {"top": {"top_bar": shop.help_word, "leave": "back"}, "body": [{"list": rows, "each": each}]}

    def _review(self) -> Data:
        shop = self._shop
        body = [
            *self._goods.review_widgets(),
            {"button": shop.send, "wide": True, "on_tap": [*self._goods.reviewing(":thing"), {"back": None}]},
        ]
        return {
            "params": ["thing"],
            "vars": {"my_stars": 0, "my_words": ""},
            "data": f"SELECT name AS p_name FROM {shop.product} WHERE id = :thing",
            "top": {"top_bar": "Your opinion", "subtitle": "{p_name}", "leave": "close"},
            "body": [{"column": body, "pad": 16, "gap": 12}],
        }
