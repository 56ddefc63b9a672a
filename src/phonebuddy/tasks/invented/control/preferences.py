"""Preferences: the settings of a control app itself, on the page that all apps share for that.

Invariant: the values stand in the table of the module `settings`, as its page writes them.
"""

from __future__ import annotations

import random

from phonebuddy.tasks.invented.control.knobs import Knob, make_knob
from phonebuddy.tasks.invented.control.parts import Part
from phonebuddy.tasks.invented.control.words import asking, said, setting, switching, wanted
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, Read, some

PAGE = "prefs"
ITS = ("this app", "the app")
TITLES = ("Settings", "Preferences", "App settings", "Options")
NUM_LEAST, NUM_MOST = 5, 9


class Preferences:
    def __init__(self, app: str, data: Data, chance: random.Random) -> None:
        self._app, self._chance = app, chance
        self._table = f"{app}_{PAGE}"
        self._title = chance.choice(TITLES)
        self._knobs: list[tuple[str, Knob]] = [
            (section, make_knob(name, one, chance))
            for section, knobs in data.items()
            for name, one in some(chance, list(knobs.items()), 1, 4)
        ]
        self._knobs = self._knobs[: chance.randint(NUM_LEAST, NUM_MOST)]

    def part(self) -> Part:
        rows = [self._row(section, knob) for section, knob in self._knobs]
        deeds = [self._deed(knob, row) for (_, knob), row in zip(self._knobs, rows, strict=True)]
        reads = [self._read(knob) for _, knob in self._knobs if knob.kind == "choice"]
        modules = {PAGE: {"module": "settings", "title": self._title}}
        return Part(
            PAGE,
            self._title,
            "cog-outline",
            (),
            {self._table: rows},
            {},
            [*deeds, *self._reset(rows)],
            reads,
            [],
            modules,
        )

    def _row(self, section: str, knob: Knob) -> Data:
        value = str(knob.drawn(self._chance))
        options = "[" + ", ".join(f'"{one}"' for one in knob.values) + "]" if knob.kind == "choice" else ""
        first = self._chance.choice(knob.values) if options else self._chance.choice("01")
        return {
            "name": knob.name,
            "title": knob.label,
            "section": section,
            "value": value,
            "options": options,
            "first": first,
        }

    def _deed(self, knob: Knob, row: Data) -> Deed:
        where, allow = f"name = '{knob.name}'", (f"update {self._table}(value) where name = '{knob.name}'",)
        if knob.kind == "switch":
            to = 1 - int(row["value"])
            goal = [{"present": f"SELECT 1 FROM {self._table} WHERE {where} AND value = '{to}'"}]
            return Deed(
                f"pref_{knob.name}",
                wanted(switching(knob, to), "on" if to else "off", knob.the, ITS),
                [{"tap": knob.label, "role": "switch"}],
                goal,
                allow=allow,
            )
        slot = "n_value"
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE {where} AND value = :{slot}"}]
        gold: Gold = [{"tap": knob.label}, {"tap": f"{{{slot}}}"}]
        new = {slot: [one for one in knob.values if one != row["value"]]}
        says = wanted(setting(knob, f"{{{slot}}}"), "set", knob.the, ITS, v=f"{{{slot}}}")
        return Deed(f"pref_{knob.name}", says, gold, goal, new, allow=allow)

    def _reset(self, rows: list[Data]) -> list[Deed]:
        if all(row["value"] == row["first"] for row in rows):
            return []
        says = said("preferences_reset", t=self._title)
        gold: Gold = [{"tap": "Reset settings"}, {"tap": "Reset"}]
        goal = [{"absent": f"SELECT 1 FROM {self._table} WHERE value <> first"}]
        return [Deed("pref_reset", says, gold, goal, allow=(f"update {self._table}(value)",))]

    def _read(self, knob: Knob) -> Read:
        draw = {"read": f"SELECT value AS r_value FROM {self._table} WHERE name = '{knob.name}'"}
        things = (f"{knob.the} under {self._title}", f"what is chosen for {knob.the}")
        return Read(
            "text",
            things,
            asking(knob.the, (), "text", ITS),
            draw,
            "r_value",
            [{"read": "got", "near": knob.label}],
        )
