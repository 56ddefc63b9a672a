"""Groups: rollouts of one task from one start, until they are compared and become rows.

Invariant: what a group teaches depends on its results alone, in the order of their ids, never on which came
first; nothing of a fault is in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from phonebuddy.episode import Lane
from phonebuddy.train.advantage import Credit, Scale, advantages, has_spread, parted, rewards, scale_of
from phonebuddy.train.learner import Row
from phonebuddy.train.rollouts import Played

MOST_KEPT = 128
"""Successes that are remembered, of the tasks tried last."""


@dataclass
class Group:
    """Rollouts of one task, some of them still under way."""

    id: str
    task: str
    lane: Lane
    size: int
    """How many results are wanted."""
    waiting: set[str]
    """Rollouts under way."""
    played: dict[str, Played] = field(default_factory=dict)

    def take(self, one: Played) -> None:
        self.waiting.discard(one.id)
        self.played[one.id] = one

    @property
    def counted(self) -> list[Played]:
        """Results that say something, in the order of their ids, no more than are wanted."""
        known = [one for _, one in sorted(self.played.items()) if one.reward is not None]
        return known[: self.size]

    @property
    def faults(self) -> list[Played]:
        return [one for one in self.played.values() if one.reward is None]

    @property
    def is_ready(self) -> bool:
        return not self.waiting or len(self.counted) >= self.size

    @property
    def version(self) -> int:
        """Of the oldest policy that played in it."""
        return min((one.version for one in self.counted), default=0)


class Lesson(NamedTuple):
    """What a group teaches."""

    rows: list[Row]
    num_rollouts: int
    was_replayed: bool


class Successes:
    """The last success of each task: a group that has none borrows it, so that it is not lost for
    learning."""

    def __init__(self) -> None:
        self._kept: dict[str, Played] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, group: Group) -> None:
        shortest = min(
            (one for one in group.counted if one.reward), key=lambda one: one.num_steps, default=None
        )
        if shortest is None or not shortest.rows:
            return
        self._kept.pop(group.task, None)
        self._kept[group.task] = shortest
        if len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]

    def of(self, task: str) -> Played | None:
        return self._kept.get(task)

    def save(self) -> bytes:
        return msgspec.msgpack.encode(list(self._kept.values()))

    def load(self, data: bytes) -> None:
        kept = msgspec.msgpack.decode(data, type=list[Played])
        self._kept = {one.task: one for one in kept}


def lesson(
    group: Group, scale: Scale, length_term: float, earlier: Played | None, credit: Credit = "whole"
) -> Lesson | None:
    """The rows of a group with their advantages; None when all its results are alike."""
    members: Sequence[Played] = group.counted
    was_replayed = False
    if earlier is not None and members and not any(one.reward for one in members):
        members = [*members, earlier]
        was_replayed = True
    earned = rewards([one.reward for one in members], [one.num_steps for one in members], length_term)
    if not has_spread(earned):
        return None
    known = [reward for reward in earned if reward is not None]
    gains = _parted(members, known, scale) if credit == "parting" else _whole(members, known, scale)
    rows = [
        msgspec.structs.replace(row, group=group.id, advantage=gain)
        for member, way in zip(members, gains, strict=True)
        for row, gain in zip(member.rows, way, strict=True)
        if gain or credit == "whole"
    ]
    return Lesson(rows, sum(1 for one in members if one.rows), was_replayed)


def _whole(members: Sequence[Played], earned: Sequence[float], scale: Scale) -> list[list[float]]:
    """Each step gets what its rollout gets."""
    found = advantages(earned, scale)
    return [[gain or 0.0] * len(member.rows) for member, gain in zip(members, found, strict=True)]


def _parted(members: Sequence[Played], earned: Sequence[float], scale: Scale) -> list[list[float]]:
    """Each step gets what came of parting there from others that saw the same."""
    divisor = scale_of(earned, scale)
    ways = [[(row.seen, row.did) for row in member.rows] for member in members]
    return [[gain / divisor for gain in way] for way in parted(ways, earned)]
