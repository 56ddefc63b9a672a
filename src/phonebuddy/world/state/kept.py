"""Kept: what was worked out once and may be asked for again, in two generations.

What was not asked for since the last turn goes when the younger half is full. Invariant: never more than
twice `most` things are kept, and what is kept is found until then.
"""

from __future__ import annotations

from typing import Generic, TypeVar

Key = TypeVar("Key")
Made = TypeVar("Made")


class Kept(Generic[Key, Made]):
    """Like a dict that forgets what nobody asks for."""

    __slots__ = ("_most", "_old", "_young")

    def __init__(self, most: int) -> None:
        self._most = most
        self._young: dict[Key, Made] = {}
        self._old: dict[Key, Made] = {}

    def get(self, key: Key) -> Made | None:
        found = self._young.get(key)
        if found is None:
            found = self._old.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: Key, made: Made) -> None:
        if len(self._young) >= self._most:
            self._old, self._young = self._young, {}
        self._young[key] = made

    def clear(self) -> None:
        self._young, self._old = {}, {}
