"""The ledger: which episodes of a collection are to do, running, done; in the file of the pool.

Invariant: an episode is finished once, by the lease that claimed it last. An episode whose lease ran out is
to do again; one that met a fault is tried again, elsewhere, a few times.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from typing import NamedTuple

from phonebuddy.phones.pool import Lease, Pool

MAX_TRIES = 3
_SCHEMA = """
CREATE TABLE IF NOT EXISTS episode (
  run TEXT NOT NULL, number INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'to do',
  token TEXT NOT NULL DEFAULT '',
  serial TEXT NOT NULL DEFAULT '', tries INTEGER NOT NULL DEFAULT 0, result TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (run, number)
)
"""
_LIVE = "SELECT token FROM lease WHERE until > ?"
_FREE = f"run = ? AND (state = 'to do' OR state = 'running' AND token NOT IN ({_LIVE}))"


class Claim(NamedTuple):
    """One episode, for one lease."""

    number: int
    tries: int
    lease: Lease


class Ledger:
    """One collection."""

    def __init__(self, pool: Pool, run: str, episodes: int) -> None:
        self._pool = pool
        self._run = run
        with pool.change() as database:
            database.execute(_SCHEMA)
            rows = [(run, number) for number in range(episodes)]
            database.executemany("INSERT OR IGNORE INTO episode (run, number) VALUES (?, ?)", rows)

    def claim(self, lease: Lease) -> Claim | None:
        """The next episode to do, if any; one that failed elsewhere rather than on the same phone again."""
        with self._pool.change() as database:
            row = database.execute(
                f"SELECT number, tries FROM episode WHERE {_FREE} ORDER BY serial = ?, tries, number LIMIT 1",
                (self._run, self._pool.now(), lease.serial),
            ).fetchone()
            if row is None:
                return None
            database.execute(
                "UPDATE episode SET state = 'running', token = ?, serial = ?, tries = tries + 1"
                " WHERE run = ? AND number = ?",
                (lease.token, lease.serial, self._run, row[0]),
            )
            return Claim(row[0], row[1] + 1, lease)

    def finish(self, claim: Claim, result: Mapping[str, object]) -> bool:
        """Write a result; whether it counts. After a lost lease it does not: somebody else does it then."""
        return self._end(claim, "done", result)

    def fail(self, claim: Claim, cause: str) -> bool:
        """A fault: to do again, or done as a fault once it was tried often enough."""
        state = "done" if claim.tries >= MAX_TRIES else "to do"
        return self._end(claim, state, {"outcome": "fault", "cause": cause})

    def _end(self, claim: Claim, state: str, result: Mapping[str, object]) -> bool:
        with self._pool.change() as database:
            done = database.execute(
                "UPDATE episode SET state = ?, result = ? WHERE run = ? AND number = ? AND token = ?"
                " AND state = 'running'",
                (state, json.dumps(result), self._run, claim.number, claim.lease.token),
            )
            return done.rowcount == 1

    def is_done(self) -> bool:
        return self.count("to do") + self.count("running") == 0

    def count(self, state: str) -> int:
        with self._pool.change() as database:
            sql = "SELECT count(*) FROM episode WHERE run = ? AND state = ?"
            return int(database.execute(sql, (self._run, state)).fetchone()[0])

    def results(self) -> dict[int, dict[str, object]]:
        """What is done, by number."""
        with self._pool.change() as database:
            rows = _rows(database, self._run)
        return {number: json.loads(result) for number, result in rows}


def _rows(database: sqlite3.Connection, run: str) -> list[tuple[int, str]]:
    sql = "SELECT number, result FROM episode WHERE run = ? AND state = 'done' ORDER BY number"
    return database.execute(sql, (run,)).fetchall()
