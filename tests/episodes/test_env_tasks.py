"""Tasks in the Gymnasium environment: the start, the words, and the reward at the end."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import phonebuddy.episodes
from phonebuddy.actions import Finish, Wait
from phonebuddy.episodes.register import ENVIRONMENT
from phonebuddy.errors import PhoneBuddyError, TaskError
from tests.episodes.made import TASKS, golds

gymnasium.register_envs(phonebuddy.episodes)


@pytest.fixture(scope="module")
def env() -> Any:
    made = gymnasium.make(ENVIRONMENT, observation="tree")
    yield made
    made.close()


def test_gold_is_rewarded(env: Any) -> None:
    for task, episode in zip(TASKS[:2], golds(), strict=False):
        _, info = env.reset(options={"task": task})
        assert (info["task"], info["instruction"]) == (task, episode.instruction)
        assert "result" not in info
        rewards = []
        for step in episode.steps:
            assert info["screen"].elements == step.seen.elements
            _, reward, terminated, _, info = env.step(step.action)
            rewards.append(reward)
        assert rewards == [0.0] * (len(rewards) - 1) + [1.0]
        assert (terminated, info["result"], info["reasons"]) == (True, "success", ())


def test_giving_up_is_not_rewarded_and_the_task_comes_again(env: Any) -> None:
    _, first = env.reset(options={"task": TASKS[0]})
    _, reward, terminated, _, info = env.step(Finish("Done."))
    assert (reward, terminated, info["result"]) == (0.0, True, "failure")
    assert info["reasons"]
    _, again = env.reset()
    assert again["task"] == TASKS[0]
    assert again["screen"].elements == first["screen"].elements
    _, other = env.reset(seed=0)
    assert "task" not in other


@pytest.mark.parametrize(
    ("seed", "options", "says"),
    [
        (3, {"task": TASKS[0]}, "a task brings its own world"),
        (None, {"task": "clock/ad_alarm@0.0"}, "did you mean"),
        (None, {"task": "clock"}, "is no task"),
    ],
)
def test_tasks_that_cannot_be_are_refused(env: Any, seed: int | None, options: Any, says: str) -> None:
    with pytest.raises(TaskError, match=says):
        env.reset(seed=seed, options=options)


def test_an_unknown_option_is_refused(env: Any) -> None:
    with pytest.raises(PhoneBuddyError, match="did you mean 'task'"):
        env.reset(options={"tsk": TASKS[0]})


def test_many_phones_have_a_task_each() -> None:
    envs = gymnasium.make_vec(ENVIRONMENT, num_envs=2, observation="tree", workers=1)
    try:
        first, second = golds()[0], golds()[1]
        _, infos = envs.reset(options={"task": [first.task, None]})
        assert infos["instruction"][0] == first.instruction
        assert list(infos["_instruction"]) == [True, False]
        _, infos = envs.reset(options={"task": [None, second.task], "reset_mask": np.array([False, True])})
        for number in range(len(first.steps)):
            mine = second.steps[number].action if number < len(second.steps) - 1 else Wait(1000)
            _, rewards, ended, _, infos = envs.step([first.steps[number].action, mine])
        assert (rewards[0], ended[0], infos["result"][0]) == (1.0, True, "success")
        _, rewards, ended, _, infos = envs.step([Wait(1000), Finish("Done.")])
        assert infos["task"][0] == first.task
        assert (rewards[1], ended[1]) == (0.0, True)
    finally:
        envs.close()
