"""Precision: in which numbers a device multiplies quickest.

Invariant: bfloat16 only where the device has instructions for it; elsewhere it takes longer than float32.
"""

from __future__ import annotations

from functools import cache

import torch


def precision_of(device: torch.device) -> torch.dtype:
    """The numbers to compute with: half as long ones where that is twice as quick."""
    return torch.bfloat16 if device.type == "cuda" or multiplies_short() else torch.float32


@cache
def multiplies_short() -> bool:
    """Whether this processor has instructions for bfloat16."""
    able = torch.cpu.get_capabilities()
    return bool(able.get("avx512_bf16") or able.get("amx_bf16"))
