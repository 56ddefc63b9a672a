"""Content: the rows an app starts with, from a YAML file, for one seed.

A file maps tables to rows; a value that starts with `=` is an SQL expression, one that is a map of languages
is what the phone's owner reads, and `sql:` lists statements with the seeded function draw(n). Invariant: same
files and same seed, same rows, on any machine.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import apsw

from phonebuddy.errors import AppError, nearest
from phonebuddy.world.services.settings import SETTINGS
from phonebuddy.world.services.tables import CONTENT_MAY_WRITE
from phonebuddy.world.spec.kinds import plain_value
from phonebuddy.world.spec.nodes import Entry, Node, read_yaml
from phonebuddy.world.state.connection import StepBudget
from phonebuddy.world.state.statement import owner, refuse_real_time


def add_content(
    connection: apsw.Connection, app: str, path: Path, shown: str, seed: str, language: str
) -> None:
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
    writer = _Writer(connection, _tables(connection, app), language)
    connection.authorizer = _Judge(app)
    try:
        for entry in root.entries:
            if entry.key == "sql":
                writer.run(entry.value)
            else:
                writer.insert(entry)
    finally:
        connection.authorizer = None
        connection.set_progress_handler(None)


def _tables(connection: apsw.Connection, app: str) -> dict[str, list[str]]:
    """The tables of an app and their columns."""
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    found = [str(name) for (name,) in names if owner(str(name)) == app]
    sql = "SELECT name FROM pragma_table_xinfo(?)"
    return {table: [str(name) for (name,) in connection.execute(sql, (table,))] for table in found}


class _Judge:
    """Content may read anything that is already there, and write its own app's tables."""

    def __init__(self, app: str) -> None:
        self._app = app

    def __call__(
        self, code: int, one: str | None, two: str | None, _db: str | None, _view: str | None
    ) -> int:
        if code in (apsw.SQLITE_INSERT, apsw.SQLITE_UPDATE, apsw.SQLITE_DELETE):
            mine = owner(one or "") == self._app or one in CONTENT_MAY_WRITE
            return apsw.SQLITE_OK if mine else apsw.SQLITE_DENY
        if code == apsw.SQLITE_FUNCTION and two in ("load_extension", "random", "randomblob"):
            return apsw.SQLITE_DENY
        reads = (apsw.SQLITE_READ, apsw.SQLITE_SELECT, apsw.SQLITE_FUNCTION, apsw.SQLITE_RECURSIVE)
        return apsw.SQLITE_OK if code in reads else apsw.SQLITE_DENY


class _Writer:
    """Runs the statements of one file, each with its place and within the step limit."""

    def __init__(self, connection: apsw.Connection, tables: Mapping[str, list[str]], language: str) -> None:
        self._connection = connection
        self._tables = tables
        self._language = language
        self._budget = StepBudget(connection)

    def run(self, node: Node) -> None:
        if node.items is None or any(item.text is None for item in node.items):
            raise AppError(f"{node.place}: 'sql' takes a list of statements")
        for item in node.items:
            self._execute(item, item.text or "", ())

    def insert(self, entry: Entry) -> None:
        table, rows = entry.key, entry.value
        if table not in self._tables:
            known = [*self._tables, "sql"]
            raise AppError(
                f"{entry.place}: unknown table '{table}'{nearest(table, known)}; accepted: {', '.join(known)}"
            )
        if rows.items is None:
            raise AppError(f"{rows.place}: '{table}' takes a list of rows")
        for row in rows.items:
            if not row.entries:
                raise AppError(f"{row.place}: a row of '{table}' is a map of columns to values")
            self._insert_row(table, row)

    def _insert_row(self, table: str, row: Node) -> None:
        holders: list[str] = []
        values: list[None | int | float | str | bytes] = []
        for entry in row.entries or ():
            if entry.key not in self._tables[table]:
                known = self._tables[table]
                raise AppError(
                    f"{entry.place}: unknown column '{entry.key}' of '{table}'{nearest(entry.key, known)}; "
                    f"accepted: {', '.join(known)}"
                )
            value = self._said(table, entry)
            text = value.text or ""
            if text.startswith("="):
                holders.append(f"({text[1:]})")
            else:
                holders.append("?")
                values.append(text if value.quoted else plain_value(text))
        columns = ", ".join(f'"{column}"' for column, _ in row.pairs())
        sql = f'INSERT INTO "{table}" ({columns}) VALUES ({", ".join(holders)})'
        self._execute(row, sql, tuple(values))

    def _said(self, table: str, entry: Entry) -> Node:
        """The value of a column; of a map of languages, the one the owner reads."""
        value = entry.value
        languages = SETTINGS["language"].accepted
        if value.entries:
            for key, said in value.pairs():
                if key not in languages:
                    given = f"unknown language '{key}'{nearest(key, map(str, languages))}"
                    raise AppError(f"{said.place}: {given}; accepted: {', '.join(map(str, languages))}")
            value = value.get(self._language) or value
        if value.text is None:
            both = ", ".join(f"{name}: ..." for name in languages)
            raise AppError(
                f"{entry.value.place}: column '{entry.key}' of '{table}' takes a plain value, or {{{both}}}"
            )
        return value

    def _execute(self, node: Node, sql: str, values: tuple[None | int | float | str | bytes, ...]) -> None:
        self._budget.start()
        try:
            refuse_real_time(sql)
            self._connection.execute(sql, values)
        except (AppError, apsw.Error, ValueError, OverflowError) as error:
            raise AppError(f"{node.place}: content that does not fit: {error}") from None
