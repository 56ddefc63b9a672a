"""The schema of a world: the tables of all apps in one database, each carrying its app's name.

Rules that make reset, snapshot and fork exact are enforced here: a changeset only records tables with a
primary key, and hidden counters or hidden row numbers would not survive it. Invariant: a table that exists
is recorded completely.
"""

from __future__ import annotations

import re

import apsw

from phonebuddy.errors import AppError
from phonebuddy.world.state.sqltext import skip_comments
from phonebuddy.world.state.statement import MAX_SQL, owner, refuse_real_time

_CREATE = re.compile(
    r"\s*CREATE\s+(UNIQUE\s+)?(TABLE|INDEX|VIEW|TRIGGER)\s+(?:IF\s+NOT\s+EXISTS\s+)?[\"\[`]?(\w+)", re.I
)


class SchemaProblem(AppError):
    """A piece of an app's schema that is not accepted; `line` counts from the start of the schema text."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def split_statements(sql: str) -> list[tuple[int, str]]:
    """Each statement of a script with the line it starts on."""
    found: list[tuple[int, str]] = []
    rest, line = sql, 0
    while rest.strip():
        end = _statement_end(rest)
        piece = rest[:end]
        lead = skip_comments(piece)
        if piece[lead:].strip().strip(";"):
            found.append((line + piece[:lead].count("\n"), piece[lead:].strip()))
        line += piece.count("\n")
        rest = rest[end:]
    return found


def _statement_end(sql: str) -> int:
    """Where the first complete statement ends; SQLite itself knows about strings and triggers."""
    at = sql.find(";", 0, MAX_SQL)
    while at != -1:
        if apsw.complete(sql[: at + 1]):
            return at + 1
        at = sql.find(";", at + 1, MAX_SQL)
    return len(sql)


def add_schema(connection: apsw.Connection, app: str, schema: str) -> None:
    """Create an app's tables, or raise SchemaProblem at the line of the first rule broken."""
    for line, statement in split_statements(schema):
        if len(statement) > MAX_SQL:
            raise SchemaProblem(line, f"a statement of more than {MAX_SQL} characters; is its ; missing?")
        match = _CREATE.match(statement)
        if match is None:
            raise SchemaProblem(
                line, f"a schema only creates: TABLE, INDEX, VIEW or TRIGGER, not {statement[:40]!r}"
            )
        kind, name = match.group(2).upper(), match.group(3)
        if owner(name) != app or name == app:
            raise SchemaProblem(
                line, f"'{name}' must be named {app}_something: tables carry their app's name"
            )
        with connection:  # what breaks a rule does not stay
            _create(connection, line, app, statement)
            if kind == "TABLE":
                _check_table(connection, line, name, statement)
            _check_ties(connection, line, app, name)


def _create(connection: apsw.Connection, line: int, app: str, statement: str) -> None:
    def judge(code: int, one: str | None, two: str | None, _db: str | None, _view: str | None) -> int:
        if code in (
            apsw.SQLITE_CREATE_VTABLE,
            apsw.SQLITE_ATTACH,
            apsw.SQLITE_PRAGMA,
            apsw.SQLITE_DROP_TABLE,
        ):
            return apsw.SQLITE_DENY
        if code == apsw.SQLITE_FUNCTION and two in ("load_extension", "random", "randomblob"):
            return apsw.SQLITE_DENY
        del one
        return apsw.SQLITE_OK

    connection.authorizer = judge
    try:
        refuse_real_time(statement)
        connection.execute(statement)
    except (AppError, apsw.Error) as error:
        raise SchemaProblem(line, f"SQL that does not run in the schema of '{app}': {error}") from None
    finally:
        connection.authorizer = None


def _check_table(connection: apsw.Connection, line: int, name: str, statement: str) -> None:
    if re.search(r"\bAUTOINCREMENT\b", statement, re.I):
        raise SchemaProblem(
            line, f"'{name}' uses AUTOINCREMENT, whose counter a reset cannot restore; leave it out"
        )
    columns = list(connection.execute("SELECT name, type, pk FROM pragma_table_info(?)", (name,)))
    if not any(pk for _, _, pk in columns):
        raise SchemaProblem(line, f"'{name}' has no PRIMARY KEY; changes to it could not be recorded")
    # A key with an index of its own is not the row number, whatever its type says.
    keyed = connection.execute("SELECT 1 FROM pragma_index_list(?) WHERE origin = 'pk'", (name,)).get
    without = connection.execute("SELECT wr FROM pragma_table_list WHERE name = ?", (name,)).get
    if keyed and not without:
        raise SchemaProblem(
            line,
            f"'{name}' needs an INTEGER PRIMARY KEY, or WITHOUT ROWID: a reset loses hidden row numbers",
        )


def _check_ties(connection: apsw.Connection, line: int, app: str, name: str) -> None:
    """An index, a trigger or a foreign key may not reach into another app."""
    hosts = connection.execute("SELECT tbl_name FROM sqlite_schema WHERE name = ?", (name,))
    targets = connection.execute('SELECT "table" FROM pragma_foreign_key_list(?)', (name,))
    for (table,) in (*hosts, *targets):
        if owner(str(table)) != app:
            raise SchemaProblem(
                line, f"'{name}' is tied to '{table}', a table of '{owner(str(table))}'; use your own tables"
            )


def add_offer(connection: apsw.Connection, app: str, name: str, query: str) -> None:
    """A view that other apps may read."""
    if not re.match(r"\s*(SELECT|WITH)\b", query, re.I) or ";" in query:
        raise SchemaProblem(0, f"offer '{name}' takes one SELECT")
    _create(connection, 0, app, f"CREATE VIEW {app}_{name} AS {query}")
