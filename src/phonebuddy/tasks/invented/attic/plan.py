"""Attic plan: what chance decides about one app whose things can be put away, got back and put in groups.

Invariant: equal seeds give equal plans; no two buttons of one page are called alike.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from phonebuddy.tasks.invented.attic.words import BIN, State, domains, words
from phonebuddy.tasks.invented.fields import CHOICE, Field
from phonebuddy.tasks.invented.grammar import plural
from phonebuddy.tasks.invented.sketch import COLORS, Data, filled, some

HERE, GROUP = "here", "group"
"""Where a thing is met besides the pages of its states: the main list, and the list of a group."""
FOR_GOOD, OUT, MOVE = "for_good", "out", "move"
"""What can be done besides what a state gives."""
SPOTS = ("menu", "hold", "sheet", "select", "swipe", "page")
"""Where deeds are: behind the dots of a row, behind a long press, in the bar once a row was chosen, a swipe
over the row, on the page of the thing."""
BINNED = 0.7
"""How often there is a bin; else what is deleted is gone."""
INLINE = 0.5
"""How often a state that may do so leaves its things in the main list."""


class Offer(NamedTuple):
    """A deed as one list offers it."""

    name: str
    label: str
    icon: str
    state: str = ""
    """Which state it puts a thing into or brings it back from."""
    when: str = ""
    """The column that says whether a row of the main list has it."""


class Plan:
    """One app, decided."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name, self.chance = name, chance
        data: Data = domains()[chance.choice(sorted(domains()))]
        self.data = data
        self.noun: str = chance.choice(data["nouns"])
        title = chance.choice(data["titles"])
        self.is_brand, self.title = title.endswith("*"), title.rstrip("*")
        self.group_noun: str = chance.choice(data["groups"]["nouns"])
        self.color = chance.choice(COLORS)
        self._decide_facts(data)
        self._decide_states(data)
        self._decide_looks()
        self._decide_offers()

    @property
    def nouns(self) -> str:
        return plural(self.noun)

    @property
    def table(self) -> str:
        return f"{self.name}_thing"

    @property
    def groups(self) -> str:
        return f"{self.name}_group"

    @property
    def members(self) -> str:
        return f"{self.name}_member"

    def pick(self, key: str) -> str:
        """One of the ways a button is called."""
        return self._called(words()["labels"][key])

    def _called(self, ways: list[str]) -> str:
        nouns = {"n": self.noun, "ns": self.nouns, "g": self.group_noun, "gs": plural(self.group_noun)}
        way = filled(self.chance.choice(ways), **nouns)
        return way[:1].upper() + way[1:]

    # -- what there is ---------------------------------------------------------------------------------

    def _decide_facts(self, data: Data) -> None:
        self.facts: list[Field] = []
        self.telling: Data = {}
        for name, one in data["facts"].items():
            label, values = self.chance.choice(one["labels"]), tuple(one.get("values", ()))
            low, high = one.get("low", 1), one.get("high", 20)
            self.facts.append(
                Field(name, one["kind"], label, one["said"], values, low, high, one.get("unit", ""))
            )
            self.telling[name] = one["by"]
        self.chance.shuffle(self.facts)
        # Several things have the same choice, so it does not stand alone in a row.
        alone = 2 if self.facts[0].kind == CHOICE else 1
        self.row_facts = self.facts[: self.chance.randint(alone, 2)]

    def _decide_states(self, data: Data) -> None:
        has_bin = BIN in data["states"] and self.chance.random() < BINNED
        drawn = some(self.chance, [one for one in data["states"] if one != BIN], 1 if has_bin else 2, 2)
        if has_bin:
            drawn.append(BIN)
        self.states = [self._state(one, words()["states"][one]) for one in drawn]
        self.chance.shuffle(self.states)

    def _state(self, name: str, one: Data) -> State:
        is_inline = one.get("stays", False) and self.chance.random() < INLINE
        page = "" if is_inline else self._called(one["pages"])
        do = self._called(one["do"]) if "do" in one else ""
        return State(name, page, one.get("shown", ""), self._called(one["undo"]), do, one["icon"])

    @property
    def apart(self) -> list[State]:
        """States with a page of their own."""
        return [one for one in self.states if one.page]

    @property
    def inline(self) -> list[State]:
        return [one for one in self.states if not one.page]

    @property
    def has_bin(self) -> bool:
        return any(one.name == BIN for one in self.states)

    # -- where it stands -------------------------------------------------------------------------------

    def _decide_looks(self) -> None:
        chance = self.chance
        self.spot = chance.choice(SPOTS)
        self.page_at = chance.choice(("buttons", "menu", "icons"))
        self.nav = chance.choice(("bottom", "drawer", "overflow", "links"))
        self.is_deep = chance.random() < 0.4
        """Whether the pages of the states stand behind a settings page."""
        if self.nav == "bottom" and len(self.apart) > 2:
            self.is_deep = True
        keys = ("settings", "menu", "more", "options", "home", "groups", "where", "sure", "empty", "swipe")
        self.words = {key: self.pick(key) for key in keys}
        self.order = chance.choice(("i.name, i.id", "i.id", f"i.{self.facts[0].name} DESC, i.id"))
        # A finger needs the width of a row for a swipe, and a card cannot show that it was chosen.
        self.listing = "rows" if self.spot in ("swipe", "select") else chance.choice(("rows", "cards"))
        self.leading = chance.choice(("none", "icon", "avatar"))
        self.has_notes = chance.random() < 0.5
        """Whether a short message says what was done."""

    def _decide_offers(self) -> None:
        gone = Offer(FOR_GOOD, self.pick("for_good" if self.has_bin else "delete"), "delete-forever-outline")
        put = {
            one.name: Offer(f"do_{one.name}", one.do, one.icon, one.name, "at_here")
            for one in self.states
            if one.do
        }
        thrown = put[BIN]._replace(when="") if self.has_bin else gone
        self.offers: dict[str, list[Offer]] = {HERE: list(put.values())}
        for one in self.inline:
            self.offers[HERE].append(
                Offer(f"undo_{one.name}", one.undo, "undo-variant", one.name, f"at_{one.name}")
            )
        for one in self.apart:
            back = Offer(f"undo_{one.name}", one.undo, "undo-variant", one.name)
            self.offers[one.name] = [back, gone if one.name == BIN else thrown]
        out = Offer(OUT, self.pick("out"), "minus-circle-outline")
        self.offers[GROUP] = [out, Offer(MOVE, self.pick("move"), "folder-move-outline"), thrown]
        for offers in self.offers.values():
            self.chance.shuffle(offers)
        self.asks = {FOR_GOOD} | ({f"undo_{one.name}" for one in self.states if self.chance.random() < 0.25})
        if self.chance.random() < 0.4:
            self.asks.add(OUT)

    def swiped(self, context: str) -> Offer | None:
        """What a swipe to the left does in a list; the other deeds are on the page of the thing then."""
        if self.spot != "swipe":
            return None
        return next(
            (one for one in self.offers[context] if one.when in ("", "at_here") and one.name != MOVE), None
        )
