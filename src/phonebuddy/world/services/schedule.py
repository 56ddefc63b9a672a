"""The schedule: what apps want to happen later, on the virtual clock.

An entry names an event of its app; the event's effects run when the clock reaches it, whatever is in front.
Invariant: entries come due in order of time, then of being made, each exactly once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from phonebuddy.world.services.tables import read, write
from phonebuddy.world.state.store import Rows, Store

_TABLE = "phone_schedule"
_FIRST = read("SELECT id, at_ms, app, event, params FROM phone_schedule ORDER BY at_ms, id LIMIT 1", _TABLE)
_ADD = write("INSERT INTO phone_schedule (at_ms, app, event, key, params) VALUES (?, ?, ?, ?, ?)", _TABLE)
_REMOVE = write("DELETE FROM phone_schedule WHERE id = ?", _TABLE)
_CANCEL = write("DELETE FROM phone_schedule WHERE app = ? AND event = ? AND key = ?", _TABLE)


class Due(NamedTuple):
    """An event whose time has come."""

    app: str
    event: str
    values: dict[str, Any]


class Schedule:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._seen = -1
        self._first: Rows = ()

    def add(self, at_ms: int, app: str, event: str, key: str, values: dict[str, Any]) -> None:
        """Plan an event; another of the same app, event and key is replaced."""
        self.cancel(app, event, key)
        params = msgspec.json.encode(values, order="sorted").decode()
        self._store.execute(_ADD, (at_ms, app, event, key, params))

    def cancel(self, app: str, event: str, key: str) -> None:
        self._store.execute(_CANCEL, (app, event, key))

    def take_due(self, now_ms: int) -> Due | None:
        """The first event whose time has come, taken off the schedule."""
        changed = self._store.changed(_TABLE)
        if changed != self._seen:
            self._seen, self._first = changed, self._store.rows(_FIRST, ())
        rows = self._first
        if not rows or int(rows[0][1]) > now_ms:  # type: ignore[arg-type]
            return None
        number, _, app, event, params = rows[0]
        self._store.execute(_REMOVE, (number,))
        return Due(str(app), str(event), msgspec.json.decode(str(params)))
