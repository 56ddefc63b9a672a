"""Chat people: what all invented apps of people and words share: who is there, and ways through the app.

Invariant: names are unique on the phone and none is part of another, so that words on a page mean one person.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from phonebuddy.tasks.invented.chat.parts import FACTS, Fact, Toggle, quoting, sayings
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.meant import meant
from phonebuddy.tasks.invented.sketch import (
    ANYTHING,
    COLORS,
    Data,
    Deed,
    Gold,
    Read,
    Sketch,
    Write,
    filled,
    some,
)

MORE = "More options"
OWN = 6
"""How often a question counts that does without the name of the fact."""
FAMILIAR = 0.4
"""How often somebody is called by the first name alone."""
MOST_DEEDS = 26
"""Of all that an app can be asked for."""
DAY = 86400


class Chat:
    """An app of people; each form of it adds its own pages and deeds."""

    places: tuple[tuple[str, str, str], ...] = ()
    """Main pages beside the first: page, what it is called, icon."""
    start = ""
    follows = False
    """Whether people are followed instead of being favourites."""

    def __init__(self, name: str, chance: random.Random, data: Data, common: Data) -> None:
        self._name, self._chance, self._data, self._common = name, chance, data, common
        title = chance.choice(data["titles"])
        self._is_brand, self._title = title.endswith("*"), title.rstrip("*")
        self._tells = () if self._is_brand else (data["tells"],)
        self._nav = chance.choice(("bottom", "bottom", "drawer", "icons", "menu"))
        self._person_table = f"{name}_person"
        self._people_title = self._one_of(data.get("people", ("People", "Contacts", "Members", "Everyone")))
        self._persons, self._strangers = self._drawn_people()
        self._facts = self._drawn_facts()
        self._acts = chance.choice(("menu", "icon", "button", "switch"))
        """How the page of a person offers what can be done about them."""
        self._note_label = self._one_of(("Note", "Private note", "Remarks", "About them"))
        self._has_note = chance.random() < 0.6
        self._note_edit = self._one_of(("Edit note", "Change note", "Write a note"))
        self._note_save = self._one_of(("Save", "Done", "Keep it", "Apply"))
        self._people_hint = self._one_of(("Search people", "Find somebody", "Name", "Who?"))
        self._second = self._one_of(("role", "town"))
        """What the list of people shows beside names."""
        self._fact_look = chance.choice(("value", "label", "pair"))
        """Whether the value or its label stands first, or both on one line."""
        self._person_toggles = self._drawn_person_toggles()

    def _one_of(self, words: Sequence[str]) -> str:
        return str(self._chance.choice(tuple(words)))

    # -- who is there ----------------------------------------------------------------------------------

    def _drawn_people(self) -> tuple[list[Data], list[str]]:
        chance, common = self._chance, self._common
        count = chance.randint(9, 14)
        given, family = chance.sample(common["given"], count + 4), chance.sample(common["family"], count + 4)
        if chance.random() < 0.6:
            given[count - 1] = given[0]
        names = [f"{one} {two}" for one, two in zip(given, family, strict=True)]
        towns, roles = (
            chance.sample(common["towns"], len(common["towns"])),
            chance.sample(self._data["roles"], len(self._data["roles"])),
        )
        numbers = chance.sample(range(101, 999), count)
        rows = []
        for at in range(count):
            local = f"{given[at]}.{family[at]}".lower()
            rows.append(
                {
                    "name": names[at],
                    "given": given[at],
                    "phone": f"0{chance.randint(20, 99)} {chance.randint(1000, 9999)} "
                    f"{chance.randint(100, 999)}",
                    "mail": f"{local}@{chance.choice(common['hosts'])}.example",
                    "birthday": DAY * chance.randint(-3000, 13000),
                    "joined": f"=today() - {DAY} * {chance.randint(20, 2000)}",
                    "town": towns[at % len(towns)],
                    "role": roles[at % len(roles)],
                    "number": numbers[at],
                    "starred": int(at == 1 or chance.random() < 0.25),
                    "blocked": int(at == 2 or chance.random() < 0.2),
                    "followed": int(at == 3 or chance.random() < 0.3),
                }
            )
        return rows, names[count:]

    def _drawn_facts(self) -> list[Fact]:
        chosen = some(self._chance, sorted(FACTS), 3, 5)
        self._chance.shuffle(chosen)
        found = []
        for column in chosen:
            kind, labels, saids, shown, icon = FACTS[column]
            label = self._one_of(labels)
            found.append(Fact(column, kind, label, self._one_of(saids), shown, icon))
        return found

    def _drawn_person_toggles(self) -> list[Toggle]:
        star = self._one_of(("Favourite", "Star", "Keep close"))
        off = {"Favourite": "Not a favourite", "Star": "Take off the star", "Keep close": "No longer close"}[
            star
        ]
        stars = Toggle(
            "starred",
            star,
            off,
            "star-outline",
            sayings("people_star"),
            sayings("people_unstar"),
        )
        block = self._one_of(("Block", "Block person", "Do not let them write"))
        unblock = {
            "Block": "Unblock",
            "Block person": "Allow again",
            "Do not let them write": "Let them write",
        }[block]
        blocks = Toggle(
            "blocked",
            block,
            unblock,
            "cancel",
            sayings("people_block"),
            sayings("people_unblock"),
        )
        return some(self._chance, (self._following() if self.follows else stars, blocks), 1, 2)

    def _following(self) -> Toggle:
        follow, off = self._chance.choice(
            (("Follow", "Unfollow"), ("Subscribe", "Unsubscribe"), ("Follow posts", "Stop following"))
        )
        return Toggle(
            "followed",
            follow,
            off,
            "account-plus-outline",
            sayings("people_follow"),
            sayings("people_unfollow"),
        )

    def _person_schema(self) -> str:
        return (
            f"CREATE TABLE {self._person_table} (id INTEGER PRIMARY KEY, name TEXT NOT NULL, given TEXT NOT "
            "NULL, phone TEXT NOT NULL, "
            "mail TEXT NOT NULL, birthday INTEGER NOT NULL, joined INTEGER NOT NULL, town TEXT NOT NULL, "
            "role TEXT NOT NULL, "
            "number INTEGER NOT NULL, note TEXT NOT NULL DEFAULT '', starred INTEGER NOT NULL DEFAULT 0, "
            "blocked INTEGER NOT NULL DEFAULT 0, "
            "chosen INTEGER NOT NULL DEFAULT 0, followed INTEGER NOT NULL DEFAULT 0);\n"
        )

    # -- ways through the app --------------------------------------------------------------------------

    def _framed(self, page: str, made: Data) -> Data:
        """A main page with the ways to the other ones."""
        top = made["top"]
        actions = top.setdefault("actions", [])
        here, others = page == self.start, [one for one in self.places if one[0] != page]
        if self._nav == "bottom":
            items = [
                {"nav_item": label, "value": one, "icon": icon, "on_tap": [{"replace": one}]}
                for one, label, icon in self.places
            ]
            made["bottom"] = {"bottom_nav": page, "items": items}
        elif self._nav == "drawer":
            items = [
                {"nav_item": label, "value": one, "icon": icon, "on_tap": [{"replace": one}]}
                for one, label, icon in self.places
            ]
            actions.append(
                {
                    "icon_button": "menu",
                    "label": "Open menu",
                    "on_tap": [{"drawer": self._title, "current": page, "items": items}],
                }
            )
        elif not here:
            top["leave"] = "back"
        elif self._nav == "icons":
            actions += [
                {"icon_button": icon, "label": label, "on_tap": [{"open": one}]}
                for one, label, icon in others
            ]
        else:
            menu = [
                {"menu_item": label, "icon": icon, "on_tap": [{"open": one}]} for one, label, icon in others
            ]
            actions.append({"icon_button": "dots-vertical", "label": MORE, "on_tap": [{"menu": menu}]})
        if self._nav in ("bottom", "drawer") and not here:
            made["on_back"] = [{"replace": self.start}]
        return made

    def _go(self, page: str) -> Gold:
        """From the first page to another main page."""
        if page == self.start:
            return []
        label = next(words for one, words, _ in self.places if one == page)
        opener = {"drawer": [{"tap": "Open menu"}], "menu": [{"tap": MORE}]}.get(self._nav, [])
        return [*opener, {"tap": label}]

    # -- pages of people -------------------------------------------------------------------------------

    def _people_page(self) -> Data:
        second = self._second
        rows = (
            f"SELECT id, name AS person_name, {second} AS about, starred, CASE WHEN starred THEN "
            "'Favourites' ELSE upper(substr(name, 1, 1)) END AS part "
            f"FROM {self._person_table} WHERE trim(:query) = '' OR instr(folded(name || ' ' || {second}), "
            "folded(trim(:query))) "
        )
        tap = [{"open": "person", "with": {"id": "{id}"}}]
        row: Data = {
            "list_item": "{person_name}",
            "text": "{about}",
            "avatar": "{person_name}",
            "on_tap": tap,
        }
        shape = self._one_of(("list", "letters", "grid"))
        if shape == "letters":
            made: Data = {
                "list": rows + "ORDER BY starred DESC, name",
                "section": "part",
                "header": {"header": "{part}"},
                "each": row,
            }
        elif shape == "grid":
            cell = {
                "card": [
                    {"avatar": "{person_name}", "size": 48},
                    {"text": "{person_name}", "style": "label"},
                    {"text": "{about}", "style": "body_small"},
                ]
            }
            made = {
                "grid": rows + "ORDER BY name",
                "columns": 2,
                "gap": 8,
                "each": {**cell, "gap": 6, "on_tap": tap},
            }
        else:
            made = {"list": rows + "ORDER BY name", "each": row}
        body = [
            {"search_bar": "query", "hint": self._people_hint},
            {"column": [made], "pad": 12} if shape == "grid" else made,
            {"space": 72},
        ]
        return self._framed(
            "people", {"vars": {"query": ""}, "top": {"top_bar": self._people_title}, "body": body}
        )

    def _person_page(self, extra: Sequence[Data] = ()) -> Data:
        table = self._person_table
        shown = ", ".join(f"{one.shown} AS {one.column}_shown" for one in self._facts)
        data = (
            "SELECT name AS person_name, note, starred, blocked, followed, CASE note WHEN '' THEN "
            f"'Nothing yet' ELSE note END AS note_shown, {shown} FROM {table} WHERE id = :id"
        )
        actions: list[Data] = []
        body: list[Data] = [
            {"column": [{"avatar": "{person_name}", "size": 80}], "pad": 16, "align": "center"},
            *extra,
        ]
        for one in self._facts:
            body.append(self._fact(one.label, f"{{{one.column}_shown}}", one.icon))
        if self._has_note:
            body += self._note_part()
        widgets = [part for one in self._person_toggles for part in one.widgets(self._acts, table, "id")]
        if self._acts == "menu":
            actions.append({"icon_button": "dots-vertical", "label": MORE, "on_tap": [{"menu": widgets}]})
        elif self._acts == "icon":
            actions += widgets
        else:
            body.append(
                {"column": widgets, "pad": 16, "gap": 8} if self._acts == "button" else {"column": widgets}
            )
        page: Data = {
            "params": ["id"],
            "data": data,
            "top": {"top_bar": "{person_name}", "leave": "back", "actions": actions},
            "body": [*body, {"space": 40}],
        }
        return page | ({"vars": {"words": ""}} if self._has_note else {})

    def _fact(self, label: str, value: str, icon: str = "") -> Data:
        """A line of a page that says something known."""
        if self._fact_look == "pair":
            return {
                "row": [{"text": label, "color": "on_surface_variant", "grow": 1}, {"text": value}],
                "pad": 16,
                "gap": 12,
            }
        row = (
            {"list_item": value, "text": label}
            if self._fact_look == "value"
            else {"list_item": label, "text": value}
        )
        return row | ({"icon": icon} if icon else {})

    def _note_part(self) -> list[Data]:
        keep = [
            {"sql": f"UPDATE {self._person_table} SET note = trim(:words) WHERE id = :id"},
            {"snackbar": "Saved"},
        ]
        dialog = {
            "dialog": self._note_label,
            "body": [{"field": "words", "label": "Text"}],
            "confirm": self._note_save,
            "on_confirm": keep,
        }
        pencil = {
            "icon_button": "pencil-outline",
            "label": self._note_edit,
            "on_tap": [{"set": {"words": "{note}"}}, dialog],
        }
        return [
            {
                "list_item": self._note_label,
                "text": "{note_shown}",
                "icon": "note-text-outline",
                "trailing": pencil,
            }
        ]

    def _to_person(self, slot: str) -> Gold:
        find: Gold = (
            [{"type": f"{{{slot}}}", "into": self._people_hint}] if self._chance.random() < 0.3 else []
        )
        return [*self._go("people"), *find, {"tap": f"{{{slot}}}"}]

    # -- what can be asked about people ----------------------------------------------------------------

    def _one_person(self, where: str = "1", prefix: str = "") -> Data:
        table = self._person_table
        columns = f"id AS {prefix}id, name AS {prefix}name, {self._short(table)} AS {prefix}short"
        return {f"{prefix}one": f"SELECT {columns} FROM {table} WHERE {where}"}

    def _short(self, owner: str) -> str:
        """SQL for what people call who is named in a row: by the first name, unless somebody shares it."""
        table = self._person_table
        alone = f"(SELECT count(*) FROM {table} AS other WHERE other.given = who.given) = 1"
        first = f"SELECT who.given FROM {table} AS who WHERE who.name = {owner}.name AND {alone}"
        return f"coalesce(({first}), {owner}.name)"

    def _familiar(self, ways: Sequence[str], draw: Data) -> tuple[str, ...]:
        """Some of the ways with the first name alone, where it is drawn."""
        found = tuple(ways)
        for full, first in _shortened(draw).items():
            found = tuple(
                way.replace(full, first) if self._chance.random() < FAMILIAR else way for way in found
            )
        return found

    def _person_deeds(self) -> list[Deed]:
        found = [self._toggling(one, to) for one in self._person_toggles for to in (1, 0)]
        if self._has_note:
            found.append(self._noting())
        found.append(self._comparing())
        return found

    def _toggling(self, toggle: Toggle, to: int) -> Deed:
        menu: Gold = [{"tap": MORE}] if self._acts == "menu" else []
        gold = [*self._to_person("name"), *menu, toggle.tap(self._acts, to)]
        goal = [{"present": f"SELECT 1 FROM {self._person_table} WHERE id = :id AND {toggle.column} = {to}"}]
        draw = self._one_person(f"{toggle.column} = {1 - to}")
        allow = (f"update {self._person_table}({toggle.column}) where id = :id",)
        return Deed(
            f"{toggle.column}{to}", toggle.on_ways if to else toggle.off_ways, gold, goal, {}, draw, {}, allow
        )

    def _noting(self) -> Deed:
        says = sayings("people_note")
        gold = [*self._to_person("name"), *self._noted("{text}")]
        goal = [{"present": f"SELECT 1 FROM {self._person_table} WHERE id = :id AND note = :text"}]
        allow = (f"update {self._person_table}(note) where id = :id",)
        return Deed("note", says, gold, goal, {"text": self._common["notes"]}, self._one_person(), {}, allow)

    def _noted(self, text: str) -> Gold:
        return [{"tap": self._note_edit}, {"replace": "Text", "with": text}, {"tap": self._note_save}]

    def _comparing(self) -> Deed:
        """Who of two: of the first fact that has an order."""
        says = sayings("people_longer")
        column = "joined"
        if not any(one.column == column for one in self._facts):
            column = next((one.column for one in self._facts if one.column == "birthday"), "")
            says = sayings("people_older")
        if not column:
            return self._whose()
        fact = next(one for one in self._facts if one.column == column)
        table = self._person_table
        draw = {
            "pair": f"SELECT a.name AS one, b.name AS two, CASE WHEN a.{column} < b.{column} THEN a.name "
            "ELSE b.name END AS first "
            f"FROM {table} AS a JOIN {table} AS b ON a.id <> b.id AND a.{column} <> b.{column}"
        }
        gold: Gold = [
            *self._go("people"),
            {"tap": "{one}"},
            {"read": "a", "near": fact.label},
            {"press": "back"},
            {"tap": "{two}"},
            {"read": "b", "near": fact.label},
            {"work_out": "who", "as": "SELECT CASE WHEN moment(:a) < moment(:b) THEN :one ELSE :two END"},
            {"answer": "{who}"},
        ]
        return Deed("compare", says, gold, [{"answer": "{first}"}], {}, draw)

    def _whose(self) -> Deed:
        """Somebody found by what they are or where they live, as the list of people shows it."""
        asks = sayings("people_whose_town")
        if self._second == "role":
            asks = sayings("people_whose_role")
        draw = {
            "one": f"SELECT {self._second} AS about, max(name) AS name FROM {self._person_table} GROUP "
            f"BY {self._second} HAVING count(*) = 1"
        }
        gold: Gold = [*self._go("people"), {"tap": "{about}"}, {"answer": "{name}"}]
        return Deed("whose", asks, gold, [{"answer": "{name}"}], {}, draw)

    def _person_reads(self) -> list[Read]:
        found = []
        for one in self._facts:
            own = meant("chat", one.said)
            things = tuple(
                filled(way, s=one.said, it="{r_name}")
                for way in ("the {s} of {r_name}", "{r_name}'s {s}", "the {s} that {r_name} has", *own.things)
            )
            ways = (*sayings("people_facts"), *own.asks * OWN)
            asks = tuple(filled(way, s=one.said, it="{r_name}") for way in ways)
            table = self._person_table
            columns = f"name AS r_name, {self._short(table)} AS r_short, {one.shown} AS r_value"
            draw = {"read": f"SELECT {columns} FROM {table}"}
            gold = [*self._to_person("r_name"), {"read": "got", "near": one.label}]
            found.append(Read(one.kind, things, asks, draw, "r_value", gold))
        return found

    def _note_write(self) -> Write:
        says = sayings("people_note_write")
        gold = [*self._to_person("w_name"), *self._noted("{got}")]
        goal = [{"exactly 1": f"SELECT note FROM {self._person_table} WHERE id = :w_id", "saying": "{V}"}]
        return Write(
            ANYTHING,
            says,
            self._one_person("1", "w_"),
            {},
            gold,
            goal,
            (f"update {self._person_table}(note) where id = :w_id",),
        )

    # -- endings ---------------------------------------------------------------------------------------

    def _seen(self, page: str) -> list[Data]:
        """That somebody looked there."""
        return [
            {
                "present": f"SELECT 1 FROM phone_event WHERE app = '{self._name}' AND kind = 'page' AND "
                f"detail = '{page}'"
            }
        ]

    def _sketch(
        self,
        app: Data,
        content: Data,
        deeds: list[Deed],
        reads: list[Read],
        writes: list[Write],
        looks: Sequence[str],
    ) -> Sketch:
        chosen = some(self._chance, deeds, MOST_DEEDS, MOST_DEEDS)
        deeds = [
            one._replace(says=self._familiar(quoting(one.says), one.draw), gold=_looked_up(one))
            for one in chosen
        ]
        reads = [
            one._replace(
                things=self._familiar(one.things, one.draw),
                asks=self._familiar(one.asks, one.draw),
                gold=_looked_up(one),
            )
            for one in reads
        ]
        writes = [
            one._replace(says=self._familiar(one.says, one.draw), gold=_looked_up(one)) for one in writes
        ]
        head = {
            "title": self._title,
            "domain": self._data["tells"],
            "icon": self._data["icon"],
            "color": self._one_of(COLORS),
            "start": self.start,
        }
        return Sketch(
            self._name,
            self._title,
            self._tells,
            head | app,
            content,
            tuple(deeds),
            tuple(reads),
            tuple(writes),
            tuple(looks),
            names_tell=False,
        )


def _shortened(draw: Data) -> dict[str, str]:
    """Slots of names that are drawn with a first name, and its slot."""
    prefixes = [one for one in ("", "r_", "w_") if any(f" AS {one}short" in sql for sql in draw.values())]
    return {f"{{{one}name}}": f"{{{one}short}}" for one in prefixes}


def _looked_up(one: Deed | Read | Write) -> Gold:
    """Its gold; what is searched for is the first name: the rest may not have been told."""
    first = _shortened(one.draw)
    return [step | ({"type": first[step["type"]]} if step.get("type") in first else {}) for step in one.gold]


def in_list(values: Sequence[str]) -> str:
    """As SQL writes several."""
    return ", ".join(quoted(one) for one in values)
