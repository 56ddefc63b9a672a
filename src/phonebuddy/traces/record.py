"""Recording what is done on a phone, whoever does it: a person on the live page, a script, an agent.

Works with anything that has observe() and act(). Invariant: each screen is written before its action is done,
so that a phone that breaks leaves a recording of everything up to there.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Protocol

from phonebuddy.actions import Action
from phonebuddy.errors import TraceError
from phonebuddy.screen import Screen
from phonebuddy.traces.store import DUMP, PICTURE, step_folder, write_head, write_step
from phonebuddy.uixml import to_xml

MAX_STEPS = 2_000


class Recordable(Protocol):
    """All that is asked of a phone."""

    def observe(self) -> Screen: ...

    def act(self, action: Action) -> None: ...


class Recorder:
    """Writes one recording; `step` before each action, `finish` at the end."""

    def __init__(self, parent: Path, head: Mapping[str, object]) -> None:
        self.folder = _new_folder(parent)
        self.steps = 0
        write_head(self.folder, head)

    def step(self, screen: Screen, action: Action) -> None:
        if self.steps >= MAX_STEPS:
            raise TraceError(f"the recording has {MAX_STEPS} steps; start another one")
        write_step(self.folder, self.steps, screen, action, _files(screen))
        self.steps += 1

    def take_back(self) -> None:
        """Forget the last step: it was the first half of a double tap."""
        if self.steps:
            self.steps -= 1
            shutil.rmtree(step_folder(self.folder, self.steps))

    def finish(self, screen: Screen) -> None:
        """Keep the screen that the last action led to."""
        write_step(self.folder, self.steps, screen, None, _files(screen))


class RecordedPhone:
    """A phone that writes down what is done on it; give it to a script or an agent in place of the phone."""

    def __init__(self, phone: Recordable, recorder: Recorder) -> None:
        self._phone = phone
        self.recorder = recorder
        self._seen: Screen | None = None
        """What the next action was decided on, if somebody looked: that is the screen to keep."""

    def observe(self) -> Screen:
        self._seen = self._phone.observe()
        return self._seen

    def act(self, action: Action) -> None:
        screen, self._seen = self._seen or self._phone.observe(), None
        self.recorder.step(screen, action)
        self._phone.act(action)

    def finish(self) -> None:
        """Keep the last screen; nothing may be done afterwards."""
        self.recorder.finish(self._phone.observe())


def _files(screen: Screen) -> dict[str, bytes]:
    return {f"{PICTURE}.png": screen.png(), DUMP: to_xml(screen).encode()}


def _new_folder(parent: Path) -> Path:
    """A folder of its own, named by the moment."""
    name = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    for number in range(1, 100):
        folder = parent / (name if number == 1 else f"{name}-{number}")
        try:
            os.makedirs(folder)
        except FileExistsError:
            continue
        except OSError as error:
            raise TraceError(f"cannot write a recording below {parent}: {error}") from None
        return folder
    raise TraceError(f"too many recordings at once below {parent}")
