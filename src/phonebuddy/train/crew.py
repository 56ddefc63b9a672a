"""A crew: the processes that play the rollouts of one lane.

Each is a fresh interpreter, not a fork: Skia, SQLite and torch's threads do not survive one. Weights and
rows go through pipes as safetensors and MessagePack. Invariant: every assignment that was submitted comes
back exactly once, as a fault where its process died, unless it was forgotten before it began.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Protocol

from phonebuddy.episodes.stage import Assignment
from phonebuddy.errors import Fault, TrainError
from phonebuddy.train.crew_messages import Failed, Forget, Ready, Start, Weights, Work, decode_answer, encode
from phonebuddy.train.rollouts import Desk, Played

MOST_DEATHS = 5
"""Of processes in one crew; after that something is wrong that starting again does not mend."""
STOP_S = 5.0
MANY = 4
"""Tasks for each worker, from which on they come out even by themselves."""


class Crew(Protocol):
    """Whoever plays the rollouts of a lane."""

    def put_weights(self, version: int, tensors: bytes) -> None: ...

    def submit(self, assignments: Sequence[Assignment]) -> None: ...

    def forget(self, ids: Sequence[str]) -> None:
        """Leave out what has not begun; the rest comes back as it would have."""
        ...

    def channels(self) -> list[Connection]:
        """What to wait for before `collect` has something; none: it always has."""
        ...

    def collect(self) -> list[Played]:
        """What has ended, without waiting."""
        ...

    def close(self) -> None: ...


class LocalCrew:
    """Plays in this process, until one try has ended at each `collect`: for tests and for finding
    mistakes."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def put_weights(self, version: int, tensors: bytes) -> None:
        self._desk.put_weights(version, tensors)

    def submit(self, assignments: Sequence[Assignment]) -> None:
        self._desk.submit(assignments)

    def forget(self, ids: Sequence[str]) -> None:
        self._desk.forget(ids)

    def channels(self) -> list[Connection]:
        return []

    def collect(self) -> list[Played]:
        played = self._desk.next()
        return [] if played is None else [played]

    def close(self) -> None:
        self._desk.close()


class _Worker:
    """One process, and what it has been given and not answered."""

    def __init__(self, start: Start) -> None:
        self.waiting: dict[str, Assignment] = {}
        self.is_ready = False
        self.channel, theirs = Pipe()
        # What this process can import the worker must find too, and nothing that happens to lie in its
        # folder.
        paths = os.pathsep.join(path for path in sys.path if path)
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "phonebuddy.train.crew_worker", str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                # One thread each: a process per core is there already.
                env={**os.environ, "PYTHONPATH": paths, "OMP_NUM_THREADS": "1", **_hidden(start.device)},
            )
        self.send(start)

    def send(self, message: Start | Weights | Work | Forget, *more: bytes) -> None:
        with suppress(OSError):  # a dead one is noticed when it is read from
            for data in (encode(message), *more):
                self.channel.send_bytes(data)

    def close(self) -> None:
        self.channel.close()

    def wait(self) -> None:
        try:
            self.process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class ProcessCrew:
    """See the head of this file."""

    def __init__(self, start: Start, num_workers: int) -> None:
        self._start = start
        self._weights: tuple[Weights, bytes] | None = None
        self._deaths = 0
        self._workers = [_Worker(start) for _ in range(num_workers)]

    def wait_until_ready(self) -> None:
        """Wait for all phones; to be called before anything is submitted, if at all."""
        while not all(worker.is_ready for worker in self._workers):
            assert not collect_any([self], 1.0), "nothing was submitted"

    def put_weights(self, version: int, tensors: bytes) -> None:
        self._weights = (Weights(version), tensors)
        for worker in self._workers:
            worker.send(*self._weights)

    def submit(self, assignments: Sequence[Assignment]) -> None:
        """Tries at one task go to one worker, which then makes its phone once; where there are few tasks, to
        different ones: a task that nobody can do takes each try to the last step, and one worker would be at
        it when all others are done.

        Who gets what does not depend on who is quick, so that a run can be repeated.
        """
        tasks = list(dict.fromkeys(one.task for one in assignments))
        turns = [tasks.index(one.task) for one in assignments]
        if len(tasks) < MANY * len(self._workers):
            turns = list(range(len(assignments)))
        for place, worker in enumerate(self._workers):
            mine = zip(assignments, turns, strict=True)
            part = [one for one, turn in mine if turn % len(self._workers) == place]
            if part:
                worker.waiting.update({one.id: one for one in part})
                worker.send(Work(list(part)))

    def forget(self, ids: Sequence[str]) -> None:
        for worker in self._workers:
            if mine := [id for id in ids if id in worker.waiting]:
                worker.send(Forget(mine))

    def channels(self) -> list[Connection]:
        return [worker.channel for worker in self._workers]

    def collect(self) -> list[Played]:
        found: list[Played] = []
        for place, worker in enumerate(self._workers):
            try:
                while worker.channel.poll():
                    found += self._take(worker, worker.channel.recv_bytes())
            except (EOFError, OSError):
                found += self._replace(place)
        return found

    def _take(self, worker: _Worker, data: bytes) -> list[Played]:
        answer = decode_answer(data)
        if isinstance(answer, Failed):
            raise TrainError(f"a rollout worker cannot go on: {answer.text}")
        if isinstance(answer, Ready):
            worker.is_ready = True
            return []
        if isinstance(answer, Forget):
            for id in answer.ids:
                worker.waiting.pop(id, None)
            return []
        return [answer] if worker.waiting.pop(answer.id, None) else []

    def _replace(self, place: int) -> list[Played]:
        """A new process for one that died; what it was doing has become faults."""
        dead = self._workers[place]
        dead.close()
        dead.wait()
        self._deaths += 1
        if self._deaths > MOST_DEATHS:
            raise Fault(f"{self._deaths} rollout workers died; the last with code {dead.process.returncode}")
        self._workers[place] = _Worker(self._start)
        if self._weights is not None:
            self._workers[place].send(*self._weights)
        return [_lost(one) for one in dead.waiting.values()]

    def close(self) -> None:
        """A closed channel tells a worker to end; one that stays is killed."""
        for worker in self._workers:
            worker.close()
        for worker in self._workers:
            worker.wait()


def _hidden(device: str) -> dict[str, str]:
    """GPUs are not for those who act on the CPU: seeing one costs memory on it."""
    return {"CUDA_VISIBLE_DEVICES": ""} if device == "cpu" else {}


def _lost(one: Assignment) -> Played:
    return Played(one.id, one.task, "", one.lane, "fault", cause="worker died")


def collect_any(crews: Sequence[Crew], timeout_s: float | None) -> list[Played]:
    """What has ended in any crew; waits until something may have."""
    channels = [crew.channels() for crew in crews]
    if all(channels):
        wait([channel for some in channels for channel in some], timeout_s)
    return [played for crew in crews for played in crew.collect()]
