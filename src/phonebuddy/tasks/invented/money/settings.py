"""Money settings: the settings page of an app about money, from the shared module, and what is asked of it.

Invariant: a switch that is asked for is not on already.
"""

from __future__ import annotations

import json

from phonebuddy.tasks.invented.money.kit import Kit
from phonebuddy.tasks.invented.sketch import Data, Deed, Gold, some

PAGE = "settings"


class Settings:
    def __init__(self, kit: Kit, data: list[Data]) -> None:
        self._kit = kit
        self._lines = some(kit.chance, data, 4, 8)
        self._table = f"{kit.name}_{PAGE}"
        kit.modules[PAGE] = {"title": "Settings"}
        kit.content[self._table] = [self._row(one) for one in self._lines]

    def _row(self, data: Data) -> Data:
        options = data.get("options")
        value = self._kit.chance.choice(options) if options else str(self._kit.chance.randrange(2))
        row: Data = {
            "name": data["name"],
            "title": data["title"],
            "section": data["section"],
            "icon": data["icon"],
            "value": value,
        }
        return row | ({"options": json.dumps(options)} if options else {"text": data.get("text", "")})

    def deeds(self) -> list[Deed]:
        found = []
        for one in some(self._kit.chance, self._lines, 2, 3):
            found += [self._choosing(one)] if "options" in one else [self._switching(one)]
        return found

    def _switching(self, data: Data) -> Deed:
        """To the other side, whichever that is on this phone."""
        row = next(row for row in self._kit.content[self._table] if row["name"] == data["name"])
        to = "0" if row["value"] == "1" else "1"
        gold: Gold = [*self._kit.to(PAGE), {"tap": data["title"], "role": "switch"}]
        return self._deed(data, tuple(data["off" if to == "0" else "on"]), gold, {}, f"'{to}'")

    def _choosing(self, data: Data) -> Deed:
        row = next(row for row in self._kit.content[self._table] if row["name"] == data["name"])
        others = [one for one in data["options"] if one != row["value"]]
        gold: Gold = [*self._kit.to(PAGE), {"tap": data["title"]}, {"tap": "{value}"}]
        return self._deed(data, tuple(data["says"]), gold, {"value": others}, ":value")

    def _deed(self, data: Data, says: tuple[str, ...], gold: Gold, new: Data, value: str) -> Deed:
        name = data["name"]
        goal = [{"present": f"SELECT 1 FROM {self._table} WHERE name = '{name}' AND value = {value}"}]
        return Deed(
            f"setting_{name}",
            says,
            gold,
            goal,
            new,
            {},
            {},
            (f"update {self._table}(value) where name = '{name}'",),
        )
