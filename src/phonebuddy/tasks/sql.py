"""SQL of a task template: prepared against the tables of all apps, so that a mistake is found with its line.

Invariant: a `Sql` that exists prepares on every phone with the same apps and never asks for the real time.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import apsw

from phonebuddy.errors import AppError, TaskError, nearest
from phonebuddy.tasks.sums import SUMS
from phonebuddy.world.spec.load import AppSet
from phonebuddy.world.state import functions
from phonebuddy.world.state.connection import open_image
from phonebuddy.world.state.statement import refuse_real_time

_MISSING = re.compile(r"no such (table|column|function): (\S+)")
_READS = ("SELECT", "WITH", "VALUES")
_WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")


class Sql(NamedTuple):
    text: str
    names: tuple[str, ...]
    """Parameters to bind, without their colon."""
    columns: tuple[str, ...]
    reads: tuple[str, ...]
    """Tables it reads."""


class Desk:
    """Prepares SQL on the empty tables of a set of apps."""

    def __init__(self, apps: AppSet) -> None:
        self._connection = open_image(apps.schema)
        functions.register(self._connection, SUMS, deterministic=True)
        functions.register(self._connection, functions.clock_functions(lambda: 0), deterministic=False)
        found = self._connection.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")
        self._tables = [str(name) for (name,) in found]

    def columns(self, table: str) -> list[str]:
        """The columns of a table; none when there is no such table."""
        rows = self._connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
        return [str(name) for (name,) in rows]

    @property
    def tables(self) -> list[str]:
        return self._tables

    def query(self, sql: str) -> Sql:
        """SQL that only reads; TaskError says what is wrong with it."""
        return self._prepare(sql, _READS)

    def write(self, sql: str) -> Sql:
        """SQL that changes rows."""
        return self._prepare(sql, _WRITES)

    def _prepare(self, sql: str, verbs: tuple[str, ...]) -> Sql:
        text = sql.strip().rstrip(";")
        verb = (text.split(None, 1) or [""])[0].upper()
        if verb not in verbs:
            raise TaskError(f"SQL that starts with '{verb[:20]}'; accepted here: {', '.join(verbs)}")
        reads: set[str] = set()
        found: list[tuple[tuple[str, ...], tuple[str, ...], str]] = []

        def note(code: int, one: str | None, _two: str | None, _db: str | None, _view: str | None) -> int:
            if code == apsw.SQLITE_READ and one:
                reads.add(one)
            return apsw.SQLITE_OK

        def trace(cursor: apsw.Cursor, statement: str, _bindings: object) -> bool:
            names = tuple(name for name in cursor.bindings_names if name)
            found.append((names, tuple(column[0] for column in cursor.get_description()), statement))
            return False

        cursor = self._connection.cursor()
        cursor.exec_trace = trace
        self._connection.authorizer = note
        try:
            refuse_real_time(text)
            cursor.execute(text, _AnyBinding(), can_cache=False)
        except apsw.ExecTraceAbort:
            pass
        except (apsw.Error, AppError, ValueError) as error:
            raise TaskError(self._explain(str(error))) from None
        finally:
            self._connection.authorizer = None
        if len(found) != 1 or found[0][2].strip() != text:
            raise TaskError("more than one statement; give each its own line")
        return Sql(text, found[0][0], found[0][1], tuple(sorted(reads & set(self._tables))))

    def _explain(self, message: str) -> str:
        match = _MISSING.search(message)
        if match is None:
            return f"SQL that does not prepare: {message}"
        kind, given = match.groups()
        known = self._tables
        if kind == "column":
            known = sorted({column for table in self._tables for column in self.columns(table)})
        return f"SQL that does not prepare: {message}{nearest(given.split('.')[-1], known)}"


class _AnyBinding(dict[str, None]):
    """Stands for every parameter while a statement is only prepared."""

    def __missing__(self, _key: str) -> None:
        return None
