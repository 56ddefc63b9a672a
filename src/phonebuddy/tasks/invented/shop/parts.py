"""Shop parts: what the deeds of a shop have in common: words for goods, steps around the cart, conditions.

Invariant: all ways to say something name the same things.
"""

from __future__ import annotations

from phonebuddy.tasks.invented.shop.plan import Shop
from phonebuddy.tasks.invented.sketch import Data, Gold, filled

MOST_SAID = 18
_TOLD = ("{s} {v}", "{s}: {v}", "{v} for the {s}", "with {v} as the {s}", "choose {v} for the {s}")

OWN = 2
"""How often a way counts that does without the name of what is chosen."""


class Parts:
    """Deeds of one shop are made of these."""

    def __init__(self, shop: Shop) -> None:
        self._shop = shop

    def _said(self, ways: tuple[str, ...], **parts: tuple[str, ...]) -> tuple[str, ...]:
        """Ways with their parts filled, each time with others."""
        chance, shop = self._shop.chance, self._shop
        found: list[str] = []
        while len(found) < MOST_SAID:
            for way in chance.sample(ways, len(ways)):
                chosen = {key: chance.choice(values) for key, values in parts.items()}
                found.append(filled(way, need=chance.choice(shop.data["needs"]), **chosen))
        return tuple(found[:MOST_SAID])

    def _it(self, slot: str = "name") -> tuple[str, ...]:
        return (
            f"{{{slot}}}",
            f"the {self._shop.noun} {{{slot}}}",
            f"{{{slot}}}",
            f"the {self._shop.noun} called {{{slot}}}",
        )

    def _goods(self, has_count: bool, has_choice: bool) -> tuple[str, ...]:
        shop = self._shop
        found = ["{name}", "the {noun} {name}", "one {name}"]
        if has_count:
            found = [
                "{count} {units} of {name}",
                "{count} of {name}",
                "{count} × {name}",
                "{name} ({count} {units})",
                "{count} times {name}",
            ]
        if has_choice and shop.option:
            found = [
                one + tail
                for one in found
                for tail in (" ({choice})", ", {said} {choice}", ", {choice} as the {said}")
            ]
        said = shop.option.said if shop.option else ""
        return tuple(filled(one, noun=shop.noun, units=shop.units, said=said) for one in found)

    def _told(self, told: list[tuple[str, str]]) -> tuple[str, ...]:
        """Several ways to tell what is chosen at the checkout."""
        chance = self._shop.chance
        found = []
        for _ in range(8):
            parts = [
                filled(chance.choice((*_TOLD, *self._shop.told.get(said, ()) * OWN)), s=said, v=value)
                for said, value in told
            ]
            found.append(
                chance.choice((", ", " and ", ", and ")).join(parts) if len(parts) < 3 else ", ".join(parts)
            )
        return tuple(found)

    def _one(self, where: str = "1") -> Data:
        return {"one": f"SELECT id, name, category FROM {self._shop.product} WHERE {where}"}

    def _free(self) -> str:
        """Goods that can be had and are not in the cart."""
        return f"stock > 0 AND id NOT IN (SELECT item FROM {self._shop.cart})"

    def take(self, has_count: bool = False, choice: str = "choice") -> Gold:
        """On the page of a product."""
        shop = self._shop
        inside: Gold = []
        if shop.option:
            is_seen = shop.option.style in ("segmented", "radio", "chips")
            inside = (
                [{"tap": f"{{{choice}}}"}]
                if is_seen
                else [{"tap": shop.option.label}, {"tap": f"{{{choice}}}"}]
            )
        if has_count:
            inside.append({"repeat": "{more}", "do": [{"tap": f"More: {shop.amount}"}]})
        if shop.adds_at == "sheet":
            return [{"tap": shop.add}, *inside, {"tap": shop.calls["confirm"]}]
        return [*inside, {"tap": shop.add}]

    def _new(self, has_count: bool = False, choice: str = "choice") -> tuple[Data, Data]:
        """What is invented, and what is worked out of it."""
        new: Data = {choice: list(self._shop.option.values)} if self._shop.option else {}
        if has_count:
            return new | {"count": [2, 3, 4, 5, 6]}, {"counted": "SELECT :count - 1 AS more"}
        return new, {}

    def _choice_is(self, choice: str = "choice") -> str:
        return f" AND detail = :{choice}" if self._shop.option else ""

    def _looked(self, *pages: str) -> list[Data]:
        names = ", ".join(f"'{one}'" for one in pages)
        return [
            {
                "present": (
                    f"SELECT 1 FROM phone_event WHERE app = '{self._shop.name}' AND kind = "
                    f"'page' AND detail IN ({names})"
                )
            }
        ]
