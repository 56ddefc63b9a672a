"""Plan of a Chinese app: what chance decides about it.

Invariant: equal seeds give equal plans; no two labels of one app are the same.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from phonebuddy.tasks.invented.fields import CHOICE, NUMBER, Field
from phonebuddy.tasks.invented.sketch import COLORS, Data
from phonebuddy.tasks.invented.zh.fact import ORDERED, STYLES, Fact, drawn_fact
from phonebuddy.tasks.invented.zh.words import deeds, domains, settings, words

NUM_SWITCHES, NUM_CHOICES = 4, 2
ORDERS = ("buy", "book", "hire")
"""Forms of orders: of things, for people, of a service for something else."""
MOST_ORDERED = 9
"""Pieces or people of one order."""


class Offer(NamedTuple):
    """Something that is done to a thing by a button."""

    name: str
    label: str
    undo: str
    """Of the button that takes it back; empty where nothing does."""
    icon: str
    asks: bool
    """Whether the app asks back."""


class Knob(NamedTuple):
    """A switch, or a choice where there are options."""

    column: str
    key: str
    label: str
    options: tuple[str, ...]
    value: str | int
    """What it is at first."""
    style: str


class Plan:
    """One app, decided."""

    def __init__(self, name: str, chance: random.Random, domain: str) -> None:
        self.name, self.chance = name, chance
        data: Data = domains()[domain]
        self.data = data
        self.noun, self.measure, self.role = data["noun"], data["m"], data["role"]
        title = chance.choice(data["titles"])
        self.is_brand, self.title = title.endswith("*"), title.rstrip("*")
        self.color = chance.choice(COLORS)
        self.words = {key: chance.choice(ways) for key, ways in words()["labels"].items()}
        self.facts = [drawn_fact(key, chance) for key in data["facts"]]
        chance.shuffle(self.facts)
        self.offers = [self._offer(one) for one in data["deeds"]]
        chance.shuffle(self.offers)
        self._decide_order()
        self._decide_looks()
        self._decide_knobs()

    @property
    def table(self) -> str:
        return f"{self.name}_thing"

    @property
    def orders(self) -> str:
        return f"{self.name}_order"

    @property
    def talks(self) -> str:
        return f"{self.name}_talk"

    @property
    def prefs(self) -> str:
        return f"{self.name}_pref"

    @property
    def is_own(self) -> bool:
        """Whether things are entered and changed by the owner of the phone; else they are ordered."""
        return self.order is None

    def _offer(self, name: str) -> Offer:
        data = deeds()[name]
        undo = self.chance.choice(data["undo"]) if "undo" in data else ""
        asks = not undo or self.chance.random() < 0.3
        return Offer(name, self.chance.choice(data["labels"]), undo, data["icon"], asks)

    def _decide_order(self) -> None:
        data, chance = self.data, self.chance
        self.order = next((one for one in ORDERS if one in data), None)
        if self.order is None:
            return
        given: Data = data[self.order]
        number = given.get("number") or self.words["num" if self.order == "buy" else "heads"]
        options, style = tuple(given["options"]), chance.choice(STYLES)
        self.option = Field("opt", CHOICE, chance.choice(given["labels"]), "", options, style=style)
        self.number = Field("num", NUMBER, number, "", (), 1, MOST_ORDERED, style="stepper")
        self.piece: str = given.get("m", "")

    def _decide_looks(self) -> None:
        chance = self.chance
        self.nav = chance.choice(("bottom", "drawer", "overflow", "links"))
        self.listing = chance.choice(("rows", "cards"))
        self.leading = chance.choice(("none", "icon", "avatar"))
        self.fact_style = chance.choice(("meta", "below"))
        self.deeds_at = chance.choice(("buttons", "icons", "menu"))
        self.edit_at = chance.choice(("top", "button"))
        self.add_at = chance.choice(("fab", "top", "row"))
        self.save_at = chance.choice(("top", "below"))
        self.has_search = chance.random() < 0.5
        self.talk_at = chance.choice(("page", "here"))
        # What is first or last is seen in the list, so one fact of each row can be compared.
        compared = chance.choice([one for one in self.facts if one.kind in ORDERED])
        other = chance.choice([one for one in self.facts if one is not compared])
        self.row_facts: list[Fact] = chance.sample([compared, other], 2)
        self.compared = compared
        self.sorting = chance.choice(("i.name, i.id", "i.id", "i.id DESC"))

    def _decide_knobs(self) -> None:
        chance = self.chance
        switches = chance.sample(sorted(settings()["switches"]), NUM_SWITCHES)
        choices = chance.sample(sorted(settings()["choices"]), NUM_CHOICES)
        self.knobs = [
            Knob(
                f"s_{key}",
                key,
                chance.choice(settings()["switches"][key]["labels"]),
                (),
                chance.randrange(2),
                "",
            )
            for key in switches
        ]
        for key in choices:
            data = settings()["choices"][key]
            options = tuple(data["options"])
            label, value = chance.choice(data["labels"]), chance.choice(options)
            self.knobs.append(Knob(f"c_{key}", key, label, options, value, chance.choice(("menu", "sheet"))))
        chance.shuffle(self.knobs)
