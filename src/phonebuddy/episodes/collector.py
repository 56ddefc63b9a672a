"""Collector: plays the plan of a run with several processes, each with many phones.

A run that was killed, whoever was and whenever, goes on where it was. Invariant: every assignment of the plan
ends in the store exactly once, as an episode or, after its last try, as a fault.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path

import msgspec

from phonebuddy.agents.named import weights_of
from phonebuddy.episodes.alone import alone
from phonebuddy.episodes.card import write_card
from phonebuddy.episodes.collect_messages import (
    Begin,
    End,
    Play,
    Played,
    Trouble,
    Written,
    decode_report,
    encode,
)
from phonebuddy.episodes.drawing import people_of
from phonebuddy.episodes.preparing import prepare_images
from phonebuddy.episodes.run import Asked, assignments_of, check_asked, is_planned, plan_run
from phonebuddy.episodes.stage import Assignment
from phonebuddy.episodes.store import Store, writing
from phonebuddy.errors import Fault, error_called
from phonebuddy.tasks.task import read_id

MOST_RESTARTS = 3
"""Times that workers are started anew in one collection; after that it is not bad luck."""
Watch = Callable[[Played], None]
Begun = Callable[[int, int], Watch]
"""Is told the whole and what is done; gives who hears of each."""


def collect(folder: Path, asked: Asked, num_workers: int, begun: Begun, device: str | None = None) -> Store:
    """Play what is left of a run; a model acts on the device, see named.policy_called."""
    check_asked(asked)
    asked = msgspec.structs.replace(asked, weights=weights_of(asked.agent))
    # Before there is a folder: a wish that cannot be leaves nothing behind.
    drawn = None if is_planned(folder, asked) else _draw(asked, num_workers)
    with alone(folder, "collection") as lock:
        plan = plan_run(folder, asked, drawn)
        store = Store(folder)
        store.tidy()
        left = remaining((Play(one, 0) for one in plan), store, asked.tries)
        watch = begun(len(plan), len(plan) - len(left))
        _describe(store, asked)
        if left:
            _Crew(folder, asked, left, num_workers, lock, watch, device).work()
            # A worker that was killed may have left something too.
            store.tidy()
            _describe(store, asked)
    return store


def _draw(asked: Asked, num_workers: int) -> list[Assignment]:
    if asked.phones.kind != "adb":
        prepare_images(people_of(asked.wish), num_workers)
    return assignments_of(asked)


def _describe(store: Store, asked: Asked) -> None:
    with writing(store.folder / "README.md"):
        write_card(store, asked)


def remaining(plays: Iterable[Play], store: Store, tries: int) -> list[Play]:
    """What is neither on disk nor tried often enough.

    The last try that broke says how many did: an earlier one may be lost, and no number comes twice.
    """
    done = {head.id for head in store.heads()}
    broken: dict[str, int] = {}
    for head in store.faults.heads():
        id, _, number = head.id.partition("~")
        broken[id] = max(broken.get(id, 0), int(number))
    left = [
        Play(one.assignment, max(one.tries, broken.get(one.assignment.id, 0)))
        for one in plays
        if one.assignment.id not in done
    ]
    return [one for one in left if one.tries < tries]


class _Worker:
    """A process, what it was sent and has not played, and what it has played and not written."""

    def __init__(self, number: int, begin: Begin, lock: int) -> None:
        ours, theirs = Pipe()
        command = [sys.executable, "-P", "-m", "phonebuddy.episodes.collect_worker", str(theirs.fileno())]
        paths = os.pathsep.join(path for path in sys.path if path)
        env = {**os.environ, "PYTHONPATH": paths, "OMP_NUM_THREADS": "1"}
        with theirs:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, pass_fds=(theirs.fileno(), lock), env=env
            )
        self.number = number
        self.connection: Connection = ours
        self.block: deque[Play] = deque()
        self.unplayed: dict[str, Play] = {}
        self.unwritten: dict[str, Play] = {}
        self.has_ended = False
        self.send(begin)

    def send(self, message: Begin | Play | End) -> None:
        # Where it has died, reading from it will say so.
        with suppress(OSError):
            self.connection.send_bytes(encode(message))


class _Crew:
    """All workers of one collection."""

    def __init__(
        self, folder: Path, asked: Asked, left: list[Play], num_workers: int, lock: int, watch: Watch,
        device: str | None,
    ) -> None:  # fmt: skip
        self._folder = folder
        self._asked = asked
        self._lock = lock
        self._watch = watch
        self._device = device
        self._blocks = _blocks(left, num_workers)
        self._attempt = _next_attempt(folder)
        self._num_started = 0
        self._num_workers = min(num_workers, len(self._blocks))
        self._ahead = 2 * asked.phones.count
        self._workers: dict[Connection, _Worker] = {}
        self._told: set[str] = set()
        """Of whom `watch` has heard: what a worker took with it is played twice, and told once."""

    def work(self) -> None:
        try:
            for _ in range(self._num_workers):
                self._start()
            while self._workers:
                for worker in list(self._workers.values()):
                    self._feed(worker)
                for heard in wait(list(self._workers)):
                    assert isinstance(heard, Connection)
                    self._hear(self._workers[heard])
        finally:
            for worker in self._workers.values():
                worker.connection.close()
            for worker in self._workers.values():
                worker.process.wait()

    def _start(self) -> None:
        name = f"{self._attempt:04d}-{self._num_started:03d}"
        begin = Begin(str(self._folder), self._asked, name, self._device)
        worker = _Worker(self._num_started, begin, self._lock)
        self._workers[worker.connection] = worker
        self._num_started += 1

    def _feed(self, worker: _Worker) -> None:
        """Keep a worker a little ahead, with tasks of one person as long as there are any."""
        if worker.has_ended:
            return
        while len(worker.unplayed) < self._ahead and (worker.block or self._blocks):
            if not worker.block:
                worker.block = deque(self._blocks.popleft())
                continue
            play = worker.block.popleft()
            worker.unplayed[play.assignment.id] = play
            worker.send(play)
        # A fault elsewhere may bring work back, so nobody is sent home before all is played.
        if not self._blocks and not any(one.unplayed or one.block for one in self._workers.values()):
            worker.has_ended = True
            worker.send(End())

    def _hear(self, worker: _Worker) -> None:
        try:
            message = decode_report(worker.connection.recv_bytes())
        except (EOFError, OSError):
            self._gone(worker)
            return
        match message:
            case Played():
                self._played(worker, message)
            case Written():
                for id in (*message.ids, *(fault.partition("~")[0] for fault in message.faults)):
                    worker.unwritten.pop(id, None)
            case Trouble():
                raise error_called(message.error, message.text)

    def _played(self, worker: _Worker, message: Played) -> None:
        play = worker.unplayed.pop(message.id)
        if message.result == "fault" and play.tries + 1 < self._asked.tries:
            # On whichever phone is next; the fault itself stays on record.
            self._blocks.append([Play(play.assignment, play.tries + 1)])
        else:
            worker.unwritten[message.id] = play
            if message.id not in self._told:
                self._told.add(message.id)
                self._watch(message)

    def _gone(self, worker: _Worker) -> None:
        """A worker ended: as it should, or with episodes that nobody else has.

        It may have written them and died before it said so: only the store knows.
        """
        del self._workers[worker.connection]
        worker.connection.close()
        code = worker.process.wait()
        lost = [*worker.unwritten.values(), *worker.unplayed.values(), *worker.block]
        if worker.has_ended and not lost:
            return
        if left := remaining(lost, Store(self._folder), self._asked.tries):
            self._blocks.append(left)
        if not self._blocks:
            return
        if self._num_started >= self._num_workers + MOST_RESTARTS:
            raise Fault(f"{MOST_RESTARTS + 1} workers died, the last with exit code {code}; see above")
        self._start()


def _next_attempt(folder: Path) -> int:
    """Parts of this collection are named after its number, so that no name comes twice."""
    store = Store(folder)
    return 1 + max(store.parts.last_collection(), store.faults.last_collection())


def _blocks(left: list[Play], num_workers: int) -> deque[list[Play]]:
    """What one worker takes at a time: tasks of one person in a row, no more than its share."""
    most = max(1, -(-len(left) // (4 * num_workers)))
    blocks: deque[list[Play]] = deque()
    person = -1
    for play in left:
        # Tasks of real phones are of nobody in particular.
        whose = read_id(play.assignment.task)[1] if "@" in play.assignment.task else 0
        if whose != person or len(blocks[-1]) >= most:
            blocks.append([])
            person = whose
        blocks[-1].append(play)
    return blocks
