"""The tables of lists with places: a row for each row of the list, a column for all that differs or changes.

What was seen in a place of the list at another time, and what a model proposed, are rows of it too.
Invariant: a cell of a row is kept in one column of one row, and the first rows show what was recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.items import BUTTON
from phonebuddy.rebuild.lists import Listing, Part
from phonebuddy.rebuild.model import Page
from phonebuddy.rebuild.naming import slug, unique
from phonebuddy.rebuild.scrolling import lower
from phonebuddy.rebuild.slots import Slot, core
from phonebuddy.rebuild.values import AT, ON, SAYS, SHOWN, Cell, Value
from phonebuddy.screen import Flag

SUFFIX = {SAYS: "", ON: "_on", SHOWN: "_shown", AT: "_at"}
TOUCHABLE, FILL, PICTURE = "touchable", "fill", "picture"
Row = dict[str, str | int]
First = Callable[[Page, Cell], Value]
"""What a cell that varies shows at first."""


class RowTable:
    """The table of one list."""

    def __init__(self, model: AppModel, listing: Listing, name: str, first: First) -> None:
        self.model = model
        self.listing = listing
        self.short = name
        self.name = f"{model.name}_{name}"
        self.page = model.pages[listing.page]
        self._first = first
        self._varying = set(self.page.cells)
        self.columns: dict[tuple[int, str], str] = {}
        """Part and attribute to the column it is kept in."""
        taken = {"shown", "assumed", *(f"rows_{number}" for number in range(len(listing.rows)))}
        for number, part in enumerate(listing.parts):
            about = slug(self.slot(part).first.name) or self.slot(part).first.element.role
            for attribute in (SAYS, AT, SHOWN, ON, TOUCHABLE, FILL, PICTURE):
                if number == 0 and attribute == SHOWN:
                    self.columns[0, SHOWN] = "shown"
                elif self._differs(part, attribute):
                    word = f"{about}{SUFFIX.get(attribute, f'_{attribute}')}"
                    self.columns[number, attribute] = unique(word, taken)
        self._spots = {
            slot: (number, id)
            for number, part in enumerate(listing.parts)
            for id, slot in enumerate(part.slots, 1)
            if slot is not None
        }

    @property
    def slots(self) -> set[int]:
        return set(self._spots)

    def slot(self, part: Part) -> Slot:
        """A slot that stands for a part."""
        return self.page.slots[part.first]

    def place(self, cell: Cell) -> tuple[str, str, int] | None:
        """Table, column and row id where a cell of the list is kept."""
        part, id = self._spots[cell.slot]
        column = self.columns.get((part, cell.attribute))
        return None if column is None else (self.name, column, id)

    def row(self, slot: int) -> tuple[str, int]:
        """Table and row id of a slot."""
        return self.name, self._spots[slot][1]

    def words(self) -> list[str]:
        """The columns that hold what rows say."""
        return [column for (_, attribute), column in self.columns.items() if attribute == SAYS]

    def schema(self) -> str:
        words = (SAYS, AT, FILL, PICTURE)
        lines = [f"{c} {'TEXT' if a in words else 'INTEGER'}" for (_, a), c in self.columns.items()]
        lines += ["assumed TEXT"] if self.key in self.model.more_rows else []
        return f"CREATE TABLE {self.name} ({', '.join(['id INTEGER PRIMARY KEY', *lines])});"

    def rows(self) -> list[dict[str, Value]]:
        """The rows of the first screen, then what else was seen in their places, not shown."""
        found = [self._row(index) for index in range(len(self.listing.rows))]
        known = {self._said(row) for row in found}
        for row in self._sightings():
            if any(self._said(row)) and self._said(row) not in known:
                known.add(self._said(row))
                found.append({**row, "shown": False})
        return found

    def added(self) -> list[dict[str, Value]]:
        """Rows that a model proposed, under the last one, as far apart as the recorded ones."""
        last, pitch, _ = self._last()
        found: list[dict[str, Value]] = []
        for number, words in enumerate(self.model.more_rows.get(self.key, ()), 1):
            places = {
                column: lower(str(last[column]), number * pitch)
                for (_, attribute), column in self.columns.items()
                if attribute == AT
            }
            found.append({**last, **places, **words})
        return found

    @property
    def key(self) -> tuple[int, int]:
        return self.page.number, self.listing.rows[0]

    def room(self) -> int:
        """How many rows fit under the last one, inside the list."""
        _, pitch, room = self._last()
        return room // pitch if pitch else 0

    def pitch(self) -> int:
        """How far apart rows are, in thousandths of the height; 0 if nobody knows."""
        return self._last()[1]

    def _last(self) -> tuple[dict[str, Value], int, int]:
        """The lowest row at first, how far apart rows are, and what is free below it."""
        column = self.columns.get((0, AT))
        shown = [row for row in map(self._row, range(len(self.listing.rows))) if row["shown"]]
        if column is None or not shown:
            return {}, 0, 0
        places = [tuple(map(int, str(row[column]).split())) for row in shown]
        last = max(range(len(shown)), key=lambda number: places[number][3])
        gaps = [places[last][1] - top for left, top, *_ in places if left == places[last][0]]
        pitch = min((gap for gap in gaps if gap > 0), default=0)
        return shown[last], pitch, self._bottom() - places[last][3]

    def _bottom(self) -> int:
        """Where the list ends."""
        member, item = next(iter(self.page.slots[self.listing.rows[0]].seen.items()))
        around = self.page.members[member].items
        return int(around[item.parent].at.split()[3]) if item.parent >= 0 else 1000

    def _said(self, row: dict[str, Value]) -> tuple[Value, ...]:
        return tuple(row[column] for column in self.words())

    def _row(self, index: int) -> dict[str, Value]:
        return {
            column: self._value(self.listing.parts[part].slots[index], attribute)
            for (part, attribute), column in self.columns.items()
        }

    def _sightings(self) -> Iterator[dict[str, Value]]:
        """Every row of every screen."""
        for member, values in enumerate(self.page.values):
            for index, root in enumerate(self.listing.rows):
                if member not in self.page.slots[root].seen:
                    continue
                row = self._row(index)
                for (part, attribute), column in self.columns.items():
                    slot = self.listing.parts[part].slots[index]
                    if slot is not None and attribute in SUFFIX:
                        row[column] = values.get(Cell(slot, attribute), _EMPTY[attribute])
                yield row

    def _differs(self, part: Part, attribute: str) -> bool:
        """Whether rows need a column for it: it varies, or is not the same in all of them."""
        if any(Cell(slot, attribute) in self._varying for slot in part.slots if slot is not None):
            return True
        values = {
            self._value(slot, attribute) for slot in part.slots if slot is not None or attribute == SHOWN
        }
        marks = attribute == SAYS and any(mark in str(value) for value in values for mark in "{}$")
        return len(values) > 1 or marks

    def _value(self, number: int | None, attribute: str) -> Value:
        """What a row has at first."""
        if number is None:
            return _EMPTY[attribute]
        slot, cell = self.page.slots[number], Cell(number, attribute)
        if attribute == SHOWN:
            return self._first(self.page, cell) if cell in self._varying else True
        if cell in self._varying:
            return self._first(self.page, cell)
        if attribute in (FILL, PICTURE):
            drawn = self.model.fills if attribute == FILL else self.model.crops
            return drawn.get((self.page.number, number), "")
        return fixed(slot, attribute)


_EMPTY: dict[str, Value] = {
    SAYS: "", AT: "0 0 0 0", SHOWN: False, ON: False, TOUCHABLE: False, FILL: "", PICTURE: "",
}  # fmt: skip


def fixed(slot: Slot, attribute: str) -> Value:
    """What a slot has that never varies."""
    element = slot.first.element
    match attribute:
        case "says":
            return core(slot.first).removeprefix(slot.stem)
        case "at":
            return slot.first.at
        case "on":
            return element.has(Flag.SELECTED)
        case _:
            return slot.kind == BUTTON and element.has(Flag.CLICKABLE)


class Listed:
    """All lists with places that are tables."""

    def __init__(self, model: AppModel, taken: set[str], first: First) -> None:
        self.tables: list[RowTable] = []
        for listing in model.listings:
            page = model.pages[listing.page]
            name = model.list_names.get((page.number, listing.rows[0]), f"{page.name}_rows")
            self.tables.append(RowTable(model, listing, unique(name, taken), first))
        self._of = {(one.page.number, slot): one for one in self.tables for slot in one.slots}

    def of(self, page: int, slot: int) -> RowTable | None:
        """The table a slot is in a row of."""
        return self._of.get((page, slot))
