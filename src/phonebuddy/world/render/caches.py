"""A cache bounded by bytes that forgets what was not asked for longest.

Its invariant: it never holds more bytes than its limit, unless a single thing is larger.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class ByteCache(Generic[Key, Value]):
    """Least recently used first out; counts what it found and what it did not."""

    def __init__(self, limit: int, dropped: Callable[[Key, Value], None] | None = None) -> None:
        self.limit = limit
        self._dropped = dropped
        """Told of what is forgotten for lack of room, if anybody had asked for it again."""
        self._asked: set[Key] = set()
        self.bytes = 0
        self.hits = 0
        self.misses = 0
        self._items: OrderedDict[Key, tuple[Value, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._items)

    def __contains__(self, key: Key) -> bool:
        return key in self._items

    def get(self, key: Key) -> Value | None:
        found = self._items.get(key)
        if found is None:
            self.misses += 1
            return None
        self.hits += 1
        if self._dropped is not None:
            self._asked.add(key)
        self._items.move_to_end(key)
        return found[0]

    def put(self, key: Key, value: Value, size: int) -> None:
        replaced = self._items.pop(key, None)
        if replaced is not None:
            self.bytes -= replaced[1]
        self._items[key] = value, size
        self.bytes += size
        while self.bytes > self.limit and len(self._items) > 1:
            old, (forgotten, freed) = self._items.popitem(last=False)
            self.bytes -= freed
            if self._dropped is not None and old in self._asked:
                self._asked.remove(old)
                self._dropped(old, forgotten)

    def clear(self) -> None:
        self._items.clear()
        self._asked.clear()
        self.bytes = 0
