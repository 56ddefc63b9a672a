"""The vector: the same as single environments, step by step; workers that die; nothing left behind."""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError, ResetNeeded
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from PIL import Image

from phonebuddy.actions import Click, Finish, OpenApp, Output, Point
from phonebuddy.episodes import team
from phonebuddy.episodes.register import ENVIRONMENT
from phonebuddy.episodes.scaling import measure_scaling
from phonebuddy.episodes.vector import PhoneWorldVector
from phonebuddy.errors import ActionError, AppError, Fault, PhoneBuddyError, SnapshotError
from tests.episodes.helpers import SMALL, TALLY, make, samples

OPEN = OpenApp("com.example.tally")


@pytest.fixture(scope="module")
def envs() -> Iterator[PhoneWorldVector]:
    """Three phones in two workers, used by all tests that leave them alive."""
    made = gymnasium.make_vec(ENVIRONMENT, 3, workers=2, observation="both", max_episode_steps=8, **SMALL)
    assert isinstance(made, PhoneWorldVector)
    yield made
    made.close()


def mapped() -> list[str]:
    """The shared frames this process still has; they have no name in any folder."""
    lines = Path("/proc/self/maps").read_text("utf-8").splitlines()
    return [line.split()[0] for line in lines if "phonebuddy-frames" in line]


def state(process: int) -> str:
    """What a process does: R runs, S sleeps, Z is a zombie; nothing when it is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(") ")[2][:1]
    except (FileNotFoundError, ProcessLookupError):
        return ""


def test_make_vec_makes_it(envs: PhoneWorldVector) -> None:
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert envs.spec is not None and envs.num_envs == 3 and len(envs.processes) == 2
    assert envs.single_action_space == make().action_space
    observations, _ = envs.reset(seed=0)
    assert observations in envs.observation_space
    assert envs.action_space.sample() in envs.action_space


def test_it_does_what_gymnasiums_own_vector_of_single_phones_does(envs: PhoneWorldVector) -> None:
    """Same seeds, same actions, with episodes that end and are cut off on the way."""
    single = gymnasium.make_vec(
        ENVIRONMENT, 3, vectorization_mode="sync", observation="both", max_episode_steps=8, **SMALL
    )
    same(envs.reset(seed=11), single.reset(seed=11))
    ended = np.zeros(2, int)
    for actions in samples(envs.action_space, 40):
        actions["kind"][0] = 0  # one that never finishes by itself
        ours, theirs = envs.step(actions), single.step(actions)
        same(ours, theirs)
        ended += ours[2].sum(), ours[3].sum()
    assert ended.all()
    single.close()


def same(ours: tuple[Any, ...], theirs: tuple[Any, ...]) -> None:
    assert data_equivalence(ours[:-1], theirs[:-1], exact=True)
    assert ours[-1].keys() == theirs[-1].keys()
    for name in ("app", "activity", "time_s", "_screen", "_app", "_activity", "_time_s"):
        assert ours[-1][name].dtype == theirs[-1][name].dtype
        assert ours[-1][name].tolist() == theirs[-1][name].tolist()
    for mine, other in zip(ours[-1]["screen"], theirs[-1]["screen"], strict=True):
        assert mine.elements == other.elements
        assert np.array_equal(mine.pixels(), other.pixels())


def test_actions_can_be_given_as_they_are(envs: PhoneWorldVector) -> None:
    envs.reset(seed=0)
    *_, infos = envs.step([OPEN, Output("hello"), Finish("done")])
    assert infos["app"].tolist()[0] == "com.example.tally"
    with pytest.raises(ActionError, match="neither an Action nor"):
        envs.step([OPEN, OPEN, "home"])  # type: ignore[list-item]
    with pytest.raises(ActionError, match="2 actions for 3 phones"):
        envs.step([OPEN, OPEN])


def test_screens_of_other_processes_can_be_drawn(envs: PhoneWorldVector) -> None:
    envs.reset(seed=0)
    *_, infos = envs.step([OPEN] * 3)
    screen = infos["screen"][2]
    png = np.asarray(Image.open(io.BytesIO(screen.png())))
    jpeg = np.asarray(Image.open(io.BytesIO(screen.jpeg())))
    assert np.array_equal(png, screen.pixels())
    assert np.abs(jpeg.astype(int) - png[..., :3]).mean() < 3
    assert screen.at(180, 700) in screen.elements[:]


def test_some_phones_can_be_reset(envs: PhoneWorldVector) -> None:
    envs.reset(seed=0)
    before = envs.step([OPEN] * 3)[0]
    mask = np.array([False, True, False])
    after, infos = envs.reset(seed=[5, 6, 7], options={"reset_mask": mask})
    assert infos["_app"].tolist() == mask.tolist()
    assert [np.array_equal(before["pixels"][i], after["pixels"][i]) for i in range(3)] == [True, False, True]
    with pytest.raises(PhoneBuddyError, match="reset_mask"):
        envs.reset(options={"reset_mask": [True]})


def test_phones_can_start_at_a_snapshot(envs: PhoneWorldVector) -> None:
    env = make(observation="both")
    env.reset(seed=9)
    shown = env.step(OPEN)[0]
    snapshot = env.unwrapped.snapshot()  # type: ignore[attr-defined]
    observations, _ = envs.reset(seed=[9, 9, 9], options={"snapshot": snapshot})
    for index in range(3):
        assert np.array_equal(observations["pixels"][index], shown["pixels"])
    with pytest.raises(SnapshotError, match="image"):
        envs.reset(seed=10, options={"snapshot": snapshot})
    with pytest.raises(PhoneBuddyError, match="2 seeds for 3 phones"):
        envs.reset(seed=[1, 2])
    envs.reset(seed=10)


def test_views_cannot_be_written_to_and_an_interrupt_ends_the_workers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    vector = PhoneWorldVector(1, copy=False, render_mode="rgb_array", observation="tree", **SMALL)
    with pytest.raises(ResetNeeded):
        vector.step([OPEN])
    observations, infos = vector.reset(seed=0)
    frames = vector.render()
    assert frames is not None and frames[0].shape == (800, 360, 3) and frames[0].any()
    with pytest.raises(ValueError, match="read-only"):
        observations[:] = 0
    with pytest.raises(PhoneBuddyError, match="draws nothing"):
        infos["screen"][0].pixels()
    home = observations.copy()
    assert not np.array_equal(vector.step([OPEN])[0], home)
    assert not np.array_equal(home, observations)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(team, "wait", Mock(side_effect=KeyboardInterrupt))
        vector.step([OPEN])
    with pytest.raises(ClosedEnvironmentError):
        vector.step([OPEN])
    assert state(vector.processes[0]) == ""
    assert observations.any(), "views stay valid as long as somebody has them"


def test_a_killed_worker_is_a_fault_that_names_it_and_nothing_is_left() -> None:
    before = mapped()
    vector = PhoneWorldVector(3, 2, **SMALL)
    vector.reset(seed=0)
    victim = vector.processes[1]
    os.kill(victim, signal.SIGKILL)
    with pytest.raises(Fault, match=rf"worker 1 \(process {victim}, phones 1 to 2\) ended: Killed"):
        for _ in range(2):
            vector.step([OPEN] * 3)
    with pytest.raises(ClosedEnvironmentError):
        vector.step([OPEN] * 3)
    assert [state(process) for process in vector.processes] == ["", ""]
    vector.close()
    vector.close()
    del vector
    assert mapped() == before


def test_a_worker_that_hangs_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    vector = PhoneWorldVector(1, **SMALL)
    vector.reset(seed=0)
    monkeypatch.setattr(team, "TIMEOUT_S", 0.2)
    monkeypatch.setattr(team, "STOP_S", 0.1)
    os.kill(vector.processes[0], signal.SIGSTOP)
    with pytest.raises(Fault, match="worker 0 .* did not answer within"):
        vector.step([OPEN])
    assert state(vector.processes[0]) == ""


def test_a_forgotten_vector_ends_its_workers() -> None:
    before = mapped()
    vector = PhoneWorldVector(1, **SMALL)
    (process,) = vector.processes
    del vector
    assert state(process) == ""
    assert mapped() == before


def test_workers_end_when_their_owner_is_killed() -> None:
    code = (
        "import os, sys; from phonebuddy.episodes.vector import PhoneWorldVector\n"
        f"envs = PhoneWorldVector(1, apps=[{TALLY!r}])\n"
        "print(*envs.processes, flush=True); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    worker, latest = int(done.stdout), time.monotonic() + 10
    while state(worker) not in ("", "Z") and time.monotonic() < latest:
        time.sleep(0.02)
    assert state(worker) in ("", "Z"), "gone, or waiting for whoever adopts orphans here"


def test_it_works_in_a_forked_daemon_and_outlives_it(envs: PhoneWorldVector) -> None:
    """A fork has its own workers, and its end does not end those of its parent."""
    process = multiprocessing.get_context("fork").Process(target=_in_a_fork, args=(envs,), daemon=True)
    process.start()
    process.join(30)
    assert process.exitcode == 0
    assert envs.reset(seed=0)[0]["pixels"].any()


def _in_a_fork(inherited: PhoneWorldVector) -> None:
    inherited.close()
    vector = PhoneWorldVector(1, **SMALL)
    assert vector.reset(seed=0)[0].any()
    vector.step([Click(Point(1, 1))])
    vector.close()


def test_mistakes_are_named_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(PhoneBuddyError, match="accepted: 1 or more"):
        PhoneWorldVector(0)
    with pytest.raises(PhoneBuddyError, match="unknown profile"):
        PhoneWorldVector(1, profile="1x1")
    (tmp_path / "app.yaml").write_text("app: x\n")
    with pytest.raises(AppError, match="app.yaml"):
        PhoneWorldVector(1, apps=[tmp_path])


def test_scaling_is_measured() -> None:
    scaling = measure_scaling((1,), phones_per_worker=2, seconds=0.2, apps=[TALLY], profile="360x800")
    (run,) = scaling.runs
    assert (run.workers, run.num_envs) == (1, 2)
    assert run.steps > 0 and run.steps_per_s > 0 and run.wall_s < 5
    assert scaling.to_json()["runs"][0]["steps"] == run.steps
