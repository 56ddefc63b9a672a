"""RealTask: a task for a real phone, as data: what is asked, how it starts, what it may do, how it is judged.

Not the task of the mock phone, whose goal is proven in a database. Invariant: a task that was read is
complete: it has something to be judged by.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import yaml

from phonebuddy.errors import PhoneBuddyError
from phonebuddy.phones.contract import Start
from phonebuddy.phones.side_effects import Permit, kinds
from phonebuddy.phones.verify import Check

MAX_STEPS = 40


class RealTaskError(PhoneBuddyError):
    """A file of tasks that cannot be read."""


class RealTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One task."""

    name: str
    instruction: str
    start: Start = Start()
    may: Permit = Permit()
    """What it may do for real."""
    rubric: tuple[str, ...] = ()
    """What must be seen for it to be done, one statement each."""
    checks: tuple[Check, ...] = ()
    """What the phone can be asked instead."""
    max_steps: int = MAX_STEPS


def read_tasks(path: Path) -> list[RealTask]:
    """The tasks of a YAML file, which is a list of them."""
    try:
        data = yaml.safe_load(path.read_text("utf-8"))
        tasks = msgspec.convert(data, list[RealTask])
    except OSError as error:
        raise RealTaskError(f"{path}: {error.strerror}.") from error
    except (yaml.YAMLError, UnicodeError, msgspec.ValidationError) as error:
        raise RealTaskError(f"{path}: {error}. A task is what docs/phones.md shows.") from error
    for task in tasks:
        if not task.rubric and not task.checks:
            raise RealTaskError(f"{path}: {task.name}: nothing to judge it by; give a rubric or checks.")
        if unknown := task.may.kinds - set(kinds()):
            accepted = ", ".join(kinds())
            raise RealTaskError(
                f"{path}: {task.name}: unknown side effect {sorted(unknown)}; accepted: {accepted}."
            )
    return tasks
