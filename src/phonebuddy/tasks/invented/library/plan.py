"""Library plan: what chance decides about one app that people browse and keep things of.

Its domain, words, features, and where everything stands. Invariant: equal seeds give equal plans, and every
label on one page is there once.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

from phonebuddy.tasks.invented.data import read_data
from phonebuddy.tasks.invented.fields import DATE, MONEY, NUMBER, Field
from phonebuddy.tasks.invented.grammar import an, plural
from phonebuddy.tasks.invented.sketch import COLORS, Data, filled, some

FOLDER = Path(__file__).parent
FEWEST, MOST = 9, 16
"""Things on a phone."""
PLACES = ("icon", "menu", "button", "switch", "chip", "hold", "row")
"""Where something is switched: on the page of a thing, or (hold, row) in the list."""
LISTED = ("hold", "row")
FLAGS = ("save", "offline", "finished")
"""What a thing is or is not."""
SEEN = ("icon", "button", "switch", "chip")
"""Places that show how it is without a further touch."""
SUMMED = ("min", "h", "s", "km", "MB", "kg", "g", "kcal")
OWN = 3
"""How often a way counts that does without the word on the button."""
COUNTED = ("pages", "cards", "clues", "pieces", "vocabulary", "folds", "lines", "wordcount", "due")
"""Units and counts that can be added up."""


def domains() -> Data:
    return read_data(FOLDER / "domains.yaml")


def words() -> Data:
    return read_data(FOLDER / "words.yaml")


class Toggle(NamedTuple):
    """Something a thing is or is not: saved, downloaded, finished."""

    column: str
    on: str
    """The label that makes it so."""
    off: str
    icons: tuple[str, str]
    place: str
    do: tuple[str, ...]
    undo: tuple[str, ...]

    def label(self, to: int) -> str:
        """What is tapped to make it so, or not so."""
        return self.on if to or self.place in ("switch", "chip") else self.off


class Plan:
    """One app, decided."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name, self.chance = name, chance
        data = domains()[chance.choice(sorted(domains()))]
        self.data: Data = data
        self.noun: str = chance.choice(data["nouns"])
        title = chance.choice(data["titles"])
        self.is_brand, self.title = title.endswith("*"), title.rstrip("*")
        self.color = chance.choice(COLORS)
        self._decide_things(data)
        self._decide_features(data)
        self._decide_words(data)
        self._decide_home()
        self._decide_page()
        self._decide_places()
        self.lists = self._drawn_lists()
        self.act_places = self._placed_acts()

    @property
    def nouns(self) -> str:
        return plural(self.noun)

    def table(self, what: str) -> str:
        return f"{self.name}_{what}"

    def pick(self, key: str) -> str:
        """One of the ways a button is called."""
        way: str = self.chance.choice(words()["buttons"][key])
        return an(filled(way, n=self.noun, ns=self.nouns, by=self.by))

    # -- what there is ---------------------------------------------------------------------------------

    def _decide_things(self, data: Data) -> None:
        chance = self.chance
        self.kinds: list[str] = some(chance, data["kinds"], 3, 5)
        self.kind_label: str = chance.choice(data["kind"])
        self.by: str = data["by"]
        self.by_label: str = chance.choice(data["by_labels"])
        self.people: list[str] = some(chance, data.get("people") or words()["people"], 4, 6)
        chosen = some(chance, sorted(data["facts"]), 2, 4)
        chance.shuffle(chosen)
        self.facts = [self._fact(one, data["facts"][one]) for one in chosen]
        self.said: Data = {one: data["facts"][one] for one in chosen}
        names = chance.sample(data["names"], len(data["names"]))
        count = min(chance.randint(FEWEST, MOST), len(names) - 4)
        self.names, self.free = names[:count], names[count:]

    def _fact(self, name: str, data: Data) -> Field:
        label = self.chance.choice(data["labels"])
        low, high = data.get("low", 1), data.get("high", 20)
        return Field(
            name,
            data["kind"],
            label,
            data["said"],
            tuple(data.get("values", ())),
            low,
            high,
            data.get("unit", ""),
        )

    @property
    def measured(self) -> list[Field]:
        """Facts of which there is a largest and a smallest."""
        return [
            one for one in self.facts if one.kind in (NUMBER, MONEY, DATE) and "most" in self.said[one.name]
        ]

    @property
    def summed(self) -> list[Field]:
        """Facts of which a sum of two means something."""
        return [one for one in self.facts if one.kind == MONEY or one.unit in SUMMED or one.name in COUNTED]

    @property
    def measures(self) -> set[str]:
        return {one.name for one in self.measured}

    def _decide_features(self, data: Data) -> None:
        chance = self.chance
        likely = {
            "save": 0.9,
            "offline": 0.6 if data.get("offline", True) else 0.0,
            "finished": 0.7,
            "rate": 0.6,
            "lists": 0.75,
            "notes": 0.65,
            "follow": 0.55,
            "remind": 0.4,
            "stats": 0.5,
            "settings": 0.45,
            "parts": 0.6 if "parts" in data else 0.0,
            "progress": 0.7 if "unit" in data else 0.0,
        }
        self.has = {one for one, share in sorted(likely.items()) if chance.random() < share}
        if "parts" in self.has:
            self.has.discard("progress")
        self.far: int = data.get("far", 0)
        self.unit: str = data.get("unit", "")

    def _decide_words(self, data: Data) -> None:
        chance, kept = self.chance, words()
        self.toggles: list[Toggle] = []
        places = list(PLACES)
        for column in FLAGS:
            if column not in self.has:
                continue
            way = chance.choice(kept["toggles"][column])
            place = chance.choice(places)
            if place == "row":
                places.remove(place)
            self.toggles.append(self._toggle(column, way, place))
        saved = self.toggle("save")
        self.saved_page: str = next(
            (way["page"] for way in kept["toggles"]["save"] if saved and way["yes_label"] == saved.on), ""
        )
        lists = chance.choice(kept["lists"])
        self.list_noun: str = lists["noun"]
        self.list_in: str = lists["inside"]
        self.list_out_of: str = lists["outof"]
        self._list_names: list[str] = chance.sample(lists["names"], len(lists["names"]))
        self.note_texts: list[str] = chance.sample(kept["notes"], len(kept["notes"]))
        self.settings: list[Data] = some(chance, kept["settings"], 4, 7)
        self.setting_values = {
            one["name"]: chance.choice(one.get("options", ("0", "1"))) for one in self.settings
        }
        self.stats = [
            dict(one, label=chance.choice(one["label"])) for one in some(chance, kept["stats"], 2, 4)
        ]
        self.more = self.pick("more")
        self.calls = {
            one: self.pick(one)
            for one in (
                "clear",
                "goal",
                "off_list",
                "move",
                "ready",
                "go_on",
                "by_name",
                "progress",
                "reminder",
                "delete_note",
                "about",
                "daily",
            )
        }
        way_in = chance.randrange(3)
        self.follow_label, self.unfollow_label = (
            kept["buttons"][one][way_in] for one in ("follow", "unfollow")
        )

    def _toggle(self, column: str, way: Data, place: str) -> Toggle:
        if column != "finished":
            return Toggle(
                column,
                way["yes_label"],
                way["no_label"],
                tuple(way["icons"]),
                place,
                tuple(way["do"]),
                tuple(way["undo"]),
            )
        done, on, off = self.data["done"]
        own: Data = words()["done"][done]
        do, undo = (
            (*(filled(one, done=done) for one in way[key]), *own[key] * OWN) for key in ("do", "undo")
        )
        return Toggle(column, on, off, ("check-circle-outline", "check-circle"), place, do, undo)

    def toggle(self, column: str) -> Toggle | None:
        return next((one for one in self.toggles if one.column == column), None)

    # -- where it stands -------------------------------------------------------------------------------

    def _decide_home(self) -> None:
        chance = self.chance
        self.home = chance.choice(("list", "list", "sections", "grid", "cards", "categories", "filters"))
        self.search = chance.choice(("bar", "bar", "page", "page", "none"))
        if self.home == "categories":
            self.search = "page"
        if self.home == "filters":
            self.search = "bar"
        self.hint = "Search in this list" if self.home == "filters" else self.pick("hints")
        self.search_label = self.pick("search")
        self.is_search_shared = chance.random() < 0.5
        """Whether the page to search on is the module, which remembers what was looked for."""
        ways = {
            "list": ("tabs", "chips", "menu", "sheet", "none"),
            "grid": ("chips", "menu", "sheet", "none"),
            "cards": ("tabs", "chips", "menu", "sheet"),
        }
        self.filter = chance.choice(ways.get(self.home, ("none",)))
        if self.filter == "tabs":
            self.kinds = self.kinds[:3]
        self.filter_label, self.all_label = self.pick("filter"), self.pick("all")
        sorts = self.measured and self.home in ("list", "grid", "cards", "filters")
        self.sort = (
            "none"
            if not sorts
            else "chip"
            if self.home == "filters"
            else chance.choice(("menu", "sheet", "none"))
        )
        self.sort_label = self.pick("sort")
        if self.sort_label == self.filter_label:
            self.filter_label = "Show only"
        self.row_facts = self._row_facts()
        self.row_look = chance.choice(("icon", "picture", "avatar", "plain"))
        self.shows_person = chance.random() < 0.4
        self.shows_done = "finished" in self.has and chance.random() < 0.5
        self.has_banner = self.home != "filters" and chance.random() < 0.2
        self.tools_at = chance.choice(("top", "page"))
        self.keeps_on = (
            self.home == "list"
            and not any(one.place in LISTED for one in self.toggles)
            and chance.random() < 0.5
        )
        """Whether the first page offers to go on with something."""

    def _row_facts(self) -> list[Field]:
        """What rows say: a measured fact first, so that it can be compared there."""
        ordered = [*self.measured, *(one for one in self.facts if one not in self.measured)]
        return ordered[: self.chance.randint(1, 2)]

    def _decide_page(self) -> None:
        chance = self.chance
        self.facts_look = chance.choice(("below", "overline", "meta", "stack"))
        self.has_picture = chance.random() < 0.5
        self.rate_at = chance.choice(("inline", "dialog", "page", "module"))
        self.rate_label = chance.choice(("Rate it", "Your stars", "Give stars", "My rating"))
        self.opens_at = {
            one: chance.choice(("icon", "menu", "button"))
            for one in ("rate", "lists", "notes", "remind", "progress")
        }
        self.note_at = chance.choice(("inline", "dialog", "page", "module"))
        self.note_noun = chance.choice(("note", "remark", "comment"))
        self.note_label = chance.choice(("Add a {n}", "New {n}", "Write a {n}")).replace(
            "{n}", self.note_noun
        )
        self.note_field = chance.choice(("Your words", "What to remember", "Text"))
        self.note_add = self.pick("add")
        self.note_gone = chance.choice(("icon", "hold", "sheet"))
        is_shared = self.note_at == "module"
        self.note_table, self.note_owner = (
            (self.table("comments"), "thing") if is_shared else (self.table("note"), "item")
        )
        behind = self.has & {"parts"} if is_shared else self.has & {"notes", "parts"}
        self.is_tabbed = bool(behind) and chance.random() < 0.35
        """Whether the page of a thing has its notes and parts behind tabs."""
        self.remind_label = chance.choice(("Remind me", "Set a reminder", "Plan it"))
        self.remind_day, self.remind_time = chance.choice(
            (("Day", "Time"), ("On", "At"), ("Date", "Clock time"))
        )
        self.remind_save = self.pick("save")
        self.progress_at = chance.choice(("dialog", "page"))
        self.progress_label = chance.choice(("Update progress", "Where I am", "Set my place"))
        self.progress_save = self.pick("save")
        self.sure = self.pick("sure")
        self.save = self.pick("save")

    def _decide_places(self) -> None:
        chance = self.chance
        self.nav = chance.choice(("bottom", "bottom", "drawer", "menu", "me"))
        self.labels = {
            "home": self.pick("browse"),
            "saved": self.saved_page,
            "lists": plural(self.list_noun).capitalize(),
            "people": self.pick("people"),
            "notes": self.pick("notes"),
            "stats": self.pick("stats"),
            "settings": self.pick("settings"),
        }
        wanted = {
            "saved": "save",
            "lists": "lists",
            "people": "follow",
            "notes": "notes",
            "stats": "stats",
            "settings": "settings",
        }
        self.places = [place for place, feature in wanted.items() if feature in self.has]
        self.nav_label = self.pick("menu" if self.nav == "drawer" else "me")
        self.bottom = (
            ["home", *chance.sample(self.places, min(3, len(self.places)))] if self.nav == "bottom" else []
        )
        self.follow_at = chance.choice(("list", "page"))
        self.goal_at = chance.choice(("dialog", "stepper"))

    def _drawn_lists(self) -> dict[str, list[str]]:
        """The owner's lists, each with the things on it; the names left over are for new ones."""
        chance = self.chance
        count = chance.randint(4, 6)
        found = {name: chance.sample(self.names, chance.randint(2, 6)) for name in self._list_names[:count]}
        self.new_lists = self._list_names[count:]
        self.list_make = chance.choice(("dialog", "sheet", "page"))
        self.list_new = chance.choice(
            (f"New {self.list_noun}", f"Create {self.list_noun}", f"Add a {self.list_noun}")
        )
        self.list_field = chance.choice(("Name", "What is it called?", f"Name of the {self.list_noun}"))
        self.list_about = chance.choice(("Description", "About it", "Subtitle"))
        self.list_save = self.pick("make")
        self.list_edit = (
            chance.choice(("Rename", "Change name", "Edit"))
            if self.list_make != "page"
            else chance.choice(("Edit", "Change", f"Edit {self.list_noun}"))
        )
        self.list_drop = chance.choice(("Delete", f"Delete {self.list_noun}", "Remove", "Throw away"))
        self.list_acts = chance.choice(("icons", "menu", "hold"))
        self.list_adds_at = chance.choice(("fab", "icon", "button"))
        self.list_asks = chance.random() < 0.6
        self.list_choose = chance.choice(("tap", "check"))
        self.list_out = chance.choice(("icon", "swipe", "hold"))
        self.list_label = chance.choice(
            (f"Add to {self.list_noun}", f"Put on a {self.list_noun}", f"Choose {plural(self.list_noun)}")
        )
        return found

    def _placed_acts(self) -> dict[str, str]:
        """Where on the page of a thing each act stands; of icons there is room for two."""
        found = {one.column: one.place for one in self.toggles if one.place not in LISTED}
        opens = {
            "lists": True,
            "notes": self.note_at != "inline",
            "remind": True,
            "progress": True,
            "rate": self.rate_at != "inline",
        }
        found |= {one: self.opens_at[one] for one, is_there in opens.items() if is_there and one in self.has}
        icons = [one for one, place in found.items() if place == "icon"]
        return found | {one: "menu" for one in icons[2:]}

    def shown(self, one: Field, column: str = "") -> str:
        """SQL for what pages show; a day with its year, so that two can be compared."""
        return f"full_date({column or one.name})" if one.kind == DATE else one.shown(column)

    @property
    def tab_labels(self) -> dict[str, str]:
        parts: str = self.data.get("parts", {"noun": ""})["noun"]
        found = {"parts": plural(parts).capitalize(), "notes": self.labels["notes"]}
        return {
            one: label
            for one, label in found.items()
            if one in self.has and (one == "parts" or self.note_at != "module")
        }

    @property
    def about_row(self) -> str:
        """SQL for the second line of a row."""
        parts = [*(self.shown(one) for one in self.row_facts), *(["p.name"] if self.shows_person else [])]
        done = f" || iif(finished, ' · {self.data['done'][0]}', '')" if self.shows_done else ""
        return " || ' · ' || ".join(parts) + done

    def sorts(self) -> list[tuple[str, str, str]]:
        """Orders there are: label, SQL to sort by, and the fact with `most` or `least`."""
        found: list[tuple[str, str, str]] = []
        for one in self.row_facts:
            if one in self.measured:
                for key, sign in (("most", "-"), ("least", "")):
                    word: str = self.said[one.name][key]
                    found.append((f"{word.capitalize()} first", f"{sign}{one.name}", f"{one.name} {key}"))
        return found

    def drawn_values(self, one: Field) -> list[Any]:
        """What the things have, with no two the same where the range is wide enough."""
        values: list[Any] = []
        while len(values) < len(self.names):
            value = one.drawn(self.chance)
            if value not in values or one not in self.measured or len(values) > one.high - one.low - 1:
                values.append(value)
        return values
