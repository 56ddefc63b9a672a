"""Plan: a list of things that can be handed over, drawn for one app: its words, rows and buttons.

Invariant: two pairs of rows have one name: one pair differs by the day, the other by whose it is; no line
under a name stands twice.
"""

from __future__ import annotations

import random
from pathlib import Path

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data

PATH = Path(__file__).parent / "things.yaml"
PAGE, ONE, TABLE = "handed", "handed_one", "slip"
BAR, MENU, ROW, BUTTON = "bar", "menu", "row", "button"
MOVED = ("share", "calendar", "call")
"""Buttons that stand anywhere; those about money stand together."""
MOST_BAR = 2
NUM_SINGLE = (2, 4)
"""Things whose name is their own."""
HOURS = (9, 19)
FAR = range(3, 40)
CENTS = range(400, 2600, 50)
"""Small sums: what is in the wallet is drawn with the person."""


def things() -> Data:
    return read_data(PATH, as_written=True)


class Plan:
    """What one app has."""

    def __init__(self, name: str, kind: str, title: str, chance: random.Random) -> None:
        every = things()
        self.chance, self.title, self.data = chance, title, every["lists"][kind]
        self.app, self.table = name, f"{name}_{TABLE}"
        self.noun: str = chance.choice(self.data["nouns"])
        self.labels = {
            key: chance.choice(ways) for part in ("labels", "facts") for key, ways in every[part].items()
        }
        self.states = {key: chance.choice(ways) for key, ways in every["states"].items()}
        self.is_chosen = chance.random() < 0.5
        """Whether there is one button to pay, and the phone asks with which app."""
        self.is_asking = chance.random() < 0.7
        """Whether it asks for leave before it reminds its owner."""
        self.listing = chance.choice(("rows", "cards", "avatars"))
        self.spots = self._spots()
        self.rows = self._rows()

    def _spots(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for key in self.chance.sample(MOVED, len(MOVED)):
            is_full = list(found.values()).count(BAR) == MOST_BAR
            found[key] = self.chance.choice((MENU, ROW, BUTTON) if is_full else (BAR, BAR, MENU, ROW, BUTTON))
        spot = self.chance.choice((ROW, BUTTON))
        return (
            found | dict.fromkeys(("hub", "bank", "pay"), spot) | {"mark": self.chance.choice((MENU, spot))}
        )

    def _rows(self) -> list[Data]:
        chance = self.chance
        names = chance.sample(self.data["names"], 2 + chance.randint(*NUM_SINGLE))
        by = chance.sample(self.data["who"], len(self.data["who"]))
        days = chance.sample(FAR, len(names) + 2)
        whose = [by[0], by[0], by[1], by[2], *(chance.choice(by) for _ in names[2:])]
        called = [names[0], names[0], names[1], names[1], *names[2:]]
        found = [self._row(*one) for one in zip(called, whose, days, strict=True)]
        found[-1]["paid"] = 1
        chance.shuffle(found)
        return [{"id": at + 1, **row} for at, row in enumerate(found)]

    def _row(self, name: str, who: str, far: int) -> Data:
        chance = self.chance
        minute = 60 * chance.randint(*HOURS) + chance.choice((0, 15, 30, 45))
        letters = "".join(chance.sample("BCDFGHKLMNPRSTVWXZ", 2))
        return {
            "slip": name,
            "who": who,
            "phone": f"07{chance.randint(100, 999)} {chance.randint(100000, 999999)}",
            "at": f"=today() + {86400 * far + 60 * minute}",
            "place": chance.choice(self.data["places"]),
            "cents": chance.choice(CENTS),
            "code": f"{letters}-{chance.randint(1000, 9999)}",
            "paid": 0,
            "pinged": 0,
            "dropped": 0,
        }
