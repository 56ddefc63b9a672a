"""Run: the folder of a collection: what it was asked for, its plan, and who may write in it.

Invariant: the plan is written once and before anything else; whoever goes on with a run was asked for the
same. One collection at a time works on a folder, also when an earlier one was killed and its workers live on.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from phonebuddy.episode import SCHEMA, Lane
from phonebuddy.episodes.drawing import Wish, draw_tasks
from phonebuddy.episodes.phones import Phones
from phonebuddy.episodes.stage import Assignment
from phonebuddy.errors import EpisodeError

RUN, PLAN, LOCK = "run.json", "plan.jsonl", ".lock"
PATIENCE_S = 30.0
"""How long the workers of a killed run may take to end before going on is refused."""


class Asked(msgspec.Struct, frozen=True):
    """What a run was asked for."""

    agent: str
    wish: Wish
    phones: Phones
    lane: Lane = "mock"
    repeat: int = 1
    """Tries at each task, each with other chances."""
    pixels: bool = False
    snapshots: bool = True
    limit: int = 0
    """Steps an agent has; 0 for as many as the task says."""
    tries: int = 3
    """How often an episode is played until it stays a fault."""
    schema: int = SCHEMA


def plan_run(folder: Path, asked: Asked) -> list[Assignment]:
    """The assignments of a run: new, or as they were planned when it began."""
    if (folder / RUN).exists():
        _check_same(folder, asked)
        return read_plan(folder)
    found = assignments_of(asked)
    folder.mkdir(parents=True, exist_ok=True)
    _write(folder / PLAN, b"".join(msgspec.json.encode(one) + b"\n" for one in found))
    # Last: a folder with this file has its whole plan.
    _write(folder / RUN, msgspec.json.format(msgspec.json.encode(asked)))
    return found


def assignments_of(asked: Asked) -> list[Assignment]:
    tasks = _real_tasks(asked.phones) if asked.phones.kind == "adb" else draw_tasks(asked.wish)
    slots = [(task, again) for task in tasks for again in range(asked.repeat)]
    return [
        Assignment(f"{number:06d}", task, asked.wish.seed * 1_000_003 + again, asked.lane, asked.limit)
        for number, (task, again) in enumerate(slots)
    ]


def _real_tasks(phones: Phones) -> list[str]:
    # Only here: it needs what only those with phones have installed.
    from phonebuddy.episodes.real_stage import tasks_in

    if not phones.tasks:
        raise EpisodeError("Android phones need tasks of their own: --tasks FILE.yaml; see docs/phones.md")
    return list(tasks_in(phones.tasks))


def read_asked(folder: Path) -> Asked:
    """What the run in a folder was asked for."""
    try:
        return msgspec.json.decode((folder / RUN).read_bytes(), type=Asked)
    except OSError:
        raise EpisodeError(f"{folder} holds no run; begin one: phonebuddy collect -o {folder}") from None
    except msgspec.MsgspecError as error:
        raise EpisodeError(f"{folder / RUN} is damaged: {error}") from None


def read_plan(folder: Path) -> list[Assignment]:
    try:
        lines = (folder / PLAN).read_bytes().splitlines()
        return [msgspec.json.decode(line, type=Assignment) for line in lines]
    except (OSError, msgspec.MsgspecError) as error:
        raise EpisodeError(f"{folder / PLAN} is damaged: {error}") from None


def _check_same(folder: Path, asked: Asked) -> None:
    before, now = msgspec.to_builtins(read_asked(folder)), msgspec.to_builtins(asked)
    for name in now:
        if before[name] != now[name]:
            raise EpisodeError(
                f"{folder} was begun with {name} {before[name]}, not {now[name]}."
                " Go on with the same, or take another folder with -o."
            )


def _write(path: Path, data: bytes) -> None:
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


@contextmanager
def locked(
    folder: Path, patience_s: float = PATIENCE_S, lock: str = LOCK, who: str = "collection"
) -> Iterator[int]:
    """Hold a run's folder alone; gives the open lock, which workers inherit, so that it lasts as they do."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / lock).open("w") as file:
        until = time.monotonic() + patience_s
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > until:
                    raise EpisodeError(
                        f"another {who} works on {folder}; wait for it, or take another folder with -o"
                    ) from None
                time.sleep(0.1)
        yield file.fileno()
