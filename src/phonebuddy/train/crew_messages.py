"""What a trainer and the processes of its crews say to each other, as MessagePack.

Invariant: nothing here is a pickle; what cannot be read as one of these types is an error.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from phonebuddy.episodes.stage import Assignment
from phonebuddy.train.rollouts import Draws, Played


class Start(msgspec.Struct, frozen=True, tag=True):
    kind: str
    """Of the learner."""
    config: Mapping[str, object]
    temperature: float
    player: str
    """Where the maker of the player lives, `module:function`."""
    options: Mapping[str, object]
    """What that maker is called with."""
    device: str = "cpu"
    """Where the learner acts."""
    draws: Draws = "always"


class Weights(msgspec.Struct, frozen=True, tag=True):
    """Comes with the weights behind it, as bytes of their own: MessagePack ends at 4 GB, models do not."""

    version: int


class Work(msgspec.Struct, frozen=True, tag=True):
    assignments: list[Assignment]


class Forget(msgspec.Struct, frozen=True, tag=True):
    """As a request: leave these out. As an answer: these were left out."""

    ids: list[str]


class Ready(msgspec.Struct, frozen=True, tag=True):
    """Sent once, when the phones are there."""


class Failed(msgspec.Struct, frozen=True, tag=True):
    """A mistake of the person or of the program: trying again would end the same."""

    text: str


class Ended(msgspec.Struct, frozen=True, tag=True):
    played: Played


_ENCODER = msgspec.msgpack.Encoder()
_REQUESTS = msgspec.msgpack.Decoder(Start | Weights | Work | Forget)
_ANSWERS = msgspec.msgpack.Decoder(Ready | Failed | Forget | Ended)


def encode(message: Start | Weights | Work | Forget | Ready | Failed | Ended) -> bytes:
    return _ENCODER.encode(message)


def decode_request(data: bytes) -> Start | Weights | Work | Forget:
    found: Start | Weights | Work | Forget = _REQUESTS.decode(data)
    return found


def decode_answer(data: bytes) -> Ready | Failed | Forget | Played:
    found: Ready | Failed | Forget | Ended = _ANSWERS.decode(data)
    return found.played if isinstance(found, Ended) else found
