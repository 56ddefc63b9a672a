"""The loss of RL: the clipped ratio of each choice times the advantage of its rollout.

Invariant: a row counts by its weight and by nothing else: how many choices it holds, how long its rollout was
and what else is in the batch do not change its share; so a batch may be cut into parts whose losses add up.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor


class Clip(NamedTuple):
    low: float
    high: float


class PolicyLoss(NamedTuple):
    loss: Tensor
    clipped: Tensor
    """The weighted share of choices that the clip held."""
    mismatch: Tensor
    """The weighted mean of |log-probability now - when it acted|.

    Before the first update: how far the trainer's numbers are from the actor's.
    """


def policy_loss(
    log_probs: Tensor, old: Tensor, mask: Tensor, advantages: Tensor, weights: Tensor, clip: Clip
) -> PolicyLoss:
    """`log_probs`, `old` and `mask` are [rows, choices]; `advantages` and `weights` are [rows].

    Within a row choices count alike. Clip-higher: the upper end leaves more room than the lower one, so that
    rare good choices can grow.
    """
    change = torch.where(mask, log_probs - old, torch.zeros_like(old))
    ratio = change.exp()
    gain = advantages.unsqueeze(1)
    held = ratio.clamp(1 - clip.low, 1 + clip.high)
    surrogate = torch.minimum(ratio * gain, held * gain)
    is_held = (ratio * gain > held * gain) & mask
    share = mask / mask.sum(1, keepdim=True).clamp(min=1) * weights.unsqueeze(1)
    return PolicyLoss(
        -(surrogate * share).sum(),
        (is_held * share).sum().detach(),
        (change.abs() * share).sum().detach(),
    )


def row_weights(units: list[str]) -> list[float]:
    """One weight per row, given the rollout (or the group) of each: all of these count alike, 1/T for each
    row of one with T.

    Without it a rollout of 40 steps would count ten times one of 4.
    """
    length: dict[str, int] = {}
    for unit in units:
        length[unit] = length.get(unit, 0) + 1
    return [1.0 / (length[unit] * len(length)) for unit in units]
