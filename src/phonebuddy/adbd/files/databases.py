"""App databases as files: `/data/data/PACKAGE/databases/NAME`, read from the app's tables and taken back.

An app's own database holds all its tables; where its manifest says which real app it stands for, the files of
that one are there too, under its names. Invariant: a declared file is always there; taking one away empties
its tables.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable, Mapping
from typing import NamedTuple

from phonebuddy.adbd.files.node import Stat, problem
from phonebuddy.adbd.names import Names
from phonebuddy.errors import AppError
from phonebuddy.world.phone import WorldPhone

MODE = 0o100660


class DatabaseFile(NamedTuple):
    """A file made of tables: its own names for them to those of the app; None takes all."""

    app: str
    uid: int
    tables: Mapping[str, str] | None


class Databases:
    """Every database file of a phone."""

    def __init__(self, phone: WorldPhone, names: Names, time_ns: Callable[[], int]) -> None:
        self._phone = phone
        self._time_ns = time_ns
        self._files: dict[str, DatabaseFile] = {}
        self._written: dict[str, tuple[bytes, bytes]] = {}
        """Path to (the phone's changes then, the bytes made)."""
        self._changed: dict[str, int] = {}
        self._broken: dict[str, bytes] = {}
        """Files that were pushed and cannot be read as a database: kept as they are."""
        started = time_ns()
        own = {str(name).partition("_")[0] for name in phone.tables()}
        for app in names.apps():
            if app.name in own:
                # The real app's folder holds its own files; where none is declared, all the data there is.
                for package in {app.own, app.real if not app.databases else ""} - {""}:
                    path = f"/data/data/{package}/databases/{app.name}.db"
                    self._files[path] = DatabaseFile(app.name, app.uid, None)
            for place, tables in app.databases.items():
                owner = app.database_owner(place)
                plain = {name: table.removeprefix(f"{app.name}_") for name, table in tables.items()}
                self._files[f"/data/data/{owner}/{place}"] = DatabaseFile(app.name, app.uid, plain)
        self._first = dict.fromkeys(self._files, started)

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(self._files)

    def owns(self, path: str) -> bool:
        return path in self._files

    def stat(self, path: str) -> Stat:
        file = self._files[path]
        changed = self._changed.get(path, self._first[path])
        return Stat(
            MODE, len(self.read(path)), changed, changed, file.uid, file.uid, 200_000 + hash(path) % 9999
        )

    def read(self, path: str) -> bytes:
        if path in self._broken:
            return self._broken[path]
        changes = self._phone.changeset()
        known = self._written.get(path)
        if known is None or known[0] != changes:
            file = self._files[path]
            data = self._phone.database(file.app)
            data = data if file.tables is None else _renamed(data, file.tables)
            known = self._written[path] = (changes, data)
        return known[1]

    def write(self, path: str, data: bytes) -> None:
        """Take a file back; one that does not fit is kept as it is and the app keeps its rows."""
        file = self._files[path]
        try:
            whole = data
            if file.tables is not None:
                whole = _merged(self._phone.database(file.app), file.tables, data)
            self._phone.put_database(file.app, whole)
            self._broken.pop(path, None)
        except (AppError, sqlite3.Error):
            if not data:
                self.remove(path)
                return
            self._broken[path] = data
        self._changed[path] = self._time_ns()

    def remove(self, path: str) -> None:
        """`rm`: the rows of its tables go, the file stays, empty."""
        self._broken.pop(path, None)
        file = self._files[path]
        empty = _emptied(self._phone.database(file.app), file.tables)
        try:
            self._phone.put_database(file.app, empty)
        except AppError:
            raise problem(errno.EPERM, path) from None
        self._changed[path] = self._time_ns()

    def reset(self, app: str, first: bytes) -> None:
        """`pm clear`: the app's rows become those of another file."""
        self._phone.put_database(app, first)
        self._broken = {path: data for path, data in self._broken.items() if self._files[path].app != app}


def _open(data: bytes) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.deserialize(data)
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA foreign_keys = OFF")
    return connection


def _tables(connection: sqlite3.Connection) -> list[str]:
    rows = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    )
    return [str(name) for (name,) in rows]


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _renamed(data: bytes, tables: Mapping[str, str]) -> bytes:
    """The app's file with only the tables asked for, under the names they have outside."""
    connection = _open(data)
    plain = {inside: outside for outside, inside in tables.items()}
    for name in _tables(connection):
        if name not in plain:
            connection.execute(f"DROP TABLE {_quoted(name)}")
        elif plain[name] != name:
            connection.execute(f"ALTER TABLE {_quoted(name)} RENAME TO {_quoted(plain[name])}")
    connection.execute("VACUUM")
    return bytes(connection.serialize())


def _merged(data: bytes, tables: Mapping[str, str], given: bytes) -> bytes:
    """The app's file with the rows of the tables that a pushed file has."""
    connection, source = _open(data), _open(given)
    found = _tables(source)
    if not set(tables) & set(found):
        raise AppError("none of the tables is in the file")
    connection.execute("BEGIN")
    for outside, inside in tables.items():
        if outside in found:
            rows = source.execute(f"SELECT * FROM {_quoted(outside)}")
            columns = [_quoted(str(column[0])) for column in rows.description]
            connection.execute(f"DELETE FROM {_quoted(inside)}")
            marks = ", ".join("?" * len(columns))
            sql = f"INSERT INTO {_quoted(inside)} ({', '.join(columns)}) VALUES ({marks})"
            connection.executemany(sql, rows)
    connection.execute("COMMIT")
    return bytes(connection.serialize())


def _emptied(data: bytes, tables: Mapping[str, str] | None) -> bytes:
    connection = _open(data)
    for name in _tables(connection) if tables is None else tables.values():
        connection.execute(f"DELETE FROM {_quoted(name)}")
    return bytes(connection.serialize())
