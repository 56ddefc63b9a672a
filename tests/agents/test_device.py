"""Where a model acts: only the device differs, and one that is not there is said."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from phonebuddy.agents.device import check_device, leave_room, moving_to  # noqa: E402
from phonebuddy.agents.named import policy_called  # noqa: E402
from phonebuddy.agents.policy import Turn  # noqa: E402
from phonebuddy.errors import SetupError  # noqa: E402
from phonebuddy.train.checkpoint import write_model  # noqa: E402
from phonebuddy.train.crew_messages import Start  # noqa: E402
from phonebuddy.train.crew_worker import make_desk  # noqa: E402
from phonebuddy.train.learner import learner_from  # noqa: E402
from tests.agents.nano.test_nano_views import turns_of  # noqa: E402
from tests.episodes.made import golds  # noqa: E402

TINY = {"width": 16, "layers": 1, "heads": 2, "unit_width": 8}
NOWHERE = "cuda:99"
"""A device that no machine has."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    torch.manual_seed(0)
    write_model(tmp_path / "model", learner_from("nano", TINY))
    return tmp_path


def test_every_tensor_is_made_where_the_model_is(folder: Path) -> None:
    """What is made without a word about the device lands on torch's default one: let that be another."""
    policy = policy_called(f"nano:{folder}", "cpu")
    turns: list[Turn] = [turn for episode in golds() for turn in turns_of(episode)]

    def decisions() -> list[object]:
        return [*policy.act(turns, [random.Random(place) for place in range(len(turns))])]

    wanted = decisions()
    with torch.device("meta"):
        assert decisions() == wanted


@pytest.mark.parametrize("kind", ["nano", "coached"])
def test_a_device_that_is_not_there_is_said(folder: Path, kind: str) -> None:
    with pytest.raises(SetupError, match=f"'{NOWHERE}'.*--device cpu"):
        policy_called(f"{kind}:{folder}", NOWHERE)


@pytest.mark.parametrize("device", ["gpu", "cuda:99", ""])
def test_a_device_is_refused_before_anything_is_begun(device: str) -> None:
    check_device("cpu")
    with pytest.raises(SetupError, match=f"device '{device}' is not there; accepted here: cpu"):
        check_device(device)


def test_who_needs_no_model_needs_no_device() -> None:
    assert policy_called("gold", NOWHERE).name == "gold"


def test_a_crew_says_it_too() -> None:
    start = Start("nano", TINY, 1.0, "tests.train.bandit:DoorPlayer", {}, NOWHERE)
    with pytest.raises(SetupError, match=NOWHERE):
        make_desk(start)


def test_other_mistakes_stay_what_they_are() -> None:
    with pytest.raises(KeyError), moving_to("cpu"):
        raise KeyError("weights")
    with pytest.raises(SetupError, match="AssertionError"), moving_to("cuda"):
        raise AssertionError


@pytest.mark.parametrize(("device", "times"), [("cpu", 0), ("cuda", 1), ("cuda:1", 1)])
def test_room_is_left_on_a_gpu_alone(device: str, times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    emptied: list[bool] = []
    monkeypatch.setattr(torch.cuda, "empty_cache", lambda: emptied.append(True))
    leave_room(device)
    assert len(emptied) == times
