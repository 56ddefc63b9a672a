"""Short numbers are computed with where a device multiplies them quickly, and nowhere else."""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from phonebuddy.agents import precision  # noqa: E402


def test_processors_without_short_numbers_take_long_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    for able, wanted in ((False, torch.float32), (True, torch.bfloat16)):
        monkeypatch.setattr(precision, "multiplies_short", lambda able=able: able)
        assert precision.precision_of(torch.device("cpu")) is wanted
        assert precision.precision_of(torch.device("cuda")) is torch.bfloat16
