"""Sums are the same whichever thread comes first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from phonebuddy.train.learner import learner_from  # noqa: E402
from phonebuddy.train.order import sum_in_order  # noqa: E402
from phonebuddy.train.settings import SftSettings  # noqa: E402
from phonebuddy.train.sft import train_sft  # noqa: E402
from tests.episodes.made import golds  # noqa: E402

TIMES = 100
SMALL = {"width": 32, "layers": 1, "heads": 2, "unit_width": 8, "literal": False}


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    threads, strict = torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()
    torch.set_num_threads(2)
    yield
    torch.set_num_threads(threads)
    torch.use_deterministic_algorithms(strict)


def test_what_many_places_add_to_one_row_is_always_the_same() -> None:
    """Without it some fifteen of a hundred gradients differ in their last bits."""
    sum_in_order(torch.device("cpu"))
    torch.manual_seed(0)
    table, rows = torch.randn(36, 88, 96, requires_grad=True), torch.randint(0, 36, (150,))
    weight = torch.randn(150, 88, 96)
    found = set()
    for _ in range(TIMES):
        table.grad = None
        (table[rows] * weight).sum().backward()
        found.add(table.grad.numpy().tobytes())
    assert len(found) == 1


def test_a_gpu_is_left_as_it_is() -> None:
    torch.use_deterministic_algorithms(False)
    sum_in_order(torch.device("cuda"))
    assert not torch.are_deterministic_algorithms_enabled()


def test_two_threads_train_the_same_bytes_again_and_again(tmp_path: Path) -> None:
    def weights(name: str) -> bytes:
        torch.manual_seed(1)
        learner = learner_from("nano", SMALL)
        rows = [row for episode in golds() for row in learner.rows(episode)]
        settings = SftSettings(updates=12, token_budget=9_000, warm_up=2, held_share=0, learning_rate=0.01)
        return (train_sft(learner, rows, settings, tmp_path / name) / "weights.safetensors").read_bytes()

    torch.use_deterministic_algorithms(False)
    assert weights("one") == weights("two")
    assert torch.are_deterministic_algorithms_enabled()
