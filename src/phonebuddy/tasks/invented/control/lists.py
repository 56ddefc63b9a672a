"""Lists of a control app: what is allowed, blocked or paired, with a switch each; and the log of events.

Invariant: no name and no line stands twice in a list.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.control.parts import REMOVE, Part, adding, seen, sure, table
from phonebuddy.tasks.invented.control.words import said
from phonebuddy.tasks.invented.grammar import an
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Read, Write, filled


class Entries:
    """A list of names with a switch each: blocked sites, paired phones, saved networks."""

    def __init__(self, app: str, data: Data, chance: random.Random) -> None:
        self._table, self._data, self._chance = f"{app}_entry", data, chance
        self._title, self._noun = chance.choice(data["titles"]), chance.choice(data["nouns"])
        names = chance.sample(data["names"], len(data["names"]))
        count = min(chance.randint(4, 9), len(names) - 4)
        self._names, self._free = names[:count], names[count:]
        self._how = chance.choice(("dialog", "page", "field"))
        self._adds = chance.choice(("fab", "top", "row", "button"))
        self._add = an(filled(chance.choice(("Add", "New {n}", "Add {n}", "Add a {n}")), n=self._noun))
        self._save = chance.choice(("Save", "Done", "Confirm", "OK"))
        self._drop = chance.choice(("icon", "menu", "swipe"))
        self._delete = chance.choice(REMOVE)
        self._label = chance.choice(data.get("labels", ("Name", "Enter a name")))
        self._asks = chance.random() < 0.4

    def part(self) -> Part:
        columns = ["name TEXT NOT NULL", "active INTEGER NOT NULL DEFAULT 1"]
        rows = [{"name": name, "active": int(self._chance.random() < 0.6)} for name in self._names]
        rows[0]["active"], rows[-1]["active"] = 1, 0
        deeds = [self._adding(), self._removing(), self._switching(0), self._switching(1), self._counting()]
        return Part(
            "entries",
            self._title,
            self._data.get("icon", "format-list-bulleted"),
            (table(self._table, columns),),
            {self._table: rows},
            self._pages(),
            deeds,
            [],
            [self._write()],
        )

    def _insert(self) -> list[Data]:
        return [
            {"require": "SELECT trim(:entry) <> ''", "message": "Enter something"},
            {"sql": f"INSERT INTO {self._table} (name) VALUES (trim(:entry))"},
            {"set": {"entry": ""}},
        ]

    def _pages(self) -> Data:
        page: Data = {"vars": {"entry": ""}, "body": []}
        actions: list[Data] = []
        end: list[Data] = []
        if self._how == "field":
            button = {"icon_button": "plus", "label": self._add, "on_tap": self._insert()}
            page["body"].append(
                {"row": [{"field": "entry", "label": self._label, "grow": 1}, button], "pad": 16, "gap": 8}
            )
        elif self._how == "page":
            more, actions, end = adding(self._add, "entry_new", {}, self._adds)
            page |= more
        else:
            dialog: list[Data] = [
                {
                    "dialog": self._add,
                    "body": [{"field": "entry", "label": self._label}],
                    "confirm": self._save,
                    "on_confirm": self._insert(),
                },
                {"focus": "entry"},
            ]
            more, actions, end = adding(self._add, "entries", {}, self._adds)
            for one in (more.get("floating"), *actions, *end):
                _retap(one, dialog)
            page |= more
        page["top"] = {"top_bar": self._title, "leave": "back", "actions": actions}
        rows = (
            "SELECT id, name AS entry_name, active, iif(active, 'On', 'Off') AS entry_state FROM "
            f"{self._table} ORDER BY name"
        )
        page["body"] += [
            {"list": rows, "each": self._each(), "empty": "The list is empty"},
            *end,
            {"space": 88},
        ]
        pages: Data = {"entries": page}
        if self._how == "page":
            save = [*self._insert()[:2], {"back": None}]
            form = [
                {"field": "entry", "label": self._label},
                {"button": self._save, "wide": True, "on_tap": save},
            ]
            pages["entry_new"] = {
                "vars": {"entry": ""},
                "top": {"top_bar": self._add, "leave": "close"},
                "body": [{"column": form, "pad": 16, "gap": 12}],
            }
        return pages

    def _each(self) -> Data:
        remove = sure(
            self._asks,
            f"Remove this {self._noun}?",
            "Yes, remove",
            [{"sql": f"DELETE FROM {self._table} WHERE id = :id"}],
        )
        turn = {
            "switch": "{active}",
            "description": f"{self._data['switch']}: {{entry_name}}",
            "on_change": [{"sql": f"UPDATE {self._table} SET active = :value WHERE id = :id"}],
        }
        row: Data = {"list_item": "{entry_name}", "text": "{entry_state}", "trailing": turn}
        if self._drop == "icon":
            row["leading"] = {
                "icon_button": "delete-outline",
                "label": f"{self._delete} {{entry_name}}",
                "on_tap": remove,
            }
        elif self._drop == "menu":
            row["on_tap"] = [{"menu": [{"menu_item": self._delete, "on_tap": remove}]}]
        else:
            row["on_swipe_left"] = remove
        return row

    def _entered(self, words: str) -> Gold:
        gold: Gold = [] if self._how == "field" else [{"tap": self._add}]
        return [
            *gold,
            {"type": words, "into": self._label},
            {"tap": self._add if self._how == "field" else self._save},
        ]

    def _adding(self) -> Deed:
        gold = self._entered("{name}")
        goal = [{"exactly 1": f"SELECT 1 FROM {self._table} WHERE name = :name"}]
        facts = {"before": f"SELECT max(id) AS last FROM {self._table}"}
        return Deed(
            "add_entry",
            (*self._data.get("add", ()), *said("list_add", n=self._noun, t=self._title)),
            gold,
            goal,
            {"name": list(self._free)},
            {},
            facts,
            (f"insert {self._table} where id = :last + 1",),
        )

    def _removing(self) -> Deed:
        gold: Gold = {
            "icon": [{"tap": f"{self._delete} {{name}}"}],
            "menu": [{"tap": "{name}"}, {"tap": self._delete}],
            "swipe": [{"swipe": "left", "on": "{name}"}],
        }[self._drop]
        gold = [*gold, *([{"tap": "Yes, remove"}] if self._asks else [])]
        draw = {"one": f"SELECT id, name FROM {self._table}"}
        return Deed(
            "drop_entry",
            (*self._data.get("drop", ()), *said("list_drop", n=self._noun, t=self._title)),
            gold,
            [{"absent": f"SELECT 1 FROM {self._table} WHERE id = :id"}],
            {},
            draw,
            {},
            (f"delete {self._table} where id = :id",),
        )

    def _switching(self, to: int) -> Deed:
        gold: Gold = [{"tap": f"{self._data['switch']}: {{name}}"}]
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE id = :id AND active = {to}"}]
        draw = {"one": f"SELECT id, name FROM {self._table} WHERE active = {1 - to}"}
        word, title = ("on", "off")[1 - to], self._title
        says = said("entry_switch", t=title, w=word, n=self._noun)
        return Deed(
            f"entry{to}", says, gold, goal, {}, draw, {}, (f"update {self._table}(active) where id = :id",)
        )

    def _counting(self) -> Deed:
        says = said("entry_count", t=self._title, n=self._noun)
        draw = {"count": f"SELECT sum(active) AS num, max(name) AS last_name FROM {self._table}"}
        gold: Gold = [
            {"scroll_to": "{last_name}"},
            {"work_out": "counted", "as": "SELECT :num + 0"},
            {"answer": "{counted}"},
        ]
        return Deed("count_entries", says, gold, [{"answer": "{num}"}], {}, draw)

    def _write(self) -> Write:
        says = tuple(
            filled(way, t=self._title, n=self._noun)
            for way in ("add {v} to {t}", "put {v} into the list {t}", "enter {v} as a new {n}")
        )
        goal = [{"exactly 1": f"SELECT name FROM {self._table} WHERE id > :w_last", "saying": "{V}"}]
        facts = {"w_before": f"SELECT max(id) AS w_last FROM {self._table}"}
        kinds = tuple(self._data.get("takes", ("text",)))
        return Write(
            kinds,
            says,
            {},
            facts,
            self._entered("{got}"),
            goal,
            (f"insert {self._table} where id > :w_last",),
        )


def _retap(widget: Data | None, tap: list[Data]) -> None:
    """The same widget with another deed, wherever in it the touch is taken."""
    if widget is None:
        return
    for inner in widget.get("column", ()):
        _retap(inner, tap)
    if "on_tap" in widget:
        widget["on_tap"] = tap


class Log:
    """What happened, newest first."""

    def __init__(self, app: str, data: Data, chance: random.Random) -> None:
        self._table, self._data, self._chance = f"{app}_log", data, chance
        self._title = chance.choice(data["titles"])
        self._layout = chance.choice(("meta", "text", "section"))

    def part(self) -> Part:
        lines = self._chance.sample(
            self._data["lines"], min(len(self._data["lines"]), self._chance.randint(6, 10))
        )
        rows, minute = [], 0
        for line in lines:
            minute += self._chance.randrange(30, 700, 5)
            rows.append({"what": line, "at": f"=today() + 28800 - {60 * minute}"})
        page: Data = {"top": {"top_bar": self._title, "leave": "back"}, "body": [self._list()]}
        columns = ["what TEXT NOT NULL", "at INTEGER NOT NULL"]
        return Part(
            "log",
            self._title,
            "history",
            (table(self._table, columns),),
            {self._table: rows},
            {"log": page},
            [self._latest()],
            [self._read()],
        )

    def _list(self) -> Data:
        rows = (
            "SELECT id, what, clock_time(at) AS log_time, relative_day(at, today()) AS log_day FROM "
            f"{self._table} ORDER BY at DESC"
        )
        match self._layout:
            case "meta":
                return {
                    "list": rows,
                    "each": {"list_item": "{what}", "text": "{log_day}", "meta": "{log_time}"},
                    "empty": "Nothing yet",
                }
            case "text":
                return {
                    "list": rows,
                    "each": {"list_item": "{what}", "text": "{log_time}", "meta": "{log_day}"},
                    "empty": "Nothing yet",
                }
            case _:
                each = {"list_item": "{what}", "text": "{log_time}"}
                return {
                    "list": rows,
                    "section": "log_day",
                    "header": {"header": "{log_day}"},
                    "each": each,
                    "empty": "Nothing yet",
                }

    def _latest(self) -> Deed:
        title = self._title
        says = said("log_latest", t=title)
        draw = {"last": f"SELECT what AS answered FROM {self._table} ORDER BY at DESC LIMIT 1"}
        return Deed(
            "latest", says, [*seen("answered"), {"answer": "{got}"}], [{"answer": "{answered}"}], {}, draw
        )

    def _read(self) -> Read:
        asks = said("log_time", t=self._title)
        draw = {"read": f"SELECT what AS r_what, clock_time(at) AS r_value FROM {self._table}"}
        gold: Gold = [
            {"scroll_to": "{r_what}"},
            {"read": "got", "near": "{r_what}", **({"nth": 2} if self._layout == "meta" else {})},
        ]
        things = (
            f'the time of "{{r_what}}" under {self._title}',
            f'the time that {self._title} gives for "{{r_what}}"',
        )
        return Read("time", things, asks, draw, "r_value", gold)
