"""Recording what a person does on a phone: a folder with one folder for each step.

A step holds the screen as it was (`screen.png`, `elements.json`, `dump.xml`) and what was done on it
(`action.json`); the last one has no action. Invariant: what is on the disk is complete at any moment: the
files of a step are written before the step gets its name.
"""

from __future__ import annotations

import os
import shutil
from datetime import datetime
from pathlib import Path

import msgspec

from phonebuddy.actions import Action, to_json
from phonebuddy.errors import PhoneBuddyError
from phonebuddy.screen import Screen
from phonebuddy.uixml import to_xml
from phonebuddy.world.phone import WorldPhone

FORMAT = 1
MAX_STEPS = 2_000


class Recorder:
    """Writes one recording; `step` before each action, `finish` at the end."""

    def __init__(self, parent: Path, phone: WorldPhone, seed: int) -> None:
        self.folder = _new_folder(parent)
        self.steps = 0
        head = {
            "format": FORMAT,
            "image": phone.image.id,
            "seed": seed,
            "apps": list(phone.image.apps.apps),
            "look": phone.look,
        }
        _write(self.folder / "recording.json", msgspec.json.format(msgspec.json.encode(head)))

    def step(self, screen: Screen, action: Action) -> None:
        if self.steps >= MAX_STEPS:
            raise PhoneBuddyError(f"the recording has {MAX_STEPS} steps; start another one")
        self._write_step(screen, action)
        self.steps += 1

    def take_back(self) -> None:
        """Forget the last step: it was the first half of a double tap."""
        if self.steps:
            self.steps -= 1
            shutil.rmtree(self._name(self.steps))

    def finish(self, screen: Screen) -> None:
        """Keep the screen that the last action led to."""
        self._write_step(screen, None)

    def _name(self, number: int) -> Path:
        return self.folder / f"{number:04d}"

    def _write_step(self, screen: Screen, action: Action | None) -> None:
        part = self.folder / ".writing"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir()
        _write(part / "screen.png", screen.png())
        about = {
            "package": screen.package,
            "activity": screen.activity,
            "width": screen.width,
            "height": screen.height,
            "time_s": screen.time_s,
            "elements": screen.elements,
        }
        _write(part / "elements.json", msgspec.json.encode(about))
        _write(part / "dump.xml", to_xml(screen).encode())
        if action is not None:
            _write(part / "action.json", msgspec.json.encode(to_json(action)))
        os.rename(part, self._name(self.steps))


def _new_folder(parent: Path) -> Path:
    """A folder of its own, named by the moment."""
    name = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    for number in range(1, 100):
        folder = parent / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as error:
            raise PhoneBuddyError(f"cannot write a recording below {parent}: {error}") from None
        return folder
    raise PhoneBuddyError(f"too many recordings at once below {parent}")


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)
