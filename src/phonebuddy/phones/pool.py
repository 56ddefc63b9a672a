"""The pool: who has which phone, which are set aside, and how often each one breaks.

One SQLite file that any number of processes share. Invariant: a phone has at most one lease that counts, and
only the holder of its token can renew it, return it or report on it; a lease that ran out counts for nobody.
"""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from phonebuddy.errors import SetupError
from phonebuddy.phones.faults import CAUSES, fault

LEASE_S = 300.0
"""A lease ends so long after the last act: longer than any call, and than a model should think."""
COOL_S, MAX_COOL_S = 300.0, 6 * 3600.0
"""Quarantine after one fault of the device; doubled with each further one in a row, up to the second."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS phone (
  serial TEXT PRIMARY KEY, joined REAL NOT NULL, used REAL NOT NULL DEFAULT 0,
  strikes INTEGER NOT NULL DEFAULT 0, aside_until REAL NOT NULL DEFAULT 0,
  aside_cause TEXT NOT NULL DEFAULT '', episodes INTEGER NOT NULL DEFAULT 0,
  is_clean INTEGER NOT NULL DEFAULT 0, baseline BLOB
);
CREATE TABLE IF NOT EXISTS lease (
  serial TEXT PRIMARY KEY REFERENCES phone (serial), token TEXT NOT NULL UNIQUE, holder TEXT NOT NULL,
  until REAL NOT NULL
);
CREATE TABLE IF NOT EXISTS fault (
  id INTEGER PRIMARY KEY, serial TEXT NOT NULL, at REAL NOT NULL, cause TEXT NOT NULL, detail TEXT NOT NULL
);
"""


class Lease(NamedTuple):
    """The right to use a phone until a moment."""

    serial: str
    token: str
    was_clean: bool = False
    """The last user left it clean: proven, and nobody has had it since."""


class Member(NamedTuple):
    """A phone of the pool, for people."""

    serial: str
    holder: str
    aside_s: float
    """Seconds it stays set aside; 0 when it is not."""
    aside_cause: str
    episodes: int
    faults: int
    causes: str


class Pool:
    """A shared pool of phones."""

    def __init__(self, path: Path, now: Callable[[], float] = time.time, lease_s: float = LEASE_S) -> None:
        self.path = path
        self.now = now
        self._lease_s = lease_s
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with self.change() as database:
                for statement in _SCHEMA.split(";\n"):
                    database.execute(statement)
        except (OSError, sqlite3.Error) as error:
            raise SetupError(f"{path}: this pool cannot be used: {error}. Move it away or fix it.") from error

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """A transaction that no other process can be in at the same time."""
        database = sqlite3.connect(self.path, timeout=30.0, isolation_level=None)
        try:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")
            database.execute("BEGIN IMMEDIATE")
            yield database
            database.execute("COMMIT")
        finally:
            # Without the COMMIT, closing takes everything back.
            database.close()

    def join(self, serial: str) -> None:
        """Add a phone; one that is in stays as it is."""
        with self.change() as database:
            database.execute(
                "INSERT OR IGNORE INTO phone (serial, joined) VALUES (?, ?)", (serial, self.now())
            )

    def leave(self, serial: str) -> None:
        with self.change() as database:
            database.execute("DELETE FROM lease WHERE serial = ?", (serial,))
            database.execute("DELETE FROM phone WHERE serial = ?", (serial,))

    def borrow(self, holder: str, avoid: Collection[str] = ()) -> Lease | None:
        """The free, healthy phone that has rested longest; those to avoid only if there is no other."""
        now = self.now()
        with self.change() as database:
            rows = database.execute(
                "SELECT serial, is_clean FROM phone WHERE aside_until <= ? AND serial NOT IN"
                " (SELECT serial FROM lease WHERE until > ?) ORDER BY used, serial",
                (now, now),
            ).fetchall()
            free = sorted(rows, key=lambda row: row[0] in avoid)
            if not free:
                return None
            lease = Lease(free[0][0], secrets.token_hex(8), bool(free[0][1]))
            values = (lease.serial, lease.token, holder, now + self._lease_s)
            database.execute("INSERT OR REPLACE INTO lease VALUES (?, ?, ?, ?)", values)
            database.execute("UPDATE phone SET used = ?, is_clean = 0 WHERE serial = ?", (now, lease.serial))
            return lease

    def renew(self, lease: Lease) -> None:
        """Before each act: keep the phone, or learn that it is no longer ours."""
        with self.change() as database:
            done = database.execute(
                "UPDATE lease SET until = ? WHERE serial = ? AND token = ?",
                (self.now() + self._lease_s, *lease[:2]),
            )
            if done.rowcount != 1:
                raise fault("lease_lost", "its lease ran out", lease.serial)

    def holds(self, lease: Lease) -> bool:
        """Whether a lease counts now."""
        with self.change() as database:
            return _holds(database, lease, self.now())

    def give_back(self, lease: Lease) -> None:
        """After an episode and a proof that the phone is clean: it is free again and has no strikes."""
        with self.change() as database:
            if _drop(database, lease):
                database.execute(
                    "UPDATE phone SET strikes = 0, episodes = episodes + 1, is_clean = 1 WHERE serial = ?",
                    (lease.serial,),
                )

    def return_unused(self, lease: Lease) -> None:
        """Nothing was done with it."""
        with self.change() as database:
            if _drop(database, lease):
                values = (int(lease.was_clean), lease.serial)
                database.execute("UPDATE phone SET is_clean = ? WHERE serial = ?", values)

    def report(self, lease: Lease, cause: str, detail: str = "") -> None:
        """After a fault: counted, and the phone set aside when it was the phone's."""
        now = self.now()
        with self.change() as database:
            if not _drop(database, lease):
                return
            values = (lease.serial, now, cause, detail[:500])
            database.execute("INSERT INTO fault (serial, at, cause, detail) VALUES (?, ?, ?, ?)", values)
            database.execute("UPDATE phone SET episodes = episodes + 1 WHERE serial = ?", (lease.serial,))
            if CAUSES[cause].of_device:
                _set_aside(database, lease.serial, cause, now)

    def lift(self, serial: str) -> None:
        """End a quarantine by hand, after a person has looked."""
        with self.change() as database:
            database.execute(
                "UPDATE phone SET aside_until = 0, aside_cause = '', strikes = 0 WHERE serial = ?", (serial,)
            )

    def keep_baseline(self, serial: str, data: bytes) -> None:
        with self.change() as database:
            database.execute("UPDATE phone SET baseline = ? WHERE serial = ?", (data, serial))

    def baseline(self, serial: str) -> bytes | None:
        with self.change() as database:
            row = database.execute("SELECT baseline FROM phone WHERE serial = ?", (serial,)).fetchone()
        return row[0] if row else None

    def members(self) -> list[Member]:
        """Every phone with what is to be known about it."""
        now = self.now()
        with self.change() as database:
            rows = database.execute(
                "SELECT p.serial,"
                " coalesce((SELECT holder FROM lease l WHERE l.serial = p.serial AND until > ?), ''),"
                " max(0, aside_until - ?), CASE WHEN aside_until > ? THEN aside_cause ELSE '' END, episodes,"
                " (SELECT count(*) FROM fault f WHERE f.serial = p.serial),"
                " coalesce((SELECT group_concat(cause || ' ' || many, ', ') FROM"
                " (SELECT cause, count(*) AS many FROM fault f WHERE f.serial = p.serial"
                " GROUP BY cause ORDER BY many DESC, cause)), '')"
                " FROM phone p ORDER BY p.serial",
                (now, now, now),
            ).fetchall()
        return [Member(*row) for row in rows]


def _holds(database: sqlite3.Connection, lease: Lease, now: float) -> bool:
    row = database.execute("SELECT until FROM lease WHERE serial = ? AND token = ?", lease[:2]).fetchone()
    return row is not None and row[0] > now


def _drop(database: sqlite3.Connection, lease: Lease) -> bool:
    """End a lease; whether it was still this one."""
    return database.execute("DELETE FROM lease WHERE serial = ? AND token = ?", lease[:2]).rowcount == 1


def _set_aside(database: sqlite3.Connection, serial: str, cause: str, now: float) -> None:
    (strikes,) = database.execute("SELECT strikes FROM phone WHERE serial = ?", (serial,)).fetchone()
    until = now + min(COOL_S * 2**strikes, MAX_COOL_S)
    database.execute(
        "UPDATE phone SET strikes = strikes + 1, aside_until = ?, aside_cause = ? WHERE serial = ?",
        (until, cause, serial),
    )
