"""Notifications: what apps want the person to see; tapping one opens the page it names.

Invariant: a notification's page and params were checked when its app was loaded, so it can always be opened.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from phonebuddy.world.services.tables import read, write
from phonebuddy.world.state.store import Rows, Store

_TABLE = "phone_notification"
_COLUMNS = "id, at_ms, app, key, title, text, page, params"
_ALL = read(f"SELECT {_COLUMNS} FROM phone_notification ORDER BY at_ms DESC, id DESC", _TABLE)
_ADD = write(f"INSERT INTO phone_notification ({_COLUMNS}) VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", _TABLE)
_LAST = read("SELECT max(id) FROM phone_notification", _TABLE)
_REMOVE = write("DELETE FROM phone_notification WHERE id = ?", _TABLE)
_REMOVE_KEY = write("DELETE FROM phone_notification WHERE app = ? AND key = ?", _TABLE)
_CLEAR = write("DELETE FROM phone_notification", _TABLE)
MAX_SHOWN = 50


class Notification(NamedTuple):
    id: int
    at_ms: int
    app: str
    key: str
    title: str
    text: str
    page: str
    params: str
    """JSON of what its page is opened with."""

    def values(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.json.decode(self.params)
        return found


class Notifications:
    """The notifications of one phone, newest first."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._rows: Rows = ()
        self._seen = -1
        self._all: tuple[Notification, ...] = ()

    def all(self) -> tuple[Notification, ...]:
        """The same object until one comes or goes."""
        stamp = self._store.changed(_TABLE)
        if stamp == self._seen:
            return self._all
        self._seen = stamp
        rows = self._store.rows(_ALL, ())
        if rows is not self._rows:
            self._all = tuple(Notification(*row) for row in rows[:MAX_SHOWN])  # type: ignore[arg-type]
            self._rows = rows
        return self._all

    def post(
        self, at_ms: int, app: str, key: str, title: str, text: str, page: str, values: dict[str, Any]
    ) -> int:
        """Show one; another of the same app and key is replaced. Its id."""
        if key:
            self.withdraw(app, key)
        params = msgspec.json.encode(values, order="sorted").decode()
        self._store.execute(_ADD, (at_ms, app, key, title, text, page, params))
        return int(self._store.rows(_LAST, ())[0][0] or 0)

    def withdraw(self, app: str, key: str) -> None:
        self._store.execute(_REMOVE_KEY, (app, key))

    def remove(self, number: int) -> None:
        self._store.execute(_REMOVE, (number,))

    def clear(self) -> None:
        self._store.execute(_CLEAR, ())
