"""PhoneWorldEnv: one phone as a Gymnasium environment.

Invariant: what it returns is new on every call and never changes afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded

from phonebuddy.action_checks import unknown
from phonebuddy.actions import Action
from phonebuddy.episodes.session import Session, Settings, Told
from phonebuddy.episodes.spaces import (
    COLUMNS,
    MAX_ELEMENTS,
    ActionSpace,
    Observation,
    observation_space,
    write_tree,
)
from phonebuddy.errors import PhoneBuddyError
from phonebuddy.screen import Pixels, Screen
from phonebuddy.world.look import OWN, LookSpec, make_look
from phonebuddy.world.snapshot import Snapshot

OPTIONS = ("snapshot", "task")
"""What the options of a reset may hold."""
PROFILE = "540x1200"
"""Sharp enough to read, and four times as fast as the full 1080x2400."""


class PhoneWorldEnv(gymnasium.Env[Any, Any]):
    """One phone.

    Args:
        observation: `pixels` (RGBA), `tree` (a row of numbers per element, see `spaces.COLUMNS`), or `both`.
        profile: the size of the screen, `1080x2400`, `720x1600`, `540x1200` or `360x800`.
        dark, scheme, font_scale: how it looks, as in `LookSpec`.
        apps: folders of apps; the built-in ones when left out.
        max_elements: rows of the tree.
        render_mode: `rgb_array` or None.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 1}

    def __init__(
        self,
        observation: Observation = "pixels",
        profile: str = PROFILE,
        dark: bool = False,
        scheme: str = OWN,
        font_scale: float = 1.0,
        apps: Iterable[str | Path] | None = None,
        max_elements: int = MAX_ELEMENTS,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self._observation = observation
        self._max_elements = max_elements
        settings = make_settings(profile, dark, scheme, font_scale, apps)
        look = make_look(settings.look)
        self.observation_space = observation_space(observation, look.width, look.height, max_elements)
        self._session = Session(settings)
        self.action_space = ActionSpace(self._session.apps)
        self._actions = self.action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start in the world of `seed`, or as the last time; `options` may hold a `snapshot` or a `task`."""
        super().reset(seed=seed)
        given = read_options(options)
        step = self._session.start(seed, read_snapshot(given.get("snapshot")), given.get("task"))
        return self._observe(step.screen), describe(step.screen, step.told)

    def step(self, action: Mapping[str, Any] | Action) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Do one action, given as a member of the action space or as an Action."""
        self._check_started()
        step = self._session.step(self._actions.read(action))
        return (
            self._observe(step.screen),
            step.reward,
            step.terminated,
            False,
            describe(step.screen, step.told),
        )

    def snapshot(self) -> Snapshot:
        """This moment, to come back to with `reset(seed=..., options={"snapshot": ...})`."""
        self._check_started()
        return self._session.phone.snapshot()

    def render(self) -> Pixels | None:
        """The screen as RGB, for people and films."""
        if self.render_mode is None:
            return None
        self._check_started()
        return np.ascontiguousarray(self._session.phone.observe().pixels()[..., :3])

    def close(self) -> None:
        self._session.close()

    def _check_started(self) -> None:
        if not self._session.is_started:
            raise ResetNeeded("the phone is not started; call reset first")

    def _observe(self, screen: Screen) -> Any:
        shown: dict[str, Any] = {}
        if self._observation != "tree":
            # A copy of their own, since learners write into what they get.
            shown["pixels"] = np.array(screen.pixels())
        if self._observation != "pixels":
            shown["tree"] = np.empty((self._max_elements, len(COLUMNS)), np.int16)
            write_tree(screen, shown["tree"])
        return shown if self._observation == "both" else shown[self._observation]


def make_settings(
    profile: str, dark: bool, scheme: str, font_scale: float, apps: Iterable[str | Path] | None
) -> Settings:
    """The settings that these keywords mean."""
    folders = None if apps is None else tuple(str(Path(folder).resolve()) for folder in apps)
    return Settings(LookSpec(profile, dark, scheme, font_scale), folders)


def describe(screen: Screen, told: Told | None = None) -> dict[str, Any]:
    """What `info` says about a screen, and about the task where there is one."""
    info: dict[str, Any] = {
        "screen": screen,
        "app": screen.package,
        "activity": screen.activity,
        "time_s": screen.time_s,
    }
    if told is not None:
        info |= {"task": told.task, "instruction": told.instruction}
        if told.result:
            info |= {"result": told.result, "reasons": told.reasons}
    return info


def read_options(options: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """The options of a reset, all of them known."""
    for name in options or ():
        if name not in OPTIONS:
            raise PhoneBuddyError(unknown("option", name, OPTIONS))
    return options or {}


def read_snapshot(given: Snapshot | bytes | None) -> Snapshot | None:
    """A snapshot, which may also be given as its bytes."""
    return Snapshot.from_bytes(given) if isinstance(given, bytes) else given
