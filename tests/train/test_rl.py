"""RL with the smallest learner there is: it learns, goes on exactly, and counts what it leaves out."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

pytest.importorskip("torch")

from phonebuddy.errors import CheckpointError, TrainError
from phonebuddy.train.crew import LocalCrew
from phonebuddy.train.lanes import Lane, groups_to_start
from phonebuddy.train.rl import RlTrainer, Saved
from phonebuddy.train.rl_run import read_learner
from phonebuddy.train.rl_settings import RlSettings
from phonebuddy.train.rollouts import Desk, Player
from phonebuddy.train.task_pool import TaskPool
from tests.train.bandit import TASKS, Bandit, DoorPlayer

DOORS = [f"door{n}@0.0" for n in range(TASKS)]


def trainer(settings: RlSettings, player: Callable[[], Player] = DoorPlayer) -> RlTrainer:
    lanes = {}
    for name, quota in settings.quotas().items():
        pool = TaskPool(DOORS, settings.active_tasks, settings.rest_below, settings.rest_above, 0)
        crew = LocalCrew(Desk(Bandit(), player(), settings.temperature))
        lanes[name] = Lane(name, crew, pool, quota, settings, seed=3)
    return RlTrainer(Bandit(), lanes, settings)


def run(one: RlTrainer) -> list[dict[str, object]]:
    lines: list[dict[str, object]] = []
    one.run(lambda numbers: lines.append(dict(numbers)))
    return lines


FAST = RlSettings(steps=16, groups=6, group_size=8, learning_rate=0.3)


def test_it_learns() -> None:
    lines = run(trainer(FAST))

    def success(line: dict[str, object]) -> float:
        return (line["mock/success"] + line["real/success"]) / 2  # type: ignore[operator,no-any-return]

    assert success(lines[0]) < 0.5
    assert sum(success(line) for line in lines[-5:]) / 5 > 0.8
    assert lines[0]["mismatch"] == pytest.approx(0, abs=1e-6), "the first rollouts are of the same weights"


def test_killed_and_gone_on_ends_with_the_same_bytes() -> None:
    whole = trainer(FAST)
    run(whole)
    first = trainer(FAST)
    for _ in range(7):
        first.run_step()
    saved = first.save()
    kept = Saved(json.loads(json.dumps(saved.position)), saved.successes)
    second = trainer(FAST)
    second.learner.put_tensors(first.learner.tensors(), first.learner.version)
    second.optimizer.load_state_dict(first.optimizer.state_dict())
    second.load(kept)
    run(second)
    assert second.learner.tensors() == whole.learner.tensors()
    assert second.save() == whole.save()


def test_faults_leave_the_group_and_are_counted() -> None:
    settings = RlSettings(steps=4, groups=4, group_size=8, learning_rate=0.1)
    one = trainer(settings, lambda: DoorPlayer(fault_share=0.3))
    lines = run(one)
    assert sum(line["mock/faults"] for line in lines) > 0  # type: ignore[misc]
    assert all(line["mock/rollouts"] == 16 for line in lines)


def test_flat_groups_teach_nothing() -> None:
    settings = RlSettings(steps=3, groups=2, replay=False, rest_below=0, rest_above=1)
    lines = run(trainer(settings, lambda: DoorPlayer(fault_share=1.0)))
    assert [line["version"] for line in lines] == [0, 0, 0] and "loss" not in lines[0]
    assert all(line["mock/flat"] == 1 and line["mock/used"] == 0 for line in lines)


def test_more_groups_are_drawn_where_asked_and_no_more_used() -> None:
    settings = RlSettings(steps=2, groups=4, oversample=2.0, mock_share=1.0, learning_rate=0.1)
    lines = run(trainer(settings))
    assert all(line["mock/rollouts"] == 8 * 8 and line["mock/used"] == 4 for line in lines)


def test_groups_of_lanes_add_up_to_those_of_one() -> None:
    assert [groups_to_start(quota, 1.1) for quota in (10, 20, 30)] == [11, 22, 33]
    settings = RlSettings(steps=1, groups=6, oversample=1.5)
    with pytest.raises(TrainError, match=r"3 groups a step and oversample 1.5 .* whole .* oversample 2"):
        run(trainer(settings))


def test_a_success_from_before_helps_a_group_without_one() -> None:
    settings = RlSettings(steps=30, groups=4, group_size=2, mock_share=1.0, learning_rate=0.05, rest_below=0)
    lines = run(trainer(settings))
    assert sum(line["mock/replayed"] for line in lines) > 0  # type: ignore[misc]


def test_a_distance_to_the_start_holds_back() -> None:
    free, held = trainer(FAST), trainer(RlSettings(steps=16, groups=6, learning_rate=0.3, kl=1.0))
    run(free)
    run(held)
    assert held.learner.table.norm() < 0.7 * free.learner.table.norm()  # type: ignore[attr-defined]


def test_the_rate_goes_its_way_step_by_step() -> None:
    settings = RlSettings(
        steps=4, groups=4, mock_share=1.0, learning_rate=0.1, warm_up=2, last_share=0.1, lots=2, passes=3
    )
    one, rates = trainer(settings), list[float]()
    one.run(lambda _line: rates.append(one.optimizer.param_groups[0]["lr"]))
    assert rates == pytest.approx([0.05, 0.1 * 0.775, 0.1 * 0.325, 0.01])
    steady = trainer(RlSettings(steps=2, groups=4, learning_rate=0.1))
    run(steady)
    assert steady.optimizer.param_groups[0]["lr"] == 0.1


def test_it_learns_from_where_tries_parted() -> None:
    lines = run(trainer(msgspec.structs.replace(FAST, credit="parting")))
    assert lines[-1]["mock/success"] > 0.8  # type: ignore[operator]
    assert lines[0]["rows"] < run(trainer(FAST))[0]["rows"], "doors were parted at, nothing behind them"  # type: ignore[operator]


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"group_size": 1}, "nobody to be better than"),
        ({"temperature": 0.0}, "above 0"),
        ({"length_term": 1.0}, "any failure"),
        ({"warm_up": -1}, "0 or more"),
        ({"last_share": 1.5}, "0 to 1"),
        ({"ahead": 3}, "most_stale"),
        ({"rest_above": 0.01}, "above rest_below"),
    ],
)
def test_settings_that_cannot_be_are_refused(changed: dict[str, float], says: str) -> None:
    with pytest.raises(TrainError, match=says):
        RlSettings(**changed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("share", "quotas"),
    [(0.5, {"mock": 4, "real": 4}), (0.0, {"real": 8}), (1.0, {"mock": 8}), (0.25, {"mock": 2, "real": 6})],
)
def test_quotas(share: float, quotas: dict[str, int]) -> None:
    assert RlSettings(groups=8, mock_share=share).quotas() == quotas


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CheckpointError, match="phonebuddy train sft"):
        read_learner(tmp_path)
    (tmp_path / "model.json").write_text('{"kind": "nanno", "config": {}, "version": 0}')
    (tmp_path / "weights.safetensors").write_bytes(b"")
    with pytest.raises(CheckpointError, match="did you mean 'nano'"):
        read_learner(tmp_path)
    (tmp_path / "model.json").write_text("{")
    with pytest.raises(CheckpointError, match="no model that can be read"):
        read_learner(tmp_path)
