"""Shop frame: bars and ways between pages, and what several pages of a shop are made of.

Invariant: every main page can be reached from the first one as the plan says.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.shop.plan import Shop
from phonebuddy.tasks.invented.sketch import Data

_MAIN = {
    "likes": "heart-outline",
    "cart": "cart-outline",
    "orders": "receipt-text-outline",
    "account": "account-outline",
    "help": "help-circle-outline",
}


class Frame:
    """What the pages of one shop have in common."""

    def __init__(self, shop: Shop) -> None:
        self._shop = shop

    def _go(self, place: str) -> list[Data]:
        shop = self._shop
        page = {"home": self.first, "orders": "cart_orders" if shop.is_module else "orders"}.get(place, place)
        is_aside = place == "help" or (shop.is_module and place in ("cart", "orders"))
        return [{"replace" if shop.nav == "bottom" and not is_aside else "open": page}]

    @property
    def first(self) -> str:
        return "filters" if self._shop.layout == "filters" else "home"

    def actions(self) -> list[Data]:
        """Of the bar at the top of the first page."""
        shop, found = self._shop, []
        if shop.finds == "icon":
            found.append(
                {
                    "icon_button": "magnify",
                    "label": shop.calls["search"],
                    "on_tap": [{"set": {"looking": 1}}, {"focus": "query"}],
                }
            )
        if shop.finds == "page":
            found.append(
                {"icon_button": "magnify", "label": shop.calls["search"], "on_tap": [{"open": "find"}]}
            )
        if shop.nav == "bottom":
            return found
        found.append({"icon_button": _MAIN["cart"], "label": shop.cart_word, "on_tap": self._go("cart")})
        others = ("likes", "orders", "account", "help")
        if shop.nav == "icons":
            items = [{"menu_item": shop.word(one), "on_tap": self._go(one)} for one in others]
            found.append(
                {"icon_button": "dots-vertical", "label": shop.calls["options"], "on_tap": [{"menu": items}]}
            )
        if shop.nav == "drawer":
            places = [
                {"nav_item": shop.word(one), "icon": _MAIN[one], "value": one, "on_tap": self._go(one)}
                for one in others
            ]
            found.append(
                {
                    "icon_button": "menu",
                    "label": shop.calls["menu"],
                    "on_tap": [{"drawer": shop.title, "items": places, "current": "home"}],
                }
            )
        if shop.nav == "account":
            found.append(
                {"icon_button": _MAIN["account"], "label": shop.account_word, "on_tap": self._go("account")}
            )
        return found

    def bottom(self, current: str) -> Data:
        shop = self._shop
        icons = {"home": "home-outline", **_MAIN}
        items = [
            {"nav_item": shop.word(one), "value": one, "icon": icons[one], "on_tap": self._go(one)}
            for one in ("home", "likes", "cart", "orders", "account")
        ]
        return {"bottom_nav": current, "items": items}

    def main(self, place: str, page: Data, title: str = "", actions: list[Data] | None = None) -> Data:
        """A main page with its bars."""
        shop = self._shop
        page["top"] = {"top_bar": title or shop.word(place), "actions": actions or []}
        if shop.nav == "bottom":
            page["bottom"] = self.bottom(place)
        else:
            page["top"]["leave"] = "back"
        return page

    def facts(self, pairs: list[tuple[str, str]]) -> list[Data]:
        """Labels and values under each other, as this shop shows them."""
        how = self._shop.facts_as
        if how == "lines":
            return [
                {"column": [{"text": f"{label}: {value}"} for label, value in pairs], "pad": 16, "gap": 10}
            ]
        if how == "swapped":
            return [{"list_item": label, "text": value} for label, value in pairs]
        return [{"list_item": value, "text": label} for label, value in pairs]

    def taking(self, choice: str, quantity: str, allowed: str) -> list[Data]:
        """Effects that put the product :id into the cart; choice and quantity are SQL."""
        shop = self._shop
        let = {"let": f"SELECT name AS take_name, cents AS take_cents FROM {shop.product} WHERE id = :id"}
        add: list[Data] = [
            {
                "sql": (
                    f"INSERT INTO {shop.cart} (item, name, detail, cents, quantity) VALUES "
                    f"(:id, :take_name, {choice}, :take_cents, {quantity}) "
                    "ON CONFLICT (item, detail) DO UPDATE SET quantity = quantity + excluded.quantity"
                )
            },
        ]
        told: Data = {
            "snackbar": self._shop.chance.choice(
                (f"It is in your {shop.cart_said}", "Added", "Thank you, noted")
            )
        }
        require = {
            "require": allowed,
            "message": f"Choose: {shop.option.label}" if shop.option else "Sold out",
        }
        return [require, let, *add, told]

    def review_widgets(self) -> list[Data]:
        shop = self._shop
        return [
            {"rating": "{my_stars}", "on_change": [{"set": {"my_stars": "{value}"}}]},
            {"field": "my_words", "label": shop.calls["words"], "kind": "multiline", "lines": 2},
        ]

    def reviewing(self, thing: str) -> list[Data]:
        return [
            {"require": "SELECT :my_stars > 0", "message": "Tap a star first"},
            {
                "sql": (
                    f"INSERT INTO {self._shop.review} (thing, author, at, stars, text, mine) "
                    f"VALUES ({thing}, 'Me', now(), :my_stars, trim(:my_words), 1)"
                )
            },
            {"snackbar": "Thank you"},
        ]
