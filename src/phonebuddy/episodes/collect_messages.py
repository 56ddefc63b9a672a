"""What a collector and its workers say to each other, as msgpack over a pipe; episodes do not travel.

Invariant: a worker says `Played` once for every `Play`, and `Written` only when the episodes are on disk.
"""

from __future__ import annotations

import msgspec

from phonebuddy.episodes.run import Asked
from phonebuddy.episodes.stage import Assignment


class Begin(msgspec.Struct, frozen=True, tag=True):
    """Said first: what the run is and where it is kept; `prefix` starts the names of this worker's parts."""

    folder: str
    asked: Asked
    prefix: str
    device: str | None = None
    """Where the agent's model acts; see named.policy_called. Where that is does not change what a run is."""


class Play(msgspec.Struct, frozen=True, tag=True):
    """Play this. `tries` is how often it was played before and met a fault."""

    assignment: Assignment
    tries: int


class End(msgspec.Struct, frozen=True, tag=True):
    """There is no more."""


class Played(msgspec.Struct, frozen=True, tag=True):
    """An episode is over; it may not be on disk yet."""

    id: str
    result: str
    num_steps: int


class Written(msgspec.Struct, frozen=True, tag=True):
    """These are on disk."""

    ids: list[str]
    faults: list[str]


class Trouble(msgspec.Struct, frozen=True, tag=True):
    """The worker cannot go on: the name of a class in errors.py, and its text."""

    error: str
    text: str


encode = msgspec.msgpack.Encoder().encode
decode_request = msgspec.msgpack.Decoder(Begin | Play | End).decode
decode_report = msgspec.msgpack.Decoder(Played | Written | Trouble).decode
