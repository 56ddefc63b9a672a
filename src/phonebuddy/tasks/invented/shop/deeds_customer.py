"""Shop deeds of a customer: to like, to review, to change what the shop knows about them.

Invariant: nothing is bought here.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.shop.parts import Parts
from phonebuddy.tasks.invented.sketch import Deed, Gold


class CustomerDeeds(Parts):
    """What somebody does in a shop without buying."""

    def deeds(self) -> list[Deed]:
        found = [self._liking(1), self._liking(0), self._unliking_two(), self._taking_liked()]
        found += [self._moving(), self._moved(), self._switching(), self._wishing()]
        return found + ([self._reviewing()] if self._shop.reviews_as != "none" else [])

    def _liking(self, to: int) -> Deed:
        shop = self._shop
        label = shop.like if to else shop.unlike
        how: dict[str, Gold] = {
            "bar": [*shop.to_product(), {"tap": label}],
            "page": [*shop.to_product(), {"tap": label}],
            "row": [*shop.to_row(), {"tap": f"{label}: {{name}}"}],
            "hold": [*shop.to_row(), {"hold": "{name}"}, {"tap": label}],
            "swipe": [*shop.to_row(), {"swipe": "left", "on": "{name}"}],
        }
        goal = [{"present": f"SELECT 1 FROM {shop.product} WHERE id = :id AND liked = {to}"}]
        return Deed(
            f"like{to}",
            self._said(shop.ways("liking" if to else "unliking"), it=self._it()),
            how[shop.like_at],
            goal,
            {},
            self._one(f"liked = {1 - to}"),
            {},
            (f"update {shop.product}(liked) where id = :id",),
        )

    def _unliking_two(self) -> Deed:
        shop = self._shop
        gold: dict[str, Gold] = {
            "bin": [
                {"tap": f"{shop.calls['remove']} {{name}}"},
                {"tap": f"{shop.calls['remove']} {{name2}}"},
            ],
            "swipe": [{"swipe": "left", "on": "{name}"}, {"swipe": "left", "on": "{name2}"}],
            "select": [{"hold": "{name}"}, {"tap": "{name2}"}, {"tap": shop.calls["chosen"]}],
        }
        one, two = (
            {"one": f"SELECT id, name, category FROM {shop.product} WHERE liked"},
            (
                f"SELECT id AS id2, name AS name2, category AS category2 FROM {shop.product} "
                "WHERE liked AND id <> :id"
            ),
        )
        goal = [{"exactly 2": f"SELECT 1 FROM {shop.product} WHERE id IN (:id, :id2) AND NOT liked"}]
        steps = (
            [*shop.to("likes"), *gold[shop.likes_as]] if shop.likes_as != "plain" else self._unliking_each()
        )
        return Deed(
            "unlike_two",
            self._said(shop.ways("unliking_two")),
            steps,
            goal,
            {},
            {**one, "two": two},
            {},
            (f"update {shop.product}(liked) where id in (:id, :id2)",),
        )

    def _unliking_each(self) -> Gold:
        """One after the other, where the list of what is liked only shows it."""
        shop = self._shop
        how: dict[str, Gold] = {
            "row": [{"tap": f"{shop.unlike}: {{name}}"}],
            "hold": [{"hold": "{name}"}, {"tap": shop.unlike}],
            "swipe": [{"swipe": "left", "on": "{name}"}],
        }
        page: Gold = [shop.tap("{name}"), {"tap": shop.unlike}, {"press": "back"}]
        steps = how.get(shop.like_at, page)
        leave: Gold = [{"press": "back"}] if shop.layout == "categories" else []
        other = [{key: value.replace("{name}", "{name2}") for key, value in step.items()} for step in steps]
        return [*shop.to_row(), *steps, *leave, *shop.to_row("name2", "category2"), *other]

    def _taking_liked(self) -> Deed:
        shop = self._shop
        new, _ = self._new()
        tail = "" if shop.option is None else ", {choice}"
        draw = {"one": f"SELECT id, name, category FROM {shop.product} WHERE liked ORDER BY cents LIMIT 1"}
        goal = [
            {"exactly 1": f"SELECT 1 FROM {shop.cart} WHERE item = :id AND quantity = 1{self._choice_is()}"}
        ]
        gold = [*shop.to("likes"), {"tap": "{name}"}, *self.take()]
        return Deed(
            "take_liked",
            self._said(shop.ways("taking_liked", tail=tail)),
            gold,
            goal,
            new,
            draw,
            {},
            (f"insert {shop.cart} where item = :id",),
        )

    def _reviewing(self) -> Deed:
        shop = self._shop
        goal = [
            {
                "exactly 1": (
                    f"SELECT 1 FROM {shop.review} WHERE thing = :id AND mine AND stars = "
                    ":stars AND text = :words"
                )
            }
        ]
        gold = [*shop.to_product(), *self.review_gold("{words}", "{stars} stars")]
        new = {"stars": [2, 3, 4, 5], "words": list(shop.ways("opinions"))}
        return Deed(
            "review",
            self._said(shop.ways("reviewing"), it=self._it()),
            gold,
            goal,
            new,
            self._one(f"id NOT IN (SELECT thing FROM {shop.review} WHERE mine)"),
            {},
            (f"insert {shop.review} where thing = :id",),
        )

    def review_gold(self, words: str, stars: str) -> Gold:
        shop = self._shop
        if shop.reviews_as == "module":
            typed: Gold = [{"type": words, "into": "What did you like or dislike?"}, {"press": "back"}]
            return [{"tap": "Reviews"}, {"tap": "Write a review"}, {"tap": stars}, *typed, {"tap": "Publish"}]
        return [
            {"tap": shop.calls["rate"]},
            {"tap": stars},
            {"type": words, "into": shop.calls["words"]},
            {"press": "back"},
            {"tap": shop.send},
        ]

    def _moving(self) -> Deed:
        shop = self._shop
        gold = [*shop.to("account"), *shop.enter(shop.street, "{address}")]
        goal = [{"exactly 1": f"SELECT 1 FROM {shop.state} WHERE street = :address"}]
        return Deed(
            "move",
            self._said(shop.ways("moving")),
            gold,
            goal,
            {"address": list(shop.ways("addresses"))},
            {},
            {},
            (f"update {shop.state}(street)",),
        )

    def _moved(self) -> Deed:
        shop = self._shop
        gold: Gold = [*shop.to("account"), {"ask": "What is the new address?"}]
        return Deed("moved", self._said(shop.ways("moved")), gold, self._looked("account"), end="ask")

    def _switching(self) -> Deed:
        shop = self._shop
        on, off = (
            ("switch on", "turn on", "enable", "activate", "let me have", "start sending me"),
            ("switch off", "turn off", "disable", "stop", "spare me", "stop sending me"),
        )
        verbs = off if shop.is_switched else on
        goal = [
            {"exactly 1": f"SELECT 1 FROM {shop.state} WHERE {shop.switch} = {int(not shop.is_switched)}"}
        ]
        gold = [*shop.to("account"), {"tap": shop.switch_label, "role": "switch"}]
        said = "the newsletter" if shop.switch_said == "newsletter" else shop.switch_said
        named = self._said(shop.ways("switching"), verb=verbs, what=(said, f"{said} of the {shop.shop_said}"))
        return Deed(
            "switch",
            (*named, *self._said(shop.switching)),
            gold,
            goal,
            {},
            {},
            {},
            (f"update {shop.state}({shop.switch})",),
        )

    def _wishing(self) -> Deed:
        shop = self._shop
        gold = [*shop.to("account"), *shop.enter(shop.wishes, "{note}")]
        goal = [{"exactly 1": f"SELECT 1 FROM {shop.state} WHERE wishes = :note"}]
        said = (shop.wishes.lower(), f"my {shop.wishes.lower()}", "my words for every driver")
        return Deed(
            "wish",
            self._said(shop.ways("wishing"), what=said),
            gold,
            goal,
            {"note": [one for one in shop.ways("notes") if one != "Please ring twice"]},
            {},
            {},
            (f"update {shop.state}(wishes)",),
        )
