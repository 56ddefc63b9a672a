"""Rollouts: a learner's policy on the phones of one lane, and what the trainer keeps of each try.

Runs in the trainer's process or in one of its own (crew.py). Invariant: a rollout is known by its id, which
names its group; its chances depend on its own seed, not on who else plays.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, Protocol

import msgspec

from phonebuddy.agents.policy import Policy
from phonebuddy.episode import Episode, Lane, Result
from phonebuddy.episodes.stage import Assignment
from phonebuddy.train.learner import Learner, Row
from phonebuddy.train.once import Once

Draws = Literal["always", "once"]
"""When the choices of a rollout are drawn by chance."""


class Played(msgspec.Struct, frozen=True):
    """One try that was made, as far as training needs it."""

    id: str
    task: str
    category: str
    lane: Lane
    result: Result
    ending: str = ""
    cause: str = ""
    num_steps: int = 0
    latencies_ms: tuple[float, ...] = ()
    version: int = 0
    """Of the policy that took the first action: the oldest."""
    rows: tuple[Row, ...] = ()

    @property
    def reward(self) -> float | None:
        return {"success": 1.0, "failure": 0.0}.get(self.result)

    @property
    def group(self) -> str:
        return group_of(self.id)


def group_of(id: str) -> str:
    """The group of a rollout: all but the last part of its id."""
    return id.rpartition("/")[0]


class Player(Protocol):
    """Phones that can be given tasks: a Runner, or what stands for one in tests."""

    def play(self, assignments: Iterable[Assignment | None], policy: Policy) -> Iterator[Episode]:
        """Each episode as it ends; None among the assignments means that there is none now."""
        ...

    def close(self) -> None: ...


class Desk:
    """A learner and a player at work together."""

    def __init__(self, learner: Learner, player: Player, temperature: float, draws: Draws = "always") -> None:
        learner.train(False)
        self._learner = learner
        self._player = player
        drawing = learner.policy(temperature)
        self._policy: Policy = Once(drawing, learner.policy(0.0)) if draws == "once" else drawing
        self._queue: deque[Assignment] = deque()
        self._playing: Iterator[Episode] | None = None
        self._listen: Callable[[], None] = lambda: None

    def put_weights(self, version: int, tensors: bytes) -> None:
        self._learner.put_tensors(tensors, version)

    def submit(self, assignments: Sequence[Assignment]) -> None:
        self._queue.extend(assignments)

    def forget(self, ids: Sequence[str]) -> list[str]:
        """Leave out those that have not begun; gives those."""
        unwanted = set(ids)
        left_out = [one.id for one in self._queue if one.id in unwanted]
        self._queue = deque(one for one in self._queue if one.id not in unwanted)
        return left_out

    def next(self, listen: Callable[[], None] = lambda: None) -> Played | None:
        """The next try to end; None when there is nothing to do. `listen` is called before each new try."""
        self._listen = listen
        if self._playing is None:
            self._playing = self._player.play(self._waiting(), self._policy)
        episode = next(self._playing, None)
        if episode is None:
            self._playing = None
            return None
        return self._keep(episode)

    def _waiting(self) -> Iterator[Assignment | None]:
        while True:
            self._listen()
            yield self._queue.popleft() if self._queue else None

    def _keep(self, episode: Episode) -> Played:
        """A fault teaches nothing, so nothing is made of its steps."""
        rows = self._learner.rows(episode) if episode.reward is not None else []
        return Played(
            id=episode.id,
            task=episode.task,
            category=episode.category,
            lane=episode.lane,
            result=episode.result,
            ending=episode.ending,
            cause=episode.cause,
            num_steps=len(episode.steps),
            latencies_ms=tuple(round(step.latency_ms, 3) for step in episode.steps),
            # Who could not take a first action is no older than who acts now.
            version=min((step.version for step in episode.steps), default=self._learner.version),
            rows=tuple(msgspec.structs.replace(row, group=group_of(episode.id)) for row in rows),
        )

    def close(self) -> None:
        self._player.close()
