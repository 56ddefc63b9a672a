"""Money kit: an app about amounts while it is made: its places with the ways between them, tables and pages.

Invariant: the way that gold takes to a place is the one that the pages have.
"""

from __future__ import annotations

import random
import re

from phonebuddy.tasks.invented.sketch import Data, Gold

MORE = ("More options", "Options", "Further options")


class Kit:
    """One app while it is made: what it is called, its places, tables and pages."""

    def __init__(self, name: str, title: str, chance: random.Random) -> None:
        self.name, self.title, self.chance = name, title, chance
        self.tables: list[str] = []
        self.content: Data = {}
        self.pages: Data = {}
        self.modules: Data = {}
        self.places: list[tuple[str, str, str]] = []
        """Page, title and icon; the first is where the app starts."""
        self.nav = chance.choice(("bottom", "drawer", "menu", "links", "bottom"))
        self.opens_nav = chance.choice({"drawer": ("Menu", "Open menu", "Navigation")}.get(self.nav, MORE))
        self.home = chance.choice(("Home", "Overview", "Start"))
        self.pin = f"{chance.randrange(1000, 9999)}" if chance.random() < 0.35 else ""

    @property
    def secret(self) -> str:
        """A SELECT of the PIN; empty where the app has none."""
        return f"SELECT pin FROM {self.name}_me" if self.pin else ""

    def to(self, page: str) -> Gold:
        """From the first page to another place."""
        title = next(title for one, title, _ in self.places if one == page)
        if page == self.places[0][0]:
            return []
        return [*([{"tap": self.opens_nav}] if self.nav in ("drawer", "menu") else []), {"tap": title}]

    def placed(self, page: Data, name: str, title: str, actions: list[Data]) -> Data:
        """A page as one of the app's places, with the ways to the others."""
        is_first = name == self.places[0][0]
        links: list[Data] = []
        if len(self.places) > 1:
            verbs = {
                one: "open" if self.nav == "links" or one in self.modules else "replace"
                for one, _, _ in self.places
            }
            named = [
                (one, self.home if one == self.places[0][0] else label, icon)
                for one, label, icon in self.places
            ]
            items = [
                {"nav_item": label, "value": one, "icon": icon, "on_tap": [{verbs[one]: one}]}
                for one, label, icon in named
            ]
            if self.nav == "bottom":
                page["bottom"] = {"bottom_nav": name, "items": items}
            elif self.nav == "drawer":
                opened = [{"drawer": self.title, "current": name, "items": items}]
                actions = [*actions, {"icon_button": "menu", "label": self.opens_nav, "on_tap": opened}]
            elif self.nav == "menu":
                rows = [
                    {"menu_item": label, "on_tap": [{verbs[one]: one}]}
                    for one, label, _ in named
                    if one != name
                ]
                actions = [
                    *actions,
                    {"icon_button": "dots-vertical", "label": self.opens_nav, "on_tap": [{"menu": rows}]},
                ]
            elif is_first:
                links = [
                    {
                        "list_item": label,
                        "icon": icon,
                        "trailing": {"icon": "chevron-right"},
                        "on_tap": [{"open": one}],
                    }
                    for one, label, icon in named[1:]
                ]
        page["top"] = {"top_bar": self.title if is_first else title, "actions": actions}
        if self.nav == "links" and not is_first:
            page["top"]["leave"] = "back"
        page["body"] = [*links, *page["body"]]
        return page


def as_number(value: str | int) -> int:
    """A number, or how far the day of some SQL is from today."""
    return value if isinstance(value, int) else int(re.findall(r"-?\d+", value)[-1])
