"""Plan: what chance decided about one app that keeps a list: domain, words, fields, layout, what is in it.

Invariant: everything that pages show and deeds name is decided here, once, so that both agree.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.fields import CHOICE, DATE, MANY, MONEY, NUMBER, SWITCH, TEXT, TIME, Field
from phonebuddy.tasks.invented.grammar import an, plural
from phonebuddy.tasks.invented.sketch import Data, filled, some

PATH = Path(__file__).parent / "domains.yaml"
FEWEST, MOST = 7, 17
"""Things on a phone."""
SPARE = 5
"""Names that are left for new things."""
MODULE = 0.28
"""How many apps are made of the module `records`."""
ORDERED = (NUMBER, MONEY, DATE, TIME)
"""Kinds of field of which there is a most and a least."""
_WORDS: dict[str, tuple[str, ...]] = {
    "add": ("Add", "New", "Create", "Add {noun}", "New {noun}", "Add new", "Enter {noun}"),
    "save": ("Save", "Done", "Save {noun}", "Keep", "Store", "Apply", "Finish", "Confirm"),
    "edit": ("Edit", "Change", "Edit {noun}", "Edit details", "Modify", "Update"),
    "delete": ("Delete", "Remove", "Delete {noun}", "Throw away", "Erase", "Take off the list"),
    "sure": ("Yes, delete", "Remove it", "Yes", "OK", "Delete it", "Go ahead"),
    "next": ("Next", "Continue", "Go on", "Next step"),
    "set": ("Set", "OK", "Save", "Change it", "Apply"),
    "home": ("Home", "List", "Everything", "Start", "{Nouns}"),
    "all": ("All", "All {nouns}", "Show all", "Every {noun}"),
    "sort": ("Sort", "Sort by", "Order", "Sorting"),
    "filter": ("Filter", "Show only", "Narrow down"),
    "hint": ("Search", "Find a {noun}", "Search by name", "Search {nouns}", "What are you looking for?"),
    "name": ("Name", "Title", "What is it called?", "{Noun}", "Name of the {noun}"),
    "overview": ("Overview", "Statistics", "Summary", "In numbers", "Totals"),
    "settings": ("Settings", "Preferences", "Options", "Set up"),
    "more": ("More options", "Other actions", "Options menu"),
    "menu": ("Menu", "Open menu", "Navigation"),
    "empty": ("Nothing here", "No {nouns} yet", "There is nothing to show"),
}  # fmt: skip


def domains() -> dict[str, Any]:
    return read_data(PATH)


class Plan:
    """One app. The attributes are read by its pages and by its deeds, and changed by nobody."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name, self.chance = name, chance
        self.data = domains()[chance.choice(sorted(set(domains()) - {"settings"}))]
        self.noun = chance.choice(self.data["nouns"])
        self.nouns = plural(self.noun)
        title = chance.choice(self.data["titles"])
        self.is_brand, self.title = title.endswith("*"), title.rstrip("*")
        self.table, self.sub_table = f"{name}_thing", f"{name}_item"
        self.is_module = chance.random() < MODULE
        self._decide_content()
        taken = self._taken()
        self.words = {key: self._word(ways, taken) for key, ways in _WORDS.items()}
        self._decide_layout()
        self._decide_acts()
        self._decide_ways()
        self.settings = self._drawn_settings()
        self.rows = self._drawn_rows()

    def _taken(self) -> set[str]:
        """What something of this app is called already, so that no button is called the same."""
        found = {one.label for one in self.fields} | {value for one in self.fields for value in one.values}
        parts = [part for part in (self.mark, self.act, self.sub) if part]
        return found | {
            str(part[key]) for part in parts for key in ("label", "page", "title", "field") if key in part
        }

    def _word(self, ways: tuple[str, ...], taken: set[str]) -> str:
        noun, nouns = self.noun, self.nouns
        parts = {"noun": noun, "nouns": nouns}
        parts |= {key.capitalize(): text[:1].upper() + text[1:] for key, text in parts.items()}
        able = [word for way in ways if (word := an(filled(way, **parts))) not in taken]
        return self.chance.choice(able)

    # -- what there is ---------------------------------------------------------------------------------

    def _decide_content(self) -> None:
        chance, data = self.chance, self.data
        chosen = some(chance, sorted(data["fields"]), 3, 5)
        chance.shuffle(chosen)
        self.fields = [self._field(name, data["fields"][name]) for name in chosen]
        names = chance.sample(data["names"], len(data["names"]))
        count = min(chance.randint(FEWEST, MOST), len(names) - SPARE)
        self.names, self.free = names[:count], names[count:]
        self.mark = self._part("mark", 0.85)
        self.act = self._part("act", 0.85)
        self.sub = self._part("sub", 0.6)

    def _field(self, name: str, data: Data) -> Field:
        kind, values = data["kind"], tuple(data.get("values", ()))
        low, high = data.get("low", 1), data.get("high", 20)
        styles: tuple[str, ...] = ("",)
        if kind == CHOICE:
            styles = ("menu", "sheet", "radio", *(("segmented",) if len(values) <= MANY else ()))
            styles += () if self.is_module else ("chips",)
        if kind == NUMBER and high - low < 9:
            styles = ("", "stepper")
        label = self.chance.choice(data["labels"])
        unit, style = data.get("unit", ""), self.chance.choice(styles)
        return Field(name, kind, label, data["said"], values, low, high, unit, style)

    def _part(self, key: str, often: float) -> Data | None:
        data = self.data.get(key)
        if not data or self.chance.random() > often:
            return None
        return dict(data, label=self.chance.choice(data["labels"]))

    def about(self, field: Field) -> Data:
        """What the domain says about a field: ways to ask for it, to tell it, to set it."""
        found: Data = self.data["fields"][field.name]
        return found

    def of_kind(self, *kinds: str) -> list[Field]:
        return [one for one in self.fields if one.kind in kinds]

    def _has_chips(self) -> bool:
        """Chips show which is chosen by columns of their page, which a sheet does not see change."""
        return any(one.style == "chips" for one in self.fields)

    # -- what it looks like ----------------------------------------------------------------------------

    def _decide_layout(self) -> None:
        chance = self.chance
        choices = self.of_kind(CHOICE)
        self.listing = chance.choice(("rows", "rows", "rows", "cards", "grid"))
        self.leading = chance.choice(("icon", "avatar", "picture", "none"))
        self.section = (
            chance.choice(choices) if choices and self.listing != "grid" and chance.random() < 0.3 else None
        )
        self.has_folders = bool(choices) and not self.is_module and chance.random() < 0.2
        free = [one for one in choices if one != self.section]
        self.filter = chance.choice(free) if free and (self.has_folders or chance.random() < 0.6) else None
        self.has_folders &= self.filter is not None
        self.filter_at = chance.choice(("tabs", "chips", "menu", "sheet"))
        self.opens = "form" if not self.is_module and chance.random() < 0.15 else "detail"
        self.editing = (
            "page"
            if self.opens == "form" or self.is_module
            else chance.choice(("page", "page", "inline", "sheet"))
        )
        if self.editing == "sheet" and self._has_chips():
            self.editing = "page"
        said = [one for one in self.fields if one.kind != SWITCH]
        self.shown = said[: 1 if self.opens == "form" else chance.choice((1, 2, 2))]
        """What the list says about a thing."""
        self.has_meta = len(self.shown) == 2 and self.listing == "rows" and chance.random() < 0.4
        """Whether the second of them stands at the end of the row."""
        self.detail = chance.choice(("rows", "labels", "pairs", "stack"))
        self.has_picture = chance.random() < 0.25
        self.order = self._drawn_order()
        ordered = self.of_kind(*ORDERED)
        self.sorts = (
            some(chance, ordered, 1, 3) if ordered and not self.is_module and chance.random() < 0.5 else []
        )
        self.sort_at = chance.choice(("menu", "sheet"))

    def _drawn_order(self) -> str:
        ways = [
            "name",
            "name",
            "id DESC",
            *(f"{one.name}, name" for one in self.shown if one.kind in ORDERED),
        ]
        return ("" if self.section is None else f"{self.section.name}, ") + self.chance.choice(ways)

    def _decide_acts(self) -> None:
        chance = self.chance
        pages = ("page",) if self.is_module or self.opens == "form" else ("page", "wizard", "sheet", "dialog")
        self.entry = chance.choice(pages)
        """How something new is entered."""
        self.quick = [
            one for one in self.fields if one.kind in (TEXT, NUMBER, MONEY) and one.style != "stepper"
        ][:2]
        """What a dialog asks for, beside the name."""
        if (self.has_folders and self.entry in ("sheet", "dialog")) or (
            self.entry == "sheet" and self._has_chips()
        ):
            self.entry = "wizard"
        self.adds_at = chance.choice(("fab", "fab", "wide fab", "top", "button"))
        self.saves_at = chance.choice(("top", "bottom"))
        self.actions = chance.choice(("bar", "menu", "buttons", "bottom"))
        """Where the page of one thing has Edit and Delete."""
        self.asks = chance.random() < 0.6
        """Whether deleting is asked about."""
        self.deletes_at = chance.choice(("page", "page", "swipe", "hold", "row menu", "select"))
        self.hold_shows = chance.choice(("menu", "sheet"))
        marks = [
            "row",
            "page",
            "switch",
            "star",
            *(("hold",) if self.deletes_at in ("hold", "row menu") else ()),
        ]
        self.mark_at = chance.choice(marks)
        self.acts_at = chance.choice(("button", "button", "bar"))
        self.hides = chance.choice(("enter", "enter", "back"))
        """What gold puts the keyboard away with."""
        if self.editing == "inline":
            self.words["edit"] = chance.choice(("Rename", "Change name", "Rename {noun}")).replace(
                "{noun}", self.noun
            )
        self.sub_at = "page" if self.is_module else chance.choice(("page", "dialog"))
        """Where a line of a thing is entered."""
        self.subs_apart = chance.random() < 0.35
        """Whether the lines of a thing have a page of their own."""
        self._fit_acts()

    def _fit_acts(self) -> None:
        """What cannot stand together with the layout gives way to it."""
        chance = self.chance
        if self.is_module:
            self.words |= {
                "add": "Add",
                "save": "Save",
                "edit": "Edit",
                "delete": "Delete",
                "sure": "Delete",
                "hint": "Search",
            }
            self.adds_at, self.saves_at, self.actions, self.asks = "fab", "top", "bar", True
            self.deletes_at = chance.choice(("page", "swipe"))
            self.mark_at = chance.choice(("row", "page", "switch"))
        if self.opens == "form":
            self.deletes_at = chance.choice(("page", "swipe", "hold", "select"))
            self.mark_at = chance.choice(("row", "star"))
            self.act = self.sub = None
        if self.listing == "grid":
            self.deletes_at = "page" if self.deletes_at in ("swipe", "row menu") else self.deletes_at
            self.mark_at = (
                "star"
                if self.opens == "form"
                else "page"
                if self.mark_at in ("row", "hold")
                else self.mark_at
            )
        if self.listing != "rows" and self.deletes_at == "select":
            self.deletes_at = "page"
        if self.deletes_at == "row menu" and self.mark_at in ("star", "row"):
            self.mark_at = "hold"
        if self.deletes_at == "select" and self.mark_at == "row":
            self.mark_at = "star"

    def _decide_ways(self) -> None:
        chance = self.chance
        self.search = (
            "icon" if self.is_module else chance.choice(("none", "bar", "bar", "icon", "page", "module"))
        )
        if self.search == "icon" and not self.is_module and self.words["hint"] == "Search":
            self.words["hint"] = "Search by name"  # the icon is called Search
        self.nav = chance.choice(("none", "bottom", "bottom", "drawer", "overflow"))
        has_marks = self.mark is not None and chance.random() < 0.6
        has_sums = chance.random() < 0.5
        has_settings = chance.random() < 0.6
        if self.nav == "none":
            has_marks = has_sums = has_settings = False
        self.places = [
            place
            for place, is_there in (("marked", has_marks), ("overview", has_sums), ("settings", has_settings))
            if is_there
        ]
        """Pages beside the list."""
        if not self.places:
            self.nav = "none"

    # -- what is in it ---------------------------------------------------------------------------------

    def _drawn_settings(self) -> list[Data]:
        if "settings" not in self.places:
            return []
        chance = self.chance
        every: list[Data] = domains()["settings"]
        found = [
            dict(one, key=f"s{place}", title=chance.choice(one["titles"])) for place, one in enumerate(every)
        ]
        found = chance.sample(found, chance.randint(3, 5))
        return [
            one | {"value": chance.choice(one["values"]) if "values" in one else chance.randrange(2)}
            for one in found
        ]

    def _drawn_rows(self) -> list[Data]:
        rows: list[Data] = []
        taken: dict[str, set[Any]] = {one.name: set() for one in self.fields}
        for name in self.names:
            row: Data = {"name": name}
            for one in self.fields:
                value = one.drawn(self.chance)
                for _ in range(8 if one.kind in ORDERED else 0):
                    # The dearest is only one: values of one field differ as far as they can.
                    if value not in taken[one.name]:
                        break
                    value = one.drawn(self.chance)
                taken[one.name].add(value)
                row[one.name] = value
            row["marked"] = int(self.chance.random() < 0.35)
            rows.append(row)
        if self.mark:
            rows[0]["marked"], rows[1]["marked"], rows[2]["marked"] = 1, 0, 0
        for one in self.of_kind(SWITCH):
            rows[0][one.name], rows[1][one.name] = 0, 1
        return rows

    def distinct(self, field: Field) -> bool:
        """Whether every thing has another value."""
        return len({row[field.name] for row in self.rows}) == len(self.rows)
