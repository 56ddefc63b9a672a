"""Content: the rows an app starts with, from a YAML file, for one seed.

A file maps tables to rows; a value that starts with `=` is an SQL expression, and `sql:` lists statements
with the seeded function draw(n). Invariant: same files and same seed, same rows, on any machine.
"""

from __future__ import annotations

import random
from pathlib import Path

import apsw

from phonebuddy.errors import AppError
from phonebuddy.world.spec.kinds import plain_value
from phonebuddy.world.spec.nodes import Node, read_yaml
from phonebuddy.world.state.statement import owner


def add_content(connection: apsw.Connection, app: str, path: Path, shown: str, seed: str) -> None:
    """Insert the rows of one content file; AppError names the line that does not fit."""
    root = read_yaml(path, shown)
    if root.entries is None:
        raise AppError(f"{root.place}: content is a map of tables to rows")
    chance = random.Random(f"{seed}/{app}")

    def draw(*values: None | int | float | str | bytes) -> int:
        """A whole number from 0 up to, not including, n."""
        (n,) = values
        return chance.randrange(max(1, int(n or 1)))

    connection.create_scalar_function("draw", draw, 1)
    judge = _Judge(app)
    connection.authorizer = judge
    try:
        for table, rows in root.pairs():
            if table == "sql":
                _run(connection, rows)
            else:
                _insert(connection, table, rows)
    finally:
        connection.authorizer = None


class _Judge:
    """Content may read anything that is already there, and write its own app's tables."""

    def __init__(self, app: str) -> None:
        self._app = app

    def __call__(
        self, code: int, one: str | None, two: str | None, _db: str | None, _view: str | None
    ) -> int:
        if code in (apsw.SQLITE_INSERT, apsw.SQLITE_UPDATE, apsw.SQLITE_DELETE):
            return apsw.SQLITE_OK if owner(one or "") == self._app else apsw.SQLITE_DENY
        if code == apsw.SQLITE_FUNCTION and two in ("load_extension", "random", "randomblob"):
            return apsw.SQLITE_DENY
        reads = (apsw.SQLITE_READ, apsw.SQLITE_SELECT, apsw.SQLITE_FUNCTION, apsw.SQLITE_RECURSIVE)
        allowed = (*reads, apsw.SQLITE_TRANSACTION, apsw.SQLITE_SAVEPOINT)
        return apsw.SQLITE_OK if code in allowed else apsw.SQLITE_DENY


def _run(connection: apsw.Connection, node: Node) -> None:
    for item in node.items or ():
        _execute(connection, item, item.text or "", ())


def _insert(connection: apsw.Connection, table: str, rows: Node) -> None:
    if rows.items is None:
        raise AppError(f"{rows.place}: '{table}' takes a list of rows")
    for row in rows.items:
        if not row.entries:
            raise AppError(f"{row.place}: a row of '{table}' is a map of columns to values")
        holders: list[str] = []
        values: list[None | int | float | str | bytes] = []
        for column, value in row.pairs():
            text = value.text
            if text is None or not column.replace("_", "a").isalnum():
                raise AppError(f"{value.place}: column '{column}' of '{table}' takes a plain value")
            if text.startswith("="):
                holders.append(f"({text[1:]})")
            else:
                holders.append("?")
                values.append(text if value.quoted else plain_value(text))
        columns = ", ".join(f'"{entry.key}"' for entry in row.entries)
        sql = f'INSERT INTO "{table}" ({columns}) VALUES ({", ".join(holders)})'
        _execute(connection, row, sql, tuple(values))


def _execute(
    connection: apsw.Connection, node: Node, sql: str, values: tuple[None | int | float | str | bytes, ...]
) -> None:
    try:
        connection.execute(sql, values)
    except (apsw.Error, ValueError) as error:
        raise AppError(f"{node.place}: content that does not fit: {error}") from None
