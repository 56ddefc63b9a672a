"""Opening SQLite connections that cannot leave the world.

No file, no extension, no attached database, no wall clock: even SQLite's own 'now' is frozen, by a VFS whose
clock stands still. Invariant: the same statements on the same bytes give the same rows, on any day.
"""

from __future__ import annotations

import apsw

STEP_LIMIT = 5_000_000
"""Virtual machine steps one statement may take: a runaway recursion ends in well under a second."""

MAX_VALUE = 1_000_000
"""Bytes of one value; a page of text has a few thousand."""

_STILL_CLOCK_VFS = "phonebuddy"


class _StillClock(apsw.VFS):
    """The ordinary file system layer with a clock that always says 1970."""

    def __init__(self) -> None:
        super().__init__(_STILL_CLOCK_VFS, "")

    def xCurrentTime(self) -> float:
        return 2440587.5

    def xCurrentTimeInt64(self) -> int:
        return 210866760000000


# SQLite keeps VFS objects for the life of the process.
_still_clock = _StillClock()


def open_memory() -> apsw.Connection:
    """An empty in-memory database with every door to the outside shut."""
    connection = apsw.Connection(":memory:", vfs=_STILL_CLOCK_VFS, statementcachesize=1024)
    connection.enable_load_extension(False)
    connection.limit(apsw.SQLITE_LIMIT_ATTACHED, 0)
    connection.limit(apsw.SQLITE_LIMIT_LENGTH, MAX_VALUE)
    connection.limit(apsw.SQLITE_LIMIT_EXPR_DEPTH, 200)
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.config(apsw.SQLITE_DBCONFIG_DQS_DML, 0)
    connection.config(apsw.SQLITE_DBCONFIG_DQS_DDL, 0)
    # Otherwise SQLite plans a statement again whenever its values change: most of the cost of a small query.
    connection.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def open_image(data: bytes) -> apsw.Connection:
    """A private, writable copy of an image."""
    connection = open_memory()
    connection.deserialize("main", data)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


class StepBudget:
    """Stops a statement that runs too long, by SQLite's own step counter and not by a clock."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._left = 0
        self._slice = STEP_LIMIT // 20
        connection.set_progress_handler(self._tick, self._slice)

    def start(self) -> None:
        self._left = STEP_LIMIT

    def _tick(self) -> bool:
        self._left -= self._slice
        return self._left <= 0
