"""Counts plan: everything that chance decides about one such app: what it has, its words, how it is built.

Invariant: pages and deeds read the same plan, so what a deed's gold taps is on the pages.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from phonebuddy.tasks.invented.counts.data import BOOKED, GOODS, PEOPLE, domains, labels
from phonebuddy.tasks.invented.money.kit import Kit
from phonebuddy.tasks.invented.sketch import Data, Gold, filled

FEWEST, MOST = 6, 9
"""Things in the list."""
FEWEST_POTS, MOST_POTS = 4, 6
HIGHEST = 9
"""The most that there is of anything: gold presses for each."""
PRESETS = (
    (5, 10, 20, 50),
    (10, 25, 50, 100),
    (15, 30, 60),
    (20, 40, 60, 80),
    (10, 20, 30),
    (25, 50, 75, 125),
)
LIMITS = (130, 150, 180, 200, 250)
"""Dollars that can be paid in at once."""
POOR, RICH = (6, 14), (131, 240)
"""Dollars on the first two: of one nearly nothing can be taken, of the other nearly everything."""
THINGS, POTS, THING, POT = "things", "pots", "thing", "pot"


class Counter(NamedTuple):
    """Something that is counted of each thing."""

    column: str
    label: str
    unit: str
    units: str
    least: int
    groups: tuple[str, ...]
    """Which ways to say something are about such."""


class Act(NamedTuple):
    """Something to do with an amount, from the page of what holds money."""

    number: int
    does: str
    """`in`, `out` or `set`."""
    label: str
    icon: str
    presets: tuple[int, ...]
    other: str
    field: str
    limit: int
    refusal: str
    sure: str
    """What a last question is answered with; empty where there is none."""
    shown_as: str
    """How the amounts stand there: `chips`, `radio`, `buttons` or `rows`."""
    other_as: str
    """Whether another amount is typed on the page or in a dialog."""
    tells_at: str
    """Where a refusal stands: `page`, `field` or `snackbar`."""

    @property
    def page(self) -> str:
        return f"amount{self.number}"


class Counts:
    """One app as chance made it."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name, self.chance = name, chance
        self.data = data = domains()[chance.choice(sorted(domains()))]
        title = chance.choice(data["titles"])
        self.tells = () if title.endswith("*") else tuple(data["tells"])
        self.kit = Kit(name, title.rstrip("*"), chance)
        self.thing_table, self.pot_table = f"{name}_thing", f"{name}_pot"
        self.is_party = "second" in data
        self.kit.places = [
            (THINGS, chance.choice(data["things"]["places"]), data["icon"]),
            (POTS, chance.choice(data["pots"]["places"]), "wallet-outline"),
        ]
        if chance.random() < 0.3:
            self.kit.places.reverse()
        self._things()
        self._pots()
        self._shape()

    def label(self, key: str) -> str:
        return str(self.chance.choice(labels()[key]))

    def _things(self) -> None:
        chance, data = self.chance, self.data["things"]
        names = list(data["names"])
        # Neighbours stay together, so that a thing has one that is called nearly so.
        pairs = [names[at : at + 2] for at in range(0, len(names), 2)]
        chance.shuffle(pairs)
        count = chance.randint(FEWEST, MOST)
        flat = [name for pair in pairs for name in pair]
        self.names = chance.sample(flat[:count], count)
        label, groups = chance.choice(data["labels"]), PEOPLE if self.is_party else GOODS
        first = Counter("num", label, data["unit"], data["units"], 1, groups)
        self.counters = [first]
        if self.is_party:
            second = self.data["second"]
            label = chance.choice(second["labels"])
            self.counters.append(Counter("extra", label, second["unit"], second["units"], 0, BOOKED))
        self.counters_shown = chance.sample(self.counters, len(self.counters))

    def thing_rows(self) -> list[Data]:
        chance = self.chance
        # The first ones have many and few, so that there is always one to lower and one to raise.
        nums = [6, 2, 1, 4, *(chance.randint(1, 5) for _ in self.names)]
        extras = [4, 1, 0, *(chance.randint(0, 4) for _ in self.names)]
        mosts = [HIGHEST, HIGHEST - 3, *(chance.randint(HIGHEST - 3, HIGHEST) for _ in self.names)]
        rows = zip(self.names, nums, extras, mosts, strict=False)
        return [{"name": name, "num": num, "extra": extra, "most": most} for name, num, extra, most in rows]

    def _pots(self) -> None:
        names, chance = self.data["pots"]["names"], self.chance
        count = chance.randint(FEWEST_POTS, MOST_POTS)
        drawn = chance.sample(names, len(names))
        self.pots, self.ghosts = drawn[:count], drawn[count:]
        self.balance, self.monthly = self.label("balances"), self.label("monthlies")
        self.next = self.label("nexts")
        self.chosen = self.label("chosen")
        does = chance.sample(("in", "out", "set"), chance.choice((2, 3, 3)))
        self.acts = [self._act(number, one) for number, one in enumerate(does)]

    def _act(self, number: int, does: str) -> Act:
        chance, own = self.chance, labels()[does]
        limit = chance.choice(LIMITS)
        refusal = self.label("too_little" if does == "out" else "too_much")
        other_as = chance.choice(("page", "page", "dialog"))
        return Act(
            number,
            does,
            chance.choice(own["labels"]),
            own["icon"],
            chance.choice(PRESETS),
            self.label("others"),
            self.label("fields"),
            limit,
            filled(refusal, most=str(limit)),
            self.label("sure") if chance.random() < 0.4 else "",
            chance.choice(("chips", "radio", "buttons", "rows")),
            other_as,
            chance.choice(("page", "snackbar", *(("field",) if other_as == "page" else ()))),
        )

    def pot_rows(self) -> list[Data]:
        chance, rows = self.chance, []
        for at, name in enumerate(self.pots):
            low, high = (POOR, RICH)[at] if at < 2 else (20, 120)
            cents = chance.randint(low, high) * 100 + chance.choice((0, 0, 50, 25, 80))
            rows.append({"name": name, "cents": cents, "monthly": chance.choice((0, 700, 1200, 1800, 3300))})
        return rows

    def _shape(self) -> None:
        chance = self.chance
        self.more, self.less = chance.choice(labels()["steps"])
        self.remove = self.label("calls_off" if self.is_party else "removes")
        self.save = self.label("saves")
        self.most, self.too_many = self.label("mosts"), self.label("too_many")
        alone = ("page", "saved", "saved") if self.is_party else ("stepper", "buttons", "page", "saved")
        self.count_as = chance.choice(alone)
        """Counted in the rows of the list, on the page of a thing, or there and then saved."""
        self.step_as = chance.choice(("stepper", "buttons", "buttons"))
        """On the page of a thing: the widget, or buttons beside the number."""
        self.names_steps = chance.random() < 0.5
        """Whether the buttons in a row say whose they are."""
        self.remove_as = chance.choice(("icon", "button"))
        self.shows_most = chance.random() < 0.5
        self.warns_at = chance.choice(("page", "snackbar"))
        self.acts_as = chance.choice(("buttons", "rows", "menu"))
        self.options = chance.choice(("Options", "More options", "What can be done"))

    # -- ways through the pages ------------------------------------------------------------------------

    def to_thing(self) -> Gold:
        """To where the number of a thing is changed."""
        way = self.kit.to(THINGS)
        return way if self.count_as in ("stepper", "buttons") else [*way, {"tap": "{name}", "role": "text"}]

    def to_pot(self, slot: str = "name") -> Gold:
        return [*self.kit.to(POTS), {"tap": f"{{{slot}}}", "role": "text"}]

    def press(self, counter: Counter, is_more: bool) -> Data:
        """One touch that makes a number higher or lower."""
        if self.count_as == "stepper":
            return {"tap": f"{'More' if is_more else 'Less'}: {{name}}"}
        word = self.more if is_more else self.less
        if self.count_as == "buttons":
            return {"tap": f"{word}: {{name}}"} if self.names_steps else {"tap": word, "near": "{name}"}
        if self.step_as == "stepper":
            return {"tap": f"{'More' if is_more else 'Less'}: {counter.label}"}
        return {"tap": word, "near": counter.label} if self.is_party else {"tap": word}

    def saved(self) -> Gold:
        return [{"tap": self.save}] if self.count_as == "saved" else []

    def seen(self, page: str) -> Data:
        """A goal: one of its pages was looked at."""
        where = f"app = '{self.name}' AND kind = 'page' AND detail = '{page}'"
        return {"present": f"SELECT 1 FROM phone_event WHERE {where}"}
