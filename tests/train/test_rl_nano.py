"""RL of nano on mock phones: trainer and actor agree; a run gives the same bytes, killed or not."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("torch")

import torch

from phonebuddy.episodes.stage import Assignment
from phonebuddy.train.checkpoint import WEIGHTS, write_model
from phonebuddy.train.crew import LocalCrew
from phonebuddy.train.lanes import Lane
from phonebuddy.train.learner import Learner, learner_from
from phonebuddy.train.metrics import NAME, read_metrics
from phonebuddy.train.rl import RlTrainer
from phonebuddy.train.rollouts import Desk
from phonebuddy.train.task_pool import TaskPool
from tests.train.lucky import PHONES, SMALL, TASKS, LuckyPlayer, settings

ROOT = Path(__file__).parents[2]


def fresh() -> Learner:
    torch.manual_seed(7)
    return learner_from("nano", SMALL)


def trained(steps: int) -> tuple[Learner, list[dict[str, object]]]:
    torch.set_num_threads(1)
    player = LuckyPlayer(msgspec.to_builtins(PHONES))
    crew = LocalCrew(Desk(fresh(), player, 1.0))
    one = settings(steps)
    lane = Lane("mock", crew, TaskPool(TASKS, 3, 0, 1, 0), 2, one, seed=1)
    trainer = RlTrainer(fresh(), {"mock": lane}, one)
    lines: list[dict[str, object]] = []
    trainer.run(lambda line: lines.append(dict(line)))
    crew.close()
    return trainer.learner, lines


def test_the_best_choices_behind_a_drawn_one_are_scored_as_they_are_learned() -> None:
    torch.set_num_threads(1)
    one = msgspec.structs.replace(settings(1), draws="once")
    crew = LocalCrew(Desk(fresh(), LuckyPlayer(msgspec.to_builtins(PHONES)), 1.0, one.draws))
    lane = Lane("mock", crew, TaskPool(TASKS, 3, 0, 1, 0), 2, one, seed=1)
    line = RlTrainer(fresh(), {"mock": lane}, one).run_step()
    assert line["rows"] > 0 and line["mismatch"] < 1e-4  # type: ignore[operator]
    crew.close()


def test_nothing_was_learned_yet_so_the_start_is_not_far() -> None:
    torch.set_num_threads(1)
    one = msgspec.structs.replace(settings(1), kl=0.1, temperature=2.0)
    crew = LocalCrew(Desk(fresh(), LuckyPlayer(msgspec.to_builtins(PHONES)), one.temperature))
    lane = Lane("mock", crew, TaskPool(TASKS, 3, 0, 1, 0), 2, one, seed=1)
    line = RlTrainer(fresh(), {"mock": lane}, one).run_step()
    assert line["kl"] == pytest.approx(0, abs=1e-6)
    assert line["mismatch"] < 1e-4, "what is trained is what was drawn from, at any temperature"  # type: ignore[operator]
    crew.close()


def test_tries_see_the_same_until_they_part() -> None:
    desk = Desk(fresh(), LuckyPlayer(msgspec.to_builtins(PHONES)), 1.0)
    desk.submit([Assignment(f"group/{number}", TASKS[0], number, "mock") for number in range(6)])
    ways = [[(row.seen, row.did) for row in one.rows] for one in iter(desk.next, None)]
    desk.close()
    firsts = [way[0] for way in ways]
    assert len(ways) == 6 and len({seen for seen, _ in firsts}) == 1
    assert len({did for _, did in firsts}) > 1, "one that has learned nothing does anything"
    for way in ways:
        for other in ways:
            is_same = way[0] == other[0]
            assert (way[1][0] == other[1][0]) == is_same


def test_trainer_and_actor_agree_and_a_run_can_be_repeated() -> None:
    learner, lines = trained(2)
    assert [line["version"] for line in lines] == [1, 2], "both steps had something to learn"
    for line in lines:
        assert line["mismatch"] < 1e-4, line  # type: ignore[operator]
        assert line["staleness"] == 0 and line["entropy"] > 0  # type: ignore[operator]
    assert learner.tensors() != fresh().tensors()
    assert trained(2)[0].tensors() == learner.tensors()


def run(folder: Path, kill_after_s: float | None) -> None:
    command = [sys.executable, "-m", "tests.train.lucky", str(folder), "5"]
    process = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
    if kill_after_s is None:
        assert process.wait() == 0
        return
    time.sleep(kill_after_s)
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@pytest.mark.slow
def test_killed_and_gone_on_ends_with_the_same_bytes(tmp_path: Path) -> None:
    write_model(tmp_path / "start" / "model", fresh())
    run(tmp_path / "whole", None)
    chance = random.Random(3)
    for _ in range(5):
        run(tmp_path / "killed", chance.uniform(4, 30))
    run(tmp_path / "killed", None)
    one, two = ((tmp_path / name / "model" / WEIGHTS).read_bytes() for name in ("whole", "killed"))
    assert one == two and one != (tmp_path / "start" / "model" / WEIGHTS).read_bytes()
    lines = read_metrics(tmp_path / "killed" / NAME)
    assert [line["step"] for line in lines] == [0, 1, 2, 3, 4]
