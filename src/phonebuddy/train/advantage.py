"""Advantages: how much better a rollout went than the others of its group.

A group is some rollouts of one task from one start. Invariant: the advantages of a group sum to 0, one
without spread has none, and a rollout whose environment broke changes nobody's advantage.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Literal

Scale = Literal["spread", "none"]

TINY = 1e-4
"""Added to the spread, as TRL does, so that the two can be held against each other."""


def rewards(
    results: Sequence[float | None], num_steps: Sequence[int], length_term: float
) -> list[float | None]:
    """A success earns 1, less up to `length_term` where others of the group were shorter; a failure 0.

    Only successes are shortened: a term on failures would teach to give up early. A fault earns nothing
    at all.
    """
    ways = [steps for result, steps in zip(results, num_steps, strict=True) if result]
    shortest = min(ways, default=0)
    return [
        result if not result else result * (1.0 - length_term * (1.0 - shortest / max(1, steps)))
        for result, steps in zip(results, num_steps, strict=True)
    ]


def advantages(earned: Sequence[float | None], scale: Scale) -> list[float | None]:
    """One per rollout: its reward less the mean of the group, over the spread where asked; None for a
    fault."""
    known = [reward for reward in earned if reward is not None]
    if not has_spread(earned):
        return [None if reward is None else 0.0 for reward in earned]
    mean = sum(known) / len(known)
    divisor = 1.0
    if scale == "spread":
        # The spread of a sample, as TRL takes it.
        divisor = sqrt(sum((reward - mean) ** 2 for reward in known) / (len(known) - 1)) + TINY
    return [None if reward is None else (reward - mean) / divisor for reward in earned]


def has_spread(earned: Sequence[float | None]) -> bool:
    """Whether a group says which rollouts were better: at least two that counted, and not all alike."""
    return len({reward for reward in earned if reward is not None}) > 1
