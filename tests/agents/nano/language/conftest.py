"""Laws of what is read are tried in float32, on any processor: in bfloat16 they hold but for rounding."""

from __future__ import annotations

import pytest
import torch

from phonebuddy.agents.nano.language import bert, llama


@pytest.fixture(autouse=True)
def precise(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (bert, llama):
        monkeypatch.setattr(module, "precision_of", lambda _device: torch.float32)
