"""An attempt always ends with a record: the agent's mistakes are the agent's, faults are nobody's."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from phonebuddy import actions as a
from phonebuddy.errors import Fault
from phonebuddy.phones.attempt import attempt
from phonebuddy.phones.contract import Phone, Start
from phonebuddy.phones.faults import CAUSES
from phonebuddy.phones.side_effects import Guard, Permit
from phonebuddy.phones.task import RealTask, RealTaskError, read_tasks
from phonebuddy.phones.world import WorldBackend
from phonebuddy.screen import Screen
from tests.world.helpers import middle, new_phone

TASK = RealTask("t", "Do it", Start(open="Desk"), rubric=("It is done.",), max_steps=5)
OPEN = Guard(Permit(), Permit())


def backend() -> WorldBackend:
    return WorldBackend(new_phone())


def finish(screen: Screen, done: Sequence[a.Action]) -> a.Action:
    return a.Finish("done")


class Broken(WorldBackend):
    """Breaks at the nth call of one method."""

    def __init__(self, method: str, at: int, error: Exception) -> None:
        super().__init__(new_phone())
        self._left = at
        self._method = method
        self._error = error

    def _count(self, method: str) -> None:
        if method == self._method:
            self._left -= 1
            if self._left < 0:
                raise self._error

    def observe(self) -> Screen:
        self._count("observe")
        return super().observe()

    def act(self, action: a.Action) -> None:
        self._count("act")
        super().act(action)

    def reset(self, start: Start) -> None:
        self._count("reset")
        super().reset(start)


def test_the_world_is_a_phone() -> None:
    phone: Phone = backend()
    phone.reset(Start(open="Desk"))
    assert phone.info.kind == "world" and phone.observe().package == "com.example.desk"
    phone.close()


def test_a_finished_attempt_has_frames_and_waits_for_a_judge() -> None:
    done = attempt(backend(), TASK, finish, OPEN)
    assert (done.outcome, done.detail, len(done.actions), len(done.frames)) == ("finished", "done", 1, 2)
    assert done.judgement is not None and done.judgement.verdict == "unjudged"


@pytest.mark.parametrize("method", ["observe", "act", "reset"])
@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize("cause", sorted(CAUSES))
def test_a_fault_is_labelled_and_never_judged(method: str, at: int, cause: str) -> None:
    at = 0 if method == "reset" else at
    phone = Broken(method, at, Fault("broken", cause))
    done = attempt(phone, TASK, lambda screen, so_far: a.Wait(0), OPEN)
    assert (done.outcome, done.cause, done.judgement) == ("fault", cause, None)


def test_a_mistake_of_ours_is_a_fault_of_the_program() -> None:
    done = attempt(Broken("act", 0, ZeroDivisionError("x")), TASK, finish, OPEN)
    assert (done.outcome, done.cause) == ("fault", "program")


def test_a_mistake_of_the_agent_is_no_fault() -> None:
    def agent(screen: Screen, done: Sequence[a.Action]) -> a.Action:
        raise KeyError("x")

    done = attempt(backend(), TASK, agent, OPEN)
    assert done.outcome == "agent error" and done.judgement is not None


def test_limits_end_an_attempt() -> None:
    def agent(screen: Screen, done: Sequence[a.Action]) -> a.Action:
        return a.Wait(0)

    assert attempt(backend(), TASK, agent, OPEN).outcome == "step limit"
    assert attempt(backend(), TASK, agent, OPEN, episode_s=-1).outcome == "time limit"


def test_a_dry_run_stops_before_the_last_step() -> None:
    phone = backend()

    def agent(screen: Screen, done: Sequence[a.Action]) -> a.Action:
        if not done:
            row = next(one for one in screen.elements if one.role == "item")
            return a.LongPress(middle(screen, row))
        return a.Click(middle(screen, next(one for one in reversed(screen.elements) if one.text == "Delete")))

    before = phone.world.state("SELECT count(*) FROM desk_item")
    done = attempt(phone, TASK, agent, Guard(Permit(frozenset({"deletion"})), Permit(), dry_run=True))
    assert done.outcome == "held" and "deletion" in done.detail
    assert len(done.actions) == 1 and phone.world.state("SELECT count(*) FROM desk_item") == before


GOOD = """
- name: airplane
  instruction: Switch aeroplane mode on.
  start: {apps: [com.android.settings], data: keep}
  may: {kinds: [message], contacts: [Anna]}
  checks: [{kind: setting, at: global/airplane_mode_on, equals: "1"}]
"""


def test_tasks_are_read(tmp_path: Path) -> None:
    path = tmp_path / "tasks.yaml"
    path.write_text(GOOD, "utf-8")
    (task,) = read_tasks(path)
    assert task.start.apps == ("com.android.settings",) and task.may.contacts == ("Anna",)


def test_the_tasks_of_the_docs_are_read(tmp_path: Path) -> None:
    docs = (Path(__file__).parents[2] / "docs" / "phones.md").read_text("utf-8")
    path = tmp_path / "tasks.yaml"
    path.write_text(docs.partition("```yaml\n")[2].partition("```")[0], "utf-8")
    assert [task.name for task in read_tasks(path)] == ["text_anna", "airplane"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("kinds: [message]", "kinds: [messages]", "accepted: payment"),
        ("data: keep", "data: wipe", "wipe"),
        ('checks: [{kind: setting, at: global/airplane_mode_on, equals: "1"}]', "", "nothing to judge it by"),
        ("instruction", "instructoin", "instruct"),
        ("- name", "- {name", "line"),
    ],
)
def test_a_task_with_a_mistake_is_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "tasks.yaml"
    path.write_text(GOOD.replace(old, new), "utf-8")
    with pytest.raises(RealTaskError, match=message):
        read_tasks(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RealTaskError, match="No such file"):
        read_tasks(tmp_path / "none.yaml")
