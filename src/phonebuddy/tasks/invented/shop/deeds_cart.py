"""Shop deeds around the cart: to choose goods by name or by property, to change and to empty it.

Invariant: the goal and the allowed changes of a deed are exactly what was asked for.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.shop.parts import Parts
from phonebuddy.tasks.invented.sketch import Deed, Gold, filled


class CartDeeds(Parts):
    """What goes into the cart and out of it."""

    def deeds(self) -> list[Deed]:
        shop = self._shop
        found = [
            self._adding("add", False),
            self._adding_two(),
            self._best("cheapest"),
            self._best("dearest"),
        ]
        found += [self._sold_out(), self._missing(), self._if_there(True), self._if_there(False)]
        found += [self._adding("add_many", True)] if shop.counts else []
        found += [self._quick()] if shop.quick else []
        found += [self._best_rated()] if shop.shows_stars else []
        found += [self._untold()] if shop.must_choose else []
        if not shop.is_filled:
            return found
        found += [self._removing(), *self._clearing()]
        if shop.is_module:
            return found
        found += [self._redeeming(), self._wrong_code(), self._recounting(), self._tidying()]
        return found + ([self._keeping()] if shop.cart_as != "stepper" else [])

    def _adding(self, name: str, has_count: bool) -> Deed:
        shop = self._shop
        new, worked = self._new(has_count)
        count = ":count" if has_count else "1"
        goal = [
            {
                "exactly 1": (
                    f"SELECT 1 FROM {shop.cart} WHERE item = :id AND quantity = {count}{self._choice_is()}"
                )
            },
            {"exactly 1": f"SELECT 1 FROM {shop.cart} WHERE item = :id"},
        ]
        says = self._said(shop.ways("adding"), g=self._goods(has_count, True))
        gold = [*shop.to_product(), *self.take(has_count)]
        return Deed(
            name,
            says,
            gold,
            goal,
            new,
            {**worked, **self._one(self._free())},
            {},
            (f"insert {shop.cart} where item = :id",),
        )

    def _quick(self) -> Deed:
        shop = self._shop
        goal = [{"exactly 1": f"SELECT 1 FROM {shop.cart} WHERE item = :id AND quantity = 1"}]
        gold: Gold = [*shop.to_row(), {"tap": f"{shop.add}: {{name}}"}]
        return Deed(
            "quick",
            self._said(shop.ways("adding"), g=self._goods(False, False)),
            gold,
            goal,
            {},
            self._one(self._free()),
            {},
            (f"insert {shop.cart} where item = :id",),
        )

    def _adding_two(self) -> Deed:
        shop = self._shop
        new, _ = self._new()
        other, _ = self._new(choice="choice2")
        tail, tail2 = (" ({choice})", " ({choice2})") if shop.option else ("", "")
        pairs = tuple(
            f"{{name}}{tail}{joint}{{name2}}{tail2}"
            for joint in (" and ", " and also ", " as well as ", ", then ", " plus ")
        )
        draw = {
            **self._one(self._free()),
            "two": (
                f"SELECT id AS id2, name AS name2, category AS category2 FROM {shop.product} "
                f"WHERE {self._free()} AND id <> :id"
            ),
        }
        goal = [
            {"exactly 1": f"SELECT 1 FROM {shop.cart} WHERE item = :id AND quantity = 1{self._choice_is()}"},
            {
                "exactly 1": (
                    f"SELECT 1 FROM {shop.cart} WHERE item = :id2 AND quantity = "
                    f"1{self._choice_is('choice2')}"
                )
            },
        ]
        gold = [
            *shop.to_row(),
            shop.tap("{name}"),
            *self.take(),
            *shop.back_home(),
            *shop.to_row("name2", "category2"),
            shop.tap("{name2}"),
            *self.take(choice="choice2"),
        ]
        ways = tuple(way for way in shop.ways("adding") if "pick" not in way and "find" not in way)
        return Deed(
            "add_two",
            self._said(ways, g=pairs),
            gold,
            goal,
            {**new, **other},
            draw,
            {},
            (f"insert {shop.cart} where item in (:id, :id2)",),
        )

    def _best(self, which: str) -> Deed:
        """The cheapest or the dearest of a category."""
        shop = self._shop
        new, _ = self._new()
        words = {"cheapest": shop.ways("cheapest_goods"), "dearest": shop.ways("dearest_goods")}[which]
        tails = (", {said} {choice}", " ({choice})") if shop.option else ("",)
        goods = tuple(
            filled(one + tail, noun=shop.noun, said=shop.option.said if shop.option else "")
            for one in words
            for tail in tails
        )
        order = "cents" if which == "cheapest" else "cents DESC"
        draw = {
            "group": f"SELECT DISTINCT category FROM {shop.product} WHERE {self._free()}",
            "best": (
                f"SELECT id, name FROM (SELECT id, name, stock FROM {shop.product} WHERE "
                f"category = :category ORDER BY {order} LIMIT 1) WHERE {self._free()}"
            ),
        }
        # A category whose best is sold out or in the cart is no choice.
        draw["group"] = (
            "SELECT category FROM (SELECT category, id, stock, row_number() OVER "
            f"(PARTITION BY category ORDER BY {order}) AS place FROM {shop.product}) "
            f"WHERE place = 1 AND {self._free()}"
        )
        looks: Gold = []
        if shop.sorts in ("menu", "sheet"):
            looks = [
                {"tap": shop.calls["sort"]},
                {"tap": shop.cheapest if which == "cheapest" else shop.dearest},
            ]
        goal = [
            {"exactly 1": f"SELECT 1 FROM {shop.cart} WHERE item = :id AND quantity = 1{self._choice_is()}"}
        ]
        gold = [*looks, *shop.to_row(), shop.tap("{name}"), *self.take()]
        return Deed(
            which,
            self._said(shop.ways("best"), g=goods),
            gold,
            goal,
            new,
            draw,
            {},
            (f"insert {shop.cart} where item = :id",),
        )

    def _best_rated(self) -> Deed:
        shop = self._shop
        new, _ = self._new()
        tail = ", {choice}" if shop.option else ""
        ways = tuple(way + tail for way in shop.ways("best_rated"))
        group = (
            "SELECT category, id, name, stock, row_number() OVER (PARTITION BY category "
            f"ORDER BY stars DESC) AS place FROM {shop.product}"
        )
        draw = {"one": f"SELECT category, id, name FROM ({group}) WHERE place = 1 AND {self._free()}"}
        sort: Gold = (
            [{"tap": shop.calls["sort"]}, {"tap": shop.best}] if shop.sorts in ("menu", "sheet") else []
        )
        goal = [
            {"exactly 1": f"SELECT 1 FROM {shop.cart} WHERE item = :id AND quantity = 1{self._choice_is()}"}
        ]
        return Deed(
            "best",
            self._said(ways),
            [*sort, shop.tap("{name}"), *self.take()],
            goal,
            new,
            draw,
            {},
            (f"insert {shop.cart} where item = :id",),
        )

    def _if_there(self, is_there: bool) -> Deed:
        """Into the cart if it can be had, else to what is liked."""
        shop = self._shop
        new, _ = self._new()
        g = self._goods(False, True)
        if is_there:
            goal = [
                {
                    "exactly 1": (
                        f"SELECT 1 FROM {shop.cart} WHERE item = :id AND quantity = 1{self._choice_is()}"
                    )
                }
            ]
            gold, where, allow = (
                [*shop.to_product(), *self.take()],
                f"{self._free()} AND NOT liked",
                f"insert {shop.cart} where item = :id",
            )
        else:
            goal = [{"present": f"SELECT 1 FROM {shop.product} WHERE id = :id AND liked"}]
            back: Gold = (
                [{"press": "back"}] * (1 + (shop.layout == "categories"))
                if shop.like_at not in ("bar", "page")
                else []
            )
            look: Gold = [*shop.to_row(), shop.tap("{name}")]
            gold, where, allow = (
                [*look, *back, *self._like_here(shop.like, bool(back))],
                "stock = 0 AND NOT liked",
                f"update {shop.product}(liked) where id = :id",
            )
        return Deed(
            f"if_there{int(is_there)}",
            self._said(shop.ways("if_there"), g=g),
            gold,
            goal,
            new,
            self._one(where),
            {},
            (allow,),
        )

    def _like_here(self, label: str, is_home: bool) -> Gold:
        """To like or not, from the page of the product, or from the first page."""
        shop = self._shop
        to = shop.to_row() if is_home else []
        how: dict[str, Gold] = {
            "row": [{"tap": f"{label}: {{name}}"}],
            "hold": [{"hold": "{name}"}, {"tap": label}],
            "swipe": [{"swipe": "left", "on": "{name}"}],
        }
        return [*to, *how.get(shop.like_at, [{"tap": label}])]

    def _tidying(self) -> Deed:
        """One thing out of the cart, and one more of another."""
        shop = self._shop
        out, more = {"tap": shop.calls["out"]}, {"tap": shop.one_more}
        by_menu = [*self._one_menu("{name}"), out, *self._one_menu("{name2}"), more]
        gold: Gold = {
            "stepper": [{"tap": f"{shop.calls['remove']} {{name}}"}, {"tap": "More: {name2}"}],
            "menu": by_menu,
            "hold": by_menu,
            "sheet": [
                {"tap": "{name}"},
                {"tap": shop.calls["out"]},
                {"tap": "{name2}"},
                {"tap": shop.one_more},
                {"tap": shop.calls["close"]},
            ],
            "swipe": [
                {"swipe": "left", "on": "{name}"},
                {"tap": "{name2}"},
                {"tap": shop.one_more},
                {"tap": shop.calls["close"]},
            ],
        }[shop.cart_as]
        draw = {
            "one": f"SELECT id, name FROM {shop.cart}",
            "two": (
                f"SELECT id AS id2, name AS name2, quantity + 1 AS wanted FROM {shop.cart} WHERE id <> :id"
            ),
        }
        goal = [
            {"absent": f"SELECT 1 FROM {shop.cart} WHERE id = :id"},
            {"present": f"SELECT 1 FROM {shop.cart} WHERE id = :id2 AND quantity = :wanted"},
        ]
        allow = (f"delete {shop.cart} where id = :id", f"update {shop.cart}(quantity) where id = :id2")
        return Deed(
            "tidy", self._said(shop.ways("tidying")), [*shop.to("cart"), *gold], goal, {}, draw, {}, allow
        )

    def _removing(self) -> Deed:
        shop = self._shop
        how: dict[str, Gold] = {
            "stepper": [{"tap": f"{shop.calls['remove']} {{name}}"}],
            "menu": [{"tap": f"{shop.calls['change']} {{name}}"}, {"tap": shop.calls["out"]}],
            "sheet": [{"tap": "{name}"}, {"tap": shop.calls["out"]}],
            "hold": [{"hold": "{name}"}, {"tap": shop.calls["out"]}],
            "swipe": [{"swipe": "left", "on": "{name}"}],
        }
        gold = [*shop.to("cart"), *how["stepper" if shop.is_module else shop.cart_as]]
        goal = [{"absent": f"SELECT 1 FROM {shop.cart} WHERE id = :id"}]
        return Deed(
            "remove",
            self._said(shop.ways("removing"), it=self._it()),
            gold,
            goal,
            {},
            {"one": f"SELECT id, name FROM {shop.cart}"},
            {},
            (f"delete {shop.cart} where id = :id",),
        )

    def _clearing(self) -> list[Deed]:
        shop = self._shop
        if shop.clears == "none" and not shop.is_module:
            return []
        gold: Gold = [{"tap": "Empty the cart"}, {"tap": "Empty"}]
        if not shop.is_module:
            gold = (
                [{"tap": shop.calls["empty"]}]
                if shop.clears == "icon"
                else [{"tap": shop.calls["options"]}, {"tap": shop.calls["empty"]}]
            )
            gold += [{"tap": shop.sure}] if shop.is_sure else []
        goal = [{"absent": f"SELECT 1 FROM {shop.cart}"}]
        return [
            Deed(
                "clear",
                self._said(shop.ways("clearing")),
                [*shop.to("cart"), *gold],
                goal,
                allow=(f"delete {shop.cart}",),
            )
        ]

    def _one_menu(self, name: str) -> Gold:
        """Open the menu of something in the cart, where it has one."""
        menus: dict[str, Gold] = {
            "menu": [{"tap": f"{self._shop.calls['change']} {name}"}],
            "hold": [{"hold": name}],
        }
        return menus.get(self._shop.cart_as, [])

    def _recounting(self) -> Deed:
        shop = self._shop
        new, draw = (
            {"count": [1, 2, 3, 4, 5, 6]},
            {
                "one": (
                    "SELECT id, name, max(0, :count - quantity) AS more, max(0, quantity - "
                    f":count) AS less FROM {shop.cart} WHERE quantity <> :count"
                )
            },
        )
        inside = {"stepper": ("More: {name}", "Less: {name}"), "menu": (shop.one_more, shop.one_less)}.get(
            shop.cart_as, (shop.one_more, shop.one_less)
        )
        first = self._one_menu("{name}")
        steps: Gold = [
            {"repeat": "{more}", "do": [*first, {"tap": inside[0]}]},
            {"repeat": "{less}", "do": [*first, {"tap": inside[1]}]},
        ]
        if shop.cart_as in ("sheet", "swipe"):
            steps = [{"tap": "{name}"}, *steps, {"tap": shop.calls["close"]}]
        goal = [{"present": f"SELECT 1 FROM {shop.cart} WHERE id = :id AND quantity = :count"}]
        says = self._said(shop.ways("recounting"), it=self._it())
        return Deed(
            "recount",
            says,
            [*shop.to("cart"), *steps],
            goal,
            new,
            draw,
            {},
            (f"update {shop.cart}(quantity) where id = :id",),
        )

    def _keeping(self) -> Deed:
        shop = self._shop
        how = self._one_menu("{name}") or [{"tap": "{name}"}]
        draw = {
            "one": (
                f"SELECT id, item, name FROM {shop.cart} WHERE item IN (SELECT id FROM "
                f"{shop.product} WHERE NOT liked)"
            )
        }
        goal = [
            {"absent": f"SELECT 1 FROM {shop.cart} WHERE id = :id"},
            {"present": f"SELECT 1 FROM {shop.product} WHERE id = :item AND liked"},
        ]
        allow = (f"delete {shop.cart} where id = :id", f"update {shop.product}(liked) where id = :item")
        return Deed(
            "keep",
            self._said(shop.ways("keeping"), it=self._it()),
            [*shop.to("cart"), *how, {"tap": shop.calls["later"]}],
            goal,
            {},
            draw,
            {},
            allow,
        )

    def _redeeming(self) -> Deed:
        shop = self._shop
        goal = [{"exactly 1": f"SELECT 1 FROM {shop.state} WHERE coupon = :code"}]
        return Deed(
            "redeem",
            self._said(shop.ways("redeeming")),
            [*shop.to("cart"), *self._coded()],
            goal,
            {"code": shop.codes},
            {},
            {},
            (f"update {shop.state}(coupon)",),
        )

    def _coded(self) -> Gold:
        return [{"type": "{code}", "into": self._shop.code}, {"press": "back"}, {"tap": self._shop.redeem}]

    def _wrong_code(self) -> Deed:
        shop = self._shop
        gold = [
            *shop.to("cart"),
            *self._coded(),
            {"answer": "It cannot be done: the code {code} is not valid."},
        ]
        return Deed(
            "wrong_code",
            self._said(shop.ways("wrong_code")),
            gold,
            self._looked("cart"),
            {"code": shop.wrong_codes},
            end="impossible",
        )

    def _sold_out(self) -> Deed:
        shop = self._shop
        new, _ = self._new()
        gold = [*shop.to_product(), {"answer": "It cannot be done: {name} is sold out."}]
        ways = (*shop.ways("adding")[:5], *shop.ways("only_this"))
        return Deed(
            "sold_out",
            self._said(ways, g=self._goods(False, True)),
            gold,
            self._looked("product"),
            new,
            self._one("stock = 0"),
            end="impossible",
        )

    def _missing(self) -> Deed:
        shop = self._shop
        gold: Gold = [{"answer": "It cannot be done: there is no {name} in this shop."}]
        if shop.finds in ("icon", "page"):
            gold = [{"tap": shop.calls["search"]}, {"type": "{name}", "into": shop.hint}, *gold]
        elif shop.finds == "bar" or shop.layout == "filters":
            gold = [
                {"type": "{name}", "into": shop.hint if shop.finds == "bar" else "Search in this list"},
                *gold,
            ]
        elif shop.layout == "categories":
            gold = [
                step for one in shop.categories for step in ({"tap": one}, {"swipe": "up"}, {"press": "back"})
            ] + gold
        else:
            gold = [{"swipe": "up"}, {"swipe": "up"}, *gold]
        ways = (*shop.ways("adding")[:5], *shop.ways("only_this"))
        return Deed(
            "missing",
            self._said(ways, g=self._goods(False, False)),
            gold,
            self._looked("home", "filters", "find"),
            {"name": shop.missing},
            end="impossible",
        )

    def _untold(self) -> Deed:
        shop = self._shop
        assert shop.option is not None
        gold: Gold = [
            *shop.to_product(),
            *([{"tap": shop.add}] if shop.adds_at == "sheet" else []),
            {"ask": f"Which {shop.option.said} do you want?"},
        ]
        return Deed(
            "untold",
            self._said(shop.ways("adding"), g=self._goods(False, False)),
            gold,
            self._looked("product"),
            {},
            self._one(self._free()),
            end="ask",
        )
