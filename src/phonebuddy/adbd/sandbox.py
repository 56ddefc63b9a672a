"""Running a client's SQL on the bytes of a database file: in memory, with limits, with no way out.

Invariant: no file of the host can be attached, no extension loaded, and a statement that runs too long ends.
"""

from __future__ import annotations

import sqlite3

from phonebuddy.errors import PhoneBuddyError

MAX_STEPS = 100
"""Times 50,000 steps of SQLite's machine."""
MAX_ROWS = 20_000
MAX_BYTES = 64_000_000
_DENIED = frozenset({sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH})
_ANSWERS = {".tables": "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') ORDER BY 1",
            ".schema": "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid",
            ".databases": "SELECT 'main: /dev/null r/w'"}  # fmt: skip
_PRAGMAS = frozenset({"table_info", "user_version", "schema_version", "integrity_check", "quick_check",
"foreign_keys", "journal_mode",
                      "database_list", "index_list", "index_info", "encoding", "page_size", "page_count",
                      "wal_checkpoint"})  # fmt: skip

Result = tuple[list[str], list[tuple[object, ...]]]


class SqlProblem(PhoneBuddyError):
    """What SQLite says to a statement that cannot be run."""


def _allow(action: int, one: str | None, two: str | None, database: str | None, trigger: str | None) -> int:
    if action in _DENIED:
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION and (two or "").lower() in (
        "load_extension",
        "readfile",
        "writefile",
        "edit",
        "fts3_tokenizer",
    ):
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_PRAGMA and (one or "").lower() not in _PRAGMAS:
        return sqlite3.SQLITE_IGNORE
    return sqlite3.SQLITE_OK


def run_sql(data: bytes, scripts: list[str]) -> tuple[list[Result], bytes]:
    """The rows of each statement, and the database afterwards."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    steps = 0

    def tick() -> int:
        nonlocal steps
        steps += 1
        return int(steps > MAX_STEPS)

    try:
        if data:
            connection.deserialize(data)
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 10_000_000)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA max_page_count = 16000")
        connection.set_progress_handler(tick, 50_000)
        connection.set_authorizer(_allow)
        results = [result for script in scripts for result in _script(connection, script)]
        connection.set_authorizer(None)
        after = bytes(connection.serialize()) if connection.total_changes or not data else data
        changed = after if _schema_changed(connection, data) or connection.total_changes else data
    except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError) as error:
        raise SqlProblem(f"in prepare, {error}" if "syntax" in str(error) else str(error)) from None
    finally:
        connection.close()
    return results, changed


def _schema_changed(connection: sqlite3.Connection, data: bytes) -> bool:
    return not data and bool(connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])


def _script(connection: sqlite3.Connection, script: str) -> list[Result]:
    found = []
    for statement in _statements(script):
        cursor = connection.execute(statement)
        rows = cursor.fetchmany(MAX_ROWS)
        if cursor.description is not None:
            found.append(([str(column[0]) for column in cursor.description], rows))
    return found


def _statements(script: str) -> list[str]:
    """A script cut at its semicolons; lines that begin with a dot are the shell's own commands."""
    found, piece = [], ""
    for line in script.splitlines() or [script]:
        word = line.strip().partition(" ")[0]
        if not piece.strip() and word.startswith("."):
            if word in _ANSWERS:
                found.append(_ANSWERS[word])
            continue
        piece += line + "\n"
        while True:
            at = _complete(piece)
            if at < 0:
                break
            found.append(piece[:at])
            piece = piece[at:]
    if piece.strip():
        found.append(piece)
    return [statement for statement in found if statement.strip(" ;\n")]


def _complete(text: str) -> int:
    """Where the first whole statement ends; -1 where none does."""
    at = text.find(";")
    while at >= 0:
        if sqlite3.complete_statement(text[: at + 1]):
            return at + 1
        at = text.find(";", at + 1)
    return -1
