"""One update of RL: rows with advantages in, a few steps of the optimiser, the numbers of it out.

Invariant: how rows are cut into parts changes the gradient only by rounding; the order of rows in is the
order of everything after, so the same rows give the same bytes on a CPU.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import torch

from phonebuddy.train.advantage import Credit
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
    """That were learned from."""


def _unit(row: Row, credit: Credit) -> str:
    """What counts as one, however long it was: a rollout; or its group, where steps are held against each
    other, which unlike weights would undo."""
    # An earlier success may be in several groups; it is a rollout of each.
    return row.group if credit == "parting" else f"{row.group} {row.episode}"


def weigh(rows: Sequence[Row], credit: Credit = "whole") -> list[Row]:
    """Rows with their weights."""
    weights = row_weights([_unit(row, credit) for row in rows])
    return [msgspec.structs.replace(row, weight=weight) for row, weight in zip(rows, weights, strict=True)]


def lots_of(rows: Sequence[Row], count: int, credit: Credit = "whole") -> list[list[Row]]:
    """Rows in so many lots, or as many as there are rollouts: whole rollouts, each group's over all lots; or
    whole groups."""
    units: dict[str, list[Row]] = {}
    for row in rows:
        units.setdefault(_unit(row, credit), []).append(row)
    every = list(units.values())
    count = min(count, len(every))
    return [[row for one in every[place::count] for row in one] for place in range(count)]


def unsure(rows: Sequence[Row], sure: float) -> list[Row]:
    """Those with a choice that was less likely than `sure`; of the others hardly anything would be learned,
    since the gradient of a choice is as large as what it lacks of being certain."""
    return [row for row in rows if min(row.old_log_probs, default=0.0) <= math.log(sure)]


def update(
    learner: Learner, optimizer: torch.optim.Optimizer, rows: Sequence[Row], settings: RlSettings,
    start: Learner | None = None, trainers: Trainers | None = None,
) -> Updated | None:  # fmt: skip
    """Learn from the rows of one step; `start` is the policy that RL began with, where a distance to it
    counts. All processes that train together are given the same rows. None when there is nothing to learn."""
    trainers = trainers or Trainers()
    cut = lots_of(rows, settings.lots, settings.credit)
    weighed = [unsure(weigh(lot, settings.credit), settings.sure) for lot in cut]
    lots = [lot for lot in weighed if lot]
    if not lots:
        return None
    # Without the chances of dropout: the ratio compares the policy with itself, not with a mutilated copy.
    learner.train(False)
    passes = [
        [_change(learner, optimizer, lot, settings, start, trainers) for lot in lots]
        for _ in range(settings.passes)
    ]
    learner.version += 1
    first, means = passes[0][0], [sum(values) / len(lots) for values in zip(*passes[-1], strict=True)]
    num_rows = sum(len(lot) for lot in lots)
    return Updated(*means)._replace(mismatch=first.mismatch, entropy=first.entropy, rows=num_rows)


def _change(
    learner: Learner, optimizer: torch.optim.Optimizer, rows: Sequence[Row], settings: RlSettings,
    start: Learner | None, trainers: Trainers,
) -> Updated:  # fmt: skip
    """One step of the optimiser."""
    optimizer.zero_grad(set_to_none=True)
    sums = torch.zeros(5, dtype=torch.float64)
    parts = trainers.share(list(parts_of(rows, settings.token_budget)))
    for batch in ahead(parts, learner.collate):
        sums += _add_gradient(learner, batch, settings, start)
    trainers.add_gradients(learner.parameters())
    sums = trainers.add(sums)
    length = torch.nn.utils.clip_grad_norm_(list(learner.parameters()), settings.most_gradient)
    optimizer.step()
    loss, clipped, mismatch, entropy, kl = (float(one) for one in sums)
    return Updated(loss, clipped, mismatch, entropy, kl, float(length), len(rows))


def _add_gradient(
    learner: Learner, batch: Batch, settings: RlSettings, start: Learner | None
) -> torch.Tensor:
    scored = learner.log_probs(batch, settings.temperature)
    clip = Clip(settings.clip_low, settings.clip_high)
    found = policy_loss(
        scored.log_probs, batch.old_log_probs, batch.mask, batch.advantage, batch.weight, clip
    )
    share = batch.mask / batch.mask.sum(1, keepdim=True).clamp(min=1) * batch.weight.unsqueeze(1)
    loss = found.loss
    distance = torch.zeros(())
    if start is not None:
        with torch.no_grad():
            fixed = start.log_probs(batch, settings.temperature).log_probs
        # Always above 0 and without bias: exp(x) - x - 1 with x = how much likelier the start finds the
        # choice.
        gap = torch.where(batch.mask, fixed - scored.log_probs, torch.zeros_like(fixed))
        distance = ((gap.exp() - gap - 1) * share).sum()
        loss = loss + settings.kl * distance
    loss.backward()  # type: ignore[no-untyped-call]
    entropy = (scored.entropy.detach() * share).sum()
    values = (loss.detach(), found.clipped, found.mismatch, entropy, distance.detach())
    return torch.stack([value.double().cpu() for value in values])
