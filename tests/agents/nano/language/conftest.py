"""Laws of what is read are tried in float32, on any processor: in bfloat16 they hold but for rounding."""

from __future__ import annotations

import pytest
import torch

from phonebuddy.agents.nano.language import llama


@pytest.fixture(autouse=True)
def precise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(llama, "precision_of", lambda _device: torch.float32)
