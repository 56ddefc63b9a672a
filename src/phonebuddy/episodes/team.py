"""Team: the worker processes of a vector environment, from start to end.

Each worker is a fresh interpreter, not a fork: Skia, SQLite and a trainer's CUDA and threads do not survive a
fork. It is started by exec and not by multiprocessing's spawn, so that the caller's main module is not run
again in it and a daemon process can have workers too. Frames lie in a memory file without a name (memfd):
nothing can be left in /dev/shm, whoever is killed, and a small /dev/shm, as in containers, is no limit.

Invariant: after `ask` every worker has answered, or the team is closed and a Fault says which worker broke.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import weakref
from collections.abc import Sequence
from contextlib import suppress
from mmap import mmap
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import NamedTuple

from phonebuddy.episodes.messages import Act, Done, Draw, Ready, Reset, Start, Trouble, decode_answer, encode
from phonebuddy.errors import Fault, PhoneBuddyError, error_called

TIMEOUT_S = 120.0
"""How long an answer may take. The slowest, building the worlds of many phones, takes seconds."""
STOP_S = 5.0
Answer = Ready | Done | Trouble


class Worker(NamedTuple):
    number: int
    process: subprocess.Popen[bytes]
    connection: Connection
    first: int
    last: int

    def __str__(self) -> str:
        return f"worker {self.number} (process {self.process.pid}, phones {self.first} to {self.last - 1})"


class Team:
    """See the head of this file."""

    def __init__(self, starts: Sequence[Start]) -> None:
        self._workers: list[Worker] = []
        self._end = weakref.finalize(self, _stop, self._workers, os.getpid())
        memory = os.memfd_create("phonebuddy-frames")
        try:
            os.ftruncate(memory, starts[0].layout.size)
            self.memory = mmap(memory, 0)
            for number, start in enumerate(starts):
                self._workers.append(_launch(number, start, memory))
        finally:
            os.close(memory)
        ready = self._ask(starts)[0]
        assert isinstance(ready, Ready)
        self.apps = ready.apps

    @property
    def processes(self) -> tuple[int, ...]:
        return tuple(worker.process.pid for worker in self._workers)

    @property
    def is_closed(self) -> bool:
        return not self._end.alive

    def close(self) -> None:
        """End all workers; also done when the team is forgotten, and at exit. A second call does nothing."""
        self._end()

    def ask(self, requests: Sequence[Reset | Act | Draw]) -> list[Done]:
        """Send each worker its request; the answers in the same order."""
        return [answer for answer in self._ask(requests) if isinstance(answer, Done)]

    def _ask(self, requests: Sequence[Start | Reset | Act | Draw]) -> list[Answer]:
        try:
            for worker, request in zip(self._workers, requests, strict=True):
                _send(worker, encode(request))
            answers = self._gather()
            _check(self._workers, answers)
        except PhoneBuddyError as error:
            if isinstance(error, Fault):
                self.close()
            raise
        except BaseException:
            # Interrupted between question and answer: nobody could tell later which answer is to what.
            self.close()
            raise
        return answers

    def _gather(self) -> list[Answer]:
        waiting: dict[object, Worker] = {worker.connection: worker for worker in self._workers}
        answers: dict[int, Answer] = {}
        latest = time.monotonic() + TIMEOUT_S
        while waiting:
            heard = wait([worker.connection for worker in waiting.values()], latest - time.monotonic())
            if not heard:
                raise Fault(f"{next(iter(waiting.values()))} did not answer within {TIMEOUT_S:.0f} s")
            for connection in heard:
                worker = waiting.pop(connection)
                answers[worker.number] = _receive(worker)
        return [answers[worker.number] for worker in self._workers]


def _send(worker: Worker, data: bytes) -> None:
    try:
        worker.connection.send_bytes(data)
    except OSError:
        raise _ended(worker) from None


def _receive(worker: Worker) -> Answer:
    try:
        answer: Answer = decode_answer(worker.connection.recv_bytes())
        return answer
    except (EOFError, OSError):
        raise _ended(worker) from None


def _ended(worker: Worker) -> Fault:
    """The fault for a worker whose channel broke, which it does when it ends."""
    with suppress(subprocess.TimeoutExpired):
        worker.process.wait(STOP_S)
    code = worker.process.returncode
    if code is None:
        return Fault(f"{worker} closed its channel")
    return Fault(f"{worker} ended: {signal.strsignal(-code) if code < 0 else f'exit code {code}'}")


def _check(workers: list[Worker], answers: list[Answer]) -> None:
    """Raise the first trouble, as the kind of error it was in the worker."""
    for worker, answer in zip(workers, answers, strict=True):
        if isinstance(answer, Trouble):
            is_fault = answer.error == Fault.__name__
            raise error_called(answer.error, f"{worker} broke:\n{answer.text}" if is_fault else answer.text)


def _launch(number: int, start: Start, memory: int) -> Worker:
    ours, theirs = Pipe()
    command = [sys.executable, "-P", "-m", "phonebuddy.episodes.worker", str(theirs.fileno()), str(memory)]
    # What this process can import, the worker must find too, and nothing that happens to lie in its folder.
    paths = os.pathsep.join(path for path in sys.path if path)
    with theirs:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            pass_fds=(theirs.fileno(), memory),
            env={**os.environ, "PYTHONPATH": paths},
        )
    return Worker(number, process, ours, start.first, start.last)


def _stop(workers: list[Worker], owner: int) -> None:
    """A closed channel tells a worker to end; one that stays is killed. A fork of the owner ends nothing."""
    if os.getpid() != owner:
        return
    for worker in workers:
        worker.connection.close()
    latest = time.monotonic() + STOP_S
    for worker in workers:
        try:
            worker.process.wait(max(0.0, latest - time.monotonic()))
        except subprocess.TimeoutExpired:
            worker.process.kill()
            worker.process.wait()
