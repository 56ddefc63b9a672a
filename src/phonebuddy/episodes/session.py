"""Session: one phone that is started again and again: in the world of a seed, from a snapshot, or for a task.

What the single environment and the workers of the vector share. The reward is 1 where an episode ends and its
task was done, else 0. Invariant: the same starts and actions give the same screens and rewards.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from phonebuddy.actions import Action, CallUser, Finish
from phonebuddy.errors import Fault, SnapshotError, TaskError
from phonebuddy.screen import Screen
from phonebuddy.tasks.calling import task_on
from phonebuddy.tasks.task import read_id
from phonebuddy.tasks.template import TaskTemplate
from phonebuddy.tasks.trial import Started, Talk, begin
from phonebuddy.tasks.verify import FAULT, verify
from phonebuddy.world.image import Image, build_image, default_apps
from phonebuddy.world.look import LookSpec, make_look
from phonebuddy.world.phone import WorldPhone
from phonebuddy.world.snapshot import Snapshot
from phonebuddy.world.spec.load import AppSet, load_apps


class Settings(msgspec.Struct, frozen=True):
    """Which phone: its look, and the folders of its apps (None: the built-in ones)."""

    look: LookSpec
    apps: tuple[str, ...] | None = None


class Told(msgspec.Struct, frozen=True):
    """What is known of the task of an episode; result and reasons once it has ended."""

    task: str
    instruction: str
    result: str = ""
    reasons: tuple[str, ...] = ()


class Step(NamedTuple):
    """What an action led to."""

    screen: Screen
    reward: float
    terminated: bool
    told: Told | None = None


class _Trial(NamedTuple):
    """The task that is being tried."""

    template: TaskTemplate
    started: Started
    told: Told
    talk: Talk


class Session:
    """See the head of this file."""

    def __init__(self, settings: Settings) -> None:
        make_look(settings.look)
        self._settings = settings
        self._apps = _app_set(settings.apps)
        self._phone: WorldPhone | None = None
        self._trial: _Trial | None = None
        self.apps = tuple(app.package for app in self._apps.apps.values())
        """Packages, in the order the action space counts them."""

    @property
    def phone(self) -> WorldPhone:
        assert self._phone is not None, "reset starts the phone"
        return self._phone

    @property
    def is_started(self) -> bool:
        return self._phone is not None

    def start(self, seed: int | None, snapshot: Snapshot | None, task: str | None) -> Step:
        """Start a task, or in the world of a seed; with neither, what was started last once more."""
        if task is None and seed is None and snapshot is None and self._trial is not None:
            task = self._trial.told.task
        self._trial = None
        if task is None:
            return Step(self.reset(seed, snapshot), 0.0, False)
        if snapshot is not None or seed is not None or self._settings.apps is not None:
            raise TaskError("a task brings its own world: give no seed and no snapshot, and no other apps")
        name, person, number = read_id(task)
        self.reset(person)
        template, made = task_on(self.phone, name, number)
        started = begin(self.phone, template, made)
        self._trial = _Trial(template, started, Told(task, made.instruction), Talk())
        return Step(self.phone.observe(), 0.0, False, self._trial.told)

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
        is_over = isinstance(action, Finish | CallUser)
        screen = self.phone.observe()
        if self._trial is None:
            return Step(screen, 0.0, is_over)
        self._trial.talk.note(action)
        if not is_over:
            return Step(screen, 0.0, False, self._trial.told)
        return self._judge(self._trial, screen)

    def _judge(self, trial: _Trial, screen: Screen) -> Step:
        verdict = verify(trial.template, self.phone, trial.started, trial.talk.ending())
        if verdict.result == FAULT:
            raise Fault(f"the verifier of {trial.told.task} broke: {'; '.join(verdict.reasons)}")
        told = msgspec.structs.replace(trial.told, result=verdict.result, reasons=verdict.reasons)
        return Step(screen, float(verdict.is_success), True, told)

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
