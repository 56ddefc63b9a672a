"""Real phones on which tasks are tried: any Android phone over ADB, with tasks from a file.

Invariant: nothing is done for real that the task does not declare and the operator has not given the word
for: the episode ends as `held`, one step before. What nobody can judge is `unjudged`, never a failure; what a
judge cannot tell is no success, and what it calls broken is a fault.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from phonebuddy import __version__
from phonebuddy.actions import Action
from phonebuddy.episode import Result
from phonebuddy.episodes.stage import Assignment, Held, Judged, Opening
from phonebuddy.errors import TaskError, nearest
from phonebuddy.phones.adb import AdbPhone
from phonebuddy.phones.judge import QUALITY, Judge, Verdict
from phonebuddy.phones.judge import Episode as Shown
from phonebuddy.phones.side_effects import Guard, Permit
from phonebuddy.phones.task import RealTask, read_tasks
from phonebuddy.screen import Screen
from phonebuddy.tasks.trial import Ending

RESULTS: dict[Verdict, Result] = {
    "pass": "success", "fail": "failure", "cannot tell": "failure", "environment error": "fault",
    "unjudged": "unjudged",
}  # fmt: skip


@lru_cache(maxsize=4)
def tasks_in(path: str) -> dict[str, RealTask]:
    """The tasks of a file, by name."""
    return {task.name: task for task in read_tasks(Path(path))}


class AdbStage:
    """One Android phone."""

    kind = "adb"
    is_slow = True

    def __init__(
        self, phone: AdbPhone, tasks: dict[str, RealTask], word: Permit, judge: Judge | None = None
    ) -> None:
        self._phone = phone
        self._tasks = tasks
        self._word = word
        """What the operator lets happen for real."""
        self._judge = judge or Judge(None)
        self._actions: list[Action] = []
        self._frames: list[bytes] = []
        """What the judge is shown: the start, then one after each action; only where there is a rubric."""
        self._task: RealTask
        self._guard: Guard
        self._screen: Screen

    def open(self, assignment: Assignment) -> Opening:
        name = assignment.task
        if name not in self._tasks:
            raise TaskError(f"no task '{name}' in the file{nearest(name, self._tasks)}")
        self._task = self._tasks[name]
        self._guard = Guard(self._task.may, self._word)
        self._phone.reset(self._task.start)
        self._actions, self._frames = [], []
        self._look()
        apps = self._task.start.apps
        category = "cross" if len(apps) > 1 else "single"
        versions = {"phonebuddy": __version__, "phone": self._phone.info.name}
        offered = self._phone.info.apps
        told = self._task.instruction
        return Opening(told, category, apps, self._task.max_steps, self._screen, offered, versions)

    def act(self, action: Action) -> Screen:
        held = self._guard.check(action, self._screen)
        if held is not None:
            raise Held(f"{held.kind}, on '{held.words}': {held.why}")
        self._phone.act(action)
        self._actions.append(action)
        return self._look()

    def _look(self) -> Screen:
        self._screen = self._phone.observe()
        if self._task.rubric:
            self._frames.append(self._screen.jpeg(QUALITY))
        return self._screen

    def snapshot(self) -> bytes:
        """Nothing: a real phone cannot be entered again."""
        return b""

    def script(self) -> object:
        """Nobody has written down how it is done."""
        return None

    def judge(self, ending: Ending) -> Judged:
        """By the phone's state where it can be asked; else by the rubric, where there is a judge."""
        findings = self._phone.verify(self._task.checks) if self._task.checks else []
        says = tuple(finding.says for finding in findings if not finding.holds)
        if any(finding.holds is False for finding in findings) or ending.kind != "finish":
            return Judged("failure", says or ("not ended",), (), b"")
        if findings and all(finding.holds for finding in findings):
            return Judged("success", (), (), b"")
        if not self._task.rubric:
            return Judged("unjudged", says, (), b"")
        return self._by_rubric()

    def _by_rubric(self) -> Judged:
        told, rubric = self._task.instruction, self._task.rubric
        found = self._judge.judge(Shown(told, rubric, self._actions, self._frames))
        said = found.evidence or tuple(vote.said for vote in found.votes[:1])
        return Judged(RESULTS[found.verdict], (f"{found.by}: {found.verdict}", *said), (), b"")

    def mend(self) -> None:
        """Nothing is held: the next start is brought about and proven anew."""

    def close(self) -> None:
        self._phone.close()
