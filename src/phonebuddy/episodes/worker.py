"""A worker of the vector environment: a process of its own with many phones.

Started by team.py as `python -m phonebuddy.episodes.worker CHANNEL MEMORY`, the numbers of two open files; it
ends when the other end of the channel closes, however that came about. Invariant: whatever goes wrong here is
said over the channel, never only printed.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from mmap import mmap
from multiprocessing.connection import Connection

import msgspec

from phonebuddy.actions import Action
from phonebuddy.episodes.messages import (
    Act,
    Done,
    Draw,
    Place,
    Ready,
    Report,
    Reset,
    Start,
    Trouble,
    decode_request,
    encode,
)
from phonebuddy.episodes.session import Session, Step
from phonebuddy.episodes.spaces import write_tree
from phonebuddy.errors import PhoneBuddyError
from phonebuddy.screen import Pixels, Screen
from phonebuddy.world.phone import WorldFrame
from phonebuddy.world.render.frame import Page
from phonebuddy.world.snapshot import Snapshot


class Seat:
    """One phone of the worker, its part of the shared memory, and how far its episode is."""

    def __init__(self, start: Start, memory: mmap, index: int) -> None:
        views = start.layout.views(memory)
        self._session = Session(start.settings)
        self._page = _page(views.pixels[index])
        self._tree = views.trees[index]
        self._draws = start.draws
        self._max_steps = start.max_steps
        self._num_steps = 0
        self._is_over = False
        self.apps = self._session.apps

    def reset(self, seed: int | None, snapshot: bytes | None, task: str | None) -> Report:
        read = None if snapshot is None else Snapshot.from_bytes(snapshot)
        step = self._session.start(seed, read, task)
        self._num_steps = 0
        return self._report(step, False)

    def act(self, action: Action) -> Report:
        """One step; the one after an episode's last starts the next and does not look at the action."""
        if self._is_over:
            return self.reset(None, None, None)
        step = self._session.step(action)
        self._num_steps += 1
        return self._report(step, self._max_steps is not None and self._num_steps >= self._max_steps)

    def _report(self, step: Step, truncated: bool) -> Report:
        screen = step.screen
        self._is_over = step.terminated or truncated
        if len(self._tree):
            write_tree(screen, self._tree)
        if self._draws:
            self._draw(screen)
        return Report(
            step.reward,
            step.terminated,
            truncated,
            screen.package,
            screen.activity,
            screen.time_s,
            msgspec.Raw(encode(screen.elements)),
            step.told,
        )

    def draw(self) -> None:
        self._draw(self._session.phone.observe())

    def _draw(self, screen: Screen) -> None:
        assert isinstance(screen.frame, WorldFrame) and self._page is not None
        screen.frame.update(self._page)


def _page(pixels: Pixels) -> Page | None:
    height, width, _ = pixels.shape
    return Page(width, height, pixels) if height else None


class Crew:
    """All phones of this worker."""

    def __init__(self) -> None:
        self._seats: list[Seat] = []

    def answer(self, request: Start | Reset | Act | Draw, memory: int) -> Ready | Done:
        match request:
            case Start():
                mapped = mmap(memory, request.layout.size)
                os.close(memory)
                self._seats = [Seat(request, mapped, index) for index in range(request.first, request.last)]
                return Ready(list(self._seats[0].apps))
            case Reset(places):
                pairs = zip(self._seats, places, strict=True)
                return Done([_reset(seat, place) for seat, place in pairs])
            case Act(actions):
                return Done([seat.act(action) for seat, action in zip(self._seats, actions, strict=True)])
            case Draw():
                for seat in self._seats:
                    seat.draw()
                return Done([])


def _reset(seat: Seat, place: Place | None) -> Report | None:
    return None if place is None else seat.reset(place.seed, place.snapshot, place.task)


def main(channel: int, memory: int) -> None:
    """Answer requests until there are no more."""
    # Ctrl-C reaches every process of the terminal; the one that owns us decides when we end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    connection = Connection(channel)
    crew = Crew()
    while True:
        try:
            request = connection.recv_bytes()
        except (EOFError, ConnectionResetError):
            return
        try:
            answer: Ready | Done | Trouble = crew.answer(decode_request(request), memory)
        except PhoneBuddyError as error:
            answer = Trouble(type(error).__name__, str(error))
        except Exception:
            answer = Trouble("Fault", traceback.format_exc())
        connection.send_bytes(encode(answer))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
