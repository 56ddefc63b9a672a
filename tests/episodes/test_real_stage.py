"""Real phones in the runner, shown on one that is served over ADB: judged by its state, or by nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from phonebuddy.actions import Finish, OpenApp
from phonebuddy.agents.policy import Decision, Turn
from phonebuddy.episodes.drawing import Wish
from phonebuddy.episodes.phones import Phones, read_phones
from phonebuddy.episodes.run import Asked, assignments_of
from phonebuddy.errors import EpisodeError

pytest.importorskip("adbutils", reason="adbutils is not installed")

from phonebuddy.adbd.fleet import fleet
from phonebuddy.episodes.real_stage import AdbStage, tasks_in
from phonebuddy.episodes.runner import Keep, Runner
from phonebuddy.episodes.stage import Assignment
from phonebuddy.phones.side_effects import Permit
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.episodes.test_runner import Made

TASKS = """
- name: dark
  instruction: Switch the dark theme on.
  start: {pop_ups: true}
  checks: [{kind: setting, at: secure/ui_night_mode, equals: "2"}]
- name: look
  instruction: Look at the alarms.
  start: {pop_ups: true}
  rubric: ["The alarms are seen."]
"""


def decide(turn: Turn) -> Decision:
    return Decision(Finish("Done.") if turn.past else OpenApp("clock"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "tasks.yaml").write_text(TASKS)
    return tmp_path / "tasks.yaml"


def test_state_judges_and_a_rubric_waits_for_people(file: Path) -> None:
    tasks = tasks_in(str(file))
    with fleet([WorldPhone(look=LookSpec("360x800"))]) as (served,):
        stage = AdbStage(served.driver(), tasks, Permit())
        given = [Assignment(name, name, lane="real") for name in ("dark", "look", "nothing")]
        dark, look, nothing = Runner([stage], Keep(snapshots=False)).play(given, Made(decide))
    assert (dark.result, dark.phone, dark.lane, dark.ending) == ("failure", "adb", "real", "finish")
    assert "ui_night_mode" in dark.reasons[0]
    assert (look.result, look.reward) == ("unjudged", None)
    assert nothing.result == "fault" and "no task 'nothing'" in nothing.reasons[0]


def test_the_plan_is_the_file(file: Path) -> None:
    asked = Asked("chance", Wish(), Phones("adb", 1, serials=("x",), tasks=str(file)), repeat=2)
    assert [one.task for one in assignments_of(asked)] == ["dark", "dark", "look", "look"]
    with pytest.raises(EpisodeError, match="--tasks FILE.yaml"):
        assignments_of(Asked("chance", Wish(), read_phones("adb:x")))


def test_serials_are_read() -> None:
    assert read_phones("adb:A, B,A").serials == ("A", "B")
    with pytest.raises(EpisodeError, match="names no phone"):
        read_phones("adb:")
