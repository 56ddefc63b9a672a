"""A worker of a collection: a process of its own with many phones that plays what it is sent and writes it.

Started by collector.py as `python -m phonebuddy.episodes.collect_worker CHANNEL`. Invariant: it ends when the
other end of the channel closes, however that came about, and what was over by then is on disk.
"""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections import deque
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from phonebuddy.agents.named import policy_called
from phonebuddy.episode import Episode
from phonebuddy.episodes.collect_messages import (
    Begin,
    Play,
    Played,
    Trouble,
    Written,
    decode_request,
    encode,
)
from phonebuddy.episodes.phones import open_stages
from phonebuddy.episodes.runner import Keep, Runner
from phonebuddy.episodes.stage import Assignment
from phonebuddy.episodes.store import Store
from phonebuddy.errors import PhoneBuddyError
from phonebuddy.world.tuning import look_seldom

MOST_IN_PART = 128
MOST_WAIT_S = 10.0
"""An episode is on disk so long after it was over, at the latest when the next one is."""


class Inbox:
    """Assignments as they come over the channel; ends when there are no more, or nobody is there to ask.

    While something is being played it never waits: it says that there is nothing now, and is asked again.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._waiting: deque[Play] = deque()
        self._has_ended = False
        self.tries: dict[str, int] = {}
        """Of what is being played; whoever has the episode takes it out."""

    def __iter__(self) -> Inbox:
        return self

    def __next__(self) -> Assignment | None:
        while not self._waiting and not self._has_ended and (not self.tries or self._connection.poll()):
            self._receive()
        if not self._waiting:
            if self._has_ended:
                raise StopIteration
            return None
        play = self._waiting.popleft()
        self.tries[play.assignment.id] = play.tries
        return play.assignment

    def _receive(self) -> None:
        try:
            message = decode_request(self._connection.recv_bytes())
        except (EOFError, ConnectionResetError):
            # Nobody waits for the rest: it is played again by whoever goes on with the run.
            self._waiting.clear()
            self._has_ended = True
            return
        if isinstance(message, Play):
            self._waiting.append(message)
        else:
            self._has_ended = True


class Outbox:
    """Episodes that are over, on their way to disk."""

    def __init__(self, store: Store, prefix: str, connection: Connection) -> None:
        self._store = store
        self._prefix = prefix
        self._connection = connection
        self._count = 0
        self._good: list[Episode] = []
        self._faults: list[Episode] = []
        self._since = time.monotonic()

    def add(self, episode: Episode, tries: int) -> None:
        _say(self._connection, Played(episode.id, episode.result, len(episode.steps)))
        if episode.result == "fault":
            # Each try that broke is kept under a name of its own.
            self._faults.append(msgspec.structs.replace(episode, id=f"{episode.id}~{tries + 1}"))
        else:
            self._good.append(episode)
        is_late = time.monotonic() - self._since > MOST_WAIT_S
        if is_late or len(self._good) + len(self._faults) >= MOST_IN_PART:
            self.write()

    def write(self) -> None:
        if self._good or self._faults:
            name = f"{self._prefix}-{self._count:05d}"
            self._store.faults.add(name, self._faults)
            self._store.parts.add(name, self._good)
            self._count += 1
            _say(self._connection, Written([one.id for one in self._good], [one.id for one in self._faults]))
        self._good, self._faults = [], []
        self._since = time.monotonic()


def _say(connection: Connection, message: Played | Written | Trouble) -> None:
    # Where nobody listens any more, what is over still goes to disk.
    with suppress(BrokenPipeError, ConnectionResetError):
        connection.send_bytes(encode(message))


def work(connection: Connection) -> None:
    """One run, from its beginning to the end of the channel."""
    begin = decode_request(connection.recv_bytes())
    assert isinstance(begin, Begin), "said first"
    asked, store = begin.asked, Store(Path(begin.folder))
    policy = policy_called(asked.agent, begin.device)
    keep = Keep(asked.snapshots, store.pictures.keep if asked.pixels else None)
    inbox, outbox = Inbox(connection), Outbox(store, begin.prefix, connection)
    with open_stages(asked.phones) as stages:
        for episode in Runner(stages, keep).play(inbox, policy):
            outbox.add(episode, inbox.tries.pop(episode.id))
        outbox.write()


def main(channel: int) -> None:
    # Ctrl-C reaches every process of the terminal; the collector decides when we end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    look_seldom()
    connection = Connection(channel)
    try:
        work(connection)
    except PhoneBuddyError as error:
        _say(connection, Trouble(type(error).__name__, str(error)))
    except (EOFError, BrokenPipeError):
        pass
    except Exception:
        _say(connection, Trouble("EpisodeError", traceback.format_exc()))
    connection.close()
    # Without taking the phones' caches apart, which would take longer than some runs.
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]))
