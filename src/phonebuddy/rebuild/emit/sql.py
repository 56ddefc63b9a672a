"""The tables of a rebuilt app: tables and columns for the cells of its pages, and their first rows.

Invariant: each cell that varies has one column, named after its slot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from phonebuddy.rebuild.behaviour import PROPOSED, AppModel
from phonebuddy.rebuild.emit.listed import Listed
from phonebuddy.rebuild.entities import Entity, find_entities, row_name
from phonebuddy.rebuild.expressions import Constant
from phonebuddy.rebuild.groups import GROUP, OPENER
from phonebuddy.rebuild.model import Page
from phonebuddy.rebuild.naming import unique
from phonebuddy.rebuild.slots import core
from phonebuddy.rebuild.values import AT, ON, SAYS, SHOWN, TAPS, Cell, Value

VISITED = Cell(OPENER + 1, ON)
"""Whether a page was open before, for questions that are asked once."""
_SUFFIX = {SAYS: "", ON: "_on", SHOWN: "_shown", TAPS: "_taps", AT: "_at"}
MOST_SQL, PER_COLUMN = 17_000, 14
"""Letters of one statement, below what the engine takes, and what a column takes besides its name."""
_WORDS = (SAYS, AT)
_ROW_COLUMNS = {SAYS: "detail", SHOWN: "shown"}
"""Where the cells of a row are kept."""


def quote(value: Value) -> str:
    """A value as an SQL literal."""
    if isinstance(value, bool):
        return str(int(value))
    return "'" + value.replace("'", "''").replace("\x00", "") + "'"


def fitting(columns: dict[Cell, str]) -> dict[Cell, str]:
    """As many columns as one statement can name: where things stand goes first, then the last ones."""
    ordered = sorted(columns, key=lambda cell: cell.attribute == AT)
    kept: list[Cell] = []
    room = MOST_SQL
    for cell in ordered:
        room -= len(columns[cell]) + PER_COLUMN
        if room > 0:
            kept.append(cell)
    return {cell: name for cell, name in columns.items() if cell in set(kept)}


class Tables:
    """Which cells have columns, and what these are called."""

    def __init__(self, model: AppModel) -> None:
        self.model = model
        self.entities = find_entities(model)
        self._rows = {
            (entity.page, slot): (entity, number)
            for entity in self.entities
            for number, slot in enumerate(entity.rows, 1)
        }
        self.guests = {(entity.page, slot) for entity in self.entities for slot in entity.guests}
        names = {*(entity.name for entity in self.entities), *(page.name for page in model.pages)}
        self._given = {
            (effect.page, effect.cell)
            for behaviour in model.behaviours.values()
            for way in behaviour.ways
            for effect in way.effects
            if effect.cell.attribute == SAYS and not isinstance(effect.expression, Constant)
        }
        self.listed = Listed(model, names, self._first)
        self._touched: tuple[str, int] | None = None
        listed = {(table.page.number, slot) for table in self.listed.tables for slot in table.slots}
        apart = {*self._rows, *self.guests, *listed}
        self.columns: dict[int, dict[Cell, str]] = {}
        for page in model.pages:
            taken: set[str] = set()
            cells = [cell for cell in page.cells if (page.number, cell.slot) not in apart]
            named = {cell: self._column(page, cell, taken) for cell in cells}
            self.columns[page.number] = fitting(named)
        self._changing = {
            (rule.page, rule.first)
            for one in model.behaviours.values()
            for way in one.ways
            for rule in way.rows
        }
        self._add_extras()

    @contextmanager
    def touching(self, table: str, id: int) -> Iterator[None]:
        """While what a touch on a row does is written: there the row's own id is a name."""
        self._touched = (table, id)
        yield
        self._touched = None

    def where(self, page: int, slot: int) -> str:
        """Which row of its table a cell is in; nothing where there is but one."""
        listed = self.listed.of(page, slot)
        if listed is None and self.row_of(page, slot) is None:
            return ""
        found = self.place(page, Cell(slot, SHOWN)) if listed is None else listed.row(slot)
        assert found is not None, "rows have ids"
        is_touched = listed is not None and self._touched == (listed.name, found[-1])
        return " WHERE id = :id" if is_touched else f" WHERE id = {found[-1]}"

    def row_of(self, page: int, slot: int) -> tuple[Entity, int] | None:
        """The entity a slot is a row of, and the row's id."""
        return self._rows.get((page, slot))

    def entity_at(self, page: int, first: int) -> Entity | None:
        """The entity of the list that starts at a slot."""
        return next((one for one in self.entities if (one.page, one.rows[0]) == (page, first)), None)

    def place(self, page: int, cell: Cell) -> tuple[str, str, int] | None:
        """Table, column and row id where a cell is kept; None for what never varies."""
        listed = self.listed.of(page, cell.slot)
        if listed is not None:
            return listed.place(cell)
        found = self._rows.get((page, cell.slot))
        if found is None:
            column = self.columns[page].get(cell)
            return None if column is None else (self.table(page), column, 1)
        column = _ROW_COLUMNS.get(cell.attribute)
        return None if column is None else (self.table_of(found[0]), column, found[1])

    def places(self) -> dict[tuple[int, Cell], tuple[str, str, int]]:
        """Where every cell that can change is kept."""
        cells = [(page, cell) for page, columns in self.columns.items() for cell in columns]
        cells += [(page, Cell(slot, kind)) for page, slot in self._rows for kind in _ROW_COLUMNS]
        cells += [
            (table.page.number, Cell(slot, kind))
            for table in self.listed.tables
            for slot in sorted(table.slots)
            for kind in (SAYS, ON, SHOWN, AT)
        ]
        return {key: place for key in cells if (place := self.place(*key)) is not None}

    def changes(self, entity: Entity) -> bool:
        """Whether some touch adds rows to a list, takes them away or sorts them."""
        return (entity.page, entity.rows[0]) in self._changing

    def table_of(self, entity: Entity) -> str:
        return f"{self.model.name}_{entity.name}"

    def _column(self, page: Page, cell: Cell, taken: set[str]) -> str:
        if cell.slot >= GROUP:
            return unique("choice", taken)
        return unique(f"{page.slots[cell.slot].name}{_SUFFIX[cell.attribute]}", taken)

    def _add_extras(self) -> None:
        for link in self.model.links:
            self.columns[link.choices].setdefault(Cell(OPENER, SAYS), "opened_by")
        for behaviour in self.model.behaviours.values():
            for way in behaviour.ways:
                guard = way.route.guard
                if guard is not None and guard.unvisited >= 0:
                    self.columns[guard.unvisited].setdefault(VISITED, "visited")

    def table(self, page: int) -> str:
        return f"{self.model.name}_{self.model.pages[page].name}"

    def column(self, page: int, cell: Cell) -> str | None:
        found = self.place(page, cell)
        return None if found is None else found[1]

    def read(self, page: int, cell: Cell) -> str:
        """A cell as an SQL expression, constant where it never varies."""
        found = self.place(page, cell)
        if found is None:
            return quote(self.model.pages[page].values[0].get(cell, ""))
        return f"(SELECT {found[1]} FROM {found[0]}{self.where(page, cell.slot)})"

    def schema(self) -> str:
        """All tables: one row each, one column for each thing that can change."""
        parts: list[str] = []
        for page in self.model.pages:
            columns = self.columns[page.number]
            if columns:
                lines = ["  id INTEGER PRIMARY KEY"]
                lines += [
                    f"  {name} {'TEXT' if cell.attribute in _WORDS else 'INTEGER'}"
                    for cell, name in columns.items()
                ]
                parts.append(f"CREATE TABLE {self.table(page.number)} (\n" + ",\n".join(lines) + "\n);")
        for entity in self.entities:
            declared = "id INTEGER PRIMARY KEY, name TEXT, detail TEXT, shown INTEGER"
            declared += ", lost INTEGER, place INTEGER" if self.changes(entity) else ""
            declared += ", assumed TEXT" if (entity.page, entity.rows[0]) in self.model.more_rows else ""
            parts.append(f"CREATE TABLE {self.table_of(entity)} ({declared});")
        parts.extend(table.schema() for table in self.listed.tables)
        return "\n".join(parts)

    def rows(self) -> dict[str, list[dict[str, str | int]]]:
        """What every page shows at first."""
        found: dict[str, list[dict[str, str | int]]] = {}
        for page in self.model.pages:
            columns = self.columns[page.number]
            if columns:
                row: dict[str, str | int] = {"id": 1}
                for cell, name in columns.items():
                    row[name] = _seed(self._first(page, cell))
                found[self.table(page.number)] = [row]
        for entity in self.entities:
            found[self.table_of(entity)] = [
                self._entity_row(entity, slot, id) for id, slot in enumerate(entity.rows, 1)
            ]
            more = self.model.more_rows.get((entity.page, entity.rows[0]), [])
            found[self.table_of(entity)] += _numbered(
                [{**row, "shown": True, "assumed": PROPOSED} for row in more], len(entity.rows)
            )
        for table in self.listed.tables:
            added = [{**row, "assumed": PROPOSED} for row in table.added()]
            found[table.name] = _numbered([*table.rows(), *added], 0)
        return found

    def _entity_row(self, entity: Entity, number: int, id: int) -> dict[str, str | int]:
        page = self.model.pages[entity.page]
        slot = page.slots[number]
        shown = page.values[0].get(Cell(number, SHOWN), False)
        detail = core(slot.first).removeprefix(slot.stem)
        return {"id": id, "name": _seed(row_name(slot)), "detail": _seed(detail), "shown": int(bool(shown))}

    def _first(self, page: Page, cell: Cell) -> Value:
        place = page.first_place(cell.slot) if cell.attribute in (AT, SHOWN) else None
        if place is not None:
            return place if cell.attribute == AT else True
        if cell in page.values[0]:
            return page.values[0][cell]
        if cell.slot >= OPENER:
            return False if cell == VISITED else ""
        if (page.number, cell) in self._given:
            return ""  # not shown at first, and said by a rule before it is
        later = next((values[cell] for values in page.values if cell in values), "")
        return later if cell.attribute in (SAYS, TAPS, AT) else False


def _numbered(rows: Sequence[Mapping[str, Value]], after: int) -> list[dict[str, str | int]]:
    """Rows as content, with ids."""
    return [
        {"id": after + number, **{name: _seed(value) for name, value in row.items()}}
        for number, row in enumerate(rows, 1)
    ]


def _seed(value: Value) -> str | int:
    if isinstance(value, bool):
        return int(value)
    # A leading = would be read as SQL.
    return f"={quote(value)}" if value.startswith("=") else value
