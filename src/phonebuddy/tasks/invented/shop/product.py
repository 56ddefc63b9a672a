"""Shop product: the page of one product: its facts, what is chosen, and how it is taken, liked and reviewed.

Invariant: what a page calls a thing is what the plan calls it.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.shop.frame import Frame
from phonebuddy.tasks.invented.sketch import Data


class ProductPage(Frame):
    """The page of one product."""

    def page(self) -> Data:
        shop = self._shop
        shown = ", ".join(f"{one.shown()} AS {one.name}_shown" for one in shop.facts)
        helpers = shop.option.helpers() if shop.option else []
        columns = [
            "name AS p_name",
            "category",
            "money(cents) AS price",
            "printf('%.1f', stars / 10.0) AS mean_text",
            "liked",
            "stock > 0 AS is_there",
            "stock = 0 AS is_gone",
            shown,
            f"(SELECT count(*) FROM {shop.review} WHERE thing = :id) AS num_reviews",
            *helpers,
        ]
        page: Data = {
            "params": ["id"],
            "data": f"SELECT {', '.join(columns)} FROM {shop.product} WHERE id = :id",
            "vars": {"quantity": 1},
        }
        if shop.option:
            page["vars"]["choice"] = "" if shop.must_choose else shop.option.first
        page["vars"] |= {"my_stars": 0, "my_words": ""}
        page["top"] = {"top_bar": "{p_name}", "leave": "back", "actions": self._product_actions()}
        body: list[Data] = []
        if self._shop.has_image:
            body.append(
                {
                    "image": self._shop.picture,
                    "seed": "{p_name}",
                    "width": 0,
                    "height": self._shop.chance.choice((140, 180, 220)),
                }
            )
        if shop.price_as == "big":
            body.append({"text": "{price}", "style": "headline", "pad": 16, "gap": 8})
        if shop.price_as == "line":
            body.append({"text": f"{shop.calls['price']}: {{price}}", "style": "title", "pad": 16, "gap": 8})
        parts = [self._fact_lines(), self._choosing(), self._review_lines()]
        if shop.likely(0.4):
            parts[0], parts[1] = parts[1], parts[0]
        body += [line for part in parts for line in part]
        page["body"] = [*body, *self._buttons(page), {"space": 88}]
        return page

    def _product_actions(self) -> list[Data]:
        shop, found = self._shop, []
        flip = [{"sql": f"UPDATE {shop.product} SET liked = NOT liked WHERE id = :id"}]
        if shop.like_at == "bar":
            found.append({"icon_button": "heart", "label": shop.unlike, "when": "liked", "on_tap": flip})
            found.append(
                {"icon_button": "heart-outline", "label": shop.like, "unless": "liked", "on_tap": flip}
            )
        if shop.cart_at == "icon":
            found.append(
                {"icon_button": "cart-outline", "label": shop.cart_word, "on_tap": [{"open": "cart"}]}
            )
        return found

    def _fact_lines(self) -> list[Data]:
        shop = self._shop
        pairs = [(one.label, f"{{{one.name}_shown}}") for one in shop.facts]
        pairs.insert(shop.chance.randint(0, len(pairs)), (shop.rated, "{mean_text}"))
        if shop.price_as == "fact":
            pairs.insert(0, (shop.calls["price"], "{price}"))
        return self.facts(pairs)

    def _choosing(self) -> list[Data]:
        """The choice and the number, where they are not asked for in a sheet."""
        shop = self._shop
        if shop.adds_at == "sheet":
            return []
        return [{"column": widgets, "pad": 16, "gap": 8}] if (widgets := self._choice_widgets()) else []

    def _choice_widgets(self) -> list[Data]:
        shop = self._shop
        found = shop.option.widgets() if shop.option else []
        if shop.counts:
            found.append(
                {
                    "stepper": "{quantity}",
                    "label": shop.amount,
                    "min": 1,
                    "max": 12,
                    "on_change": [{"set": {"quantity": "{value}"}}],
                }
            )
        return found

    def _review_lines(self) -> list[Data]:
        shop = self._shop
        if shop.reviews_as == "none":
            return []
        page = "reviews" if shop.reviews_as == "module" else "review"
        tap: list[Data] = [{"open": page, "with": {"thing": "{id}"}}]
        if shop.reviews_as == "dialog":
            tap = [
                {
                    "dialog": "Your opinion",
                    "body": self.review_widgets(),
                    "confirm": shop.send,
                    "on_confirm": self.reviewing(":id"),
                }
            ]
        return [
            {
                "list_item": shop.calls["rate"] if shop.reviews_as != "module" else "Reviews",
                "text": "{num_reviews} so far",
                "icon": "star-outline",
                "on_tap": tap,
            }
        ]

    def _buttons(self, page: Data) -> list[Data]:
        """To take it, to like it, to see the cart; some stand at the bottom or float."""
        shop = self._shop
        found: list[Data] = []
        allowed = "SELECT :is_there AND :choice <> ''" if shop.option else "SELECT :is_there"
        take = self.taking(":choice" if shop.option else "''", ":quantity", allowed)
        take += [{"open": "cart"}] if shop.then == "cart" else []
        if shop.adds_at == "sheet":
            widgets = [
                *self._choice_widgets(),
                {"button": shop.calls["confirm"], "wide": True, "on_tap": [{"dismiss": None}, *take]},
            ]
            take = [{"sheet": "Your choice", "body": [{"column": widgets, "pad": 16, "gap": 12}]}]
        gone = {
            "text": self._shop.chance.choice(("Sold out", "Not available at the moment", "Out of stock")),
            "when": "is_gone",
            "color": "error",
            "pad": 16,
        }
        button = {"button": shop.add, "wide": True, "when": "is_there", "on_tap": take}
        if shop.adds_at == "fab":
            page["floating"] = {"fab": "cart-plus", "label": shop.add, "when": "is_there", "on_tap": take}
        elif shop.adds_at == "bottom":
            page["bottom"] = {"column": [button], "pad": 12}
        else:
            found.append(button)
        if shop.like_at == "page":
            flip = [{"sql": f"UPDATE {shop.product} SET liked = NOT liked WHERE id = :id"}]
            found.append({"button": shop.like, "style": "outlined", "unless": "liked", "on_tap": flip})
            found.append({"button": shop.unlike, "style": "outlined", "when": "liked", "on_tap": flip})
        if shop.cart_at == "button":
            found.append({"button": shop.cart_link, "style": "text", "on_tap": [{"open": "cart"}]})
        return [gone, {"column": found, "pad": 16, "gap": 8}] if found else [gone]
