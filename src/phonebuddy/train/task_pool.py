"""The task pool: which tasks of a lane are tried now, kept to those that succeed sometimes.

A task that always or never succeeds teaches nothing: its groups have no spread. Such a task rests; one
that has not been tried takes its place, and when there is none the one that has rested longest comes back.
Invariant: the pool depends on its tasks, its seed and the results it was told, in order; its state is JSON.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec

from phonebuddy.errors import TrainError


class Known(msgspec.Struct):
    """What a pool knows of one task."""

    task: str
    tries: int = 0
    rate: float = 0.5
    """Of success, recent rollouts first."""
    rested: int = -1
    """At which step it went to rest; -1 while it is active or new."""


class PoolState(msgspec.Struct):
    active: list[Known]
    fresh: list[str]
    resting: list[Known]
    turn: int = 0


class TaskPool:
    """See the head of this file."""

    def __init__(self, tasks: Sequence[str], size: int, low: float, high: float, seed: int) -> None:
        if not tasks:
            raise TrainError("a lane needs at least one task; give it a split, a suite or a file of tasks")
        order = sorted(set(tasks))
        random.Random(f"task pool/{seed}").shuffle(order)
        self._low, self._high = low, high
        self._state = PoolState([Known(task) for task in order[:size]], order[size:], [])

    @property
    def num_active(self) -> int:
        return len(self._state.active)

    @property
    def num_resting(self) -> int:
        return len(self._state.resting)

    def draw(self, count: int) -> list[str]:
        """The next tasks, active ones in turn; more than are active gives some of them again."""
        state = self._state
        chosen = [state.active[(state.turn + n) % len(state.active)].task for n in range(count)]
        state.turn = (state.turn + count) % len(state.active)
        return chosen

    def tell(self, task: str, results: Sequence[float], step: int) -> None:
        """How the rollouts of a task went; faults are not told."""
        known = next((one for one in self._state.active if one.task == task), None)
        if known is None or not results:
            return
        mean = sum(results) / len(results)
        known.rate = mean if known.tries == 0 else (known.rate + mean) / 2
        known.tries += 1
        if not self._low <= known.rate <= self._high:
            self._rest(known, step)

    def _rest(self, known: Known, step: int) -> None:
        state = self._state
        if state.fresh:
            follower = Known(state.fresh.pop(0))
        elif state.resting:
            # Its old rate is forgotten: the policy that had it is gone.
            follower = Known(state.resting.pop(0).task)
        else:
            return
        state.active[state.active.index(known)] = follower
        known.rested = step
        state.resting.append(known)

    def save(self) -> dict[str, object]:
        saved: dict[str, object] = msgspec.to_builtins(self._state)
        return saved

    def load(self, saved: object) -> None:
        self._state = msgspec.convert(saved, PoolState)
