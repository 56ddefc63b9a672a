"""One update of RL: rows with advantages in, one step of the optimiser, the numbers of it out.

Invariant: how rows are cut into parts changes the gradient only by rounding; the order of rows in is the
order of everything after, so the same rows give the same bytes on a CPU.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import torch

from phonebuddy.train.collate import ahead, parts_of
from phonebuddy.train.learner import Batch, Learner, Row
from phonebuddy.train.loss import Clip, policy_loss, row_weights
from phonebuddy.train.rl_settings import RlSettings
from phonebuddy.train.trainers import Trainers


class Updated(NamedTuple):
    """Weighted means over the rows of an update."""

    loss: float
    clipped: float
    mismatch: float
    """Before the first change of weights: trainer against actor."""
    entropy: float
    kl: float
    gradient: float
    rows: int


def weigh(rows: Sequence[Row]) -> list[Row]:
    """Rows with their weights: each rollout counts the same, however long it was."""
    weights = row_weights([f"{row.group} {row.episode}" for row in rows])
    return [msgspec.structs.replace(row, weight=weight) for row, weight in zip(rows, weights, strict=True)]


def update(
    learner: Learner, optimizer: torch.optim.Optimizer, rows: Sequence[Row], settings: RlSettings,
    start: Learner | None = None, trainers: Trainers | None = None,
) -> Updated:  # fmt: skip
    """Learn from the rows of one step; `start` is the policy that RL began with, where a distance to it
    counts. All processes that train together are given the same rows."""
    trainers = trainers or Trainers()
    weighed = weigh(rows)
    # Without the chances of dropout: the ratio compares the policy with itself, not with a mutilated copy.
    learner.train(False)
    first: Updated | None = None
    for _ in range(settings.passes):
        optimizer.zero_grad(set_to_none=True)
        sums = torch.zeros(5, dtype=torch.float64)
        parts = trainers.share(list(parts_of(weighed, settings.token_budget)))
        for batch in ahead(parts, learner.collate):
            sums += _add_gradient(learner, batch, settings, start)
        trainers.add_gradients(learner.parameters())
        sums = trainers.add(sums)
        length = torch.nn.utils.clip_grad_norm_(list(learner.parameters()), settings.most_gradient)
        optimizer.step()
        loss, clipped, mismatch, entropy, kl = (float(one) for one in sums)
        found = Updated(loss, clipped, mismatch, entropy, kl, float(length), len(weighed))
        first = first or found
        last = found
    learner.version += 1
    assert first is not None
    return last._replace(mismatch=first.mismatch, entropy=first.entropy)


def _add_gradient(
    learner: Learner, batch: Batch, settings: RlSettings, start: Learner | None
) -> torch.Tensor:
    scored = learner.log_probs(batch)
    clip = Clip(settings.clip_low, settings.clip_high)
    found = policy_loss(
        scored.log_probs, batch.old_log_probs, batch.mask, batch.advantage, batch.weight, clip
    )
    share = batch.mask / batch.mask.sum(1, keepdim=True).clamp(min=1) * batch.weight.unsqueeze(1)
    loss = found.loss
    distance = torch.zeros(())
    if start is not None:
        with torch.no_grad():
            fixed = start.log_probs(batch).log_probs
        # Always above 0 and without bias: exp(x) - x - 1 with x = how much likelier the start finds the
        # choice.
        gap = torch.where(batch.mask, fixed - scored.log_probs, torch.zeros_like(fixed))
        distance = ((gap.exp() - gap - 1) * share).sum()
        loss = loss + settings.kl * distance
    loss.backward()  # type: ignore[no-untyped-call]
    entropy = (scored.entropy.detach() * share).sum()
    values = (loss.detach(), found.clipped, found.mismatch, entropy, distance.detach())
    return torch.stack([value.double().cpu() for value in values])
