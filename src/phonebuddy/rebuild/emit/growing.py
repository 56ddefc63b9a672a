"""Lists with places that rows are added to: the recorded row comes again and again, each time further down.

A touch that shows a row with words from elsewhere (typed, touched, another page's) adds one. The first time
the recorded row is shown, as recorded; after that the row that is there is kept as a copy in its place, and
the new one stands below. Invariant: while nothing was added twice, only recorded rows are in the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from phonebuddy.rebuild.effects import Effect
from phonebuddy.rebuild.emit.listed import Listed, RowTable
from phonebuddy.rebuild.expressions import Constant
from phonebuddy.rebuild.values import AT, SAYS, SHOWN, Cell


class Growth(NamedTuple):
    """A row that comes, by its id."""

    table: RowTable
    id: int

    def before(self) -> str:
        """Keep the row that is there already."""
        names = ", ".join(dict.fromkeys(self.table.columns.values()))
        name = self.table.name
        return f"INSERT INTO {name} ({names}) SELECT {names} FROM {name} WHERE id = {self.id} AND shown"

    def after(self) -> str:
        """Move the new one below all that came before it."""
        name, row = self.table.name, self.table.rows()[self.id - 1]
        more = f"(SELECT count(*) FROM {name} WHERE id > {len(self.table.rows())})"
        places = []
        for (_, attribute), column in self.table.columns.items():
            if attribute == AT:
                left, top, right, bottom = str(row[column]).split()
                down = f"{self.table.pitch()} * {more}"
                places.append(
                    f"{column} = '{left} ' || ({top} + {down}) || ' {right} ' || ({bottom} + {down})"
                )
        return f"UPDATE {name} SET {', '.join(places)} WHERE id = {self.id} AND {more} > 0"


def growths(listed: Listed, effects: Sequence[Effect]) -> Iterator[Growth]:
    """The rows that a touch adds: alone in their list, not there at first, with words that vary."""
    rows: dict[str, dict[int, list[Effect]]] = {}
    tables: dict[str, RowTable] = {}
    for effect in effects:
        table = listed.of(effect.page, effect.cell.slot)
        if table is not None:
            name, id = table.row(effect.cell.slot)
            tables[name] = table
            rows.setdefault(name, {}).setdefault(id, []).append(effect)
    for name, found in rows.items():
        ((id, mine), *others) = found.items()
        table = tables[name]
        root = table.listing.parts[0].slots[id - 1]
        comes = any(e.cell == Cell(root or 0, SHOWN) and e.expression == Constant(True) for e in mine)
        own = any(e.cell.attribute == SAYS and not isinstance(e.expression, Constant) for e in mine)
        if comes and own and not others and table.pitch() and not table.rows()[id - 1]["shown"]:
            yield Growth(table, id)
