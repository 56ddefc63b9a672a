"""Lanes: the real and the mock source of rollouts, each with its own phones, tasks, quota and pace.

Invariant: a rollout is counted once: in a group that is used, late, stale, flat, or a fault. No lane
waits for another longer than the settings say.
"""

from __future__ import annotations

import math
import time
import zlib
from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from phonebuddy.episode import Lane as LaneName
from phonebuddy.episodes.stage import Assignment
from phonebuddy.errors import TrainError
from phonebuddy.train.crew import Crew, collect_any
from phonebuddy.train.groups import Group
from phonebuddy.train.rl_settings import RlSettings
from phonebuddy.train.rollouts import Played
from phonebuddy.train.task_pool import TaskPool

POLL_S = 0.5


class Counts(msgspec.Struct):
    """What became of a lane's rollouts and groups in one step."""

    rollouts: int = 0
    successes: int = 0
    faults: int = 0
    late: int = 0
    """Rollouts that ended after their group was used or dropped."""
    used: int = 0
    """Groups that were learnt from; the next four are groups too."""
    flat: int = 0
    stale: int = 0
    carried: int = 0
    dropped: int = 0
    replayed: int = 0


class Lane:
    """See the head of this file."""

    def __init__(
        self, name: LaneName, crew: Crew, pool: TaskPool, quota: int, settings: RlSettings, seed: int
    ) -> None:
        self.name = name
        self.crew = crew
        self.pool = pool
        self.quota = quota
        self.wanted = groups_to_start(quota, settings.oversample)
        """Groups to start for each step."""
        self.counts = Counts()
        self.latencies_ms: list[float] = []
        self.categories: dict[str, list[float]] = {}
        self._settings = settings
        self._seed = seed
        self._open: dict[str, Group] = {}
        self._started = 0
        """The step up to which groups have been started."""

    def start(self, step: int) -> None:
        """Start the groups of this step and of those allowed ahead; a lane that lags starts fewer."""
        while self._started <= step + self._settings.ahead:
            room = self.wanted * (1 + self._settings.ahead) - len(self._open)
            tasks = self.pool.draw(max(0, min(self.wanted, room)))
            assignments: list[Assignment] = []
            for place, task in enumerate(tasks):
                id = f"{self._started:05}/{self.name}/{place:03}"
                made = self._assign(id, task)
                group = Group(id, task, self.name, self._settings.group_size, {one.id for one in made})
                self._open[id] = group
                assignments += made
            self.crew.submit(assignments)
            self._started += 1

    def _assign(self, group: str, task: str) -> list[Assignment]:
        """All of a group start alike; only their chances differ."""
        members = [
            f"{group}/{member:02}" for member in range(self._settings.group_size + self._settings.spare)
        ]
        return [Assignment(id, task, self._chance(id), self.name) for id in members]

    def _chance(self, name: str) -> int:
        """The seed of a rollout: another for each, always the same."""
        return zlib.crc32(f"{self._seed}/{name}".encode())

    def begin_at(self, step: int) -> None:
        """Go on after a checkpoint: what was under way then is played again."""
        self._started = step
        self._open.clear()

    def take(self, one: Played) -> None:
        self.counts.rollouts += 1
        self.latencies_ms += one.latencies_ms
        if one.reward is None:
            self.counts.faults += 1
        else:
            self.counts.successes += int(one.reward)
            self.categories.setdefault(one.category, []).append(one.reward)
        group = self._open.get(one.group)
        if group is None:
            self.counts.late += 1
        else:
            group.take(one)

    def num_ready(self) -> int:
        return sum(group.is_ready for group in self._open.values())

    @property
    def is_full(self) -> bool:
        return self.num_ready() >= self.wanted

    def hand_over(self, version: int) -> list[Group]:
        """The groups that are ready and fresh enough, oldest first; the others wait on or are dropped."""
        ready: list[Group] = []
        for group in sorted(self._open.values(), key=lambda group: group.id):
            if group.is_ready and len(ready) < self.wanted:
                self._close(group)
                if group.counted and version - group.version > self._settings.most_stale:
                    self.counts.stale += 1
                else:
                    ready.append(group)
            elif not group.is_ready and self._is_due(group):
                self._put_off(group)
        return ready

    def _is_due(self, group: Group) -> bool:
        return int(group.id.partition("/")[0]) <= self._started - 1 - self._settings.ahead

    def _put_off(self, group: Group) -> None:
        if self._settings.late == "carry":
            self.counts.carried += 1
        else:
            self.counts.dropped += 1
            self._close(group)

    def _close(self, group: Group) -> None:
        del self._open[group.id]
        if group.waiting:
            self.crew.forget(sorted(group.waiting))

    def clear_counts(self) -> None:
        self.counts = Counts()
        self.latencies_ms = []
        self.categories = {}


def groups_to_start(quota: int, oversample: float) -> int:
    """Of a lane, each step. Cut to whole ones lane by lane, two lanes would have fewer than one with both
    quotas."""
    wanted = round(quota * oversample)
    if abs(wanted - quota * oversample) > 1e-6:
        raise TrainError(
            f"rl: a lane with {quota} groups a step and oversample {oversample:g} would start"
            f" {quota * oversample:g}; accepted: a whole number for every lane, such as oversample"
            f" {math.ceil(oversample)}"
        )
    return wanted


class Gathered(NamedTuple):
    groups: dict[LaneName, list[Group]]
    """By lane."""
    waited_s: float


def gather(
    lanes: Mapping[LaneName, Lane], step: int, version: int, settings: RlSettings,
    clock: Callable[[], float] = time.monotonic,
) -> Gathered:  # fmt: skip
    """Play until every lane has its groups, or one has and the patience with the others is at its end."""
    started = clock()
    for lane in lanes.values():
        lane.start(step)
    first_full: float | None = None
    while not all(lane.is_full for lane in lanes.values()):
        if first_full is None and any(lane.is_full for lane in lanes.values()):
            first_full = clock()
        left = None
        if first_full is not None and settings.patience_s is not None:
            left = first_full + settings.patience_s - clock()
            if left <= 0:
                break
        for one in collect_any([lane.crew for lane in lanes.values()], min(left or POLL_S, POLL_S)):
            lanes[one.lane].take(one)
    groups = {name: lane.hand_over(version) for name, lane in lanes.items()}
    return Gathered(groups, clock() - started)
