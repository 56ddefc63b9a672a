"""Statement: one piece of an app's SQL, prepared once against the schema and judged by the authorizer.

What it may touch is settled here, before anything runs: texts are fixed and values are bound, so a statement
cannot come to mean something else later. Invariant: a Statement that exists is allowed.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import apsw

from phonebuddy.errors import AppError, nearest
from phonebuddy.world.state import functions

MAX_SQL = 20_000
_WALL_CLOCK = re.compile(r"'now'|\bcurrent_(time|date|timestamp)\b", re.IGNORECASE)
_VERBS = ("SELECT", "WITH", "VALUES", "INSERT", "UPDATE", "DELETE", "REPLACE")
_MISSING = re.compile(r"no such (table|column|function): (\S+)")


class Statement(NamedTuple):
    sql: str
    names: tuple[str, ...]
    """Parameters to bind, without their colon."""
    columns: tuple[str, ...]
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    clock: bool
    """Whether it asks for the time."""


class Access(NamedTuple):
    """Who is asking, and which views of others are open to everybody."""

    app: str
    offered: frozenset[str]


def owner(table: str) -> str:
    """`clock_alarm` belongs to `clock`: app names have no underscore."""
    return table.partition("_")[0]


class Analyst:
    """Prepares statements on a schema-only connection and reports what they touch."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._tables = frozenset(self._names())
        self._access = Access("", frozenset())
        self._reads: set[str] = set()
        self._writes: set[str] = set()
        self._functions: set[str] = set()
        self._refusal = ""

    def analyse(self, sql: str, access: Access) -> Statement:
        """The statement, or AppError with the reason it cannot be taken."""
        if len(sql) > MAX_SQL:
            raise AppError(f"SQL of {len(sql)} characters; at most {MAX_SQL} are accepted")
        verb = (sql.split(None, 1) or [""])[0].upper()
        if verb not in _VERBS:
            raise AppError(f"SQL that starts with '{verb[:20]}'; accepted: {', '.join(_VERBS)}")
        if _WALL_CLOCK.search(sql):
            raise AppError("SQL that asks for the real time; use now() or today(), the phone's clock")
        self._access = access
        self._reads.clear()
        self._writes.clear()
        self._functions.clear()
        self._refusal = ""
        names, columns = self._prepare(sql)
        if self._writes and columns:
            raise AppError("SQL that writes and returns rows; use one statement to write and `let` to read")
        clock = bool(self._functions & functions.CLOCK)
        return Statement(sql, names, columns, tuple(sorted(self._reads)), tuple(sorted(self._writes)), clock)

    def _prepare(self, sql: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        found: list[tuple[tuple[str, ...], tuple[str, ...], str]] = []

        def trace(cursor: apsw.Cursor, statement: str, _bindings: object) -> bool:
            names = tuple(name for name in cursor.bindings_names if name)
            columns = tuple(column[0] for column in cursor.get_description())
            found.append((names, columns, statement))
            return False

        cursor = self._connection.cursor()
        cursor.exec_trace = trace
        failure = self._attempt(cursor, sql)
        if failure:
            raise AppError(self._refusal or self._explain(failure))
        if not found:
            raise AppError("empty SQL")
        names, columns, first = found[0]
        if sql.strip().rstrip(";").strip() != first.strip().rstrip(";").strip():
            raise AppError("more than one statement; give each its own `sql`")
        return names, columns

    def _attempt(self, cursor: apsw.Cursor, sql: str) -> str:
        """Prepare under the authorizer; the error message, if any."""
        self._connection.authorizer = self._judge
        try:
            # A cached statement would not be judged again.
            cursor.execute(sql, _AnyBinding(), can_cache=False)
        except apsw.ExecTraceAbort:
            pass
        except (apsw.Error, ValueError) as error:
            return str(error)
        finally:
            self._connection.authorizer = None
        return ""

    def _explain(self, message: str) -> str:
        match = _MISSING.search(message)
        if match is None:
            return f"SQL that does not prepare: {message}"
        kind, given = match.groups()
        return f"SQL that does not prepare: {message}{nearest(given.split('.')[-1], self._known(kind))}"

    def _known(self, kind: str) -> list[str]:
        if kind == "function":
            return [
                row[0] for row in self._connection.execute("SELECT DISTINCT name FROM pragma_function_list")
            ]
        if kind == "table":
            return sorted(self._tables)
        mine = [table for table in sorted(self._tables) if owner(table) == self._access.app]
        rows = [self._connection.execute("SELECT name FROM pragma_table_info(?)", (table,)) for table in mine]
        return [name for names in rows for (name,) in names]

    def _names(self) -> list[str]:
        return [
            row[0] for row in self._connection.execute("SELECT name FROM sqlite_schema WHERE sql NOT NULL")
        ]

    def _judge(self, code: int, one: str | None, two: str | None, _db: str | None, view: str | None) -> int:
        refusal = self._refuse(code, one or "", two or "", view or "")
        if refusal:
            self._refusal = refusal
            return apsw.SQLITE_DENY
        return apsw.SQLITE_OK

    def _refuse(self, code: int, one: str, two: str, view: str) -> str:
        """Why this access is not allowed, or nothing."""
        if code == apsw.SQLITE_READ:
            self._reads.add(one)
            return self._refuse_read(one, view)
        if code in (apsw.SQLITE_INSERT, apsw.SQLITE_UPDATE, apsw.SQLITE_DELETE):
            self._writes.add(one)
            if owner(one) == self._access.app:
                return ""
            return (
                f"SQL of '{self._access.app}' that writes '{one}', a table of '{owner(one)}'; use an intent"
            )
        if code == apsw.SQLITE_FUNCTION:
            self._functions.add(two)
            reason = functions.REFUSED.get(two)
            return f"SQL that calls {two}(): {reason}" if reason else ""
        if code in (apsw.SQLITE_SELECT, apsw.SQLITE_RECURSIVE):
            return ""
        name = str(apsw.mapping_authorizer_function.get(code, code))
        return f"SQL that an app may not run: {name.removeprefix('SQLITE_')}"

    def _refuse_read(self, table: str, view: str) -> str:
        access = self._access
        if owner(table) == access.app or table in access.offered or view in access.offered:
            return ""
        if table not in self._tables and not table.startswith("sqlite_"):
            return ""  # a common table expression of the statement itself
        offers = sorted(name for name in access.offered if owner(name) == owner(table))
        hint = f"it offers {', '.join(offers)}" if offers else f"'{owner(table)}' offers nothing"
        return f"SQL of '{access.app}' that reads '{table}', a table of '{owner(table)}'; {hint}"


class _AnyBinding(dict[str, None]):
    """Stands for every parameter while a statement is only prepared."""

    def __missing__(self, _key: str) -> None:
        return None
