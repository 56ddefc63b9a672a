"""The log of a served phone, as `logcat` shows it.

Invariant: bounded; entries carry the phone's own time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

MAX_ENTRIES = 5_000


class Entry(NamedTuple):
    number: int
    time_ns: int
    buffer: str
    level: str
    tag: str
    pid: int
    text: str


class Record:
    """What was logged, newest last."""

    def __init__(self, time_ns: Callable[[], int]) -> None:
        self._time_ns = time_ns
        self._entries: deque[Entry] = deque(maxlen=MAX_ENTRIES)
        self._count = 0
        self._news = asyncio.Event()

    def add(self, tag: str, text: str, level: str = "I", buffer: str = "main", pid: int = 512) -> None:
        self._count += 1
        self._entries.append(Entry(self._count, self._time_ns(), buffer, level, tag, pid, text))
        self._news.set()

    def event(self, tag: str, text: str) -> None:
        """An entry of the events buffer, such as am_on_resume_called."""
        self.add(tag, text, buffer="events")

    def since(self, number: int) -> list[Entry]:
        """Entries after a number."""
        return [entry for entry in self._entries if entry.number > number]

    @property
    def last(self) -> int:
        return self._count

    def clear(self) -> None:
        self._entries.clear()

    async def more(self, number: int) -> None:
        """Until there is an entry after a number."""
        while self._count <= number:
            self._news.clear()
            await self._news.wait()
