"""Coached: a pupil's mistakes are done, marked, taken back and put right; nothing else of it is done."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from phonebuddy.actions import Action, ButtonPress, Click, Finish, OpenApp, Type
from phonebuddy.agents.coached import MOST_SLIPS, MOST_WRONG_APPS, CoachedPolicy
from phonebuddy.agents.gold import SLIP
from phonebuddy.agents.named import policy_called
from phonebuddy.agents.nano.things import is_home, look_at, point_of
from phonebuddy.agents.policy import Decision, Outcome, Turn
from phonebuddy.episode import Episode
from phonebuddy.episodes.runner import Runner
from phonebuddy.episodes.stage import Assignment, WorldStage
from phonebuddy.errors import AgentError, CheckpointError
from tests.episodes.made import TASKS, golds


class _Pupil:
    """Opens a wrong app at home, touches the last thing elsewhere; or does what it is made with."""

    name = "pupil"

    def __init__(self, always: Action | None = None) -> None:
        self._always = always

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Outcome]:
        return [Decision(self._always or self._wrong(turn)) for turn in turns]

    def _wrong(self, turn: Turn) -> Action:
        if is_home(turn.screen):
            return OpenApp(turn.apps[-1])
        look = look_at(turn.screen)
        touchable = [thing for thing in look.things if thing.is_touchable]
        return Click(point_of(look, touchable[-1]))


def _play(pupil: _Pupil, task: str) -> Episode:
    stage = WorldStage()
    (episode,) = Runner([stage]).play([Assignment("0", task)], CoachedPolicy(pupil))
    stage.close()
    return episode


def test_mistakes_are_done_taken_back_and_put_right() -> None:
    episode = _play(_Pupil(), TASKS[0])
    slips = [number for number, step in enumerate(episode.steps) if step.text == SLIP]
    assert 0 < len(slips) <= MOST_SLIPS
    assert episode.result == "success"
    assert episode.steps[0].text == SLIP
    assert episode.steps[1].action == ButtonPress("home")
    assert sum(isinstance(episode.steps[slip].action, OpenApp) for slip in slips) == MOST_WRONG_APPS
    # What is left without slips and ways back is gold.
    gold = [step.action for step in golds()[0].steps]
    done = [step.action for step in episode.steps if step.text != SLIP]
    assert [one for one in done if one in gold] == gold


def test_what_cannot_be_taken_back_is_not_done() -> None:
    gold = [step.action for step in golds()[0].steps]
    for harmful in (Finish("Done."), Type("no"), ButtonPress("back")):
        assert [step.action for step in _play(_Pupil(harmful), TASKS[0]).steps] == gold


class _Silent(_Pupil):
    """Has no answer to some turns."""

    def act(self, turns: Sequence[Turn], chances: Sequence[random.Random]) -> list[Outcome]:
        is_known = [turn.instruction != golds()[1].instruction for turn in turns]
        outcomes = zip(is_known, super().act(turns, chances), strict=True)
        return [one if known else ValueError("no idea") for known, one in outcomes]


def test_a_pupil_without_an_answer_ends_its_own_episode_alone() -> None:
    alone = _play(_Pupil(), TASKS[0])
    given = [Assignment("0", TASKS[0]), Assignment("1", TASKS[1])]
    found = {
        one.id: one for one in Runner([WorldStage(), WorldStage()]).play(given, CoachedPolicy(_Silent()))
    }
    assert found["1"].reasons[0] == "the agent broke: ValueError: no idea"
    assert [step.action for step in found["0"].steps] == [step.action for step in alone.steps]


def test_a_coach_needs_a_model(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="say coached:FOLDER"):
        policy_called("coached")
    with pytest.raises(CheckpointError, match="train one"):
        policy_called(f"coached:{tmp_path}")
