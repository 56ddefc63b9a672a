"""RL: group after group of rollouts from the lanes, each step one update, every step a place to go on from.

Invariant: where the settings are deterministic and the lanes are, a run that was killed and went on ends
with the same bytes as one that was not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from phonebuddy.episode import Lane as LaneName
from phonebuddy.train.groups import Group, Lesson, Successes, lesson
from phonebuddy.train.lanes import Lane, gather
from phonebuddy.train.learner import Learner, Row, learner_from
from phonebuddy.train.metrics import Value
from phonebuddy.train.optimiser import adamw
from phonebuddy.train.rl_settings import RlSettings
from phonebuddy.train.schedule import learning_rate, set_rate
from phonebuddy.train.trainers import Trainers
from phonebuddy.train.update import Updated, update

PERCENTILES = (50, 90, 99)
_TOLD = msgspec.msgpack.Decoder(tuple[int, list[Row]])


class Saved(NamedTuple):
    """All that RL needs to go on, besides the weights and the optimiser."""

    position: dict[str, object]
    successes: bytes


class RlTrainer:
    """See the head of this file. The lanes' crews are the caller's to close."""

    def __init__(
        self, learner: Learner, lanes: Mapping[LaneName, Lane], settings: RlSettings,
        trainers: Trainers | None = None,
    ) -> None:  # fmt: skip
        self.learner = learner
        self.settings = settings
        self._trainers = trainers or Trainers()
        parameters = list(learner.parameters())
        self.optimizer = adamw([{"params": parameters}], settings.learning_rate, (0.9, 0.99))
        self.step = 0
        self._lanes = lanes
        self._successes = Successes()
        self._totals: dict[str, int] = {name: 0 for name in lanes}
        self._start: Learner | None = None
        if settings.kl:
            # A copy, since the one we train moves away from it.
            self._start = learner_from(learner.name, learner.config(), learner.tensors())
            self._start.to(str(next(learner.parameters()).device))
            # As the learner in an update: else they would differ before anything was learned.
            self._start.train(False)

    @property
    def rollouts(self) -> dict[str, int]:
        """How many each lane has played so far."""
        return dict(self._totals)

    def save(self) -> Saved:
        pools = {name: lane.pool.save() for name, lane in self._lanes.items()}
        position: dict[str, object] = {"step": self.step, "pools": pools, "rollouts": self._totals}
        return Saved(position, self._successes.save())

    def load(self, saved: Saved) -> None:
        step, pools, totals = (saved.position[key] for key in ("step", "pools", "rollouts"))
        assert isinstance(step, int) and isinstance(pools, dict) and isinstance(totals, dict)
        self.step = step
        self._totals = {name: int(count) for name, count in totals.items()}
        for name, lane in self._lanes.items():
            lane.pool.load(pools[name])
            lane.begin_at(step)
        self._successes.load(saved.successes)

    def run(self, after_step: Callable[[dict[str, Value]], None]) -> None:
        """All steps that are left; `after_step` is called with the numbers of each, when it may be saved."""
        while self.step < self.settings.steps:
            after_step(self.run_step())
        self._trainers.tell()

    def follow(self) -> None:
        """All updates of a process that plays nothing: it is told the rows until there are no more."""
        while data := self._trainers.tell():
            self.step, rows = _TOLD.decode(data)
            self._update(rows)

    def run_step(self) -> dict[str, Value]:
        tensors = self.learner.tensors()
        for lane in self._lanes.values():
            lane.clear_counts()
            lane.crew.put_weights(self.learner.version, tensors)
        gathered = gather(self._lanes, self.step, self.learner.version, self.settings)
        rows: list[Row] = []
        staleness: list[int] = []
        for name, groups in gathered.groups.items():
            for group, found in self._lessons(self._lanes[name], groups):
                rows += found.rows
                staleness.append(self.learner.version - group.version)
        if rows:
            self._trainers.tell(msgspec.msgpack.encode((self.step, rows)))
        updated = self._update(rows) if rows else None
        self.step += 1
        for name, lane in self._lanes.items():
            self._totals[name] += lane.counts.rollouts
        return self._numbers(updated, staleness, gathered.waited_s)

    def _update(self, rows: list[Row]) -> Updated | None:
        set_rate(self.optimizer, learning_rate(self.settings, self.step))
        return update(self.learner, self.optimizer, rows, self.settings, self._start, self._trainers)

    def _lessons(self, lane: Lane, groups: list[Group]) -> list[tuple[Group, Lesson]]:
        """What a lane's groups teach, no more of them than its quota."""
        found: list[tuple[Group, Lesson]] = []
        for group in groups:
            earlier = self._successes.of(group.task) if self.settings.replay else None
            taught = lesson(
                group, self.settings.scale, self.settings.length_term, earlier, self.settings.credit
            )
            results = [one.reward for one in group.counted if one.reward is not None]
            lane.pool.tell(group.task, results, self.step)
            self._successes.keep(group)
            if taught is None or not taught.rows:
                lane.counts.flat += 1
            elif len(found) < lane.quota:
                found.append((group, taught))
                lane.counts.used += 1
                lane.counts.replayed += taught.was_replayed
        return found

    def _numbers(self, updated: Updated | None, staleness: list[int], waited_s: float) -> dict[str, Value]:
        """One line of metrics; a step without an update says so by what is missing."""
        numbers: dict[str, Value] = {"gather_s": round(waited_s, 3), "version": self.learner.version}
        if updated is not None:
            numbers |= {name: value for name, value in updated._asdict().items() if math.isfinite(value)}
        if staleness:
            numbers |= {"staleness": sum(staleness) / len(staleness), "staleness_most": max(staleness)}
        for name, lane in self._lanes.items():
            numbers |= _of_lane(name, lane)
        return numbers


def _of_lane(name: LaneName, lane: Lane) -> dict[str, Value]:
    counts = lane.counts
    counted = counts.rollouts - counts.faults
    found: dict[str, Value] = {
        f"{name}/{key}": getattr(counts, key) for key in counts.__struct_fields__ if key != "successes"
    }
    if counted:
        found[f"{name}/success"] = counts.successes / counted
    for category, results in sorted(lane.categories.items()):
        found[f"{name}/success/{category}"] = sum(results) / len(results)
    found |= {f"{name}/active": lane.pool.num_active, f"{name}/resting": lane.pool.num_resting}
    took = sorted(lane.latencies_ms)
    for percent in PERCENTILES if took else ():
        found[f"{name}/latency_ms_p{percent}"] = round(took[(len(took) - 1) * percent // 100], 2)
    return found
