"""The tiny vlm that tests share."""

from __future__ import annotations

from functools import cache

import torch

from phonebuddy.agents.vlm.config import read_config
from phonebuddy.agents.vlm.model import Vlm

TINY: dict[str, object] = {"tiny": {}, "most_pixels": 18_432, "most_tokens": 2_048, "most_new": 24}


@cache
def vlm() -> Vlm:
    """One for all tests that change nothing."""
    torch.manual_seed(0)
    return Vlm(read_config(TINY))
