"""Run: the folder of a collection: what it was asked for, and its plan.

Invariant: the plan stands from the first episode on; whoever goes on with a run was asked for the same, and
has the same model.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from phonebuddy.agents.named import AGENTS, INSIDERS, check_name
from phonebuddy.episode import SCHEMA, Lane
from phonebuddy.episodes.drawing import Wish, draw_tasks
from phonebuddy.episodes.phones import Phones
from phonebuddy.episodes.stage import Assignment
from phonebuddy.episodes.store import writing
from phonebuddy.errors import AgentError, EpisodeError
from phonebuddy.phones.side_effects import check_kinds

RUN, PLAN = "run.json", "plan.jsonl"


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
    """How often an episode is played until it stays a fault; may be another when a run goes on."""
    weights: str = ""
    """Of the agent, see named.weights_of; not known of runs that began before it was kept."""
    schema: int = SCHEMA


def check_asked(asked: Asked) -> None:
    """Refuse at once what no phone of the run could do."""
    kind, _ = check_name(asked.agent)
    if asked.phones.kind == "adb":
        check_kinds(asked.phones.may)
        if kind in INSIDERS:
            others = ", ".join(name for name in AGENTS if name not in INSIDERS)
            raise AgentError(
                f"the agent {kind} plays a task's own solution, and tasks of Android phones have none;"
                f" name one that looks: --agent with one of {others}"
            )


def is_planned(folder: Path, asked: Asked) -> bool:
    """Whether a folder's plan stands: where nothing was played yet, only for who asks for the same."""
    has_episodes = any((folder / name).exists() for name in ("episodes", "steps", "faults"))
    if (folder / RUN).exists():
        return has_episodes or not _difference(folder, asked)
    if has_episodes:
        raise EpisodeError(
            f"{folder} holds episodes and no {RUN}: it is no run of ours to go on with;"
            " take another folder with -o"
        )
    return False


def plan_run(folder: Path, asked: Asked, drawn: list[Assignment] | None) -> list[Assignment]:
    """The assignments of a run: those drawn for it, or as they were planned when it began."""
    if drawn is None or is_planned(folder, asked):
        if differs := _difference(folder, asked):
            raise EpisodeError(f"{folder} was begun with {differs}")
        return read_plan(folder)
    _write(folder / PLAN, b"".join(msgspec.json.encode(one) + b"\n" for one in drawn))
    # Last: a folder with this file has its whole plan.
    _write(folder / RUN, msgspec.json.format(msgspec.json.encode(asked)))
    return drawn


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


def _difference(folder: Path, asked: Asked) -> str:
    """The first thing that a run was begun with and is now asked for otherwise, in words; empty for none."""
    began = read_asked(folder)
    before, now = _plain(began), _plain(asked)
    weights = before.pop("weights"), now.pop("weights")
    for name in now:
        if before[name] != now[name]:
            return (
                f"{name} {before[name]}, not {now[name]}."
                " Go on with the same, or take another folder with -o."
            )
    if all(weights) and weights[0] != weights[1]:
        return (
            f"other weights of {asked.agent}: the model has changed since."
            " Take another folder with -o, or delete this one."
        )
    return ""


def _plain(asked: Asked) -> dict[str, object]:
    """What makes a run this run, each field under its whole name, such as wish.seed."""
    found: dict[str, object] = {}
    _flatten("", msgspec.to_builtins(asked), found)
    del found["tries"]
    return found


def _flatten(name: str, value: object, found: dict[str, object]) -> None:
    if isinstance(value, dict):
        for key, inner in value.items():
            _flatten(f"{name}.{key}".lstrip("."), inner, found)
    else:
        found[name] = value


def _write(path: Path, data: bytes) -> None:
    part = path.with_suffix(".part")
    with writing(path):
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
