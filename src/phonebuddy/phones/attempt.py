"""One attempt at a task on one phone: start, steps, end, judgement.

Invariant: whatever happens, an attempt ends with a record. What the environment broke is a fault with its
cause and has no verdict; what the agent did wrong is never a fault.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from phonebuddy.actions import Action, CallUser, Finish
from phonebuddy.errors import Fault
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.contract import Phone
from phonebuddy.phones.judge import QUALITY, Episode, Judge, Judgement
from phonebuddy.phones.side_effects import Guard, Held
from phonebuddy.phones.task import RealTask
from phonebuddy.screen import Screen

Outcome = Literal["finished", "asked", "held", "step limit", "time limit", "agent error", "fault"]
Decide = Callable[[Screen, Sequence[Action]], Action]
"""The agent: the next action, given the screen and what was done so far."""
EPISODE_S = 1800.0


class Attempt(NamedTuple):
    """The record of one attempt."""

    task: str
    phone: str
    outcome: Outcome
    cause: str
    """Of a fault; empty otherwise."""
    detail: str
    actions: tuple[Action, ...]
    frames: tuple[bytes, ...]
    judgement: Judgement | None
    """None for a fault."""


class _Steps:
    """What happened so far."""

    def __init__(self) -> None:
        self.actions: list[Action] = []
        self.frames: list[bytes] = []


def attempt(
    phone: Phone, task: RealTask, decide: Decide, guard: Guard, judge: Judge | None = None,
    episode_s: float = EPISODE_S,
) -> Attempt:  # fmt: skip
    """Try a task once."""
    steps = _Steps()
    name = ""
    try:
        name = phone.info.name
        phone.reset(task.start)
        outcome, detail = _run(phone, task, decide, guard, steps, time.monotonic() + episode_s)
        note = (
            f"This was a trial: before the last step it was stopped ({detail})." if outcome == "held" else ""
        )
        episode = Episode(task.instruction, task.rubric, steps.actions, steps.frames, note)
        judged = _judge(phone, task, episode, judge or Judge(None), outcome == "held")
        return Attempt(
            task.name, name, outcome, "", detail, tuple(steps.actions), tuple(steps.frames), judged
        )
    except Fault as error:
        cause, detail = error.cause, str(error)
    except Exception as error:
        cause, detail = "program", f"{type(error).__name__}: {error}"
    return Attempt(task.name, name, "fault", cause, detail, tuple(steps.actions), tuple(steps.frames), None)


def _run(
    phone: Phone, task: RealTask, decide: Decide, guard: Guard, steps: _Steps, until: float
) -> tuple[Outcome, str]:
    """Steps until something ends them; the last frame shows the end."""
    screen = phone.observe()
    steps.frames.append(screen.jpeg(QUALITY))
    for _ in range(task.max_steps):
        if time.monotonic() > until:
            return "time limit", ""
        try:
            action = decide(screen, steps.actions)
        except Fault:
            raise
        except Exception as error:
            return "agent error", f"{type(error).__name__}: {error}"
        held = guard.check(action, screen)
        if held is not None:
            return "held", _say(held)
        steps.actions.append(action)
        phone.act(action)
        if isinstance(action, Finish | CallUser):
            steps.frames.append(steps.frames[-1])
            return ("finished" if isinstance(action, Finish) else "asked"), action.text
        screen = phone.observe()
        steps.frames.append(screen.jpeg(QUALITY))
    return "step limit", ""


def _judge(phone: Phone, task: RealTask, episode: Episode, judge: Judge, held: bool) -> Judgement:
    """By the phone's state where it can be asked, else by the rubric; what was held left no state."""
    if task.checks and isinstance(phone, AdbPhone) and not held:
        findings = phone.verify(task.checks)
        evidence = tuple(finding.says for finding in findings)
        if any(finding.holds is False for finding in findings):
            return Judgement("fail", "state", evidence)
        if all(finding.holds for finding in findings):
            return Judgement("pass", "state", evidence)
    if not task.rubric:
        return Judgement("unjudged", "nobody", ("the phone cannot be asked, and there is no rubric",))
    return judge.judge(episode)


def _say(held: Held) -> str:
    return f"{held.kind}, on '{held.words}': {held.why}"
