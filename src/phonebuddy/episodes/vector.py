"""PhoneWorldVector: many phones as one Gymnasium vector environment, one process per core.

An episode that ended starts again with the next step, whose action is not looked at (NEXT_STEP autoreset): so
no frame has to be kept besides the one that is shown. Invariant: phone for phone it returns what
PhoneWorldEnv would.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, iterate

from phonebuddy.actions import Action
from phonebuddy.episodes.env import (
    PROFILE,
    PhoneWorldEnv,
    describe,
    make_settings,
    read_options,
    read_snapshot,
)
from phonebuddy.episodes.messages import Act, Draw, Layout, Place, Report, Reset, Start
from phonebuddy.episodes.register import MAX_EPISODE_STEPS
from phonebuddy.episodes.remote import remote_screen
from phonebuddy.episodes.spaces import MAX_ELEMENTS, ActionSpace, Observation, observation_space
from phonebuddy.episodes.team import Team
from phonebuddy.errors import ActionError, PhoneBuddyError
from phonebuddy.screen import Pixels
from phonebuddy.world.look import OWN, make_look

Flags = npt.NDArray[np.bool_]
Actions = Mapping[str, Any] | Sequence[Action]


class PhoneWorldVector(VectorEnv[Any, Any, npt.NDArray[Any]]):
    """Many phones.

    Args:
        num_envs: how many phones.
        workers: how many processes they are spread over; one per core this process may use when left out.
        max_episode_steps: after how many steps an episode is cut off; -1 never.
        copy: False returns views of the shared memory, which the next call overwrites.
        observation, profile, dark, scheme, font_scale, apps, max_elements, render_mode: as in PhoneWorldEnv.
    """

    metadata = {**PhoneWorldEnv.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        workers: int | None = None,
        observation: Observation = "pixels",
        profile: str = PROFILE,
        dark: bool = False,
        scheme: str = OWN,
        font_scale: float = 1.0,
        apps: Iterable[str | Path] | None = None,
        max_elements: int = MAX_ELEMENTS,
        render_mode: str | None = None,
        max_episode_steps: int = MAX_EPISODE_STEPS,
        copy: bool = True,
    ) -> None:
        shares = _shares(num_envs, len(os.sched_getaffinity(0)) if workers is None else workers)
        settings = make_settings(profile, dark, scheme, font_scale, apps)
        look = make_look(settings.look)
        draws = observation != "tree"
        self._layout = Layout(
            num_envs,
            look.width,
            look.height if draws or render_mode is not None else 0,
            max_elements if observation != "pixels" else 0,
        )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = observation_space(observation, look.width, look.height, max_elements)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._size = look.width, look.height
        self._observation = observation
        self._copy = copy
        self._shares = shares
        self._is_started = False
        limit = None if max_episode_steps < 0 else max_episode_steps
        self._team = Team([Start(settings, self._layout, *share, draws, limit) for share in shares])
        self._views = self._layout.views(self._team.memory)
        for array in self._views:
            # The workers draw only what differs from the frame before, so nobody else may draw there.
            array.flags.writeable = False
        self.apps = tuple(self._team.apps)
        self._actions = ActionSpace(self.apps)
        self.single_action_space = self._actions
        self.action_space = batch_space(self._actions, num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start all phones, or those in `options["reset_mask"]`; one seed counts up from phone to phone.

        `options["task"]` is one task for all, or a list with a task or None for each.
        """
        self._check_open()
        super().reset(seed=seed if isinstance(seed, int) else None)
        options = dict(options or {})
        mask = self._mask(options.pop("reset_mask", None))
        if not (self._is_started or mask.all()):
            raise ResetNeeded("the first reset must start all phones")
        snapshot = read_snapshot(read_options(options).get("snapshot"))
        data = None if snapshot is None else snapshot.to_bytes()
        asked = zip(self._seeds(seed), self._tasks(options.get("task")), mask, strict=True)
        places = [Place(its_seed, data, task) if chosen else None for its_seed, task, chosen in asked]
        answers = self._team.ask([Reset(places[first:last]) for first, last in self._shares])
        self._is_started = True
        observations = self._observe()
        return observations, self._infos(
            [report for answer in answers for report in answer.reports], observations
        )

    def step(self, actions: Actions) -> tuple[Any, npt.NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """One action for each phone: a member of the action space, or a list of Actions."""
        self._check_open()
        if not self._is_started:
            raise ResetNeeded("call reset before the first step")
        given = self._read(actions)
        answers = self._team.ask([Act(given[first:last]) for first, last in self._shares])
        reports = [report for answer in answers for report in answer.reports if report is not None]
        observations = self._observe()
        return (
            observations,
            np.array([report.reward for report in reports]),
            np.array([report.terminated for report in reports]),
            np.array([report.truncated for report in reports]),
            self._infos(reports, observations),
        )

    def render(self) -> tuple[Pixels, ...] | None:
        """All screens as RGB."""
        self._check_open()
        if self.render_mode is None:
            return None
        if self._observation == "tree":
            self._team.ask([Draw() for _ in self._shares])
        return tuple(np.ascontiguousarray(frame[..., :3]) for frame in self._views.pixels)

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of the workers' processes."""
        return self._team.processes

    def close_extras(self) -> None:
        self._team.close()

    def _check_open(self) -> None:
        if self._team.is_closed:
            raise ClosedEnvironmentError("this vector environment is closed; make a new one")

    def _read(self, actions: Actions) -> list[Action]:
        if isinstance(actions, Mapping):
            return [self._actions.decode(values) for values in iterate(self.action_space, actions)]
        if len(actions) != self.num_envs:
            raise ActionError(f"{len(actions)} actions for {self.num_envs} phones")
        return [self._actions.read(action) for action in actions]

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int):
            return range(seed, seed + self.num_envs)
        if len(seed) != self.num_envs:
            raise PhoneBuddyError(f"{len(seed)} seeds for {self.num_envs} phones")
        return seed

    def _tasks(self, given: str | Sequence[str | None] | None) -> Sequence[str | None]:
        if given is None or isinstance(given, str):
            return [given] * self.num_envs
        if len(given) != self.num_envs:
            raise PhoneBuddyError(f"{len(given)} tasks for {self.num_envs} phones")
        return given

    def _mask(self, given: Flags | None) -> Flags:
        if given is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(given, np.ndarray) or given.dtype != np.bool_ or given.shape != (self.num_envs,):
            raise PhoneBuddyError(f"reset_mask must be an array of {self.num_envs} truth values")
        return given

    def _observe(self) -> Any:
        shown: dict[str, Any] = {"pixels": self._views.pixels, "tree": self._views.trees}
        if self._observation != "both":
            shown = {self._observation: shown[self._observation]}
        if self._copy:
            shown = {name: array.copy() for name, array in shown.items()}
        return shown if self._observation == "both" else shown[self._observation]

    def _infos(self, reports: Sequence[Report | None], observations: Any) -> dict[str, Any]:
        """What `info` says of each phone, by name, with a mask of the phones it is about, as in Gymnasium."""
        frames = observations["pixels"] if self._observation == "both" else observations
        infos: dict[str, Any] = {}
        for index, report in enumerate(reports):
            if report is not None:
                frame = None if self._observation == "tree" else frames[index]
                screen = remote_screen(report, *self._size, frame)
                infos = self._add_info(infos, describe(screen, report.told), index)
        return infos


def _shares(num_envs: int, workers: int) -> list[tuple[int, int]]:
    """Which phones each worker has, first and last + 1; as even as can be, nobody without one."""
    if num_envs < 1 or workers < 1:
        raise PhoneBuddyError(f"num_envs {num_envs}, workers {workers}; accepted: 1 or more of each")
    count = min(num_envs, workers)
    bounds = [num_envs * number // count for number in range(count + 1)]
    return list(zip(bounds[:-1], bounds[1:], strict=True))
