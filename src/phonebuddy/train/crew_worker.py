"""One process of a crew: plays what it is given and sends back what it has learnt to train on.

Requests are read by a thread of their own, so that a trainer that sends weights never waits for a worker that
is sending rows. Invariant: it ends when its channel is closed, by whoever.
"""

from __future__ import annotations

import queue
import signal
import sys
import threading
import traceback
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection

from phonebuddy.agents.device import moving_to
from phonebuddy.errors import PhoneBuddyError
from phonebuddy.tasks.proving import leave_at_once
from phonebuddy.train.crew_messages import (
    Ended,
    Failed,
    Forget,
    Ready,
    Start,
    Weights,
    Work,
    decode_request,
    encode,
)
from phonebuddy.train.learner import learner_from
from phonebuddy.train.rollouts import Desk, Player
from phonebuddy.world.tuning import look_seldom

Request = Start | tuple[Weights, bytes] | Work | Forget


def make_player(place: str, options: Mapping[str, object]) -> Player:
    """A player from where its maker lives."""
    module, _, name = place.partition(":")
    player: Player = getattr(import_module(module), name)(**options)
    return player


def make_desk(start: Start) -> Desk:
    player = make_player(start.player, start.options)
    learner = learner_from(start.kind, start.config)
    with moving_to(start.device):
        learner.to(start.device)
    return Desk(learner, player, start.temperature, start.draws)


def _listen(channel: Connection, requests: queue.SimpleQueue[Request | None]) -> None:
    with suppress(EOFError, OSError):
        while True:
            request = decode_request(channel.recv_bytes())
            requests.put((request, channel.recv_bytes()) if isinstance(request, Weights) else request)
    requests.put(None)


class _Worker:
    """The desk of this process and the channel to its trainer."""

    def __init__(
        self, channel: Connection, requests: queue.SimpleQueue[Request | None], start: Start
    ) -> None:
        self._channel = channel
        self._requests = requests
        self._desk = make_desk(start)
        channel.send_bytes(encode(Ready()))

    def run(self) -> None:
        while True:
            played = self._desk.next(self._listen)
            if played is not None:
                self._channel.send_bytes(encode(Ended(played)))
            else:
                self._answer(self._requests.get())

    def _listen(self) -> None:
        while not self._requests.empty():
            self._answer(self._requests.get())

    def _answer(self, request: Request | None) -> None:
        match request:
            case None:
                # The trainer is gone: there is nobody to finish anything for.
                raise BrokenPipeError
            case (Weights(version), tensors):
                self._desk.put_weights(version, tensors)
            case Work(assignments):
                self._desk.submit(assignments)
            case Forget(ids):
                self._channel.send_bytes(encode(Forget(self._desk.forget(ids))))
            case Start():
                raise AssertionError("a worker is started once")


def main(descriptor: int) -> None:
    # Ctrl-C reaches every process of the terminal; the one that owns us decides when we end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_at_once()
    look_seldom()
    channel = Connection(descriptor)
    requests: queue.SimpleQueue[Request | None] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(channel, requests), daemon=True).start()
    try:
        start = requests.get()
        if isinstance(start, Start):
            _Worker(channel, requests, start).run()
    except (BrokenPipeError, ConnectionResetError):
        return
    except PhoneBuddyError as error:
        channel.send_bytes(encode(Failed(str(error))))
    except Exception:
        channel.send_bytes(encode(Failed(traceback.format_exc())))


if __name__ == "__main__":
    main(int(sys.argv[1]))
