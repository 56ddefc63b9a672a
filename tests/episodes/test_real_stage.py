"""Real phones in the runner, shown on one that is served over ADB: judged by its state, or by nobody."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from phonebuddy.actions import Finish, OpenApp
from phonebuddy.agents.policy import Decision, Turn
from phonebuddy.episodes.drawing import Wish
from phonebuddy.episodes.phones import Phones, read_phones
from phonebuddy.episodes.run import Asked, assignments_of
from phonebuddy.errors import EpisodeError, TrainError
from phonebuddy.evals.recipe_settings import read_recipe
from phonebuddy.phones.endpoint import EndpointError
from phonebuddy.phones.judge import Judge

pytest.importorskip("adbutils", reason="adbutils is not installed")

from phonebuddy.adbd.fleet import fleet
from phonebuddy.episodes.real_stage import AdbStage, tasks_in
from phonebuddy.episodes.runner import Keep, Runner
from phonebuddy.episodes.stage import Assignment
from phonebuddy.phones.side_effects import Permit
from phonebuddy.world.look import LookSpec
from phonebuddy.world.phone import WorldPhone
from tests.episodes.test_runner import Made
from tests.phones.test_judge import answer, serve

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


@pytest.mark.parametrize(
    ("says", "result", "reason"),
    [
        (answer("pass"), "success", "rubric: pass"),
        (answer("fail"), "failure", "rubric: fail"),
        (answer("pass", holds=False), "failure", "rubric: cannot tell"),
        (answer("environment_error"), "fault", "rubric: environment error"),
        ("", "unjudged", "nobody: unjudged"),
    ],
)
def test_a_judge_says_by_the_rubric(file: Path, says: str, result: str, reason: str) -> None:
    """Sees the start and what each action led to; a judge that does not answer leaves it unjudged."""
    seen: list[int] = []

    def say(_number: int, body: dict[str, Any]) -> tuple[int, str]:
        seen.append(len(body["messages"][0]["content"]) - 1)
        return (200, says) if says else (404, "")

    with serve(say) as endpoint, fleet([WorldPhone(look=LookSpec("360x800"))]) as (served,):
        stage = AdbStage(served.driver(), tasks_in(str(file)), Permit(), Judge(endpoint, votes=1))
        (look,) = Runner([stage], Keep(snapshots=False)).play([Assignment("a", "look")], Made(decide))
    assert look.result == result and look.reasons[0].startswith(reason)
    assert seen == [3], "asked once: the start, the app, the end"


def test_the_judge_rewards_what_the_real_lane_plays(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `train rl --real adb:... --judge URL#MODEL` plays: two votes agree on each."""
    pytest.importorskip("torch", reason="the players of a lane are trained with")
    from phonebuddy.train.players import PhonesPlayer

    def say(number: int, _body: dict[str, Any]) -> tuple[int, str]:
        return 200, answer("pass" if number < 2 else "fail")

    with serve(say) as endpoint, fleet([WorldPhone(look=LookSpec("360x800"))]) as (served,):
        monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(served.adb_port))
        recipe = read_recipe("nano", f"adb:{served.serial}", str(file), judge=f"{endpoint.url}#m")
        player = PhonesPlayer(msgspec.to_builtins(recipe.phones("real")))
        given = [Assignment(f"0/real/0/{number}", "look", number, "real") for number in range(2)]
        episodes = list(player.play(given, Made(decide)))
        player.close()
    assert [(one.result, one.reward) for one in episodes] == [("success", 1.0), ("failure", 0.0)]


def test_a_judge_is_read_with_the_phones(file: Path) -> None:
    recipe = read_recipe("nano", "adb:A", str(file), judge="http://127.0.0.1:1/v1#m")
    assert recipe.phones("real").judge == "http://127.0.0.1:1/v1#m" and not recipe.phones("mock").judge
    with pytest.raises(EndpointError, match="say URL#MODEL"):
        read_recipe("nano", "adb:A", str(file), judge="127.0.0.1")
    with pytest.raises(TrainError, match="whose verdicts are proven"):
        read_recipe("nano", judge="http://127.0.0.1:1/v1#m")


def test_the_plan_is_the_file(file: Path) -> None:
    asked = Asked("chance", Wish(), Phones("adb", 1, serials=("x",), tasks=str(file)), repeat=2)
    assert [one.task for one in assignments_of(asked)] == ["dark", "dark", "look", "look"]
    with pytest.raises(EpisodeError, match="--tasks FILE.yaml"):
        assignments_of(Asked("chance", Wish(), read_phones("adb:x")))


def test_serials_are_read() -> None:
    assert read_phones("adb:A, B,A").serials == ("A", "B")
    with pytest.raises(EpisodeError, match="names no phone"):
        read_phones("adb:")
