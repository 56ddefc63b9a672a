"""Plan: what chance decided about one agenda: what it is about, labels, layout, how times are entered, rows.

Invariant: everything that pages show and tasks name is decided here, once, so that both agree.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from phonebuddy.tasks.invented.agenda.data import HELD, domains, words
from phonebuddy.tasks.invented.agenda.rows import drawn_rows
from phonebuddy.tasks.invented.fields import DATE, TIME, quoted
from phonebuddy.tasks.invented.grammar import an, plural, within
from phonebuddy.tasks.invented.sketch import filled

FEWEST, MOST = 9, 14
"""Things in an app."""
WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_WORDS: dict[str, tuple[str, ...]] = {
    "edit": ("Edit", "Change", "Modify", "Edit {noun}", "Adjust"),
    "save": ("Save", "Done", "Apply", "Keep changes", "Store"),
    "delete": ("Delete", "Remove {noun}", "Delete {noun}", "Erase"),
    "sure": ("Yes", "OK then", "Go ahead", "Confirm"),
    "more": ("More options", "Other options", "Options menu"),
    "hint": ("Search", "Find a {noun}", "Search {nouns}"),
    "none": ("Not set", "None", "Nothing set", "Empty"),
    "whole": ("All day", "Whole day", "No fixed times", "Takes all day"),
    "week": ("Repeat", "Repeats on", "Every week on", "Weekly on", "Weekdays"),
    "never": ("Never", "Does not repeat", "Just once"),
    "empty": ("Nothing here", "No {nouns}"),
}  # fmt: skip
_CLEAR = ("Remove {label}", "Clear {label}", "No {label}", "Drop {label}")


class Slot(NamedTuple):
    """A day or a time that a thing has."""

    name: str
    """Of the column."""
    kind: str
    label: str
    clear: str = ""
    """On what takes it away; empty where it always is there."""

    @property
    def none(self) -> int:
        return 0 if self.kind == DATE else -1

    def shown(self, none: str, value: str = "") -> str:
        """SQL for what a page shows."""
        value = value or self.name
        said = f"day({value})" if self.kind == DATE else f"clock_time(60 * {value})"
        return f"iif({value} = {self.none}, {quoted(none)}, {said})" if self.clear else said


class Plan:
    """One app. The attributes are read by its pages and by its tasks, and changed by nobody."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name, self.chance, self.table = name, chance, f"{name}_thing"
        self.data = domains()[chance.choice(sorted(domains()))]
        self.is_held = self.data["about"] == HELD
        self.noun = chance.choice(self.data["nouns"])
        self.nouns = plural(self.noun)
        title = chance.choice(self.data["titles"])
        self.is_brand, self.title = title.endswith("*"), title.rstrip("*")
        self._decide_words()
        self._decide_slots()
        self._decide_layout()
        count = min(len(self.data["names"]), chance.randint(FEWEST, MOST))
        self.rows = drawn_rows(chance.sample(self.data["names"], count), self.is_held, chance)

    def _decide_words(self) -> None:
        parts = {"noun": self.noun, "nouns": self.nouns}
        self.words = {key: an(filled(self.chance.choice(ways), **parts)) for key, ways in _WORDS.items()}

    def _decide_slots(self) -> None:
        kinds = (
            {"day": DATE, "starts": TIME, "ends": TIME, "ping": TIME, "closes": DATE}
            if self.is_held
            else {"due": DATE, "due_at": TIME, "begins": DATE, "ping_on": DATE}
        )
        if self.chance.random() < 0.4:
            kinds.pop("closes", None)
        taken = set(self.words.values())
        self.slots: dict[str, Slot] = {}
        for name, kind in kinds.items():
            self.slots[name] = self._slot(name, kind, taken)
        names = list(self.slots)
        if self.chance.random() < 0.5:
            self.chance.shuffle(names)
        self.order = names
        """From top to bottom of a page."""

    def _slot(self, name: str, kind: str, taken: set[str]) -> Slot:
        data = words()["facts"][name]
        label = self.chance.choice([one for one in data["labels"] if one not in taken])
        clear = filled(self.chance.choice(_CLEAR), label=within(label)) if data.get("clears") else ""
        taken.add(label)
        return Slot(name, kind, label, clear)

    def _decide_layout(self) -> None:
        chance = self.chance
        self.listing = chance.choice(("rows", "rows", "cards"))
        self.leading = chance.choice(("icon", "avatar", "none"))
        self.list_order = chance.choice(("name", "id DESC", self.when_column))
        self.search = chance.choice(("none", "bar"))
        self.editing = chance.choice(("page", "inline"))
        self.style = chance.choice(("labels", "rows", "meta"))
        """How a day or a time stands beside its label."""
        self.times = chance.choice(("picker", "picker", "typed")) if self.editing == "page" else "picker"
        self.edits_at = chance.choice(("bar", "menu", "button"))
        self.saves_at = chance.choice(("top", "bottom"))
        self.clears_at = chance.choice(("value", "menu", "below"))
        self.deletes_at = chance.choice(("bar", "menu", "button"))
        self.week_at = chance.choice(("here", "apart"))
        self.week_style = chance.choice(("short", "long", "boxes"))
        self.hides = chance.choice(("enter", "back"))
        """What gold puts the keyboard away with."""

    @property
    def when_column(self) -> str:
        return "day" if self.is_held else "due"

    @property
    def days(self) -> list[str]:
        """What the weekdays are called on pages."""
        return [day[:3] if self.week_style == "short" else day for day in WEEK]

    @property
    def columns(self) -> list[str]:
        """Of the weekdays."""
        return [day[:3].lower() for day in WEEK]
