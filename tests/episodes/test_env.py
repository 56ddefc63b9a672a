"""The environment: Gymnasium's own check, seeds, snapshots, how episodes end."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env, data_equivalence

from phonebuddy.actions import CallUser, Click, Finish, OpenApp, Output, Point, Scroll, Type
from phonebuddy.episodes.env import PhoneWorldEnv
from phonebuddy.errors import ActionError, PhoneBuddyError, SnapshotError
from tests.episodes.helpers import SMALL, make, samples

OPEN = OpenApp("com.example.tally")


@pytest.mark.parametrize("observation", ["pixels", "tree", "both"])
def test_gymnasium_finds_nothing_to_say(observation: str) -> None:
    """Warnings are errors in these tests."""
    check_env(make(observation=observation, render_mode="rgb_array").unwrapped)


def test_importing_the_id_does_not_load_the_engine() -> None:
    code = "import sys, phonebuddy.episodes; sys.exit('skia' in sys.modules or 'apsw' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_id_alone_can_name_the_module() -> None:
    gymnasium.make("phonebuddy.episodes:phonebuddy/PhoneWorld-v0", **SMALL).close()


def walk(env: gymnasium.Env[Any, Any], seed: int) -> list[Any]:
    steps: list[Any] = [env.reset(seed=seed), env.step(OPEN)]
    steps += [env.step(action) for action in samples(env.action_space, 15, seed)]
    return steps


def test_the_same_seed_and_actions_give_the_same_steps() -> None:
    one, other = make(observation="both"), make(observation="both")
    first = walk(one, 3)
    assert data_equivalence(first, walk(other, 3), exact=True)
    assert data_equivalence(first, walk(one, 3), exact=True)


def test_another_seed_is_another_world() -> None:
    env = make()
    assert not np.array_equal(walk(env, 3)[1][0], walk(env, 4)[1][0])


def test_a_reset_without_a_seed_stays_in_the_world() -> None:
    env = make()
    env.reset(seed=4)
    first = env.step(OPEN)[0]
    env.step(Click(Point(900, 300)))
    env.reset()
    assert np.array_equal(env.step(OPEN)[0], first)


def test_a_member_of_the_space_and_its_action_do_the_same() -> None:
    one, other = make(observation="both"), make(observation="both")
    one.reset(seed=1)
    other.reset(seed=1)
    for values in samples(one.action_space, 20):
        action = one.unwrapped.action_space.decode(values)  # type: ignore[attr-defined]
        assert data_equivalence(one.step(values), other.step(action), exact=True)


def test_observations_are_new_and_can_be_written_to() -> None:
    env = make(observation="both")
    observation, info = env.reset(seed=0)
    observation["pixels"][:] = 0
    observation["tree"][:] = 0
    again = env.reset(seed=0)[0]
    assert again["pixels"].any() and again["tree"].any()
    assert np.array_equal(again["pixels"], info["screen"].pixels())


def test_info_describes_the_screen() -> None:
    env = make(observation="tree")
    env.reset(seed=0)
    tree, _, _, _, info = env.step(OPEN)
    screen = info["screen"]
    assert (info["app"], info["activity"], info["time_s"]) == ("com.example.tally", "marks", screen.time_s)
    assert np.count_nonzero(tree[:, 5]) == len(screen.elements)
    add = next(index for index, element in enumerate(screen.elements) if element.text == "Add")
    left, top, right, bottom = tree[add, :4].tolist()
    x, y = (left + right) * 360 // 2000, (top + bottom) * 800 // 2000
    assert screen.at(x, y) == screen.elements[add]


def test_finish_and_call_user_end_an_episode_and_output_does_not() -> None:
    env = make()
    env.reset(seed=0)
    assert [env.step(kind("done"))[1:4] for kind in (Output, Finish, CallUser)] == [
        (0.0, False, False),
        (0.0, True, False),
        (0.0, True, False),
    ]


def test_too_many_steps_cut_an_episode_off() -> None:
    env = make(max_episode_steps=3)
    env.reset(seed=0)
    assert [env.step(OPEN)[3] for _ in range(3)] == [False, False, True]


def test_a_snapshot_starts_where_it_was_taken() -> None:
    env = make(observation="both")
    env.reset(seed=5)
    for action in (OPEN, Click(Point(500, 150)), Type("hello")):
        observation = env.step(action)[0]
    snapshot = env.unwrapped.snapshot()  # type: ignore[attr-defined]
    after = env.step(Scroll(Point(500, 600), Point(500, 300)))[0]
    for given in (snapshot, snapshot.to_bytes()):
        other = make(observation="both")
        assert data_equivalence(other.reset(seed=5, options={"snapshot": given})[0], observation, exact=True)
        assert data_equivalence(other.step(Scroll(Point(500, 600), Point(500, 300)))[0], after, exact=True)
        assert other.reset()[1]["app"] != "com.example.tally"


def test_a_snapshot_that_does_not_fit_is_refused() -> None:
    env = make()
    env.reset(seed=5)
    snapshot = env.unwrapped.snapshot()  # type: ignore[attr-defined]
    with pytest.raises(SnapshotError, match="image"):
        env.reset(seed=6, options={"snapshot": snapshot})
    with pytest.raises(SnapshotError, match="360x800"):
        make(profile="540x1200").reset(seed=5, options={"snapshot": snapshot})


def test_mistakes_are_named() -> None:
    with pytest.raises(PhoneBuddyError, match="unknown observation 'pixel'.*did you mean 'pixels'"):
        make(observation="pixel")
    with pytest.raises(PhoneBuddyError, match="unknown profile"):
        make(profile="1x1")
    with pytest.raises(PhoneBuddyError, match="max_elements"):
        make(observation="tree", max_elements=0)
    env = PhoneWorldEnv(**SMALL)
    with pytest.raises(ResetNeeded):
        env.step(OPEN)
    with pytest.raises(ResetNeeded):
        env.snapshot()
    with pytest.raises(PhoneBuddyError, match="unknown option 'snap'"):
        env.reset(options={"snap": None})
    env.reset()
    with pytest.raises(ActionError):
        env.step({"kind": 0})
    with pytest.raises(ActionError, match="neither an Action nor"):
        env.step("home")  # type: ignore[arg-type]
    env.close()
    env.close()
