"""A life while it is made: rows of its tables, chance, and the words that belong to the owner's language.

Invariant: the same character and seed give the same rows in the same order; each part draws from its own
chance, so that a part that changes leaves the others as they were.
"""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime

import apsw

from phonebuddy.world.life.parts import Character, Sources
from phonebuddy.world.life.tables import read_tables
from phonebuddy.world.state.speech import CHINESE

Value = None | int | float | str
Row = dict[str, Value]

DAY = 86_400
PRICES = {"en": 1, "zh": 7}
"""How many units of the owner's money a dollar is worth in shops."""
SIGNS = {"en": "$", "zh": "¥"}
_SLOT = re.compile(r"\{(\w+)\}")


def whole(row: Row, column: str) -> int:
    """A column that holds a number."""
    value = row[column]
    assert isinstance(value, int), (column, value)
    return value


class Draft:
    def __init__(self, character: Character, sources: Sources, seed: int, start: int) -> None:
        self.character = character
        self.sources = sources
        self.pools = sources.pools
        self.language = sources.language
        self.now = start
        self.today = start - start % DAY
        self._seed = seed
        self._columns = {name.removeprefix("life_"): table.columns for name, table in read_tables().items()}
        self.rows: dict[str, list[Row]] = {name: [] for name in self._columns}

    def chance(self, part: str) -> random.Random:
        """The dice of one part of the life."""
        return random.Random(f"{self._seed}/life/{self.character.character}/{part}")

    def add(self, table: str, **values: Value) -> int:
        """A new row; its id."""
        rows = self.rows[table]
        given = {name.rstrip("_"): value for name, value in values.items()}
        if "id" in self._columns[table]:
            given = {"id": len(rows) + 1, **given}
        assert given.keys() == self._columns[table].keys(), (
            table,
            given.keys() ^ self._columns[table].keys(),
        )
        rows.append(given)
        return len(rows)

    @property
    def owner(self) -> Row:
        return self.rows["owner"][0]

    def person(self, number: int) -> Row:
        return self.rows["person"][number - 1]

    def with_role(self, *roles: str) -> list[Row]:
        """People with one of the roles, or of one of the relations."""
        return [one for one in self.rows["person"] if one["role"] in roles or one["relation"] in roles]

    def place(self, kind: str) -> int:
        """A place of a kind in the owner's town; 0 when there is none."""
        owner = self.rows["owner"]
        if kind == "work" and owner:
            return whole(owner[0], "work")
        found = [one for one in self.rows["place"] if one["kind"] == kind]
        return whole(found[0], "id") if found else 0

    def firm(self, kind: str) -> Row:
        """The brand of a kind."""
        return next(one for one in self.rows["company"] if one["kind"] == kind)

    def price(self, cents: int) -> int:
        """An amount of the owner's money."""
        return cents * PRICES[self.language]

    def money(self, cents: int) -> str:
        whole = abs(cents)
        return f"{'-' if cents < 0 else ''}{SIGNS[self.language]}{whole // 100:,}.{whole % 100:02d}"

    def moment(self, day: int, minute: int) -> int:
        """A minute of a day counted from today."""
        return self.today + day * DAY + minute * 60

    def date(self, at: int) -> str:
        """A day as one writes it in a message: Friday, 15 May."""
        when = datetime.fromtimestamp(at, UTC)
        weekday, month = self.pools.weekdays[when.weekday()], self.pools.months[when.month - 1]
        if self.language == CHINESE:
            return f"{month}{when.day}日{weekday}"
        return f"{weekday}, {when.day} {month}"

    def clock(self, at: int) -> str:
        return f"{at % DAY // 3600:02d}:{at % 3600 // 60:02d}"

    def fill(self, text: str, slots: dict[str, str]) -> str:
        """A text with its slots filled in; one that is not there is a mistake in the data."""
        return _SLOT.sub(lambda match: slots[match.group(1)], text)

    def slots(self) -> dict[str, str]:
        """What every text may name."""
        owner = self.owner
        names = ("given", "name", "family", "town", "pet", "car", "wifi", "wifi_key", "account", "bank")
        known = {name: str(owner[name]) for name in names}
        return {
            **known,
            "owner": known["given"],
            "owner_family": known["family"],
            "owner_name": known["name"],
        }

    def write(self, connection: apsw.Connection) -> None:
        for name, rows in self.rows.items():
            columns = self._columns[name]
            listed = ", ".join(f'"{column}"' for column in columns)
            holders = ", ".join("?" for _ in columns)
            sql = f"INSERT INTO life_{name} ({listed}) VALUES ({holders})"
            connection.executemany(sql, [[row[column] for column in columns] for row in rows])
