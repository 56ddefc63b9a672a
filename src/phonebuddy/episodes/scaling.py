"""How the vector environment scales: steps per second with one worker, two, and so on.

Wall time says what this machine did just then, with whatever else was running; CPU time says what it would do
with the cores to itself. Invariant: it takes `seconds` per number of workers, besides starting them.
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
    """One measurement, all phones together. Starting phones and building their worlds is not in it."""

    workers: int
    num_envs: int
    steps: int
    steps_per_s: float
    wall_s: float
    worker_cpu_s: float
    """Of all workers together."""
    own_cpu_s: float
    """Of the process that steps them: what cannot be spread over cores."""
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


class _Clock(NamedTuple):
    """Wall time, CPU time of the workers, CPU time of this process."""

    wall_s: float
    worker_cpu_s: float
    own_cpu_s: float

    @staticmethod
    def read(envs: PhoneWorldVector) -> _Clock:
        workers = sum(_cpu_s(process) for process in envs.processes)
        return _Clock(time.perf_counter(), workers, time.process_time())


def measure_scaling(
    workers: Sequence[int] = (1, 2),
    phones_per_worker: int = 8,
    seconds: float = 3.0,
    observation: Observation = "pixels",
    profile: str = PROFILE,
    apps: Iterable[str | Path] | None = None,
) -> Scaling:
    """Steps per second of a seeded walk, for each number of workers, each worker with as many phones."""
    folders = None if apps is None else list(apps)
    runs = []
    for count in workers:
        envs = PhoneWorldVector(
            count * phones_per_worker,
            count,
            observation,
            profile,
            apps=folders,
            max_episode_steps=-1,
            copy=False,
        )
        try:
            runs.append(_measure(envs, seconds))
        finally:
            envs.close()
    return Scaling(tuple(runs), observation, profile, len(os.sched_getaffinity(0)))


def _measure(envs: PhoneWorldVector, seconds: float) -> Run:
    draw = np.random.default_rng(0)
    load_average = os.getloadavg()[0]
    envs.reset(seed=0)
    for app in envs.apps:
        # Workers compile an app when it is first opened; that is not a step's work.
        envs.step([OpenApp(app)] * envs.num_envs)
    latest = time.perf_counter() + seconds
    rounds, spent = 0, np.zeros(3)
    while time.perf_counter() < latest or rounds == 0:
        # Drawn beforehand: the phones are measured, not the dice.
        walk = [[_action(draw, envs.apps) for _ in range(envs.num_envs)] for _ in range(EPISODE_STEPS)]
        envs.reset(seed=rounds * envs.num_envs)
        start = _Clock.read(envs)
        for actions in walk:
            envs.step(actions)
            rounds += 1
            if time.perf_counter() >= latest:
                break
        spent += np.subtract(_Clock.read(envs), start)
    steps = rounds * envs.num_envs
    times = _Clock(*spent.tolist())
    return Run(len(envs.processes), envs.num_envs, steps, steps / times.wall_s, *times, load_average)


def _cpu_s(process: int) -> float:
    """CPU time of a process of ours so far."""
    stat = Path(f"/proc/{process}/stat").read_text("utf-8")
    # Its second field, the name, may hold anything; the 14th and 15th are user and system time.
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


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
