"""Stages: the parts of a recipe, each in a folder of its own with a mark when it is done.

Invariant: a stage with a mark is never run again; one without goes on from what its folder holds, in one
process at a time. A mark is written last and whole.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from phonebuddy.episodes.alone import PATIENCE_S, alone
from phonebuddy.errors import TrainError

MARK = "done.json"
Facts = dict[str, object]


class Stages:
    """The stages of one recipe, run in order."""

    def __init__(self, folder: Path, say: Callable[[str], None], patience_s: float = PATIENCE_S) -> None:
        self.folder = folder
        self._patience_s = patience_s
        """How long it waits for another process that works on a stage."""
        self.done: list[Facts] = []
        """The facts of every stage so far, in order."""
        self._say = say

    def is_done(self, name: str) -> bool:
        return (self.folder / name / MARK).exists()

    def run(self, name: str, work: Callable[[Path], Facts]) -> Path:
        """Run a stage unless it is done; its folder."""
        place = self.folder / name
        if not self.is_done(name):
            with alone(place, "recipe", self._patience_s):
                # Whoever had the lock until now may have done it.
                if not self.is_done(name):
                    self._work(name, place, work)
                    return place
        self.done.append(_read(place / MARK))
        self._say(f"{name}: done before")
        return place

    def _work(self, name: str, place: Path, work: Callable[[Path], Facts]) -> None:
        self._say(f"{name}: begins")
        began, worked = time.monotonic(), cpu_seconds()
        facts: Facts = {"name": name, **work(place)}
        # A stage that was killed and went on took longer than this; its parts say so where they keep time.
        facts["seconds"] = round(time.monotonic() - began, 1)
        facts["cpu_seconds"] = round(cpu_seconds() - worked, 1)
        write_whole(place / MARK, msgspec.json.encode(facts))
        self.done.append(facts)
        self._say(f"{name}: {facts['seconds']} s")


def cpu_seconds() -> float:
    """What this process and its ended children have worked: what can be compared on a busy machine."""
    own, theirs = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + theirs.ru_utime + theirs.ru_stime


def _read(mark: Path) -> Facts:
    try:
        facts: Facts = msgspec.json.decode(mark.read_bytes())
        return facts
    except (OSError, msgspec.DecodeError) as error:
        raise TrainError(f"{mark} is damaged: {error}; delete it to run the stage again") from None


def marks(folder: Path) -> list[Facts]:
    """What the stages of a folder that are done have said, in the order in which they ended."""
    found = sorted(folder.glob(f"*/{MARK}"), key=lambda mark: mark.stat().st_mtime)
    return [_read(mark) for mark in found]


def write_whole(path: Path, data: bytes) -> None:
    """A file that is there whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(path.suffix + ".part")
    with part.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def claim(folder: Path, facts: Facts, filled: Callable[[Facts], Facts] = lambda facts: facts) -> None:
    """Bind a folder to what it is about; another one is refused. `filled` adds to what an older version wrote
    what has come since."""
    path = folder / "recipe.json"
    data = msgspec.json.format(msgspec.json.encode(facts)) + b"\n"
    if not path.exists():
        write_whole(path, data)
        return
    try:
        before = filled(msgspec.json.decode(path.read_bytes(), type=Facts))
    except (OSError, msgspec.DecodeError) as error:
        raise TrainError(f"{path} is damaged: {error}; take another folder with -o") from None
    # As JSON has it: there a tuple is a list.
    before, now = msgspec.json.decode(msgspec.json.encode(before)), msgspec.json.decode(data)
    if found := next(_differences(before, now), None):
        raise TrainError(
            f"{folder} was begun with {found}. Go on with the same, or take another folder with -o"
        )


def _differences(before: Facts, now: Facts, place: str = "") -> Iterator[str]:
    """What is not the same, each by its path."""
    for name in {**before, **now}:
        old, new, path = before.get(name), now.get(name), f"{place}{name}"
        if isinstance(old, dict) and isinstance(new, dict):
            yield from _differences(old, new, f"{path}.")
        elif name not in before:
            yield f"no {path}, which is {_short(new)} now"
        elif name not in now:
            yield f"another {path}: {_short(old)}, and there is none now"
        elif old != new:
            yield f"another {path}: {_short(old)}, which is {_short(new)} now"


def _short(value: object) -> str:
    return msgspec.json.encode(value).decode()[:100]
