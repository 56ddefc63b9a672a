"""Scenes of a control app, which also are called programmes, presets or profiles: things to run.

Invariant: exactly one of them is the one that was run last.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.control.parts import REMOVE, SAVE, Part, adding, sure, table
from phonebuddy.tasks.invented.control.words import said
from phonebuddy.tasks.invented.fields import quoted
from phonebuddy.tasks.invented.grammar import an
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Read, filled


class Scenes:
    """Things to run, one of which is the last one that was run: scenes, programmes, presets, profiles."""

    def __init__(self, app: str, data: Data, chance: random.Random) -> None:
        self._table, self._data = f"{app}_scene", data
        self._title, self._noun = chance.choice(data["titles"]), chance.choice(data["nouns"])
        self._run = chance.choice(data["run"])
        names = chance.sample(data["names"], len(data["names"]))
        count = min(chance.randint(4, 9), len(names) - 3)
        self._names, self._free = names[:count], names[count:]
        self._layout = chance.choice(("button", "tap", "page", "grid"))
        self._adds = chance.choice(("fab", "top", "row", "")) if len(self._free) > 1 else ""
        self._add = an(
            filled(chance.choice(("New {n}", "Add {n}", "Create {n}", "Make a {n}")), n=self._noun)
        )
        self._save, self._delete = chance.choice(SAVE), chance.choice(REMOVE)
        self._asks, self._chance = chance.random() < 0.5, chance
        self._active = chance.choice(("Active", "Running", "In use", "Now on"))

    def part(self) -> Part:
        columns = [
            "name TEXT NOT NULL",
            "active INTEGER NOT NULL DEFAULT 0",
            "ran INTEGER NOT NULL DEFAULT 0",
            "minutes INTEGER NOT NULL DEFAULT 0",
        ]
        at = self._chance.randrange(len(self._names))
        rows = [
            {
                "name": name,
                "active": int(place == at),
                "minutes": self._chance.randrange(10, 180, 5),
                "ran": (
                    f"=today() - 86400 * {self._chance.randint(1, 40)} + "
                    f"{self._chance.randrange(360, 1320, 5) * 60}"
                ),
            }
            for place, name in enumerate(self._names)
        ]
        deeds, reads = [self._running(), *self._keeping()], self._reads()
        return Part(
            "scenes",
            self._title,
            "play-circle-outline",
            (table(self._table, columns),),
            {self._table: rows},
            self._pages(),
            deeds,
            reads,
        )

    def _start(self) -> list[Data]:
        return [
            {"sql": f"UPDATE {self._table} SET active = (id = :id), ran = iif(id = :id, now(), ran)"},
            {"snackbar": f"{self._noun.capitalize()} started"},
        ]

    def _pages(self) -> Data:
        more, actions, end = adding(self._add, "scene_new", {}, self._adds) if self._adds else ({}, [], [])
        rows = (
            f"SELECT id, name AS scene_name, active, iif(active, {quoted(self._active)}, minutes || ' "
            f"min') AS scene_state FROM {self._table} ORDER BY name"
        )
        body: list[Data] = [{"list": rows, "each": self._each(), "empty": "Nothing here"}]
        if self._layout == "grid":
            body = [{"column": [{"grid": rows, "columns": 2, "gap": 8, "each": self._each()}], "pad": 12}]
        pages: Data = {
            "scenes": {
                **more,
                "top": {"top_bar": self._title, "leave": "back", "actions": actions},
                "body": [*body, *end, {"space": 88}],
            }
        }
        if self._layout in ("page", "button"):
            pages["scene"] = self._one_page()
        if self._adds:
            save: list[Data] = [
                {"require": "SELECT trim(:scene_name) <> ''", "message": "Enter a name"},
                {"sql": f"INSERT INTO {self._table} (name, minutes) VALUES (trim(:scene_name), 30)"},
                {"back": None},
            ]
            form = [
                {"field": "scene_name", "label": "Name"},
                {"button": self._save, "wide": True, "on_tap": save},
            ]
            pages["scene_new"] = {
                "vars": {"scene_name": ""},
                "top": {"top_bar": f"New {self._noun}", "leave": "close"},
                "body": [{"column": form, "pad": 16, "gap": 12}],
            }
        return pages

    def _each(self) -> Data:
        lead = [{"open": "scene", "with": {"id": "{id}"}}]
        match self._layout:
            case "button":
                button = {
                    "button": self._run,
                    "style": "tonal",
                    "description": f"{self._run} {{scene_name}}",
                    "on_tap": self._start(),
                }
                return {
                    "list_item": "{scene_name}",
                    "text": "{scene_state}",
                    "trailing": button,
                    "on_tap": lead,
                }
            case "page":
                return {
                    "list_item": "{scene_name}",
                    "text": "{scene_state}",
                    "icon": "play-circle-outline",
                    "on_tap": lead,
                }
            case "grid":
                texts = [
                    {"text": "{scene_name}", "style": "title"},
                    {"text": "{scene_state}", "style": "body_small"},
                ]
                return {
                    "card": texts,
                    "pad": 16,
                    "on_tap": self._start(),
                    "on_long_press": [{"menu": self._menu()}],
                }
            case _:
                return {
                    "list_item": "{scene_name}",
                    "text": "{scene_state}",
                    "on_tap": self._start(),
                    "on_long_press": [{"menu": self._menu()}],
                }

    def _remove(self, then: list[Data]) -> list[Data]:
        return sure(
            self._asks,
            f"Delete this {self._noun}?",
            "Yes, delete",
            [{"sql": f"DELETE FROM {self._table} WHERE id = :id"}, *then],
        )

    def _menu(self) -> list[Data]:
        return [{"menu_item": self._delete, "on_tap": self._remove([])}]

    def _one_page(self) -> Data:
        data = (
            "SELECT name AS scene_name, minutes || ' min' AS scene_minutes, relative_day(ran, "
            f"today()) AS scene_day, clock_time(ran) AS scene_time FROM {self._table} WHERE id = :id"
        )
        return {
            "params": ["id"],
            "data": data,
            "top": {"top_bar": "{scene_name}", "leave": "back"},
            "body": [
                {"list_item": "{scene_minutes}", "text": "Takes"},
                {"list_item": "{scene_time}", "text": "Last started at"},
                {"list_item": "{scene_day}", "text": "Last day"},
                {
                    "column": [
                        {"button": self._run, "wide": True, "on_tap": self._start()},
                        {"button": self._delete, "style": "danger", "on_tap": self._remove([{"back": None}])},
                    ],
                    "pad": 16,
                    "gap": 8,
                },
            ],
        }

    def _started(self) -> Gold:
        if self._layout == "button":
            return [{"tap": f"{self._run} {{name}}"}]
        return [{"tap": "{name}"}, {"tap": self._run}] if self._layout == "page" else [{"tap": "{name}"}]

    def _running(self) -> Deed:
        says = tuple(way for noun in self._data["nouns"] for way in said("scene_run", n=noun))
        goal = [{"exactly 1": f"SELECT 1 FROM {self._table} WHERE active AND id = :id"}]
        draw = {"one": f"SELECT id, name FROM {self._table} WHERE NOT active"}
        return Deed("run", says, self._started(), goal, {}, draw, {}, (f"update {self._table}(active, ran)",))

    def _keeping(self) -> list[Deed]:
        noun, found = self._noun, []
        if self._adds:
            says = said("scene_new", n=noun)
            gold: Gold = [{"tap": self._add}, {"type": "{name}", "into": "Name"}, {"tap": self._save}]
            goal = [{"exactly 1": f"SELECT 1 FROM {self._table} WHERE name = :name"}]
            facts = {"before": f"SELECT max(id) AS last FROM {self._table}"}
            found.append(
                Deed(
                    "new_scene",
                    says,
                    gold,
                    goal,
                    {"name": list(self._free)},
                    {},
                    facts,
                    (f"insert {self._table} where id = :last + 1",),
                )
            )
        held = self._layout in ("tap", "grid")
        gold = [
            {"hold" if held else "tap": "{name}"},
            {"tap": self._delete},
            *([{"tap": "Yes, delete"}] if self._asks else []),
        ]
        says = said("scene_drop", n=noun)
        draw = {"one": f"SELECT id, name FROM {self._table} WHERE NOT active"}
        found.append(
            Deed(
                "drop_scene",
                says,
                gold,
                [{"absent": f"SELECT 1 FROM {self._table} WHERE id = :id"}],
                {},
                draw,
                {},
                (f"delete {self._table} where id = :id",),
            )
        )
        return found

    def _reads(self) -> list[Read]:
        noun, found = self._noun, []
        if self._layout in ("page", "button"):
            for label, sql, kind, things, asks in (
                (
                    "Last started at",
                    "clock_time(ran)",
                    "time",
                    f"the time when the {noun} {{r_name}} was last started",
                    (
                        f"at what time was the {noun} {{r_name}} last started?",
                        f"when did the {noun} {{r_name}} last start, what time?",
                        f"what time did the {noun} {{r_name}} last run?",
                    ),
                ),
                (
                    "Takes",
                    "minutes || ' min'",
                    "number",
                    f"how long the {noun} {{r_name}} takes",
                    (
                        f"how long does the {noun} {{r_name}} take?",
                        f"how many minutes is the {noun} {{r_name}}?",
                        f"what is the length of the {noun} {{r_name}}?",
                    ),
                ),
            ):
                draw = {"read": f"SELECT name AS r_name, {sql} AS r_value FROM {self._table}"}
                found.append(
                    Read(
                        kind,
                        (things,),
                        asks,
                        draw,
                        "r_value",
                        [{"tap": "{r_name}"}, {"read": "got", "near": label}],
                    )
                )
        return found
