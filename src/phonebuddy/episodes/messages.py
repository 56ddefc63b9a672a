"""What the vector environment and its workers say to each other: one message per worker and step, as msgpack.

Pixels and trees do not travel: they lie in memory that both sides see. Invariant: each request gets exactly
one answer, so that neither side ever has to guess where it is.
"""

from __future__ import annotations

from mmap import mmap
from typing import NamedTuple

import msgspec
import numpy as np

from phonebuddy.actions import Action
from phonebuddy.episodes.session import Settings, Told
from phonebuddy.episodes.spaces import COLUMNS, Tree
from phonebuddy.screen import Element, Pixels


class Layout(msgspec.Struct, frozen=True):
    """How the shared memory is cut: all frames, then all trees; a height or rows of 0 leave them out."""

    num_envs: int
    width: int
    height: int
    rows: int

    @property
    def size(self) -> int:
        return self._pixel_bytes + self.num_envs * self.rows * len(COLUMNS) * 2

    @property
    def _pixel_bytes(self) -> int:
        return self.num_envs * self.width * self.height * 4

    def views(self, memory: mmap) -> Views:
        pixels = np.frombuffer(memory, np.uint8, self._pixel_bytes)
        trees = np.frombuffer(memory, np.int16, offset=self._pixel_bytes)
        return Views(
            pixels.reshape(self.num_envs, self.height, self.width, 4),
            trees.reshape(self.num_envs, self.rows, len(COLUMNS)),
        )


class Views(NamedTuple):
    """The shared memory as arrays, one entry per phone."""

    pixels: Pixels
    trees: Tree


class Start(msgspec.Struct, frozen=True, tag=True):
    """Make the phones `first` to `last` - 1. Said once, first."""

    settings: Settings
    layout: Layout
    first: int
    last: int
    draws: bool
    """Whether every step draws; otherwise only Draw does."""
    max_steps: int | None


class Place(msgspec.Struct, frozen=True):
    """Where a phone starts; see Session.start."""

    seed: int | None
    snapshot: bytes | None
    task: str | None = None


class Reset(msgspec.Struct, frozen=True, tag=True):
    """Start phones again; None leaves one as it is."""

    places: list[Place | None]


class Act(msgspec.Struct, frozen=True, tag=True):
    """One action for each phone; one whose episode is over starts again instead."""

    actions: list[Action]


class Draw(msgspec.Struct, frozen=True, tag=True):
    """Draw all screens as they are."""


class Report(msgspec.Struct, frozen=True):
    """What one phone shows, apart from what lies in the shared memory."""

    reward: float
    terminated: bool
    truncated: bool
    package: str
    activity: str
    time_s: int
    elements: msgspec.Raw
    """A list of elements; read only when somebody looks."""
    told: Told | None = None


class Ready(msgspec.Struct, frozen=True, tag=True):
    """The answer to Start: the packages of the apps."""

    apps: list[str]


class Done(msgspec.Struct, frozen=True, tag=True):
    """The answer to everything else: a report for each phone that did something."""

    reports: list[Report | None]


class Trouble(msgspec.Struct, frozen=True, tag=True):
    """What went wrong: the name of a class in errors.py, and its text."""

    error: str
    text: str


encode = msgspec.msgpack.Encoder().encode
decode_request = msgspec.msgpack.Decoder(Start | Reset | Act | Draw).decode
decode_answer = msgspec.msgpack.Decoder(Ready | Done | Trouble).decode
decode_elements = msgspec.msgpack.Decoder(list[Element]).decode
