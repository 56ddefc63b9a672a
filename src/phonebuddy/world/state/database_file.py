"""An app's tables as that app's own database file, and back.

Inside the phone all apps share one database and tables carry their app's name; the file holds the plain
names, the same declarations and the rows in the same order. Invariant: handing a file out and
taking it back changes nothing, and a file that does not fit changes nothing either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import apsw

from phonebuddy.errors import AppError
from phonebuddy.world.state.connection import open_memory

MAX_BYTES = 64_000_000


def write_file(source: apsw.Connection, tables: Mapping[str, str]) -> bytes:
    """A database file; `tables` maps each name in the file to the table in the phone."""
    target = open_memory()
    with _as_they_are(target):
        for table in tables.values():
            declaration = source.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).get
            if not isinstance(declaration, str):
                raise AppError(f"there is no table '{table}' to hand out")
            target.execute(declaration)
        for table in tables.values():
            _copy(source, table, target, table, _columns(source, table))
        for plain, table in tables.items():
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
    with _as_they_are(target), target:
        for plain, table in tables.items():
            columns = _columns(target, table)
            given = _columns(source, plain)
            if sorted(given) != sorted(columns):
                raise AppError(f"table '{plain}' of the file has the columns {given}, wanted are {columns}")
            target.execute(f'DELETE FROM "{table}"')
            try:
                _copy(source, plain, target, table, columns)
            except (apsw.Error, ValueError) as error:
                raise AppError(f"rows of table '{plain}' that do not fit: {error}") from None
        broken = target.execute("PRAGMA foreign_key_check").get
        if broken is not None:
            raise AppError(f"rows that do not fit: {broken} refers to a row that is not there")


@contextmanager
def _as_they_are(connection: apsw.Connection) -> Iterator[None]:
    """Rows go in as they are: what triggers and cascades once made of them is among them already."""
    switches = (apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, apsw.SQLITE_DBCONFIG_ENABLE_FKEY)
    for switch in switches:
        connection.config(switch, 0)
    try:
        yield
    finally:
        for switch in switches:
            connection.config(switch, 1)


def _copy(source: apsw.Connection, old: str, target: apsw.Connection, new: str, columns: list[str]) -> None:
    names = ", ".join(f'"{name}"' for name in columns)
    rows = source.execute(f'SELECT {names} FROM "{old}"')
    target.executemany(f'INSERT INTO "{new}" ({names}) VALUES ({", ".join("?" * len(columns))})', rows)


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
    """The columns of a table that hold something; a view, which could be endless, has none here."""
    kind = connection.execute("SELECT type FROM pragma_table_list WHERE name = ?", (table,)).get
    if kind != "table":
        return []
    return [name for (name,) in connection.execute("SELECT name FROM pragma_table_info(?)", (table,))]
