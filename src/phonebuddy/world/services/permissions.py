"""Permissions: what an app may use, asked once and remembered; `only this time` ends with the app."""

from __future__ import annotations

from phonebuddy.world.services.tables import read, write
from phonebuddy.world.state.store import Store

PERMISSIONS = {
    "contacts": "access your contacts",
    "location": "access this device's location",
    "camera": "take pictures and record video",
    "microphone": "record audio",
    "files": "access photos and files on this device",
    "calendar": "access your calendar",
    "messages": "send and view messages",
    "notifications": "send you notifications",
    "phone": "make and manage phone calls",
}
"""Name to the words of the question: `Allow App to ...?`"""

ALWAYS, ONCE, NEVER = 1, 2, 0
_ALL = read("SELECT app, name, granted FROM phone_permission", "phone_permission")
_PUT = write("INSERT OR REPLACE INTO phone_permission VALUES (?, ?, ?)", "phone_permission")
_END = write("DELETE FROM phone_permission WHERE app = ? AND granted = 2", "phone_permission")


class Permissions:
    def __init__(self, store: Store) -> None:
        self._store = store

    def granted(self, app: str, name: str) -> bool | None:
        """True or False once it was answered, None before."""
        for owner, known, answer in self._store.rows(_ALL, ()):
            if (owner, known) == (app, name):
                return bool(answer)
        return None

    def answer(self, app: str, name: str, how: int) -> None:
        self._store.execute(_PUT, (app, name, how))

    def closed(self, app: str) -> None:
        """`Only this time` ends with the app."""
        if any(owner == app and answer == ONCE for owner, _, answer in self._store.rows(_ALL, ())):
            self._store.execute(_END, (app,))
