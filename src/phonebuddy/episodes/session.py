"""Session: one phone that is started again and again, in the world of a seed or from a snapshot.

What the single environment and the workers of the vector share. There are no tasks yet to judge what
happened, so the reward is always 0. Invariant: the same starts and actions give the same screens.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from phonebuddy.actions import Action, CallUser, Finish
from phonebuddy.errors import SnapshotError
from phonebuddy.screen import Screen
from phonebuddy.world.image import Image, build_image, default_apps
from phonebuddy.world.look import LookSpec, make_look
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot
from phonebuddy.world.spec.load import AppSet, load_apps


class Settings(msgspec.Struct, frozen=True):
    """Which phone: its look, and the folders of its apps (None: the built-in ones)."""

    look: LookSpec
    apps: tuple[str, ...] | None = None


class Step(NamedTuple):
    """What an action led to."""

    screen: Screen
    reward: float
    terminated: bool


class Session:
    """See the head of this file."""

    def __init__(self, settings: Settings) -> None:
        make_look(settings.look)
        self._settings = settings
        self._apps = _app_set(settings.apps)
        self._phone: WorldPhone | None = None
        self.apps = tuple(app.package for app in self._apps.apps.values())
        """Packages, in the order the action space counts them."""

    @property
    def phone(self) -> WorldPhone:
        assert self._phone is not None, "reset starts the phone"
        return self._phone

    @property
    def is_started(self) -> bool:
        return self._phone is not None

    def reset(self, seed: int | None = None, snapshot: Snapshot | None = None) -> Screen:
        """Start in the world of a seed, or again in the same world (at first: 0); there, at a snapshot."""
        if snapshot is not None and snapshot.look.profile != self._settings.look.profile:
            ours = self._settings.look.profile
            raise SnapshotError(f"the snapshot is of a {snapshot.look.profile} phone; this one is {ours}")
        if seed is None:
            seed = 0 if self._phone is None else self._phone.image.seed
        if self._phone is None or (self._phone.image.seed, self._phone.look) != (seed, self._settings.look):
            self.close()
            self._phone = WorldPhone(_image(self._settings.apps, seed), self._settings.look)
        self._phone.reset(snapshot)
        return self._phone.observe()

    def step(self, action: Action) -> Step:
        """Do one action. Telling the result and asking the user end the episode."""
        self.phone.act(action)
        return Step(self.phone.observe(), 0.0, isinstance(action, Finish | CallUser))

    def close(self) -> None:
        if self._phone is not None:
            self._phone.close()
            self._phone = None


@lru_cache(maxsize=4)
def _app_set(folders: tuple[str, ...] | None) -> AppSet:
    return default_apps() if folders is None else load_apps([Path(folder) for folder in folders])


@lru_cache(maxsize=8)
def _image(folders: tuple[str, ...] | None, seed: int) -> Image:
    """Phones of one process that start in the same world share its image."""
    return build_image(_app_set(folders), seed)
