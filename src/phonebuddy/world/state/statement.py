"""Statement: one piece of an app's SQL, prepared once against the schema and judged by the authorizer.

What it may touch is settled here, before anything runs: texts are fixed and values are bound, so a statement
cannot come to mean something else later. Invariant: a Statement that exists is allowed.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import NamedTuple

import apsw

from phonebuddy.errors import AppError, nearest
from phonebuddy.world.state import functions
from phonebuddy.world.state.sqltext import common_tables, identifiers

MAX_SQL = 20_000
_WALL_CLOCK = re.compile(
    r"'now'|\bcurrent_(time|date|timestamp)\b|\b((date)?time|date|julianday|unixepoch)\s*\(\s*\)",
    re.IGNORECASE,
)
_TIME_ZONE = re.compile(r"'\s*(localtime|utc)\s*'", re.IGNORECASE)
_DATES = re.compile(r"\b((date)?time|date|julianday|unixepoch|strftime|timediff)\s*\(", re.IGNORECASE)
"""Where such a word means this machine's time zone; elsewhere it is only text."""
_TABLE_FUNCTIONS = ("json_each", "json_tree")
"""What SQLite offers as tables and tells nothing about the machine or the past of the connection."""
_VERBS = ("SELECT", "WITH", "VALUES", "INSERT", "UPDATE", "DELETE", "REPLACE")
_MISSING = re.compile(r"no such (table|column|function): (\S+)")


class Statement(NamedTuple):
    sql: str
    names: tuple[str, ...]
    """Parameters to bind, without their colon."""
    columns: tuple[str, ...]
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    clock: int
    """How finely it asks for the time, in milliseconds; 0 when it does not."""


class Access(NamedTuple):
    """Who is asking, and which views of others are open to everybody."""

    app: str
    offered: frozenset[str]


def owner(table: str) -> str:
    """`clock_alarm` belongs to `clock`: app names have no underscore."""
    return table.partition("_")[0]


def refuse_real_time(sql: str) -> None:
    """AppError for SQL whose result would depend on when or where it runs."""
    if _WALL_CLOCK.search(sql):
        raise AppError("SQL that asks for the real time; use now() or today(), the phone's clock")
    if _TIME_ZONE.search(sql) and _DATES.search(sql):
        raise AppError("SQL that asks for this machine's time zone; the phone's clock is UTC")


class Analyst:
    """Prepares statements on a schema-only connection and reports what they touch."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._tables = frozenset(self._names())
        self._modules = frozenset(
            str(name) for (name,) in connection.execute("SELECT name FROM pragma_module_list")
        )
        self._behind: dict[frozenset[str], frozenset[str]] = {}
        self._access = Access("", frozenset())
        self._reads: set[str] = set()
        self._writes: set[str] = set()
        self._functions: set[str] = set()
        self._through: set[str] = set()
        """Tables of others, read through what they offer."""
        self._words: frozenset[str] = frozenset()
        self._refusal = ""

    def analyse(self, sql: str, access: Access) -> Statement:
        """The statement, or AppError with the reason it cannot be taken."""
        if len(sql) > MAX_SQL:
            raise AppError(f"SQL of {len(sql)} characters; at most {MAX_SQL} are accepted")
        verb = (sql.split(None, 1) or [""])[0].upper()
        if verb not in _VERBS:
            raise AppError(f"SQL that starts with '{verb[:20]}'; accepted: {', '.join(_VERBS)}")
        refuse_real_time(sql)
        self._access = access
        self._reads.clear()
        self._writes.clear()
        self._functions.clear()
        self._through.clear()
        self._words = identifiers(sql)
        self._refusal = ""
        self._refuse_names(sql)
        names, columns = self._prepare(sql)
        if self._writes and columns:
            raise AppError("SQL that writes and returns rows; use one statement to write and `let` to read")
        if self._functions & functions.SPOKEN:
            self._reads.add(functions.LANGUAGE)
        clock = min((functions.CLOCK[name] for name in self._functions & functions.CLOCK.keys()), default=0)
        return Statement(sql, names, columns, tuple(sorted(self._reads)), tuple(sorted(self._writes)), clock)

    def check_schema(self, access: Access) -> None:
        """AppError for a view or trigger of an app that does not work or reads what it may not."""
        found = self._connection.execute(
            "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('view', 'trigger') ORDER BY name"
        )
        for kind, name, sql in found.fetchall():
            if owner(str(name)) == access.app:
                try:
                    self._refuse_hiding(str(sql))
                    if kind == "view":
                        self.analyse(f'SELECT * FROM "{name!s}"', access)
                except AppError as error:
                    raise AppError(f"{kind!s} '{name!s}': {error}") from None

    def _refuse_hiding(self, sql: str) -> None:
        hidden = sorted(common_tables(sql) & {table.lower() for table in self._tables})
        if hidden:
            raise AppError(f"a name after WITH that hides the table '{hidden[0]}'; choose another")

    def _refuse_names(self, sql: str) -> None:
        """Where the authorizer only hears a name, it must mean what it says."""
        self._refuse_hiding(sql)
        for view in sorted(self._views_behind(self._access.offered)):
            if view.lower() in self._words and owner(view) != self._access.app:
                raise AppError(f"SQL of '{self._access.app}' that reads '{view}', a view of '{owner(view)}'")

    def _views_behind(self, offered: frozenset[str]) -> frozenset[str]:
        """Views that offered ones are made of: reached through an offer, but not by name."""
        known = self._behind.get(offered)
        if known is None:
            seen: set[str] = set()

            def note(_code: int, _1: str | None, _2: str | None, _db: str | None, view: str | None) -> int:
                seen.add(view or "")
                return apsw.SQLITE_OK

            self._connection.authorizer = note
            for name in sorted(offered & self._tables):
                with suppress(apsw.Error):  # a view that does not work is reported where it is offered
                    self._connection.execute(f'EXPLAIN SELECT * FROM "{name}"', can_cache=False)
            self._connection.authorizer = None
            known = self._behind[offered] = frozenset(seen & self._tables) - offered
        return known

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
        if "has no name" in message:
            return "SQL with a ? in it; values are bound by name, as in :title"
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
        columns: list[str] = []
        for table in sorted(self._tables):
            if owner(table) == self._access.app or table in self._access.offered:
                with suppress(apsw.Error):  # a view that does not work has no columns
                    rows = self._connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
                    columns += [str(name) for (name,) in rows]
        return columns

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
            return self._refuse_read(one, two, view)
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

    def _refuse_read(self, table: str, column: str, view: str) -> str:
        access = self._access
        if view in access.offered | self._views_behind(access.offered):
            self._through.add(table)
            return ""
        # Rows that are only counted come without a column, and without the view they were reached through.
        counted = not column and table in self._through and table.lower() not in self._words
        if owner(table) == access.app or table in access.offered or counted:
            return ""
        if table in self._modules or table.startswith("pragma_"):
            return "" if table in _TABLE_FUNCTIONS else f"SQL that an app may not run: it reads {table}"
        if table not in self._tables and not table.startswith("sqlite_"):
            return ""  # a common table expression of the statement itself
        offers = sorted(name for name in access.offered if owner(name) == owner(table))
        hint = f"it offers {', '.join(offers)}" if offers else f"'{owner(table)}' offers nothing"
        return f"SQL of '{access.app}' that reads '{table}', a table of '{owner(table)}'; {hint}"


class _AnyBinding(dict[str, None]):
    """Stands for every parameter while a statement is only prepared."""

    def __missing__(self, _key: str) -> None:
        return None
