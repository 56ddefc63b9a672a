"""How the vector environment scales: steps per second with one worker, two, and so on.

Invariant: takes no longer than `seconds` per number of workers, besides starting them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from phonebuddy.actions import Action, ButtonPress, Click, OpenApp, Point, Scroll, Type
from phonebuddy.episodes.env import PROFILE
from phonebuddy.episodes.spaces import Observation
from phonebuddy.episodes.vector import PhoneWorldVector

EPISODE_STEPS = 50
"""After so many steps all phones move on to another world."""


class Run(NamedTuple):
    """One measurement: all phones together."""

    workers: int
    num_envs: int
    steps: int
    wall_s: float
    steps_per_s: float
    load_average: float
    """Of the minute before, on the whole machine: what else was running."""


class Scaling(NamedTuple):
    """All measurements, and under which conditions they were made."""

    runs: tuple[Run, ...]
    observation: str
    profile: str
    num_cpus: int

    def to_json(self) -> dict[str, Any]:
        return {**self._asdict(), "runs": [run._asdict() for run in self.runs]}


def measure_scaling(
    workers: Sequence[int] = (1, 2),
    phones_per_worker: int = 8,
    seconds: float = 3.0,
    observation: Observation = "pixels",
    profile: str = PROFILE,
    apps: Iterable[str | Path] | None = None,
) -> Scaling:
    """Steps per second of a seeded walk, for each number of workers, each with as many phones."""
    folders = None if apps is None else list(apps)
    runs = []
    for count in workers:
        num_envs = count * phones_per_worker
        envs = PhoneWorldVector(
            num_envs, count, observation, profile, apps=folders, max_episode_steps=-1, copy=False
        )
        try:
            runs.append(_measure(envs, count, seconds))
        finally:
            envs.close()
    return Scaling(tuple(runs), observation, profile, len(os.sched_getaffinity(0)))


def _measure(envs: PhoneWorldVector, workers: int, seconds: float) -> Run:
    draw = np.random.default_rng(0)
    # Drawn beforehand: the phones are measured, not the dice.
    episodes = [[_actions(draw, envs) for _ in range(EPISODE_STEPS)] for _ in range(4)]
    envs.reset(seed=0)
    load_average = os.getloadavg()[0]
    rounds = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        episode, step = divmod(rounds, EPISODE_STEPS)
        if step == 0:
            envs.reset(seed=episode * envs.num_envs)
        envs.step(episodes[episode % len(episodes)][step])
        rounds += 1
    wall_s = time.perf_counter() - start
    steps = rounds * envs.num_envs
    return Run(workers, envs.num_envs, steps, wall_s, steps / wall_s, load_average)


def _actions(draw: np.random.Generator, envs: PhoneWorldVector) -> list[Action]:
    return [_action(draw, envs.single_action_space.apps) for _ in range(envs.num_envs)]


def _action(draw: np.random.Generator, apps: Sequence[str]) -> Action:
    """Mostly taps, as people do; the rest scrolls, types and moves between apps."""
    x1, y1, x2, y2 = draw.integers(0, 1001, 4).tolist()
    match draw.choice(5, p=[0.6, 0.15, 0.1, 0.05, 0.1]):
        case 0:
            return Click(Point(x1, y1))
        case 1:
            return Scroll(Point(x1, y1), Point(x1, y2))
        case 2:
            return Type("".join(draw.choice(list("abcdefgh "), 8)))
        case 3:
            return ButtonPress("back")
        case _:
            return OpenApp(apps[x2 % len(apps)])
