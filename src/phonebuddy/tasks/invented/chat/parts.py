"""Chat parts: sayings, facts about people, and what is switched, for invented apps of people and words.

Invariant: a part is data: it knows no app.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.sketch import Data, filled

SAYINGS = Path(__file__).parent / "says.yaml"


def _all_sayings() -> dict[str, list[str]]:
    found: dict[str, list[str]] = read_data(SAYINGS)
    return found


def sayings(deed: str) -> tuple[str, ...]:
    """How people ask for it."""
    return tuple(_all_sayings()[deed])


def said(ways: Sequence[str], **parts: Sequence[str]) -> tuple[str, ...]:
    """Every way with every choice of words for its slots; slots that are not given stay for the task."""
    found = []
    for way in ways:
        used = [slot for slot in parts if f"{{{slot}}}" in way]
        for words in itertools.product(*(parts[slot] for slot in used)):
            found.append(filled(way, **dict(zip(used, words, strict=True))))
    return tuple(dict.fromkeys(found))


def quoting(says: Sequence[str]) -> tuple[str, ...]:
    """With quotation marks around what is to be written word by word, so that it is clear where it ends."""
    found = []
    for at, way in enumerate(says):
        # A title is as often without them.
        slots = "text|answer|title" if at % 2 else "text|answer"
        found.append(re.sub(r'(?<!")\{(' + slots + r")\}", r'"{\1}"', way))
    return tuple(found)


class Fact(NamedTuple):
    """Something known about a person."""

    column: str
    kind: str
    label: str
    said: str
    shown: str
    """SQL for what a page shows."""
    icon: str


FACTS = {
    "phone": (
        "phone",
        ("Phone", "Mobile", "Telephone", "Phone number"),
        ("phone number",),
        "phone",
        "phone-outline",
    ),
    "mail": (
        "text",
        ("Mail", "E-mail", "Mail address", "Email"),
        ("mail address", "email address"),
        "mail",
        "email-outline",
    ),
    "birthday": (
        "day",
        ("Birthday", "Born", "Date of birth"),
        ("birthday", "date of birth"),
        "full_date(birthday)",
        "cake-variant-outline",
    ),
    "joined": (
        "day",
        ("Joined", "Member since", "Here since"),
        ("joining date",),
        "full_date(joined)",
        "calendar-check",
    ),
    "town": (
        "text",
        ("Town", "Lives in", "Home town", "Place"),
        ("town", "home town"),
        "town",
        "home-outline",
    ),
    "role": ("text", ("Role", "Does", "Position"), ("role",), "role", "badge-account-outline"),
    "number": (
        "number",
        ("Number", "Member no.", "Membership number", "ID number"),
        ("member number", "number on the list"),
        "CAST(number AS TEXT)",
        "pound",
    ),
}


class Toggle(NamedTuple):
    """Something that is on or off, with a word for either way."""

    column: str
    on: str
    off: str
    icon: str
    on_ways: tuple[str, ...]
    off_ways: tuple[str, ...]

    def widgets(self, style: str, table: str, key: str, then: Sequence[Data] = ()) -> list[Data]:
        """As entries of a menu, icons of a bar, buttons, or a switch; the column must be in scope there."""
        if style == "switch":
            flip = [{"sql": f"UPDATE {table} SET {self.column} = :value WHERE id = :{key}"}]
            switch = {"switch": f"{{{self.column}}}", "description": self.on, "on_change": flip}
            return [{"list_item": self.on, "icon": self.icon, "trailing": switch}]
        flip = [{"sql": f"UPDATE {table} SET {self.column} = 1 - {self.column} WHERE id = :{key}"}, *then]
        found: list[Data] = []
        for label, condition in ((self.on, "unless"), (self.off, "when")):
            part: Data = {condition: self.column, "on_tap": flip}
            if style == "menu":
                found.append({"menu_item": label, "icon": self.icon, **part})
            elif style == "icon":
                found.append({"icon_button": self.icon, "label": label, **part})
            else:
                found.append({"button": label, "style": "tonal", **part})
        return found

    def tap(self, style: str, to: int) -> Data:
        if style == "switch":
            return {"tap": self.on, "role": "switch"}
        return {"tap": self.on if to else self.off}
