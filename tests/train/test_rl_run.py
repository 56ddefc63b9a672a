"""A run of RL: what its crews are told."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch")

from phonebuddy.episodes.phones import Phones
from phonebuddy.errors import CheckpointError
from phonebuddy.train import rl_run
from phonebuddy.train.crew_messages import Start
from phonebuddy.train.crew_worker import make_desk
from phonebuddy.train.learner import learner_from
from phonebuddy.train.once import Once
from phonebuddy.train.rl_run import LanePlan, Machine, RlPlan, open_lanes
from phonebuddy.train.rl_settings import RlSettings


class _Told:
    """A crew that plays nothing and notes how it was started."""

    starts: list[tuple[Start, int]] = []

    def __init__(self, start: Start, num_workers: int) -> None:
        self.starts.append((start, num_workers))

    def close(self) -> None:
        pass


def test_rollouts_are_played_where_the_model_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rl_run, "ProcessCrew", _Told)
    monkeypatch.setattr(_Told, "starts", [])
    lanes = {"mock": LanePlan(Phones("world", 2), ("a@0.0",)), "real": LanePlan(Phones("adb", 1), ("b",))}
    plan = RlPlan(RlSettings(groups=2, mock_share=0.5), lanes)  # type: ignore[arg-type]
    learner = learner_from("nano", {"width": 16, "layers": 1, "heads": 2})
    with open_lanes(plan, learner, Machine("cuda", workers=3)):
        pass
    told = {str(start.options["phones"]["kind"]): (start.device, count) for start, count in _Told.starts}  # type: ignore[index]
    assert told == {"world": ("cuda", 3), "adb": ("cuda", 1)}


def test_how_rollouts_are_drawn_reaches_who_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rl_run, "ProcessCrew", _Told)
    monkeypatch.setattr(_Told, "starts", [])
    plan = RlPlan(
        RlSettings(groups=2, mock_share=1.0, draws="once"),
        {"mock": LanePlan(Phones("world", 2), ("a@0.0",), "tests.train.lucky:LuckyPlayer")},
    )
    learner = learner_from("nano", {"width": 16, "layers": 1, "heads": 2})
    with open_lanes(plan, learner, Machine()):
        pass
    ((start, _),) = _Told.starts
    desk = make_desk(start)
    assert isinstance(desk._policy, Once)
    desk.close()


@pytest.mark.parametrize("head", ["[1]", "3", '{"kind": "nano"}', '{"kind": "nano", "con'])
def test_a_damaged_head_is_said(tmp_path: Path, head: str) -> None:
    (tmp_path / "model.json").write_text(head)
    (tmp_path / "weights.safetensors").write_bytes(b"")
    with pytest.raises(CheckpointError, match="holds no model that can be read"):
        rl_run.read_learner(tmp_path)
