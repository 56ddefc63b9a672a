"""The SQL of a rebuilt app: tables and columns for the cells of its pages, expressions for what rules put there.

Invariant: each cell that varies has one column, named after its slot; an expression gives in SQL what it gave on
the recordings.
"""

from __future__ import annotations

from phonebuddy.rebuild.behaviour import AppModel
from phonebuddy.rebuild.expressions import (
    Constant,
    Expression,
    Lookup,
    Matches,
    Opposite,
    Other,
    Tapped,
    Turn,
    Typed,
    Wrapped,
)
from phonebuddy.rebuild.groups import GROUP, OPENER, varying
from phonebuddy.rebuild.model import Page
from phonebuddy.rebuild.naming import unique
from phonebuddy.rebuild.slots import Slot, core
from phonebuddy.rebuild.values import AT, ON, SAYS, SHOWN, TAPS, Cell, Value

VISITED = Cell(OPENER + 1, ON)
"""Whether a page was open before, for questions that are asked once."""
_SUFFIX = {SAYS: "", ON: "_on", SHOWN: "_shown", TAPS: "_taps", AT: "_at"}
_WORDS = (SAYS, AT)


def quote(value: Value) -> str:
    """A value as an SQL literal."""
    if isinstance(value, bool):
        return str(int(value))
    return "'" + value.replace("'", "''").replace("\x00", "") + "'"


class Tables:
    """Which cells have columns, and what these are called."""

    def __init__(self, model: AppModel) -> None:
        self.model = model
        self.columns: dict[int, dict[Cell, str]] = {}
        for page in model.pages:
            taken: set[str] = set()
            cells = {cell: self._column(page, cell, taken) for cell in varying(page)}
            self.columns[page.number] = cells
        self._add_extras()

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
        return self.columns[page].get(cell)

    def read(self, page: int, cell: Cell) -> str:
        """A cell as an SQL expression, constant where it never varies."""
        column = self.column(page, cell)
        if column is None:
            return quote(self.model.pages[page].values[0].get(cell, ""))
        return f"(SELECT {column} FROM {self.table(page)})"

    def schema(self) -> str:
        """All tables: one row each, one column for each thing that can change."""
        parts: list[str] = []
        for page in self.model.pages:
            columns = self.columns[page.number]
            if columns:
                lines = ["  id INTEGER PRIMARY KEY"]
                lines += [f"  {name} {'TEXT' if cell.attribute in _WORDS else 'INTEGER'}" for cell, name in columns.items()]
                parts.append(f"CREATE TABLE {self.table(page.number)} (\n" + ",\n".join(lines) + "\n);")
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
        return found

    def _first(self, page: Page, cell: Cell) -> Value:
        if cell in page.values[0]:
            return page.values[0][cell]
        if cell.slot >= OPENER:
            return False if cell == VISITED else ""
        later = next((values[cell] for values in page.values if cell in values), "")
        return later if cell.attribute in (SAYS, TAPS, AT) else False


def _seed(value: Value) -> str | int:
    if isinstance(value, bool):
        return int(value)
    # A leading = would be read as SQL.
    return f"={quote(value)}" if value.startswith("=") else value


def label_sql(tables: Tables, page: int, slot: Slot, line: int) -> str:
    """What a slot says, or one line of it."""
    cell = Cell(slot.number, SAYS)
    column = tables.column(page, cell)
    if column is None:
        text = core(slot.first)
        return quote(text if line < 0 else (text.split("\n") + [""] * 9)[line])
    own = tables.read(page, cell)
    if not slot.stem:
        return own
    return f"{quote(slot.stem)} || {own}" if line < 0 else quote(slot.stem[:-1]) if line == 0 else own


def to_sql(expression: Expression, tables: Tables, target: tuple[int, Cell], page: int, slot: Slot | None) -> str:
    """An expression as SQL; `page` and `slot` are what was touched."""
    match expression:
        case Constant(value):
            return quote(value)
        case Typed():
            return ":value"
        case Tapped(line):
            return label_sql(tables, page, slot, line) if slot is not None else "''"
        case Other(other, cell):
            return tables.read(other, cell)
        case Opposite():
            return f"NOT {tables.column(*target)}"
        case Turn(table):
            own = tables.column(*target)
            cases = " ".join(f"WHEN {quote(old)} THEN {quote(new)}" for old, new in table)
            return f"CASE {own} {cases} ELSE {own} END"
        case Lookup(other, cell, table):
            cases = " ".join(f"WHEN {quote(old)} THEN {quote(new)}" for old, new in table)
            return f"CASE {tables.read(other, cell)} {cases} ELSE {tables.column(*target)} END"
        case Wrapped(before, inner, after):
            inside = to_sql(inner, tables, target, page, slot)
            return " || ".join([*([quote(before)] if before else []), inside, *([quote(after)] if after else [])])
        case Matches():
            says = label_sql(tables, target[0], tables.model.slot(target[0], target[1].slot), -1)
            return f"instr(folded({says}), folded(:value)) > 0"
