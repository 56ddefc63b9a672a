"""An app's tables as that app's own database file, and back.

Inside the phone all apps share one database and tables carry their app's name; the file holds the plain
names, the same declarations and the rows in the same order. Invariant: handing a file out and
taking it back changes nothing, and a file that does not fit changes nothing either.
"""

from __future__ import annotations

from collections.abc import Mapping

import apsw

from phonebuddy.errors import AppError
from phonebuddy.world.state.connection import open_memory

MAX_BYTES = 64_000_000


def write_file(source: apsw.Connection, tables: Mapping[str, str]) -> bytes:
    """A database file; `tables` maps each name in the file to the table in the phone."""
    target = open_memory()
    for plain, table in tables.items():
        declaration = source.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).get
        if not isinstance(declaration, str):
            raise AppError(f"there is no table '{table}' to hand out")
        target.execute(declaration)
        rows = source.execute(f'SELECT * FROM "{table}"')
        holders = ", ".join("?" * len(_columns(source, table)))
        target.executemany(f'INSERT INTO "{table}" VALUES ({holders})', rows)
        if plain != table:
            target.execute(f'ALTER TABLE "{table}" RENAME TO "{plain}"')
    target.limit(apsw.SQLITE_LIMIT_ATTACHED, 1)  # VACUUM attaches a database of its own
    target.execute("VACUUM")
    return target.serialize("main")


def read_file(target: apsw.Connection, tables: Mapping[str, str], data: bytes) -> None:
    """Replace the rows of the tables by those in a file; anything else in the file is ignored."""
    if len(data) > MAX_BYTES:
        raise AppError(f"a database file of {len(data)} bytes; at most {MAX_BYTES} are accepted")
    source = _open(data)
    with target:
        for plain, table in tables.items():
            columns = _columns(target, table)
            given = _columns(source, plain)
            if sorted(given) != sorted(columns):
                raise AppError(f"table '{plain}' of the file has the columns {given}, wanted are {columns}")
            names = ", ".join(f'"{name}"' for name in columns)
            target.execute(f'DELETE FROM "{table}"')
            holders = ", ".join("?" * len(columns))
            rows = source.execute(f'SELECT {names} FROM "{plain}"')
            try:
                target.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({holders})', rows)
            except apsw.Error as error:
                raise AppError(f"rows of table '{plain}' that do not fit: {error}") from None


def _open(data: bytes) -> apsw.Connection:
    source = open_memory()
    try:
        source.deserialize("main", data)
        source.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
        if source.execute("PRAGMA quick_check(1)").get != "ok":
            raise AppError("the database file is damaged")
    except apsw.Error as error:
        raise AppError(f"not a database file: {error}") from None
    return source


def _columns(connection: apsw.Connection, table: str) -> list[str]:
    return [name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]
