"""What a model does for sure is left out of what it learns, but for a share; the same after a kill."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

torch = pytest.importorskip("torch")

from phonebuddy.errors import TrainError  # noqa: E402
from phonebuddy.train import unsure as module  # noqa: E402
from phonebuddy.train.learner import Row  # noqa: E402
from phonebuddy.train.nano import NanoLearner  # noqa: E402
from phonebuddy.train.settings import SftSettings  # noqa: E402
from phonebuddy.train.trainers import Trainers  # noqa: E402
from phonebuddy.train.unsure import CHOSEN, least_likely, unsure  # noqa: E402
from tests.episodes.made import golds  # noqa: E402
from tests.train.bandit import DOORS, Bandit  # noqa: E402

HALF = SftSettings(sure=0.5, sure_share=0.0, token_budget=8)


def shown(task: int, door: int) -> Row:
    return Row(f"e{task}", 0, "mock", "door", bytes([task, door]), 1, 1)


def knowing(tasks: Sequence[int]) -> Bandit:
    """One that goes through the first door of some tasks for sure, and anywhere else."""
    bandit = Bandit()
    with torch.no_grad():
        for task in tasks:
            bandit.table[task, 0] = 9.0
    return bandit


ROWS = [shown(task, 0) for task in range(10)]


def chosen(folder: Path, settings: SftSettings, bandit: Bandit, said: list[str] | None = None) -> list[Row]:
    return unsure(
        bandit, ROWS, settings, folder, "one", (said if said is not None else []).append, Trainers()
    )


def test_the_least_likely_choice_of_each_row_in_their_order() -> None:
    found = least_likely(knowing([3]), [ROWS[3], ROWS[1], shown(3, 1)], 1)
    assert found[0] > math.log(0.99)
    assert found[1] == pytest.approx(math.log(1 / DOORS))
    assert found[2] < math.log(0.01)


def test_short_numbers_give_nearly_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    torch.manual_seed(0)
    nano = NanoLearner({"width": 16, "layers": 1, "heads": 2, "unit_width": 4})
    rows = nano.rows(golds()[0])
    found = {}
    for numbers in (torch.float32, torch.bfloat16):
        monkeypatch.setattr(module, "precision_of", lambda _device, numbers=numbers: numbers)
        found[numbers] = torch.tensor(least_likely(nano, rows, 600))
    assert not torch.equal(*found.values())
    torch.testing.assert_close(*(each.exp() for each in found.values()), atol=0.02, rtol=0.1)


def test_what_it_does_for_sure_is_left_out(tmp_path: Path) -> None:
    said: list[str] = []
    assert chosen(tmp_path, HALF, knowing(range(7)), said) == ROWS[7:]
    assert "3 of 10 steps stay" in said[-1]


def test_a_share_of_it_stays(tmp_path: Path) -> None:
    rows = [msgspec.structs.replace(row, step=step) for step in range(40) for row in ROWS]
    settings = msgspec.structs.replace(HALF, sure_share=0.25)
    stay = unsure(knowing(range(10)), rows, settings, tmp_path, "one", lambda _line: None, Trainers())
    assert 60 < len(stay) < 140


def test_all_stay_where_nothing_is_left_out(tmp_path: Path) -> None:
    assert chosen(tmp_path, msgspec.structs.replace(HALF, sure=1.0), knowing(range(10))) == ROWS
    assert not (tmp_path / CHOSEN).exists()


def test_it_is_found_once(tmp_path: Path) -> None:
    """A run that goes on has other weights by then; it must not choose anew."""
    first = chosen(tmp_path, HALF, knowing(range(7)))
    assert chosen(tmp_path, HALF, knowing(range(10))) == first


@pytest.mark.parametrize("there", [b'{"training": "other", "places": [0]}', b'{"training": "one", "pla', b""])
def test_what_another_training_or_a_kill_left_is_not_taken(tmp_path: Path, there: bytes) -> None:
    (tmp_path / CHOSEN).write_bytes(there)
    assert chosen(tmp_path, HALF, knowing(range(7))) == ROWS[7:]


def test_nothing_unsure_is_said(tmp_path: Path) -> None:
    with pytest.raises(TrainError, match=r"sft\.sure_share"):
        chosen(tmp_path, HALF, knowing(range(10)))
