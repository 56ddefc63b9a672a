"""Processes of a served phone: what runs in its shells, and the apps and services `ps` shows.

Invariant: everything started here ends with `end_all`; no host process is ever made.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, NamedTuple

FIRST_PID = 7000
MAX_RUNNING = 200
TERM = 15


class Process(NamedTuple):
    pid: int
    parent: int
    uid: int
    name: str


class Processes:
    """The process table."""

    def __init__(self) -> None:
        self._last = FIRST_PID
        self._running: dict[int, tuple[Process, asyncio.Task[Any]]] = {}
        self._shells: dict[int, Process] = {}
        self._apps: dict[str, int] = {}
        self._signals: dict[int, int] = {}

    def next_pid(self) -> int:
        self._last = self._last + 1 if self._last < 32_000 else FIRST_PID
        return self._last

    def app_pid(self, package: str) -> int:
        """The pid of an app, the same until it is stopped."""
        if package not in self._apps:
            self._apps[package] = self.next_pid()
        return self._apps[package]

    def app_stopped(self, package: str) -> None:
        self._apps.pop(package, None)

    def enter(self, pid: int, name: str, uid: int, task: asyncio.Task[Any]) -> None:
        """A session of the shell begins."""
        self._running[pid] = (Process(pid, 300, uid, name), task)

    def leave(self, pid: int) -> None:
        self._running.pop(pid, None)

    async def run(self, work: Coroutine[Any, Any, int], words: list[str], uid: int) -> int:
        """Run a command that can be killed alone; 128 and the signal when it was."""
        pid = self.next_pid()
        task = asyncio.ensure_future(work)
        self._running[pid] = (Process(pid, 300, uid, " ".join(words)[:200]), task)
        try:
            return await task
        except asyncio.CancelledError:
            signal = self.take_signal(pid)
            if signal is None:
                task.cancel()
                raise
            return 128 + signal
        finally:
            self._running.pop(pid, None)

    def spawn(self, work: Coroutine[Any, Any, None], name: str, uid: int) -> int:
        """Run something in the background of the phone."""
        if len(self._running) >= MAX_RUNNING:
            work.close()
            return 0
        pid = self.next_pid()
        task = asyncio.ensure_future(work)
        self._running[pid] = (Process(pid, 1, uid, name), task)
        task.add_done_callback(lambda _: self._running.pop(pid, None))
        return pid

    def take_signal(self, pid: int) -> int | None:
        """The signal that ended a process, once."""
        return self._signals.pop(pid, None)

    def list(self) -> list[Process]:
        return [process for process, _ in self._running.values()]

    def kill(self, pid: int, signal: int = TERM) -> bool:
        """Signal a process; False when there is none."""
        found = self._running.get(pid)
        if found is None:
            return False
        if signal:
            self._signals[pid] = signal
            found[1].cancel()
        return True

    def end_all(self) -> None:
        for _, task in list(self._running.values()):
            task.cancel()
        self._running.clear()
