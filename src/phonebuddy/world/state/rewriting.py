"""Rewriting: a changeset carried out row by row, by statements that stay prepared.

SQLite's own way of applying a changeset has a pragma in it that makes every prepared statement stale, so
after a reset each query was planned again. Invariant: either each change was made to the very row it names,
or nothing changed, and SQLite's own way must say why or find an order that the rules of the tables allow.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import apsw

from phonebuddy.world.state.functions import Value

INSERT, UPDATE, DELETE = range(3)
"""In the order in which nothing refers to a row that is not there."""


class Shape(NamedTuple):
    """A table: its place in the schema, where those that refer to others come later, and its columns."""

    place: int
    columns: tuple[str, ...]


class _Write(NamedTuple):
    """One statement, in the order they are run."""

    kind: int
    place: int
    sql: str
    values: tuple[Value, ...]


def rewrite(
    connection: apsw.Connection, changeset: bytes, shapes: dict[str, Shape], in_any_order: bool
) -> bool:
    """Make these changes; False where that takes SQLite's own way, and then nothing is changed.

    `shapes` keeps what was found out about tables; it is the same for all phones of one image.
    """
    try:
        writes = list(_writes(connection, changeset, shapes))
        if in_any_order:
            writes.sort(key=lambda one: one[:2])
        with connection:
            for _, _, sql, values in writes:
                connection.execute(sql, values)
                if connection.changes() != 1:
                    raise _NotAsSaidError
    except (apsw.Error, ValueError, OverflowError, _NotAsSaidError):
        return False
    return True


class _NotAsSaidError(Exception):
    """The row is not there, or is not what the changeset says it was."""


def _writes(connection: apsw.Connection, changeset: bytes, shapes: dict[str, Shape]) -> Iterable[_Write]:
    for change in apsw.Changeset.iter(changeset):
        table = change.name
        shape = shapes.get(table)
        if shape is None:
            shape = shapes[table] = _shape(connection, table)
        if len(shape.columns) != change.column_count:
            raise _NotAsSaidError
        old, new = _given(shape, change.old), _given(shape, change.new)
        if change.op == "INSERT":
            holes = ", ".join("?" * len(new))
            yield _Write(INSERT, shape.place, f'INSERT INTO "{table}" VALUES ({holes})', tuple(new.values()))
        elif change.op == "UPDATE":
            sql = f'UPDATE "{table}" SET {_each(new, "=", ", ")} WHERE {_each(old, "IS", " AND ")}'
            yield _Write(UPDATE, shape.place, sql, (*new.values(), *old.values()))
        else:
            sql = f'DELETE FROM "{table}" WHERE {_each(old, "IS", " AND ")}'
            # Rows go from the tables that refer to others first.
            yield _Write(DELETE, -shape.place, sql, tuple(old.values()))


def _given(shape: Shape, values: tuple[object, ...] | None) -> dict[str, Value]:
    """Columns with a value: of a row that changed, SQLite names the key and what differs."""
    pairs = zip(shape.columns, values or (), strict=False)
    return {name: value for name, value in pairs if value is not apsw.no_change}  # type: ignore[misc]


def _each(columns: Iterable[str], sign: str, between: str) -> str:
    return between.join(f'"{column}" {sign} ?' for column in columns)


def _shape(connection: apsw.Connection, table: str) -> Shape:
    """Without columns, and so never as a changeset says, where some are computed."""
    place = connection.execute("SELECT rowid FROM sqlite_schema WHERE name = ?", (table,)).get
    rows = list(connection.execute("SELECT name, hidden FROM pragma_table_xinfo(?)", (table,)))
    plain = not any(hidden for _, hidden in rows)
    return Shape(int(str(place or 0)), tuple(str(name) for name, _ in rows) if plain else ())
